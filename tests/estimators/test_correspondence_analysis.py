"""Correspondence analysis, simple and multiple, of every form of a table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from firth.errors import InputError
from firth.estimators.correspondence_analysis import CorrespondenceAnalysis
from firth.estimators.multiple_correspondence_analysis import MultipleCorrespondenceAnalysis

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)


@pytest.mark.parametrize("form", ["numpy", "sparse", "pandas", "polars"])
def test_every_form_of_a_table_gives_the_same_analysis(form):
    columns = ["fair", "red", "medium", "dark", "black"]
    table = {
        "numpy": FISHER,
        "sparse": sparse.csr_array(FISHER),
        "pandas": pd.DataFrame(FISHER, columns=columns, index=["blue", "light", "medium", "dark"]),
        "polars": pl.DataFrame({name: FISHER[:, i] for i, name in enumerate(columns)}),
    }[form]
    ca = CorrespondenceAnalysis(n_components=3).fit(table)
    assert np.allclose(ca.singular_values_, [0.44637, 0.17346, 0.02932], atol=5e-6)
    assert ca.row_coordinates_.shape == (4, 3)
    assert np.allclose(ca.column_contributions_.sum(axis=0), 1)
    assert np.allclose(ca.row_cos2_.sum(axis=1), 1)
    assert np.allclose(ca.transform(table), ca.row_coordinates_)


def test_new_rows_are_matched_by_the_names_of_their_columns():
    table = pd.DataFrame(FISHER, columns=list("abcde"))
    ca = CorrespondenceAnalysis().fit(table)
    assert np.allclose(ca.transform(table[list("edcba")]), ca.row_coordinates_)
    assert np.allclose(ca.transform(table[list("abcd")]), ca.transform(table.assign(e=0)))
    with pytest.warns(UserWarning, match="1 unknown categories were left out \\(first: 'z'\\)"):
        assert np.allclose(ca.transform(table.assign(z=5)), ca.row_coordinates_)
    with pytest.raises(InputError, match="none of the 1 names of the table is known"):
        ca.transform(pd.DataFrame({"z": [1]}))


def test_a_first_column_of_text_names_the_rows_of_the_analysis():
    table = pl.DataFrame(
        {"eyes": ["blue", "light", "medium", "dark"]} | dict(zip("abcde", FISHER.T, strict=True))
    )
    ca = CorrespondenceAnalysis().fit(table)
    assert ca.analysis_.rows.names.tokens == ("blue", "light", "medium", "dark")
    assert np.allclose(ca.transform(table), CorrespondenceAnalysis().fit_transform(FISHER))


def test_output_can_be_a_frame():
    ca = CorrespondenceAnalysis().set_output(transform="pandas").fit(FISHER)
    assert list(ca.transform(FISHER).columns) == ["correspondenceanalysis0", "correspondenceanalysis1"]


def test_more_axes_than_there_are_is_one_sentence():
    with pytest.raises(InputError, match="axes is 9; this table has at most 3"):
        CorrespondenceAnalysis(n_components=9).fit(FISHER)


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
