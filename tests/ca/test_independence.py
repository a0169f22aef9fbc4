"""χ² of sparse tables: its exact mean and variance given the margins, and a test that keeps its level."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import random_table

from firth.ca import correspondence, summary
from firth.ca.independence import chi_square_moments, p_value_given_margins


def chi_square(table, rows, columns):
    expected = np.outer(rows, columns) / rows.sum()
    return float(((table - expected) ** 2 / expected).sum())


@pytest.mark.parametrize(("rows", "columns"), [([1, 2, 3], [2, 4]), ([2, 2, 2], [1, 2, 3]), ([3, 3], [3, 3])])
def test_mean_and_variance_are_those_over_all_permutations(rows, columns):
    rows, columns = np.array(rows), np.array(columns)
    of_rows, of_columns = (np.repeat(np.arange(len(sums)), sums) for sums in (rows, columns))
    found = []
    for order in permutations(of_columns.tolist()):
        table = np.zeros((len(rows), len(columns)))
        np.add.at(table, (of_rows, list(order)), 1)
        found.append(chi_square(table, rows, columns))
    assert chi_square_moments(rows, columns) == pytest.approx((np.mean(found), np.var(found)), rel=1e-12)


def test_sparse_tables_without_association_are_seldom_beyond_chance():
    rng = np.random.default_rng(0)
    rows, columns = (np.maximum(rng.pareto(1.2, size) * 4, 1).astype(int) for size in (60, 40))
    columns[0] += max(rows.sum() - columns.sum(), 0)
    rows[0] += max(columns.sum() - rows.sum(), 0)
    tables = random_table(rows, columns, seed=1).rvs(300)
    analyses = [correspondence(table, axes=1) for table in tables]
    given_margins = np.mean([each.p_value_given_margins < 0.01 for each in analyses])
    assert np.mean([each.p_value < 0.01 for each in analyses]) > 0.1
    assert given_margins < 0.03


def test_where_cells_expect_much_both_tests_agree():
    table = np.array([[520, 480, 510], [490, 530, 470], [505, 495, 540]])
    analysis = correspondence(table)
    assert analysis.p_value_given_margins == pytest.approx(analysis.p_value, rel=1e-2)
    assert analysis.least_expected > 400
    assert "expects as few" not in summary(analysis)


def test_the_summary_says_which_p_value_to_take():
    table = np.array([[3, 1, 1], [1, 4, 0], [0, 1, 5]])
    analysis = correspondence(table)
    assert analysis.least_expected == pytest.approx(4 * 5 / 16)
    shown = summary(analysis)
    assert "a cell expects as few as 1.2 counts" in shown
    assert f"p = {analysis.p_value_given_margins:.3g}" in shown


def test_a_table_of_three_counts_has_no_such_test():
    assert np.isnan(p_value_given_margins(3.0, np.array([1, 2]), np.array([1, 2])))
