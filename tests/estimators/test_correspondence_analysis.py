"""The estimators keep scikit-learn's contract and the contract of correspondence analysis."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from firth.errors import InputError
from firth.estimators.correspondence_analysis import CorrespondenceAnalysis
from firth.estimators.multiple_correspondence_analysis import MultipleCorrespondenceAnalysis

FISHER = np.array(
    [[326, 38, 241, 110, 3], [688, 116, 584, 188, 4], [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]]
)
EMPTY = "its data has empty rows, which correspondence analysis cannot place and refuses by name"
BY_NAME = "columns are matched by name; unknown ones are left out with a warning"
EXPECTED = {
    "CorrespondenceAnalysis": {
        "check_dataframe_column_names_consistency": BY_NAME,
        "check_estimators_dtypes": EMPTY,
        "check_estimator_sparse_tag": EMPTY,
        "check_estimator_sparse_array": EMPTY,
        "check_estimator_sparse_matrix": EMPTY,
    }
}


@parametrize_with_checks(
    [CorrespondenceAnalysis(n_components=1), MultipleCorrespondenceAnalysis(n_components=1)],
    expected_failed_checks=lambda estimator: EXPECTED.get(type(estimator).__name__, {}),
)
def test_the_contract_of_scikit_learn(estimator, check):
    check(estimator)


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
    turned = table[list("edcba")]
    assert np.allclose(ca.transform(turned), ca.row_coordinates_)
    with pytest.warns(UserWarning, match="1 unknown categories were left out \\(first: 'z'\\)"):
        found = ca.transform(table.assign(z=5))
    assert np.allclose(found, ca.row_coordinates_)


def test_output_can_be_a_frame():
    ca = CorrespondenceAnalysis().set_output(transform="pandas").fit(FISHER)
    assert list(ca.transform(FISHER).columns) == ["correspondenceanalysis0", "correspondenceanalysis1"]


def test_it_works_between_a_vectorizer_and_a_classifier():
    texts = ["tea milk tea", "milk tea cup", "goal ball team", "ball team goal goal"] * 5
    labels = [0, 0, 1, 1] * 5
    model = make_pipeline(CountVectorizer(), CorrespondenceAnalysis(n_components=2), LinearSVC())
    assert model.fit(texts, labels).score(texts, labels) == 1.0


def test_more_axes_than_there_are_is_one_sentence():
    with pytest.raises(InputError, match="axes is 9; this table has at most 3"):
        CorrespondenceAnalysis(n_components=9).fit(FISHER)


def test_unknown_categories_of_records_are_reported():
    data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    mca = MultipleCorrespondenceAnalysis(n_components=2).fit(data)
    assert np.allclose(mca.transform(data), mca.row_coordinates_)
    with pytest.warns(UserWarning, match="first: 'b:w'"):
        mca.transform(pl.DataFrame({"a": ["x"], "b": ["w"]}))
