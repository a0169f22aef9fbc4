"""Correspondence analysis against R's numbers and against its own identities."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy import sparse

from ca.r_numbers import TABLES, assert_equal_up_to_sign, counts_of, golden
from firth.ca import correspondence, supplementary_columns, supplementary_rows
from firth.core import Counts
from firth.counting import counts_from_table
from firth.errors import InputError, TableWarning
from firth.factorize import gsvd

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


@pytest.mark.parametrize("name", TABLES)
def test_every_number_of_r_to_ten_digits(name):
    expected = golden(name)
    analysis = correspondence(counts_of(expected))
    assert np.allclose(analysis.singular_values, expected["sv"], rtol=1e-10, atol=0)
    assert np.allclose(analysis.shares * 100, expected["pct"], rtol=1e-10, atol=0)
    for side, of_r in ((analysis.rows, expected["row"]), (analysis.columns, expected["col"])):
        assert_equal_up_to_sign(side.principal, of_r["principal"])
        assert_equal_up_to_sign(side.standard, of_r["standard"])
        for found, what in ((side.masses, "mass"), (side.distances, "dist"), (side.inertias, "inertia")):
            assert np.allclose(found, of_r[what], rtol=1e-10, atol=0)


NAMES = ["fair", "red", "medium", "dark", "black"]
KINDS = {
    "counts": counts_from_table(FISHER, columns=NAMES),
    "numpy": FISHER,
    "lists": FISHER.tolist(),
    "csr": sparse.csr_array(FISHER),
    "coo": sparse.coo_matrix(FISHER),
    "pandas": pd.DataFrame(FISHER, columns=NAMES, index=["blue", "light", "medium", "dark"]),
    "polars": pl.DataFrame(dict(zip(NAMES, FISHER.T, strict=True))),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_table_gives_the_same_numbers(kind):
    expected, found = correspondence(counts_from_table(FISHER)), correspondence(KINDS[kind])
    assert found.singular_values.tobytes() == expected.singular_values.tobytes()
    assert found.rows.principal.tobytes() == expected.rows.principal.tobytes()
    assert tuple(found.columns.names) == (
        tuple("12345") if kind in ("numpy", "lists", "csr", "coo") else tuple(NAMES)
    )


@pytest.mark.parametrize("wrong", ["table.csv", None, {"a": [1, 2]}, 3])
def test_what_is_no_table_is_refused_with_the_kinds_that_are(wrong):
    with pytest.raises(InputError, match=f"this is a {type(wrong).__name__}; firth"):
        correspondence(wrong)


def test_an_analysis_prints_in_one_line():
    analysis = correspondence(FISHER)
    assert repr(analysis) == "Correspondence(4 rows × 5 columns, 3 axes, total inertia 0.230191)"
    assert repr(analysis.rows) == "Side(4 points, 3 axes)"


def test_notebooks_show_the_axes_of_an_analysis_and_the_points_of_a_side():
    analysis = correspondence(FISHER)
    share, both = analysis.shares[0], analysis.shares[:2].sum()
    first = f"<th>axis 1</th><td>{analysis.inertias[0]:.4g}</td><td>{share:.1%}</td><td>{share:.1%}</td>"
    assert first in analysis._repr_html_()
    assert f"<td>{both:.1%}</td></tr><tr><th>axis 3" in analysis._repr_html_()
    shown = analysis.rows._repr_html_()
    assert f"<th>{analysis.rows.names.tokens[0]}</th><td>{analysis.rows.masses[0]:.4g}</td>" in shown
    assert shown.count("<tr>") == 5


tables = st.tuples(st.integers(2, 7), st.integers(2, 7), st.integers(0, 10_000))


def random_counts(shape: tuple[int, int, int]) -> Counts:
    m, p, seed = shape
    table = np.random.default_rng(seed).poisson(3, (m, p)) + np.eye(m, p, dtype=int)
    assume(table.sum(0).all() and table.sum(1).all())
    return counts_from_table(table)


@settings(max_examples=40)
@given(shape=tables)
def test_the_identities_of_correspondence_analysis(shape):
    counts = random_counts(shape)
    assume(np.linalg.matrix_rank(counts.matrix.toarray()) > 1)
    analysis = correspondence(counts)
    n = counts.matrix.toarray()
    expected = np.outer(n.sum(1), n.sum(0)) / n.sum()
    assert analysis.chi_square == pytest.approx(((n - expected) ** 2 / expected).sum(), rel=1e-9)
    assert analysis.inertias.sum() == pytest.approx(analysis.total_inertia, rel=1e-9)
    for side in (analysis.rows, analysis.columns):
        assert np.allclose(side.contributions.sum(axis=0), 1)
        assert side.inertias.sum() == pytest.approx(analysis.total_inertia, rel=1e-9)
        assert np.allclose(side.masses @ side.principal, 0, atol=1e-12)
        away = side.distances > 1e-6
        assert np.allclose(side.cos2[away].sum(axis=1), 1)
    assert np.allclose(supplementary_rows(analysis, counts).principal, analysis.rows.principal, atol=1e-8)
    again = supplementary_columns(analysis, counts)
    assert np.allclose(again.principal, analysis.columns.principal, atol=1e-8)
    assert np.allclose(again.distances, analysis.columns.distances, atol=1e-7)


@settings(max_examples=20)
@given(shape=tables, factor=st.integers(1, 4))
@example(shape=(2, 3, 2715), factor=2)
def test_merging_proportional_rows_leaves_the_columns_where_they_are(shape, factor):
    n = random_counts(shape).matrix.toarray()
    assume(np.linalg.matrix_rank(n) > 1)
    split = np.vstack([n, factor * n[:1]])
    merged = n.copy()
    merged[0] *= 1 + factor
    one, two = correspondence(counts_from_table(split)), correspondence(counts_from_table(merged))
    axes = len(two.singular_values)
    assert np.allclose(one.singular_values[:axes], two.singular_values, atol=1e-10)
    distinct = np.abs(np.diff(two.inertias, append=-1)) > 1e-6
    assume(distinct.all())
    assert np.allclose(np.abs(one.columns.principal), np.abs(two.columns.principal), atol=1e-6)


def test_large_tables_agree_with_small_ones_whatever_the_solver():
    rng = np.random.default_rng(0)
    table = rng.poisson(
        np.outer(rng.random(300) + 0.1, rng.random(150) + 0.1) * 4
        + 3 * np.kron(np.eye(3), np.ones((100, 50)))
    )
    counts = counts_from_table(sparse.csr_array(table))
    dense, krylov, gram = (correspondence(counts, axes=3, solver=s) for s in ("dense", "krylov", "gram"))
    assert np.allclose(krylov.singular_values, dense.singular_values, rtol=1e-9)
    assert np.allclose(gram.singular_values, dense.singular_values, rtol=1e-9)
    assert np.allclose(krylov.rows.principal[:, :2], dense.rows.principal[:, :2], atol=1e-6)
    assert np.allclose(gram.columns.principal[:, :2], dense.columns.principal[:, :2], atol=1e-6)


def test_subset_analyses_add_up_to_the_whole():
    counts = counts_from_table(FISHER, rows=list("abcd"))
    whole = correspondence(counts)
    one, two = correspondence(counts, rows=["a", "b"]), correspondence(counts, rows=["c", "d"])
    assert one.total_inertia + two.total_inertia == pytest.approx(whole.total_inertia)
    assert np.allclose(one.rows.masses, whole.rows.masses[:2])


def test_names_of_a_subset_may_stand_alone_or_twice_but_not_be_none_at_all():
    counts = counts_from_table(FISHER, rows=["ab", "c", "d", "e"])
    assert correspondence(counts, rows="ab").rows.names.tokens == ("ab",)
    assert correspondence(counts, rows=["c", "ab", "c"]).rows.names.tokens == ("ab", "c")
    with pytest.raises(InputError, match="no names were given of the rows or columns to analyze"):
        correspondence(counts, rows=[])


def test_no_more_axes_are_kept_than_there_are_unless_they_are_asked_for():
    table = np.repeat(FISHER[:3], 4, axis=0)
    assert len(correspondence(table, at_most=10).singular_values) == 2
    assert len(correspondence(table, at_most=1).singular_values) == 1
    with pytest.raises(InputError, match="axes is 3, and this table has only 2 with any inertia"):
        correspondence(table, axes=3)
    with pytest.raises(InputError, match="at_most is 0"):
        correspondence(table, at_most=0)


def test_correspondence_analysis_is_the_generalized_svd_of_the_residuals():
    p = FISHER / FISHER.sum()
    r, c = p.sum(1), p.sum(0)
    factors = gsvd(p - np.outer(r, c), r, c, 3)
    analysis = correspondence(counts_from_table(FISHER))
    assert np.allclose(factors.values, analysis.singular_values)
    assert np.allclose(factors.left.T @ np.diag(1 / r) @ factors.left, np.eye(3))
    assert np.allclose(np.abs(factors.left / r[:, None]), np.abs(analysis.rows.standard))


@pytest.mark.parametrize(
    ("table", "options", "says"),
    [
        ([[1, 2]], {}, "one row or one column"),
        ([[1, 2], [2, 4]], {}, "all proportional"),
        ([[1, 2], [0, 0]], {}, "1 of 2 rows have no counts"),
        ([[1, 0], [2, 0]], {}, "1 of 2 columns have no counts"),
        ([[1, 2], [3, 4]], {"axes": 2}, "axes is 2; this table has at most 1"),
        ([[1, 2], [3, 4]], {"rows": ["x"]}, "the table has no 'x'"),
    ],
)
def test_tables_that_cannot_be_analysed_get_one_sentence(table, options, says):
    with pytest.raises(InputError, match=says):
        correspondence(counts_from_table(np.array(table)), **options)


def test_totals_left_in_a_frame_are_told():
    table = pl.DataFrame({"name": ["a", "b", "Sum"], "x": [9, 2, 11], "y": [3, 7, 10], "z": [1, 2, 3]})
    with pytest.warns(TableWarning, match="row 'Sum' is the sum of the others"):
        correspondence(table)


def test_shares_are_told_and_not_tested_unless_n_is_given():
    shares = np.array([[20.5, 79.5], [60.0, 40.0], [33.0, 67.0]])
    with pytest.warns(TableWarning, match="each row sums to 100: if these are percentages"):
        assert np.isnan(correspondence(shares).p_value)
    assert 0 < correspondence(shares, n=300).p_value < 1
