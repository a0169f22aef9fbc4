"""η²: FactoMineR's, a slow twin, weights and large means."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import f_oneway, pearsonr

from ca.r_numbers import golden, poison
from firth.ca import correlation_ratios, multiple_correspondence
from firth.ca.correlation_ratios import category_means, centered, ratio_p_value
from firth.core.categories import coded_columns

PRACTICE = Path(os.environ.get("FIRTH_DATA", "")) / "tables" / "practice"


@pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="tables/practice is looked for in $FIRTH_DATA, which is not set."
)
@pytest.mark.parametrize(("table", "active"), [("tea", slice(0, 18)), ("poison", slice(4, 15))])
def test_eta2_is_that_of_factominer(table, active):
    records = pl.read_csv(PRACTICE / f"{table}.csv")
    analysis = multiple_correspondence(records[:, active], axes=5)
    for kind in ("var", "quali.sup"):
        frame = pl.read_csv(PRACTICE / f"{table}__mca_{kind}_eta2.csv")
        coded = coded_columns(records, frame[""].to_list())
        found = correlation_ratios([column.codes for column in coded.values()], analysis.rows.principal)
        assert np.allclose(found, frame[:, 1:].to_numpy(), rtol=1e-9, atol=1e-12)


def slow_ratio(codes, values, weights):
    mean = sum(w * x for w, x in zip(weights, values, strict=True)) / sum(weights)
    between = 0.0
    for category in set(codes):
        own = [i for i, code in enumerate(codes) if code == category]
        weight = sum(weights[i] for i in own)
        if weight:
            between += weight * (sum(weights[i] * values[i] for i in own) / weight - mean) ** 2
    return between / sum(w * (x - mean) ** 2 for w, x in zip(weights, values, strict=True))


@given(st.integers(0, 2**32 - 1))
def test_ratios_are_those_of_the_slow_twin(seed):
    rng = np.random.default_rng(seed)
    codes, values, weights = (
        rng.integers(0, 4, (2, 30)),
        rng.normal(size=(30, 2)),
        rng.integers(0, 4, 30) + 0.5,
    )
    found = correlation_ratios(list(codes), values, weights)
    expected = [[slow_ratio(own.tolist(), values[:, k], weights) for k in range(2)] for own in codes]
    assert np.allclose(found, expected, rtol=1e-11)


def test_eta2_of_supplementary_variables_follows_from_the_coordinates_of_factominer():
    """R's coordinates are means over σ, so that η² is the mean of their squares."""
    expected = golden("poison")
    analysis = multiple_correspondence(poison(), axes=5)
    coded = coded_columns(poison("Sick", "Sex"))
    found = correlation_ratios([column.codes for column in coded.values()], analysis.rows.principal)
    of_r = np.array(expected["quali.sup"]["coord"])
    sizes = [
        sum(name in record for record in expected["records"]) for name in expected["quali.sup"]["categories"]
    ]
    by_hand = np.array(sizes) @ of_r**2 / 55
    assert np.allclose(found.sum(axis=0), by_hand, rtol=1e-9)


def test_a_weight_of_two_is_the_same_record_twice():
    rng = np.random.default_rng(0)
    codes, values, weights = rng.integers(0, 3, 20), rng.normal(size=(20, 1)), rng.integers(0, 4, 20)
    twice = correlation_ratios([np.repeat(codes, weights)], np.repeat(values, weights, axis=0))
    assert np.allclose(correlation_ratios([codes], values, weights), twice)


def test_a_mean_far_larger_than_the_spread_costs_no_digits():
    rng = np.random.default_rng(1)
    codes, values = rng.integers(0, 3, 500), rng.integers(0, 1000, (500, 1)) / 1024
    near, far = (correlation_ratios([codes], values + shift)[0, 0] for shift in (0, 2.0**33))
    assert far == pytest.approx(near, rel=1e-9)
    assert np.allclose(centered(values + 2.0**33, np.ones(500)), values - values.mean(), atol=1e-12)


def test_an_axis_without_variance_has_0():
    assert correlation_ratios([np.array([0, 1])], np.ones((2, 1))).tolist() == [[0.0]]


def test_an_empty_category_has_mean_0():
    sizes, means = category_means(np.array([0, 2]), np.array([[1.0], [2.0]]), np.ones(2), 4)
    assert sizes.tolist() == [1, 0, 1, 0]
    assert means.ravel().tolist() == [1, 0, 2, 0]


def test_p_is_that_of_the_analysis_of_variance_and_of_the_correlation():
    rng = np.random.default_rng(2)
    groups = [rng.normal(shift, size=size) for shift, size in ((0, 9), (0.4, 12), (1.5, 7))]
    codes, values = np.repeat([0, 1, 2], [9, 12, 7]), np.concatenate(groups)[:, None]
    ratio = correlation_ratios([codes], values)[0, 0]
    assert ratio_p_value(ratio, 2, 28) == pytest.approx(f_oneway(*groups).pvalue, rel=1e-10)
    r = pearsonr(codes, values[:, 0])
    assert ratio_p_value(r.statistic**2, 1, 28) == pytest.approx(r.pvalue, rel=1e-10)
    assert np.isnan(ratio_p_value(0.5, 2, 3))
    assert np.isnan(ratio_p_value(0.5, 0, 30))
