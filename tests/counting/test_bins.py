"""Classes of a numeric variable hold about as many records each, and equal numbers stay together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.counting import bins, indicator
from firth.errors import InputError


def test_classes_without_ties_are_of_equal_size():
    sizes = bins(np.random.default_rng(0).permutation(100), 4).value_counts(sort=False)
    assert sorted(sizes.rows()) == [("[0, 25)", 25), ("[25, 50)", 25), ("[50, 75)", 25), ("[75, 99]", 25)]


@given(
    values=st.lists(st.integers(-50, 50).map(lambda x: x / 4), min_size=1, max_size=60), n=st.integers(2, 9)
)
def test_every_number_is_within_the_limits_of_its_class(values, n):
    classes = bins(values, n)
    assert classes.null_count() == 0
    assert 1 <= classes.n_unique() <= n
    for value, label in zip(values, classes, strict=True):
        low, high = map(float, label[1:-1].split(", "))
        assert low <= value <= high
        assert value < high or label.endswith("]")


def test_classes_are_in_the_order_of_the_numbers():
    classes = bins([100, 9, 20, 3], 2)
    assert classes.sort().to_list() == ["[3, 20)", "[3, 20)", "[20, 100]", "[20, 100]"]


def test_one_frequent_number_makes_fewer_classes():
    assert set(bins([0] * 9 + [5], 4)) == {"[0, 5]"}
    assert set(bins([5, 5, 5], 3)) == {"[5, 5]"}


def test_missing_numbers_stay_missing_and_the_name_stays():
    for column in (pl.Series("age", [5, None, 30, 41]), pd.Series([5, None, 30, 41], name="age")):
        classes = bins(column, 2)
        assert classes.to_list() == ["[5, 30)", None, "[30, 41]", "[30, 41]"]
        assert classes.name == "age"


def test_classes_are_categories_of_records():
    table = indicator(pl.DataFrame({"age": bins([5, 12, 30, 41], 2), "sex": ["f", "m", "f", "m"]}))
    assert table.columns.tokens == ("age:[5, 30)", "age:[30, 41]", "sex:f", "sex:m")


@pytest.mark.parametrize(
    ("values", "n", "says"),
    [
        ([1, 2], 1, "cannot be cut into 1 classes; take two or more"),
        ([1, np.inf], 2, "infinite; it cannot be cut"),
        ([np.nan], 2, "has no finite numbers"),
        (["a", "b"], 2, "has 'a' in line 1, which is not a number"),
    ],
)
def test_what_cannot_be_cut_is_refused(values, n, says):
    with pytest.raises(InputError, match=says):
        bins(values, n)
