"""Tables of every form become the same counts, and bad cells are named."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from firth.counting import counts_from_table
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
        ([1, 2], {}, "has 1 dimensions"),
        ([["a", "b"]], {}, "holds numbers"),
        (np.zeros((0, 3)), {}, "0 rows and 3 columns"),
        ([[1, 2]], {"columns": ["a", "a"]}, "'a' stands twice among the columns"),
        ([[1, 2]], {"rows": ["a", "b"]}, "2 names were given for 1 rows"),
        (pd.DataFrame({"a": [1, 2], "b": [1, "x"]}, index=["r", "s"]), {}, "column 'b' has 'x' in row 's'"),
    ],
)
def test_bad_cells_and_names_get_one_sentence(table, options, says):
    with pytest.raises(InputError, match=says):
        counts_from_table(table if hasattr(table, "columns") else np.array(table), **options)


def test_two_columns_of_a_frame_with_one_name_are_refused():
    with pytest.raises(InputError, match="two columns are called 'a'"):
        counts_from_table(pd.DataFrame([[1, 2]], columns=["a", "a"]))
