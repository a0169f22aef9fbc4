"""Tails of the hypergeometric law: against scipy and exact fractions, near the mean and far from it."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm

from firth.ca.hypergeometric import cell_log_p, p_values_of, v_tests_of
from reference.slow_hypergeometric import slow_p


def random_cells(seed, number=400, largest=2000):
    rng = np.random.default_rng(seed)
    total = rng.integers(1, largest, number)
    rows, columns = rng.integers(1, total + 1), rng.integers(1, total + 1)
    low, high = np.maximum(0, rows + columns - total), np.minimum(rows, columns)
    expected = rows * columns / total
    near = np.rint(expected + 2 * np.sqrt(expected) * rng.normal(size=number)).astype(int)
    x = np.where(rng.random(number) < 0.7, np.clip(near, low, high), rng.integers(low, high + 1))
    return x, rows, columns, total


@pytest.mark.parametrize("two_sided", ["half", "doubled"])
def test_p_is_that_of_the_slow_twin(two_sided):
    for x, row, column, total in zip(*random_cells(3), strict=True):
        log_p, over = cell_log_p(x, row, column, total, two_sided=two_sided)
        expected = slow_p(x, row, column, total, half=two_sided == "half")
        assert over == (x * total > row * column)
        if expected > 1e-280:
            assert np.exp(log_p) == pytest.approx(expected, rel=1e-10)


def exact_tail(x, row, column, total):
    """log of 2 P(X ≥ x), by integers."""
    ways = sum(
        math.comb(column, y) * math.comb(total - column, row - y) for y in range(x, min(row, column) + 1)
    )
    share = 2 * Fraction(ways, math.comb(total, row))
    return math.log(share.numerator) - math.log(share.denominator)


@pytest.mark.parametrize(
    ("x", "row", "column", "total"),
    [
        (7, 60, 300, 10**9),
        (1, 12, 1, 10**9),
        (60, 60, 900, 10**9),  # all that there are: p about 1e-360
        (40, 150, 300_000, 10**7),
        (300, 900, 400, 4000),
        (16, 200, 17, 90_000),
    ],
)
def test_totals_of_a_thousand_million_and_far_tails_are_exact(x, row, column, total):
    log_p, over = cell_log_p(x, row, column, total, two_sided="doubled")
    assert over
    assert log_p == pytest.approx(exact_tail(x, row, column, total), rel=1e-12, abs=1e-12)


def test_a_p_too_small_for_a_float_has_a_finite_v_test():
    log_p, over = cell_log_p(4_000_000, 5_000_000, 6_000_000, 10**9, two_sided="doubled")
    v = v_tests_of(log_p, over)
    assert np.exp(log_p) == 0
    assert np.isfinite(v)
    assert v == pytest.approx(np.sqrt(-2 * log_p), rel=1e-3)


def test_v_tests_are_normal_quantiles_and_lead_back_to_p():
    p = np.array([1.0, 0.6, 0.05, 1e-9, 1e-300])
    over = np.array([True, False, True, False, True])
    v = v_tests_of(np.log(p), over)
    assert np.allclose(v, norm.isf(p / 2) * np.where(over, 1, -1), rtol=1e-12, atol=1e-15)
    assert np.allclose(p_values_of(v), p, rtol=1e-11, atol=0)


def test_a_cell_that_can_have_no_other_count_has_p_1():
    for cell in ((5, 5, 20, 20), (20, 20, 20, 20), (7, 20, 7, 20), (0, 3, 0, 9)):
        for two_sided in ("half", "doubled"):
            assert cell_log_p(*cell, two_sided=two_sided)[0] == 0


def test_rows_and_columns_may_change_places():
    x, rows, columns, total = random_cells(5)
    for two_sided in ("half", "doubled"):
        for cell in zip(x, rows, columns, total, strict=True):
            own, _ = cell_log_p(*cell, two_sided=two_sided)
            other, _ = cell_log_p(cell[0], cell[2], cell[1], cell[3], two_sided=two_sided)
            assert own == pytest.approx(float(other), rel=1e-10, abs=1e-12)
