"""Correspondence analysis against R's numbers and against its own identities."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.ca import correspondence
from firth.ca.multiple import multiple_correspondence, supplementary_variables
from firth.ca.summary import summary
from firth.ca.supplementary import supplementary_columns, supplementary_rows
from firth.core import Counts
from firth.counting import counts_from_table, split_table
from firth.errors import InputError
from firth.factorize import gsvd

TABLES = Path(os.environ.get("FIRTH_DATA", "")) / "tables"
needs_tables = pytest.mark.skipif(
    not os.environ.get("FIRTH_DATA"), reason="FIRTH_DATA is not set: R's tables are not here"
)
R_TABLES = [
    "author_ca", "caith_MASS", "children_FactoMineR_active", "haireyecolor_sexsum_datasets",
    "housetasks_ade4", "smoke_ca",
]  # fmt: skip


def read(name: str) -> pd.DataFrame:
    return pd.read_csv(TABLES / f"{name}.csv", index_col=0)


def assert_equal_up_to_sign(found: np.ndarray, expected: np.ndarray) -> None:
    signs = np.sign((found * expected).sum(axis=0))
    assert np.abs(found * signs - expected).max() < 1e-10 * np.abs(expected).max()


@needs_tables
@pytest.mark.parametrize("name", R_TABLES)
def test_every_number_of_r_to_ten_digits(name):
    analysis = correspondence(counts_from_table(read(name)))
    expected = read(f"{name}__sv")
    assert np.allclose(analysis.singular_values, expected["sv"], rtol=1e-10, atol=0)
    assert np.allclose(analysis.shares * 100, expected["pct"], rtol=1e-10, atol=0)
    for side, label in ((analysis.rows, "row"), (analysis.columns, "col")):
        assert_equal_up_to_sign(side.principal, read(f"{name}__{label}_principal").to_numpy())
        assert_equal_up_to_sign(side.standard, read(f"{name}__{label}_standard").to_numpy())
        stats = read(f"{name}__{label}_stats")
        for found, column in ((side.masses, "mass"), (side.distances, "dist"), (side.inertias, "inertia")):
            assert np.allclose(found, stats[column], rtol=1e-10, atol=0)


@needs_tables
@pytest.mark.parametrize(
    ("version", "values"),
    [("indicator", "singular_values"), ("Burt", "burt_values"), ("adjusted", "adjusted_values")],
)
def test_multiple_correspondence_analysis_gives_the_numbers_of_mjca(version, values):
    records = pd.read_csv(TABLES / "wg93_ca_raw_categorical.csv", dtype=str)[list("ABCD")]
    analysis = multiple_correspondence(records)
    expected = pd.read_csv(TABLES / f"wg93_mjca_{version}__sv.csv", index_col=0)["sv"]
    assert np.allclose(getattr(analysis, values), expected, rtol=1e-10, atol=0)
    standard = pd.read_csv(TABLES / f"wg93_mjca_{version}__col_standard.csv", index_col=0)
    places = [analysis.columns.names.index[name] for name in standard.index]
    found = analysis.columns.standard[places][:, : standard.shape[1]]
    assert_equal_up_to_sign(found, standard.to_numpy())


@needs_tables
def test_supplementary_points_of_factominer_do_not_move_the_active_ones():
    table = read("children_FactoMineR_full")
    active_rows = list(read("children_FactoMineR_active").index)
    active_columns = list(read("children_FactoMineR_active").columns)
    apart_rows = [name for name in table.index if name not in active_rows]
    apart_columns = [name for name in table.columns if name not in active_columns]
    active, rows, columns = split_table(table, apart_rows, apart_columns)
    analysis = correspondence(active)
    expected = read("children_FactoMineR_active__sv")["sv"]
    assert np.allclose(analysis.singular_values, expected, rtol=1e-10, atol=0)
    assert supplementary_rows(analysis, rows).principal.shape == (len(apart_rows), 4)
    assert supplementary_columns(analysis, columns).principal.shape == (len(apart_columns), 4)


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


FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


def test_subset_analyses_add_up_to_the_whole():
    counts = counts_from_table(FISHER, rows=list("abcd"))
    whole = correspondence(counts)
    one, two = correspondence(counts, rows=["a", "b"]), correspondence(counts, rows=["c", "d"])
    assert one.total_inertia + two.total_inertia == pytest.approx(whole.total_inertia)
    assert np.allclose(one.rows.masses, whole.rows.masses[:2])


def test_correspondence_analysis_is_the_generalized_svd_of_the_residuals():
    p = FISHER / FISHER.sum()
    r, c = p.sum(1), p.sum(0)
    factors = gsvd(p - np.outer(r, c), r, c, 3)
    analysis = correspondence(counts_from_table(FISHER))
    assert np.allclose(factors.values, analysis.singular_values)
    assert np.allclose(factors.left.T @ np.diag(1 / r) @ factors.left, np.eye(3))
    assert np.allclose(np.abs(factors.left / r[:, None]), np.abs(analysis.rows.standard))


def test_excluded_categories_take_no_part_and_masses_stay():
    data = {"a": list("xxyyzz"), "b": list("uvuvuv"), "c": list("ppqqqp")}
    whole = multiple_correspondence(data)
    part = multiple_correspondence(data, exclude=["a:z"])
    assert "a:z" not in part.columns.names
    assert np.allclose(part.columns.masses, np.delete(whole.columns.masses, whole.columns.names.index["a:z"]))
    assert part.total_inertia < whole.total_inertia


def test_a_variable_given_again_as_supplementary_lands_on_itself():
    data = {"a": list("xxyyzz"), "b": list("uvuvuv"), "c": list("ppqqqp")}
    analysis = multiple_correspondence(data)
    again = supplementary_variables(analysis, {"b": data["b"]})
    places = [analysis.columns.names.index[name] for name in again.names]
    assert np.allclose(again.principal, analysis.columns.principal[places])
    assert np.allclose(again.distances, analysis.columns.distances[places])


def test_the_summary_names_rows_columns_and_the_test():
    text = summary(correspondence(counts_from_table(FISHER, rows=list("abcd"))))
    assert "4 rows × 5 columns, n = 5,387" in text
    assert "12 degrees of freedom" in text
    assert "0.199245" in text  # the first principal inertia, .44637²


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
