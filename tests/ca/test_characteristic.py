"""Characteristic cells: R's descfreq, a slow twin, absent words, groups and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from ca.r_numbers import golden
from firth.ca import characteristic
from firth.core import Counts
from firth.counting import counts_from_table
from firth.errors import InputError
from reference.slow_hypergeometric import slow_characteristic

PRACTICE = Path(os.environ.get("FIRTH_DATA", "")) / "tables" / "practice"
needs_practice = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="tables/practice is looked for in $FIRTH_DATA, which is not set."
)
OF_R = golden("descriptions")
R_COLUMNS = {
    "Intern %": "percent_in_row", "glob %": "percent_overall", "Intern freq": "count",
    "Glob freq ": "overall_count", "p.value": "p_value", "v.test": "v_test",
}  # fmt: skip


def table_of_r():
    table = OF_R["table"]
    return pd.DataFrame(table["counts"], index=table["rows"], columns=table["columns"])


def cells_of(found):
    return list(zip(found.row.tolist(), found.column.tolist(), found.counts.tolist(), strict=True))


def assert_same_as_r(frame: pl.DataFrame, expected: dict) -> None:
    """The same names, numbers and order, but for cells that are equal to rounding."""
    places = [frame["column"].to_list().index(name) for name in expected["names"]]
    assert len(frame) == len(places)
    for of_r, own in R_COLUMNS.items():
        found = frame[own].to_numpy()
        rtol = 1e-10 if own == "p_value" else 1e-11
        assert np.allclose(found[places], expected[of_r], rtol=rtol, atol=1e-12)
        if own == "v_test":
            assert np.allclose(found, expected[of_r], rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("groups", [None, ["u", "v", "u", "v", "v"]])
def test_every_cell_is_that_of_descfreq(groups):
    found = characteristic(table_of_r(), groups=groups, proba=1).to_polars()
    expected = OF_R["descfreq" if groups is None else "descfreq_groups"]
    assert found["row"].unique(maintain_order=True).to_list() == list(expected)
    for row, numbers in expected.items():
        assert_same_as_r(found.filter(pl.col("row") == row), numbers)


@needs_practice
def test_the_words_of_children_are_those_of_descfreq():
    found = characteristic(pd.read_csv(PRACTICE / "children14.csv", index_col=0)).to_polars()
    paths = sorted(PRACTICE.glob("children14__descfreq_*.csv"))
    assert {path.stem.rpartition("_")[2] for path in paths} == set(found["row"])
    for path in paths:
        frame = pl.read_csv(path)
        numbers = {"names": frame[""].to_list(), **{name: frame[name].to_list() for name in R_COLUMNS}}
        assert_same_as_r(found.filter(pl.col("row") == path.stem.rpartition("_")[2]), numbers)


def test_what_descfreq_folds_back_below_the_threshold_is_not_listed():
    """One word in 60, absent from a row of one: R says it is under-used there, with p = .033."""
    table = np.array([[2, 1, 1, 0], [1, 0, 0, 0], [30, 10, 14, 1]])
    assert (1, 3, 0.0) not in cells_of(characteristic(table))
    everything = characteristic(table, proba=1)
    place = cells_of(everything).index((1, 3, 0.0))
    assert everything.p_values[place] == pytest.approx(0.033333333333333, rel=1e-9)


def random_table(seed, rows=25, columns=40, mean=1.5):
    rng = np.random.default_rng(seed)
    expected = rng.gamma(0.5, 1.0, (rows, 1)) * rng.gamma(0.5, 1.0, columns) * mean * 4
    table = rng.poisson(expected * rng.gamma(0.6, 1.6, (rows, columns)))
    table[rng.integers(rows)] = 0
    table[:, rng.integers(columns)] = 0
    return table


@pytest.mark.parametrize("top", [None, 1, 3])
@pytest.mark.parametrize("proba", [0.05, 0.3, 1.0])
@pytest.mark.parametrize("seed", [0, 1])
def test_the_cells_are_those_of_the_slow_twin(seed, proba, top):
    table = random_table(seed)
    found, expected = characteristic(table, proba=proba, top=top), slow_characteristic(table, proba, top)
    assert cells_of(found) == [cell[:3] for cell in expected]
    assert np.allclose(found.v_tests, [cell[3] for cell in expected], rtol=1e-9, atol=1e-12)


def test_absent_words_are_found_where_enough_of_them_was_expected():
    table = np.array([[0, 40, 3], [30, 40, 0], [0, 1, 0]])
    found = characteristic(table)
    assert (0, 0, 0.0) in cells_of(found)
    assert (2, 0, 0.0) not in cells_of(found)
    assert found.v_tests[cells_of(found).index((0, 0, 0.0))] < -4


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.05, 0.5, 1.0]))
def test_columns_described_by_rows_are_the_rows_of_the_turned_table(seed, proba):
    table = random_table(seed, rows=6, columns=9)
    turned = characteristic(table.T, proba=proba)
    found = characteristic(table, proba=proba, describe="columns")
    assert cells_of(turned) == cells_of(found)
    straight = characteristic(table, proba=proba)
    assert sorted(cells_of(straight)) == sorted((j, i, x) for i, j, x in cells_of(found))


def test_over_and_under_use_are_the_parts_of_both():
    table = random_table(4)
    both = characteristic(table)
    for use, sign in (("over", 1), ("under", -1)):
        part = characteristic(table, use=use)
        kept = np.sign(both.v_tests) == sign
        assert cells_of(part) == [cell for cell, own in zip(cells_of(both), kept, strict=True) if own]


def test_the_first_of_each_row_are_those_of_the_whole_list():
    table = random_table(7)
    assert cells_of(characteristic(table).strongest(2)) == cells_of(characteristic(table, top=2))


def test_groups_add_rows_up():
    table, groups = random_table(9), np.arange(25) % 4
    added = np.array([table[groups == group].sum(axis=0) for group in range(4)])
    found = characteristic(sparse.csr_array(table), groups=groups)
    assert cells_of(found) == cells_of(characteristic(added))
    assert found.rows.tokens == ("0", "1", "2", "3")


def test_explicit_zeros_are_absent():
    matrix = sparse.csr_array(np.array([[9, 30, 3], [30, 40, 1], [2, 1, 1]]))
    matrix.data[0] = 0
    names = counts_from_table(np.ones((3, 3)))
    counts = Counts(matrix, names.rows, names.columns)
    assert cells_of(characteristic(counts)) == cells_of(characteristic(matrix.toarray()))
    assert (0, 0, 0.0) in cells_of(characteristic(counts))


def test_any_number_of_threads_gives_the_same_bytes(monkeypatch):
    monkeypatch.setattr("firth.runtime.sparse.CELLS_PER_BLOCK", 50)
    table = random_table(11, rows=60)
    one, three = (characteristic(table, threads=threads) for threads in (1, 3))
    for name in ("row", "column", "counts", "v_tests"):
        assert getattr(one, name).tobytes() == getattr(three, name).tobytes()
    monkeypatch.undo()
    assert one.v_tests.tobytes() == characteristic(table).v_tests.tobytes()


def test_a_cell_at_the_threshold_is_left_out():
    """2 · 1/40 is .05 exactly, and R keeps p below the threshold."""
    table = np.array([[1, 0], [0, 39]])
    assert not len(characteristic(table, proba=0.05))
    assert len(characteristic(table, proba=0.0500001)) == 4


def test_the_cells_of_one_row_and_what_they_print():
    found = characteristic(table_of_r())
    assert found.of("a").to_polars()["row"].unique().to_list() == ["a"]
    assert "a\n  + A 3.9\n  − B -4.0" in str(found)
    with pytest.raises(InputError, match="there is no row 'z'; the rows are a, b"):
        found.of("z")


def test_a_table_without_characteristic_cells_has_an_empty_frame():
    found = characteristic(np.array([[5, 5], [5, 5]]))
    assert len(found) == 0
    assert found.to_polars().schema["row"] == pl.String


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"table": [[1.5, 1], [1, 1]]}, r"the cell in row '1' and column '1' is 1.5; .* or round them"),
        ({"proba": 0}, "proba is 0; it must be above 0 and at most 1"),
        ({"top": 0}, "top is 0; it must be at least 1"),
        ({"use": "all"}, "use is 'all'; it must be one of 'both', 'over', 'under'"),
        ({"describe": "cells"}, "describe is 'cells'; it must be one of 'rows', 'columns'"),
        ({"groups": ["a"]}, "groups has 1 entries, and the table has 2 rows"),
    ],
)
def test_what_cannot_be_is_refused(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        characteristic(**{"table": [[1, 2], [3, 4]], **arguments})
