"""Sums over all pairs of points in closed form: powers of (1 + x·y)/2 as products of monomials."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from firth.runtime.arrays import Array


@dataclass(frozen=True, eq=False)
class Monomials:
    """Every product of at most so many coordinates: 1, then parents[k] times coordinate variables[k].

    ((1 + x·y) / 2)^power = Σ_k scales[k] m_k(x) m_k(y)
    """

    parents: Array
    variables: Array
    scales: Array


def count_monomials(dim: int, power: int) -> int:
    """How many there are.

    >>> count_monomials(3, 2), len(monomials(3, 2).scales)
    (10, 10)
    """
    return comb(dim + power, dim)


def monomials(dim: int, power: int) -> Monomials:
    """The monomials of dim coordinates, with the coefficients of the binomial and multinomial theorems.

    >>> known = monomials(2, 1)
    >>> known.parents.tolist(), known.variables.tolist(), known.scales.tolist()
    ([0, 0, 0], [0, 0, 1], [0.5, 0.5, 0.5])
    """
    parents, variables, orders, repeats = [0], [0], [0], [0]
    scales = [0.5**power]
    for parent in range(count_monomials(dim, power - 1)):
        order = orders[parent] + 1
        for variable in range(variables[parent], dim):
            again = repeats[parent] + 1 if order > 1 and variable == variables[parent] else 1
            parents.append(parent)
            variables.append(variable)
            orders.append(order)
            repeats.append(again)
            # C(power, order) · order! / Π exponents!, from that of the parent.
            scales.append(scales[parent] * (power - order + 1) / again)
    return Monomials(np.array(parents, np.int32), np.array(variables, np.int32), np.array(scales))
