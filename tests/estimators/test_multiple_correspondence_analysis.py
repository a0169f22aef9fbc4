"""Multiple correspondence analysis of every form of records, and categories it has not seen."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

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
        assert not mca.transform(pl.DataFrame({"a": ["z"], "b": ["w"]})).any()


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
