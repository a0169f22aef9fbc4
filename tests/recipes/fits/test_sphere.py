"""KUBWE as a recipe: from counts to an embedding, stopped and taken up again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from firth.core import Counts, Embedding, Vocabulary
from firth.errors import InputError, MemoryBudgetError
from firth.factorize import decompose
from firth.recipes import RECIPES, SPHERE, associate, embed
from firth.sphere.kubwe import word_ball

QUICK = {"sweeps": 12, "degree": 5}


def make_counts(words: int = 60, seed: int = 0) -> Counts:
    """Words that occur with those of their own six, and now and then with others."""
    rng = np.random.default_rng(seed)
    topic = np.arange(words)[:, None] // 6 == np.arange(words) // 6
    half = np.triu(rng.poisson(np.where(topic, 9.0, 0.2)))
    names = Vocabulary(tuple(f"w{i}" for i in range(words)), (half + half.T).sum(1))
    return Counts(sparse.csr_array((half + half.T).astype(float)), names, names, symmetric=True)


def test_the_matrix_is_smoothed_positive_pmi():
    counts = make_counts()
    ours, ppmi = (associate(counts, name).operator.sparse for name in ("kubwe", "ppmi"))
    assert np.array_equal(ours.toarray(), ppmi.toarray())


def test_vectors_are_those_of_kubwe_turned_to_their_axes():
    counts = make_counts()
    expected = word_ball(associate(counts, "ppmi"), dim=5, seed=3, **QUICK).vectors
    found = embed(counts, recipe="kubwe", dim=5, seed=3, options=QUICK)
    assert np.allclose(found.vectors @ found.vectors.T, expected @ expected.T, atol=1e-5)
    assert np.allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(found.spectrum, np.linalg.svd(expected, compute_uv=False), rtol=1e-4)
    assert found.recipe["association"]["sweeps"] == 12
    assert found.recipe["factorize"] == {"kind": "sphere", "dim": 5, "seed": 3}


@pytest.mark.parametrize("mode", ["exact", "fast", "far-field"])
def test_words_of_a_kind_are_neighbors_in_every_mode(mode):
    found = embed(make_counts(), recipe="kubwe", dim=10, options={"mode": mode, "degree": 5})
    hits = [
        int(neighbor.word[1:]) // 6 == i // 6 for i in range(60) for neighbor in found.neighbors(f"w{i}", 3)
    ]
    assert np.mean(hits) > 0.95


def test_a_spectral_start_is_where_the_sweeps_begin():
    counts = make_counts()
    association = associate(counts, "ppmi")
    factors = decompose(association, 5, seed=0)
    start = factors.left * np.sqrt(factors.values)
    expected = word_ball(association, dim=5, start=start, **QUICK).vectors
    found = embed(counts, recipe="kubwe", dim=5, options=QUICK | {"init": "spectral"}).vectors
    assert np.allclose(found @ found.T, expected @ expected.T, atol=1e-5)
    with pytest.raises(InputError, match="init is 'svd'; choose random or spectral"):
        embed(counts, recipe="kubwe", dim=5, options={"init": "svd"})


@pytest.mark.parametrize(("mode", "columns"), [("exact", 5), ("fast", 10), ("far-field", 10)])
def test_unfinished_vectors_can_be_taken_up_again_with_the_same_bytes(mode, columns):
    how = {"recipe": "kubwe", "dim": 5, "options": QUICK | {"mode": mode}}
    kept: list[Embedding] = []
    whole = embed(make_counts(), keep=kept.append, **how)
    assert [len(one.recipe["unfinished"]["balances"]) for one in kept] == list(range(1, 12))
    for one in (kept[3], kept[-1]):
        assert one.dim == columns  # the vectors, and those with which neighbors were last looked for
        again = embed(make_counts(), resume=one, **how)
        assert again.vectors.tobytes() == whole.vectors.tobytes()
        assert again.recipe == whole.recipe


def test_unfinished_vectors_of_something_else_are_refused():
    how = {"recipe": "kubwe", "dim": 5, "options": QUICK}
    kept: list[Embedding] = []
    whole = embed(make_counts(), keep=kept.append, **how)
    for other in (
        {"seed": 1},
        {"options": QUICK | {"degree": 7}},
        {"resume": whole},
        {"resume": replace(kept[0], vocabulary=make_counts(seed=1).rows)},
        {"resume": replace(kept[0], vectors=kept[0].vectors[:, :4])},
    ):
        with pytest.raises(InputError, match="the unfinished vectors are of other counts or other options"):
            embed(make_counts(), **{"resume": kept[0]} | how | other)
    with pytest.raises(InputError, match="recipe 'ppmi' cannot go on from unfinished vectors"):
        embed(make_counts(), recipe="ppmi", dim=5, resume=kept[0])


def test_what_does_not_go_with_the_ball_is_refused():
    counts = make_counts()
    with pytest.raises(InputError, match="recipe 'kubwe' has words that are their own contexts"):
        embed(counts, recipe="kubwe", dim=5, add_contexts=True)
    other = Vocabulary(tuple(f"c{i}" for i in range(60)), counts.columns.counts)
    with pytest.raises(InputError, match="rows and 60 columns do not have the same names"):
        embed(replace(counts, columns=other), recipe="kubwe", dim=5)
    with pytest.raises(MemoryBudgetError, match="needs about"):
        embed(counts, recipe="kubwe", dim=5, memory="50MB")


def test_the_memory_that_is_estimated_covers_the_association_the_vectors_and_the_pairs():
    counts = make_counts(600)
    plain, fast, far = (
        SPHERE.memory(counts, 50, RECIPES["kubwe"].settle({"mode": mode, "neighbors": 500}))
        for mode in ("exact", "fast", "far-field")
    )
    association = associate(counts, "kubwe").operator.sparse
    held = association.data.nbytes + association.indices.nbytes + 4 * 600 * 50 * 4
    assert plain > held
    assert fast >= plain + 4 * 600 * 500
    assert far > plain + 8 * 50**3 / 2
