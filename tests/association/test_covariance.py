"""The Gini index and the covariance of categories: the paper's numbers and the identities behind them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.association import covariance as module
from firth.association.covariance import (
    categorical_correlation,
    categorical_covariance,
    correlation_matrix,
    covariance_matrix,
    gini,
    rejected_covariance,
)
from firth.errors import InputError, MemoryBudgetError

X = ["a"] * 100 + ["b"] * 100 + ["c"] * 100
Y = ["u"] * 100 + ["v"] * 100 + ["w"] * 100
# Table 2 of [NiitsumaLee2018]: one record more, which goes against the agreement of the others.
STRAY_X, STRAY_Y = [*X, "c"], [*Y, "v"]

columns = st.lists(st.integers(0, 5), min_size=1, max_size=60)
pairs = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), min_size=1, max_size=60)


def slow_pairs_that_differ(x, y) -> int:
    return sum(x[a] != x[b] and y[a] != y[b] for a in range(len(x)) for b in range(len(x)))


def test_a_stray_record_lowers_the_covariance():
    assert categorical_covariance(X, Y) == pytest.approx(1 / 3, abs=1e-12)
    assert categorical_covariance(STRAY_X, STRAY_Y) == pytest.approx(0.331675, abs=5e-7)


def test_the_rejected_covariance_of_the_same_tables():
    assert rejected_covariance(X, Y) == pytest.approx(1 / 6, abs=1e-12)
    assert rejected_covariance(STRAY_X, STRAY_Y) == pytest.approx(0.166113, abs=5e-7)


def test_a_stray_record_adds_to_the_rejected_sum_over_pairs():
    assert 4 * 300**2 * rejected_covariance(X, Y) == pytest.approx(60_000)
    assert 4 * 301**2 * rejected_covariance(STRAY_X, STRAY_Y) == pytest.approx(60_200)


def test_gini_counts_the_pairs_that_differ():
    x = [0, 0, 1, 2, 2, 2]
    assert gini(x) == pytest.approx(sum(a != b for a in x for b in x) / (2 * 36))
    assert gini(["one"]) == 0


@given(columns)
def test_covariance_of_a_column_with_itself_is_its_gini_index(x):
    assert categorical_covariance(x, x) == pytest.approx(gini(x), abs=1e-12)


@given(pairs)
def test_rejected_covariance_equals_the_sum_over_pairs(records):
    x, y = zip(*records, strict=True)
    assert rejected_covariance(x, y) == pytest.approx(slow_pairs_that_differ(x, y) / (4 * len(x) ** 2))


@given(pairs, st.permutations(range(7)))
def test_covariance_depends_neither_on_names_nor_on_the_order_of_records_nor_on_the_side(records, names):
    x, y = zip(*records, strict=True)
    renamed = [str(names[value]) for value in y]
    expected = pytest.approx(categorical_covariance(x, y), abs=1e-12)
    assert categorical_covariance(x, renamed) == expected
    assert categorical_covariance(x[::-1], y[::-1]) == expected
    assert categorical_covariance(y, x) == expected


@given(pairs)
def test_correlation_lies_between_zero_and_one(records):
    x, y = zip(*records, strict=True)
    if len(set(x)) > 1 and len(set(y)) > 1:
        assert -1e-12 <= categorical_correlation(x, y) <= 1 + 1e-12


def test_independent_columns_have_no_covariance():
    assert categorical_covariance([0, 0, 1, 1], ["u", "v", "u", "v"]) == pytest.approx(0, abs=1e-15)


def test_a_wide_table_in_blocks_has_the_same_covariance(monkeypatch):
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 4, 500), rng.integers(0, 90, 500)
    whole = categorical_covariance(x, y)
    monkeypatch.setattr(module, "DENSE_LIMIT", 200)
    assert categorical_covariance(x, y) == pytest.approx(whole, rel=1e-12)


def test_too_many_categories_on_both_sides_are_refused_but_not_on_one():
    many = np.arange(2001)
    assert categorical_covariance(many, many % 2) > 0
    with pytest.raises(MemoryBudgetError, match="'x' and 'y' both have more than 2000 categories"):
        categorical_covariance(many, many[::-1])


FRAME = {"drink": ["tea", "tea", "milk", "wine"], "cup": [1, 2, 2, 2], "hot": [True, True, False, False]}


@pytest.mark.parametrize(
    "frame",
    [FRAME, pd.DataFrame(FRAME), pl.DataFrame(FRAME), pd.DataFrame(FRAME).astype("category")],
    ids=["dict", "pandas", "polars", "pandas-categorical"],
)
def test_matrices_of_any_frame_hold_the_pairwise_numbers(frame):
    covariance, correlation = covariance_matrix(frame), correlation_matrix(frame)
    assert covariance.names == correlation.names == ("drink", "cup", "hot")
    for i, a in enumerate(FRAME.values()):
        for j, b in enumerate(FRAME.values()):
            assert covariance.values[i, j] == pytest.approx(categorical_covariance(a, b))
            assert correlation.values[i, j] == pytest.approx(categorical_correlation(a, b))


def test_an_array_of_categories_is_a_frame_with_numbered_names():
    table = np.array(list(FRAME.values()), dtype=object).T
    assert covariance_matrix(table).names == ("0", "1", "2")
    assert np.allclose(covariance_matrix(table).values, covariance_matrix(FRAME).values)


def test_results_become_labeled_frames():
    matrix = covariance_matrix(FRAME)
    assert matrix.to_pandas().loc["drink", "cup"] == matrix.values[0, 1]
    assert matrix.to_polars().columns == ["name", "drink", "cup", "hot"]
    assert covariance_matrix({"name": [1, 2]}).to_polars().columns == ["name of the row", "name"]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: gini(["tea", None]), "column 'x' has no value in 1 of 2 records"),
        (lambda: categorical_covariance([1, 2], [1]), "'x' has 2 records and column 'y' has 1"),
        (lambda: categorical_correlation([1, 2], [1, 1]), "column 'y' has one category only"),
        (lambda: correlation_matrix({"a": [1, 1], "b": [1, 2]}), "column 'a' has one category only"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence(call, says):
    with pytest.raises(InputError, match=says):
        call()
