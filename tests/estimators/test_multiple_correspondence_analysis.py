"""Multiple correspondence analysis of every form of records, and categories it has not seen."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

from firth.errors import InputError
from firth.estimators.multiple_correspondence_analysis import MultipleCorrespondenceAnalysis


def test_unknown_categories_of_records_are_reported():
    data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    mca = MultipleCorrespondenceAnalysis(n_components=2).fit(data)
    assert np.allclose(mca.transform(data), mca.row_coordinates_)
    with pytest.warns(UserWarning, match="first: 'b:w'"):
        mca.transform(pl.DataFrame({"a": ["x"], "b": ["w"]}))


def test_a_record_without_a_known_category_lies_at_the_origin():
    data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    mca = MultipleCorrespondenceAnalysis(n_components=2).fit(data)
    with pytest.warns(UserWarning, match="2 unknown categories were left out"):
        assert np.allclose(mca.transform(pl.DataFrame({"a": ["z"], "b": ["w"]})), 0, atol=1e-12)


def test_the_order_of_categories_in_new_records_does_not_matter():
    data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    mca = MultipleCorrespondenceAnalysis(n_components=2)
    placed = mca.fit_transform(data)
    assert np.allclose(mca.transform(data[::-1]), placed[::-1])
    with pytest.warns(UserWarning, match="1 unknown categories"):
        found = mca.transform(pl.DataFrame({"a": ["z", "y"], "b": ["u", "v"]}))
    u = mca.analysis_.columns.standard[mca.analysis_.columns.names.index["b:u"]]
    assert np.allclose(found, [u / 2, placed[3]])


@pytest.mark.parametrize("form", ["polars", "pandas", "categorical", "objects"])
def test_every_form_of_records_gives_the_same_analysis(form):
    columns = {"a": ["x", "x", "y", "y", "x"], "b": ["u", "w", "u", "v", "v"]}
    records = {
        "polars": pl.DataFrame(columns),
        "pandas": pd.DataFrame(columns),
        "categorical": pd.DataFrame(columns).astype("category"),
        "objects": np.array(list(columns.values()), object).T,
    }[form]
    expected = MultipleCorrespondenceAnalysis(n_components=2).fit(pl.DataFrame(columns).cast(pl.Categorical))
    found = MultipleCorrespondenceAnalysis(n_components=2).fit(records)
    assert np.allclose(found.row_coordinates_, expected.row_coordinates_)
    names = [name.replace("x0:", "a:").replace("x1:", "b:") for name in found.analysis_.columns.names]
    assert names == list(expected.analysis_.columns.names)


SURVEY = pd.DataFrame(
    {
        "drink": ["tea", "tea", "milk", None, "mate", "tea", "milk", "tea", "milk"],
        "meal": ["rice", "rice", "soup", "soup", "rice", None, "soup", "soup", "rice"],
        "place": ["home", "out", "home", "home", "out", "out", "home", "out", "home"],
    }
)


@pytest.mark.parametrize("missing", ["category", "passive", "drop"])
@pytest.mark.parametrize("rare_as", ["gather", "passive"])
def test_gaps_and_rare_categories_of_new_records_go_where_those_of_the_fit_went(missing, rare_as):
    mca = MultipleCorrespondenceAnalysis(n_components=2, missing=missing, rare=0.2, rare_as=rare_as)
    placed = mca.fit_transform(SURVEY)
    kept = mca.analysis_.kept_records if missing == "drop" else slice(None)
    assert placed.shape == (len(SURVEY), 2)
    assert np.allclose(placed[kept], mca.row_coordinates_)
    assert np.allclose(mca.transform(SURVEY[::-1]), placed[::-1])


def test_new_records_with_gaps_are_refused_where_those_of_the_fit_would_be():
    mca = MultipleCorrespondenceAnalysis().fit(SURVEY.dropna())
    with pytest.raises(
        InputError, match=r"column 'drink' has no value in 1 of 9 records \(first: record 4\)"
    ):
        mca.transform(SURVEY)


def test_a_sample_weight_of_2_is_the_record_given_twice():
    records, weights = SURVEY.dropna(), [2, 1, 3, 1, 1, 1, 2]
    weighed = MultipleCorrespondenceAnalysis().fit(records, sample_weight=weights)
    repeated = MultipleCorrespondenceAnalysis().fit(records.loc[records.index.repeat(weights)])
    assert np.allclose(weighed.singular_values_, repeated.singular_values_)
    assert np.allclose(weighed.transform(records), repeated.transform(records))


def test_axes_may_be_fitted_together():
    joint = MultipleCorrespondenceAnalysis(inertia="joint", joint_axes=1, n_components=1).fit(SURVEY.dropna())
    assert joint.analysis_.joint.dimensions == 1
