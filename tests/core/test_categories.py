"""Columns of every form become the same category numbers, and what is no category is named."""

from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.core.categories import categories_of, coded_columns, named_columns
from firth.errors import InputError

TEXT = ["tea", "milk", "tea", "wine", "milk"]
FORMS = {
    "list": TEXT,
    "tuple": tuple(TEXT),
    "generator": (value for value in TEXT),
    "objects": np.array(TEXT, object),
    "unicode": np.array(TEXT),
    "bytes": np.array(TEXT, "S"),
    "pandas": pd.Series(TEXT),
    "pandas objects": pd.Series(TEXT, dtype=object),
    "pandas string": pd.Series(TEXT, dtype="string"),
    "pandas categorical": pd.Series(pd.Categorical(TEXT, ["cup", "milk", "tea", "wine"])),
    "polars": pl.Series(TEXT),
    "polars categorical": pl.Series(TEXT, dtype=pl.Categorical),
    "polars enum": pl.Series(TEXT, dtype=pl.Enum(["wine", "milk", "cup", "tea"])),
    "polars objects": pl.Series(TEXT, dtype=pl.Object),
}


@pytest.mark.parametrize("column", FORMS.values(), ids=FORMS)
def test_every_form_of_a_column_has_the_same_categories(column):
    codes, names = categories_of(column, "drink")
    assert codes.tolist() == [0, 1, 0, 2, 1]
    assert names == ("tea", "milk", "wine")


@pytest.mark.parametrize(
    ("column", "names"),
    [
        ([3, 1, 3], ("3", "1")),
        (np.array([3, 1, 3], np.int8), ("3", "1")),
        (pd.Series([3, 1, 3], dtype="Int64"), ("3", "1")),
        (pl.Series([3, 1, 3]), ("3", "1")),
        ([0.5, 2.0], ("0.5", "2.0")),
        (np.array([0.1, 2], np.float32), ("0.1", "2.0")),
        ([True, False], ("true", "false")),
        (np.array([True, False]), ("true", "false")),
        (pd.Series([True, False], dtype="boolean"), ("true", "false")),
        (np.array([True, False], object), ("true", "false")),
        ([datetime.date(2020, 1, 2)], ("2020-01-02",)),
        (np.array(["2020-01-02"], "datetime64[D]"), ("2020-01-02",)),
        (np.array(["2020-01-02T03"], "datetime64[h]"), ("2020-01-02T03",)),
        ([10**30, 1], (str(10**30), "1")),
    ],
    ids=repr,
)
def test_values_that_are_not_text_are_named_as_they_print(column, names):
    assert categories_of(column, "x").names == names


@pytest.mark.parametrize("kind", [list, pd.Series], ids=["list", "pandas"])
def test_values_that_print_the_same_are_one_category(kind):
    codes, names = categories_of(kind(["a", 1, "1", "a"]), "x")
    assert codes.tolist() == [0, 1, 1, 0]
    assert names == ("a", "1")


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(["wine", "milk", "cup", "tea"])])
def test_gaps_in_text_that_has_numbers_are_gaps(kind):
    codes, names = categories_of(pl.Series([None, "tea", "milk", None, "tea"], dtype=kind), "x", gaps="keep")
    assert (codes.tolist(), names) == ([-1, 0, 1, -1, 0], ("tea", "milk"))
    codes, names = categories_of(pl.Series([None, None], dtype=kind), "x", gaps="keep")
    assert (codes.tolist(), names) == ([-1, -1], ())


@given(st.lists(st.one_of(st.integers(), st.text(), st.booleans()), min_size=1, max_size=50))
def test_codes_and_names_give_the_column_back(column):
    texts = [str(value) for value in column]
    first_seen = list(dict.fromkeys(texts))
    for form in (texts, pd.Series(texts, dtype=object), pl.Series(texts)):
        codes, names = categories_of(form, "x")
        assert list(names) == first_seen
        assert [names[code] for code in codes] == texts


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1, max_size=50))
def test_numbers_far_apart_are_coded_by_first_appearance(column):
    first_seen = list(dict.fromkeys(column))
    for form in (column, np.array(column), pl.Series(column), pd.Series(column)):
        codes, names = categories_of(form, "x")
        assert names == tuple(map(str, first_seen))
        assert [first_seen[code] for code in codes] == column


@pytest.mark.parametrize(
    "column",
    [
        ["tea", None],
        ["tea", float("nan")],
        [1, pd.NA],
        np.array([1.0, np.nan]),
        np.array(["tea", None], object),
        np.array(["2020-01-01", "NaT"], "datetime64[D]"),
        np.array(["2020-01-01T01", "NaT"], "datetime64[h]"),
        pd.Series(["tea", None]),
        pd.Series([1, pd.NA], dtype="Int64"),
        pd.Series(pd.Categorical(["tea", None])),
        pl.Series([1, None]),
        pl.Series([1.0, float("nan")]),
        pl.Series(["tea", None]),
        pl.Series(["tea", None], dtype=pl.Categorical),
        pl.Series([True, None]),
    ],
    ids=repr,
)
def test_missing_values_are_named_with_the_way_out(column):
    with pytest.raises(
        InputError, match=r"'x' has no value in 1 of 2 records \(first: record 2\); drop .* such as 'missing'"
    ):
        categories_of(column, "x")


@pytest.mark.parametrize(
    ("column", "says"),
    [
        ([], "column 'x' has no records"),
        (pl.Series([]), "column 'x' has no records"),
        (pd.Series([], dtype=object), "column 'x' has no records"),
        (np.zeros((2, 2)), "column 'x' has 2 dimensions"),
        ([[1], [2]], r"column 'x' holds List\(Int64\); categories are plain values"),
        ([{1}, {2}], "column 'x' holds unhashable type: 'set'"),
        (pd.Series([[1], [2]]), "column 'x' holds unhashable type: 'list'"),
    ],
    ids=repr,
)
def test_what_is_no_column_of_categories_gets_one_sentence(column, says):
    with pytest.raises(InputError, match=says):
        categories_of(column, "x")


@pytest.mark.parametrize(
    ("frame", "names", "says"),
    [
        ({}, None, "no columns"),
        ({"a": [1]}, [], "no columns"),
        ({"a": [1], "b": [2]}, ["z"], "there is no column 'z'; the columns are a, b"),
        ({"a": [1, 2], "b": [1]}, None, "'a' has 2 records and column 'b' has 1"),
        ([1, 2], None, "this has 1 dimensions; give a pandas or polars frame"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), None, "two columns are called 'a'"),
    ],
    ids=repr,
)
def test_bad_frames_get_one_sentence(frame, names, says):
    with pytest.raises(InputError, match=says):
        coded_columns(frame, names)


def test_frames_and_arrays_have_their_columns_by_name():
    columns = {"a": [1, 2], "b": ["x", "y"]}
    for frame in (columns, pd.DataFrame(columns), pl.DataFrame(columns)):
        assert list(named_columns(frame)) == ["a", "b"]
        assert list(coded_columns(frame, ["b"])) == ["b"]
    assert list(named_columns(np.array([["x", "y"]]))) == ["0", "1"]
    assert list(named_columns(pd.DataFrame([[1, 2]]))) == ["0", "1"]
