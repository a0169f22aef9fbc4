"""Powers of (1 + x·y)/2 are what the monomials say."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from firth.sphere.ube import count_monomials, monomials

RNG = np.random.default_rng(5)


def values(point, known):
    found = np.ones(len(known.parents))
    for k in range(1, len(found)):
        found[k] = found[known.parents[k]] * point[known.variables[k]]
    return found


@pytest.mark.parametrize("dim", [1, 3, 7])
@pytest.mark.parametrize("power", [1, 2, 4, 6])
def test_monomials_expand_powers_of_products(dim, power):
    known = monomials(dim, power)
    assert len(known.scales) == count_monomials(dim, power) == comb(dim + power, power)
    for _ in range(5):
        x, y = RNG.standard_normal((2, dim))
        expanded = known.scales @ (values(x, known) * values(y, known))
        assert expanded == pytest.approx(((1 + x @ y) / 2) ** power, rel=1e-9)


def test_no_monomial_comes_twice():
    known = monomials(4, 5)
    at_logs = values(np.exp([1, np.sqrt(2), np.sqrt(3), np.sqrt(5)]), known)
    assert len(np.unique(np.log(at_logs).round(9))) == len(known.scales)
