"""Counts to vectors in one call."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from firth.core import Counts, Vocabulary
from firth.errors import DimensionWarning, InputError, MemoryBudgetError
from firth.factorize import decompose, scaled_coordinates
from firth.factorize.glove import glove_factors
from firth.recipes import RECIPES, associate, embed
from firth.runtime.run import Run


def make_counts(words: int = 40, seed: int = 0, *, empty: bool = False) -> Counts:
    rng = np.random.default_rng(seed)
    half = rng.poisson(0.7, (words, words))
    table = half + half.T + np.diag(np.full(words, 2 * words))
    if empty:
        table[5], table[:, 5] = 0, 0
    names = Vocabulary(tuple(f"w{i}" for i in range(words)), table.sum(1))
    return Counts(sparse.csr_array(table), names, names, symmetric=True)


@pytest.mark.parametrize("recipe", list(RECIPES))
def test_every_recipe_gives_finite_vectors_for_every_word(recipe):
    options = {"pairs": [("w0", "w1", 5.0), ("w2", "w3", 1.0)]} if recipe == "sca" else {}
    embedding = embed(make_counts(), recipe=recipe, dim=8, options=options)
    assert embedding.vectors.shape == (40, 8)
    assert np.isfinite(embedding.vectors).all()
    assert (np.diff(embedding.spectrum) <= 0).all()
    assert embedding.recipe["association"]["recipe"] == recipe
    assert embedding.recipe["factorize"]["dim"] == 8


def test_the_exponent_weighs_the_axes():
    whole = embed(make_counts(), recipe="ppmi", dim=5, exponent=1.0)
    bare = embed(make_counts(), recipe="ppmi", dim=5, exponent=0.0)
    assert np.allclose(whole.vectors, bare.vectors * whole.spectrum, rtol=1e-5)


def test_ca_gives_principal_coordinates_with_exponent_one():
    counts = make_counts()
    vectors = embed(counts, recipe="ca", dim=39, exponent=1.0).vectors.astype(float)
    n = counts.matrix.toarray()
    r, c = n.sum(1) / n.sum(), n.sum(0) / n.sum()
    profiles = n / n.sum(1, keepdims=True)
    chi_square_distance = (((profiles[0] - profiles[1]) ** 2) / c).sum()
    assert ((vectors[0] - vectors[1]) ** 2).sum() == pytest.approx(chi_square_distance, rel=1e-4)
    assert np.allclose(r @ vectors, 0, atol=1e-5), "the rows are not centered"


def test_words_without_contexts_get_no_vector():
    embedding = embed(make_counts(empty=True), recipe="ca", dim=4)
    assert "w5" not in embedding
    assert len(embedding) == 39


def test_options_reach_the_recipe():
    embedding = embed(make_counts(), recipe="sppmi", dim=4, options={"shift": 1.0})
    same = embed(make_counts(), recipe="ppmi", dim=4)
    assert np.array_equal(embedding.vectors, same.vectors)


def test_same_seed_same_bytes_for_any_number_of_threads():
    one = embed(make_counts(1400), dim=10, seed=1, threads=1)
    two = embed(make_counts(1400), dim=10, seed=1, threads=2)
    assert one.recipe["factorize"]["solver"] == "krylov"
    assert one.vectors.tobytes() == two.vectors.tobytes()


def test_negative_eigenvalues_have_no_root_and_the_way_out_is_named():
    factors = decompose(associate(make_counts(), "eigenword", threshold=-2.5), 40, kind="eigen")
    positive = int((factors.values > 0).sum())
    assert 0 < positive < 40
    with pytest.raises(InputError, match=f"choose dim of at most {positive}, or exponent 0"):
        scaled_coordinates(factors, 0.5)
    assert scaled_coordinates(factors, 0.0).shape == (40, 40)


@pytest.mark.parametrize("recipe", ["eigenword", "ca", "svd", "glove", "kubwe"])
def test_a_table_with_fewer_dimensions_than_asked_gives_all_it_has_and_says_so(recipe):
    with pytest.warns(DimensionWarning, match=r"dim is 41, but the 40 × 40 table has .*: the vectors have"):
        embedding = embed(make_counts(), recipe=recipe, dim=41)
    assert 1 < embedding.dim <= 40
    assert embedding.recipe["factorize"]["dim"] == embedding.dim
    assert embedding.recipe["factorize"]["dim_asked"] == 41


def test_vectors_with_all_dimensions_are_those_of_as_many_asked_for():
    with pytest.warns(DimensionWarning, match="has rank 39|has 39 axes"):
        more = embed(make_counts(), recipe="ca", dim=500)
    assert more.vectors.tobytes() == embed(make_counts(), recipe="ca", dim=39).vectors.tobytes()


def test_axes_with_a_negative_eigenvalue_are_left_out_where_they_have_no_power():
    table = sparse.csr_array(np.array([[0.0, 2.0], [2.0, 0.0]]))  # eigenvalues 2 and -2
    counts = Counts(table, Vocabulary(("a", "b"), np.array([2, 2])), Vocabulary(("a", "b"), np.array([2, 2])),
                    symmetric=True)  # fmt: skip
    with pytest.warns(DimensionWarning, match="1 axis with a value above 0: the vectors have 1 dimension"):
        assert embed(counts, recipe="eigenword", dim=2).dim == 1


def test_a_table_without_any_axis_is_refused():
    with pytest.raises(
        InputError, match=r"no axes with a value above 0, so there are no vectors; .*lower min_count"
    ):
        embed(["tea tea tea"], min_count=2)


def test_too_little_memory_and_unknown_recipes_are_refused():
    with pytest.raises(MemoryBudgetError, match=r"factorizing [\d,]+ cells to 5 dimensions needs about"):
        embed(make_counts(), dim=5, memory=1000)
    with pytest.raises(InputError, match="no recipe 'best'"):
        embed(make_counts(), recipe="best")


def test_the_vectors_of_contexts_are_added():
    counts = make_counts()
    factors = decompose(associate(counts, "ppmi"), 5)
    both = embed(counts, recipe="ppmi", dim=5, add_contexts=True)
    assert np.allclose(both.vectors, (factors.left + factors.right) * factors.values**0.5, atol=1e-5)
    assert both.recipe["coordinates"]["add_contexts"] is True
    other = replace(counts, columns=Vocabulary(tuple(f"c{i}" for i in range(40)), counts.columns.counts))
    with pytest.raises(InputError, match="contexts are added to words where both have the same names"):
        embed(other, recipe="ppmi", dim=5, add_contexts=True)


@pytest.mark.parametrize("recipe", ["glove", "glove-pmi"])
def test_vectors_fitted_by_descent_are_words_plus_contexts_on_axes_of_their_own(recipe):
    counts = make_counts()
    options = RECIPES[recipe].settle({"epochs": 3})
    fit = glove_factors(counts, dim=4, run=Run(5), **options)
    expected = fit.left + fit.right
    found = embed(counts, recipe=recipe, dim=4, seed=5, options={"epochs": 3})
    assert np.allclose(found.vectors @ found.vectors.T, expected @ expected.T, atol=1e-5)
    assert np.allclose(found.spectrum, np.linalg.svd(expected, compute_uv=False), rtol=1e-4)
    assert found.recipe["association"]["epochs"] == 3
    with pytest.raises(InputError, match="adds contexts to words already"):
        embed(counts, recipe=recipe, dim=4, add_contexts=True)
    with pytest.raises(InputError, match="has no matrix; use embed"):
        associate(counts, recipe)


@pytest.mark.parametrize("what", ["text.txt", ["tea", "milk"], None, np.eye(3)])
def test_what_is_no_table_of_counts_is_refused_with_the_way_to_one(what):
    with pytest.raises(InputError, match=r"firth\.counts_from_table takes a table"):
        associate(what)
