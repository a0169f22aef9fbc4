"""Which columns of records are quantitative, weights, and tables of results."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import polars as pl
import pytest

from firth.ca.description_tables import DescriptionTable, read_records
from firth.errors import InputError
from firth.runtime.arrays import Array


@pytest.mark.parametrize(
    "column",
    [
        [1, 2.5, None],
        np.array([1, 2.5, np.nan]),
        np.array([1, 2.5, None], dtype=object),
        pl.Series([1.0, 2.5, None]),
        pd.Series([1, 2.5, None]),
        pd.Series([1, 2.5, None], dtype="Float64"),
    ],
    ids=["list", "array", "objects", "polars", "pandas", "pandas' own"],
)
def test_columns_of_numbers_are_quantitative(column):
    found = read_records({"a": column}, length=3, of="it")
    assert np.array_equal(found.quantitative["a"], [1, 2.5, np.nan], equal_nan=True)


@pytest.mark.parametrize(
    "column",
    [
        ["1", "2", "1"],
        [True, False, True],
        np.array(["a", "b", "a"]),
        np.array([True, False, True]),
        pl.Series(["a", "b", "a"], dtype=pl.Categorical),
        pl.Series([True, False, True]),
        pd.Series(["a", "b", "a"], dtype="category"),
        pd.Series([1, "b", 1]),
    ],
    ids=["text", "yes or no", "array", "bool array", "polars", "polars bool", "pandas", "mixed"],
)
def test_all_others_are_categorical(column):
    found = read_records({"a": column}, length=3, of="it")
    assert found.categorical["a"].codes.tolist() == [0, 1, 0]


def test_columns_of_another_length_are_refused():
    with pytest.raises(InputError, match="column 'a' has 2 records, and the analysis has 3"):
        read_records({"a": [1, 2]}, length=3, of="the analysis")


def test_lines_of_a_table_may_be_chosen_in_any_order():
    @dataclass(frozen=True, eq=False, repr=False)
    class Ages(DescriptionTable):
        name: tuple[str, ...]
        age: Array

    table = Ages(("a", "b", "c"), np.array([1.0, 2.0, 3.0])).chosen(np.array([2, 0]))
    assert table.to_polars().rows() == [("c", 3.0), ("a", 1.0)]
    assert (len(table), repr(table)) == (2, "Ages(2 lines)")
    assert table.chosen(np.array([], int)).to_polars().schema["name"] == pl.String
