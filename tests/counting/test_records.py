"""Records become tables of their categories, and what is wrong with them is named."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pytest

from firth.counting import counts_from_long, indicator
from firth.errors import InputError


def test_long_tables_add_up_pairs_given_twice():
    frame = pl.DataFrame({"who": ["x", "y", "x"], "what": ["a", "b", "a"], "times": [2, 1, 3]})
    counts = counts_from_long(frame)
    assert counts.matrix.toarray().tolist() == [[5, 0], [0, 1]]
    assert (counts.rows.tokens, counts.columns.tokens) == (("x", "y"), ("a", "b"))
    turned = counts_from_long(frame, row="what", column="who", count="times")
    assert turned.matrix.toarray().tolist() == [[5, 0], [0, 1]]


def test_records_become_an_indicator_table():
    table = indicator(pd.DataFrame({"sex": ["f", "m", "f"], "age": [1, 2, 1]}))
    assert table.columns.tokens == ("sex:f", "sex:m", "age:1", "age:2")
    assert table.matrix.toarray().tolist() == [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]


@pytest.mark.parametrize(
    ("frame", "options", "says"),
    [
        ({"a": ["x"]}, {}, "has only a"),
        ({"a": ["x"], "b": ["y"]}, {"row": "z"}, "no column 'z'; the columns are a, b"),
        ({"a": ["x"], "b": ["y"]}, {"count": "z"}, "no column 'z'; the columns are a, b"),
        ({"a": ["x", None], "b": ["y", "y"]}, {}, "column 'a' has no value in 1 of 2 records"),
        ({"a": ["x"], "b": ["y"], "c": ["many"]}, {}, "column 'c' has 'many' in line 1"),
    ],
)
def test_bad_long_tables_get_one_sentence(frame, options, says):
    with pytest.raises(InputError, match=says):
        counts_from_long(pl.DataFrame(frame), **options)


def test_bad_records_get_one_sentence():
    with pytest.raises(InputError, match="no column 'z'"):
        indicator({"a": ["x"]}, variables=["z"])
    with pytest.raises(InputError, match="column 'a' has no value in 1 of 2 records"):
        indicator({"a": ["x", None], "b": ["y", "z"]})
    with pytest.raises(InputError, match="column 'a' has no records"):
        indicator({"a": [], "b": []})
