"""NonlinearCA keeps to the paper's definitions."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from firth.association import logarithm, power, presence
from firth.errors import InputError
from firth.estimators.nonlinear_ca import NonlinearCA
from firth.factorize.coordinates import centers_of_gravity

RNG = np.random.default_rng(4)
N = RNG.poisson(1.5, (30, 12)) + np.eye(30, 12, dtype=int)


def test_transform_gives_the_centers_of_gravity_of_words():
    nlca = NonlinearCA(n_components=3).fit(N)
    expected = (N / N.sum(1, keepdims=True)) @ nlca.column_coordinates_
    assert np.allclose(nlca.transform(N), expected)
    assert np.allclose(NonlinearCA(n_components=3).fit_transform(N), expected)
    assert np.allclose(N / N.sum(1, keepdims=True) @ nlca.components_.T, expected)


def test_coordinates_are_singular_vectors_scaled_by_masses():
    nlca = NonlinearCA(n_components=4, function=power(0.5)).fit(N)
    p = N / N.sum()
    r, c = p.sum(1), p.sum(0)
    matrix = np.sqrt(np.outer(r, c)) * power(0.5)(p / np.outer(r, c))
    u, s, vt = np.linalg.svd(matrix)
    assert np.allclose(nlca.singular_values_, s[:4])
    assert np.allclose(abs(nlca.row_coordinates_), abs(u[:, :4] * s[:4] / np.sqrt(r)[:, None]))
    assert np.allclose(abs(nlca.column_coordinates_), abs(vt[:4].T * s[:4] / np.sqrt(c)[:, None]))
    assert np.allclose(nlca.column_masses_, c)


def test_at_beta_one_the_documents_are_centers_shrunk_by_the_singular_values():
    """The transition formula of correspondence analysis: x = x* / γ."""
    nlca = NonlinearCA(n_components=3, function=power(1)).fit(N)
    assert np.allclose(nlca.row_coordinates_ * nlca.singular_values_, nlca.transform(N))


@pytest.mark.parametrize(
    "table",
    [
        sparse.csr_matrix(N),
        sparse.csc_array(N),
        sparse.coo_array(N),
        pd.DataFrame(N, columns=[f"w{i}" for i in range(12)]),
        pd.DataFrame.sparse.from_spmatrix(sparse.csr_matrix(N), columns=[f"w{i}" for i in range(12)]),
        pl.DataFrame(N, schema=[f"w{i}" for i in range(12)]),
    ],
    ids=["csr", "csc", "coo", "pandas", "pandas sparse", "polars"],
)
def test_every_kind_of_table_gives_the_same_points(table):
    expected = NonlinearCA(n_components=3).fit(N)
    found = NonlinearCA(n_components=3).fit(table)
    assert np.allclose(found.transform(table), expected.transform(N))
    if hasattr(table, "columns"):
        assert list(found.feature_names_in_) == [f"w{i}" for i in range(12)]


def test_a_pipeline_from_texts_to_classes():
    texts = ["cows eat grass", "sheep eat grass too", "ships carry oil", "trains carry oil"] * 5
    labels = ["farm", "farm", "trade", "trade"] * 5
    model = make_pipeline(CountVectorizer(), NonlinearCA(n_components=2, function=power(0.75)), LinearSVC())
    model.fit(texts, labels)
    assert list(model.predict(["cows and sheep eat", "oil ships"])) == ["farm", "trade"]


def test_feature_names_and_frames_out():
    nlca = NonlinearCA(n_components=2).set_output(transform="pandas").fit(N)
    assert list(nlca.get_feature_names_out()) == ["nonlinearca0", "nonlinearca1"]
    assert list(nlca.transform(N).columns) == ["nonlinearca0", "nonlinearca1"]
    frame = NonlinearCA(n_components=2).set_output(transform="polars").fit_transform(N)
    assert isinstance(frame, pl.DataFrame)


@pytest.mark.parametrize("f", [power(0.5), presence(), logarithm(pseudo_count=0.1), np.sqrt])
def test_functions_are_parameters_like_others(f):
    table = N if f != presence() else RNG.poisson(0.5, (30, 12)) + np.eye(30, 12, dtype=int)
    nlca = clone(NonlinearCA(n_components=2)).set_params(function=f).fit(table)
    assert nlca.get_params()["function"] == f
    assert np.isfinite(nlca.transform(table)).all()


def test_large_tables_give_the_same_bytes_every_time():
    table = sparse.random_array((1500, 1400), density=0.02, rng=np.random.default_rng(0)).tocsr()
    one = NonlinearCA(n_components=5, n_jobs=1).fit(table)
    two = NonlinearCA(n_components=5, n_jobs=2).fit(table)
    assert one.column_coordinates_.tobytes() == two.column_coordinates_.tobytes()


def test_more_axes_than_rank_are_refused_with_the_way_out():
    with pytest.raises(InputError, match="at most 12"):
        NonlinearCA(n_components=13).fit(N)


def test_a_table_without_counts_is_refused():
    with pytest.raises(InputError, match=r"0 sample\(s\) and 0 feature\(s\) with counts"):
        NonlinearCA(n_components=1).fit(0 * N)


def test_centers_of_nothing_are_not_numbers():
    assert np.isnan(centers_of_gravity(sparse.csr_array((1, 2)), np.eye(2))).all()
    with pytest.raises(InputError, match="3 columns does not go with 2 points"):
        centers_of_gravity(sparse.csr_array((1, 3)), np.eye(2))
