"""Tables of every form become the same counts, and bad cells are named."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from firth.counting import counts_from_table, split_table
from firth.errors import InputError

CELLS = np.array([[1, 0, 2], [0, 3, 0]])
FORMS = {
    "numpy": CELLS,
    "list": CELLS.tolist(),
    "csr": sparse.csr_array(CELLS),
    "coo": sparse.coo_array(CELLS),
    "pandas": pd.DataFrame(CELLS, index=["r", "s"], columns=["a", "b", "c"]),
    "polars": pl.DataFrame({"name": ["r", "s"], "a": [1, 0], "b": [0, 3], "c": [2, 0]}),
}


@pytest.mark.parametrize("form", list(FORMS))
def test_every_form_of_a_table_gives_the_same_counts(form):
    counts = counts_from_table(FORMS[form])
    assert counts.matrix.toarray().tolist() == CELLS.tolist()
    named = form in ("pandas", "polars")
    assert list(counts.rows) == (["r", "s"] if named else ["1", "2"])
    assert list(counts.columns) == (["a", "b", "c"] if named else ["1", "2", "3"])


def test_short_floats_are_counted_exactly():
    table = np.full((300, 3), 60000, np.float16)
    assert counts_from_table(table).total == 900 * float(np.float16(60000))


def test_the_table_given_stays_as_it_was():
    given = sparse.csr_array(CELLS)
    given.data[0] = 0
    counts_from_table(given)
    assert given.nnz == 3


@pytest.mark.parametrize(
    ("table", "options", "says"),
    [
        ([[1, -2]], {}, "row '1' and column '2' is -2"),
        ([[1.0, float("nan")]], {}, "row '1' and column '2' is missing; fill it"),
        ([[1, float("inf")]], {}, "row '1' and column '2' is inf; counts are numbers of 0 or more."),
        ([[1e308, 1e308], [1e308, 1]], {}, "the cells sum to more than a number can hold"),
        ([1, 2], {}, "this array has 1 dimension."),
        ([["a", "b"]], {}, "holds numbers"),
        (np.zeros((0, 3)), {}, "0 rows and 3 columns"),
        ([[1, 2]], {"columns": ["a", "a"]}, "'a' stands twice among the columns"),
        ([[1, 2]], {"rows": ["a", "b"]}, "2 names were given for 1 rows"),
        (pd.DataFrame({"a": [1, 2], "b": [1, "x"]}, index=["r", "s"]), {}, "column 'b' has 'x' in row 's'"),
        (
            pd.DataFrame({"n": ["r", None], "a": [1, 2]}),
            {},
            "'n', which names the rows, has no name in line 2; name each row, or say --no-names if this",
        ),
    ],
)
def test_bad_cells_and_names_get_one_sentence(table, options, says):
    with pytest.raises(InputError, match=says):
        counts_from_table(table if hasattr(table, "columns") else np.array(table), **options)


def test_two_columns_of_a_frame_with_one_name_are_refused():
    with pytest.raises(InputError, match="two columns are called 'a'"):
        counts_from_table(pd.DataFrame([[1, 2]], columns=["a", "a"]))


RECORDS = pd.DataFrame({"a": ["x", "y", "x"], "b": ["u", "v", "v"], "c": ["p", "q", "p"]})


@pytest.mark.parametrize(
    ("table", "rows", "columns", "cells"),
    [
        (pd.crosstab(RECORDS.a, RECORDS.b), ["x", "y"], ["u", "v"], [[1, 1], [0, 1]]),
        (
            pd.crosstab(RECORDS.a, [RECORDS.b, RECORDS.c]),
            ["x", "y"],
            ["u · p", "v · p", "v · q"],
            [[1, 1, 0], [0, 0, 1]],
        ),
        (
            pd.crosstab([RECORDS.a, RECORDS.c], RECORDS.b, margins=True),
            ["x · p", "y · q", "All"],
            ["u", "v", "All"],
            [[1, 1, 2], [0, 1, 1], [1, 2, 3]],
        ),
        (pd.DataFrame({"u": [1, 2]}, index=[1999, 2000]), ["1999", "2000"], ["u"], [[1], [2]]),
        (pd.DataFrame({"u": [1, 2]}, index=range(1999, 2001)), ["1999", "2000"], ["u"], [[1], [2]]),
        (pd.DataFrame({"u": pd.array([1, 2], "Int64")}), ["1", "2"], ["u"], [[1], [2]]),
        (pd.DataFrame({"u": pd.arrays.SparseArray([0, 2])}), ["1", "2"], ["u"], [[0], [2]]),
        (pd.DataFrame([[1, 2]], columns=pd.Categorical(["p", "q"])), ["1"], ["p", "q"], [[1, 2]]),
        (RECORDS[["a", "b"]].value_counts(sort=False), ["x", "y"], ["u", "v"], [[1, 1], [0, 1]]),
        (RECORDS.groupby(["a", "b"]).size(), ["x", "y"], ["u", "v"], [[1, 1], [0, 1]]),
        (pl.LazyFrame({"n": ["r", "s"], "u": [1, 2]}), ["r", "s"], ["u"], [[1], [2]]),
    ],
)
def test_tables_of_pandas_users_keep_their_names(table, rows, columns, cells):
    counts = counts_from_table(table)
    assert (list(counts.rows), list(counts.columns)) == (rows, columns)
    assert counts.matrix.toarray().tolist() == cells


def test_numbers_name_rows_where_that_is_said_and_text_does_not_where_it_is_not():
    years = pl.DataFrame({"year": [1999, 2004], "u": [1, 2]})
    assert list(counts_from_table(years, names="first").rows) == ["1999", "2004"]
    assert list(counts_from_table(years).columns) == ["year", "u"]
    assert list(counts_from_table(pd.DataFrame(years.to_dict(as_series=False)), names="first").rows) == [
        "1999",
        "2004",
    ]
    assert list(counts_from_table(years.cast(pl.Float64), names="first").rows) == ["1999", "2004"]
    active, apart, _ = split_table(years, ["2004"], names="first")
    assert (list(active.rows), list(apart.rows)) == (["1999"], ["2004"])
    with pytest.raises(InputError, match="column 'n' has 'r' in line 1, which is not a number"):
        counts_from_table(pl.DataFrame({"n": ["r"], "u": [1]}), names=False)
    with pytest.raises(InputError, match="names is 'last'; it is True, False or 'first'"):
        counts_from_table(years, names="last")


@pytest.mark.parametrize(
    "table",
    [
        pl.DataFrame({"n": ["r", "s"], "u": [1, None], "v": [3, 4]}),
        pd.DataFrame({"u": pd.array([1, None], "Int64"), "v": [3, 4]}, index=["r", "s"]),
        pd.DataFrame({"u": [1, None], "v": [3, 4]}, index=["r", "s"]),
        pd.DataFrame({"u": [1, None], "v": [3, 4]}, index=["r", "s"], dtype=object),
    ],
)
def test_a_missing_cell_is_named_or_counts_as_zero(table):
    with pytest.raises(InputError) as caught:
        counts_from_table(table)
    assert str(caught.value) == (
        "the cell in row 's' and column 'u' is missing; fill it, or say missing=\"zero\" if "
        "nothing was counted there."
    )
    assert counts_from_table(table, missing="zero").matrix.toarray().tolist() == [[1, 3], [0, 4]]
    with pytest.raises(InputError, match="missing is 'skip'; it is 'refuse' or 'zero'"):
        counts_from_table(table, missing="skip")


def test_names_that_are_missing_and_series_of_one_variable_are_refused():
    with pytest.raises(InputError, match="column 'n', which names the rows, has no name in line 2; name "):
        counts_from_table(pl.DataFrame({"n": ["r", None], "u": [1, 2]}))
    with pytest.raises(InputError, match="this series counts by 1 variable, and a series by two would do"):
        counts_from_table(RECORDS.a.value_counts())
