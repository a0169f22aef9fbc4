"""Steps after the vectors: each against its definition, and one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from firth.core import Embedding, Recipe, Vocabulary
from firth.errors import InputError
from firth.recipes import STEPS, postprocess

RNG = np.random.default_rng(3)
VECTORS = RNG.standard_normal((50, 6)) * np.arange(1, 7) + 5
WORDS = Vocabulary(tuple(f"w{i}" for i in range(50)), np.arange(50, 0, -1))
E = Embedding(VECTORS, WORDS, recipe=Recipe().then("counting", window=2))
WEIGHTS = WORDS.counts / WORDS.counts.sum()


def after(*steps: str) -> np.ndarray:
    return postprocess(E, steps).vectors


def test_the_mean_is_gone_plain_or_by_frequency():
    assert np.allclose(after("center").mean(axis=0), 0)
    assert np.allclose(WEIGHTS @ after("center-frequency"), 0)


def test_whitened_vectors_have_unit_variance_in_every_direction():
    assert np.allclose(np.cov(after("whiten").T, bias=True), np.eye(6))
    weighted = after("whiten-frequency")
    assert np.allclose((weighted * WEIGHTS[:, None]).T @ weighted, np.eye(6))


def test_the_directions_of_largest_variance_are_gone():
    centered = VECTORS - VECTORS.mean(axis=0)
    top = np.linalg.svd(centered)[2][:2]
    assert np.allclose(after("remove-top=2"), centered - centered @ top.T @ top)
    assert np.array_equal(after("remove-top"), after("remove-top=2"))
    assert np.allclose(after("remove-top=0"), after("center"))


def test_units_have_length_one_and_nothing_stays_nothing():
    assert np.allclose(np.linalg.norm(after("unit"), axis=1), 1)
    zero = Embedding(np.zeros((1, 3)), Vocabulary(("a",), np.array([1])))
    assert not postprocess(zero, ["unit"]).vectors.any()


def test_steps_follow_each_other_and_are_remembered():
    found = postprocess(postprocess(E, ["center"]), ["remove-top=1", "unit"])
    assert np.allclose(found.vectors, after("center", "remove-top=1", "unit"))
    assert list(found.recipe["postprocess"]["steps"]) == ["center", "remove-top=1", "unit"]
    assert found.recipe["counting"]["window"] == 2
    assert postprocess(E, []) is E


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("polish", "no step 'polish'; choose one of center"),
        ("unit=3", "'unit=3' takes no number"),
        ("remove-top=x", "is not a step"),
        ("remove-top=6", "does not go with 6 dimensions; choose a whole number from 0 to 5"),
        ("remove-top=1.5", "does not go with"),
    ],
)
def test_bad_steps_get_one_sentence(step, says):
    with pytest.raises(InputError, match=says):
        postprocess(E, [step])


def test_words_without_frequencies_cannot_be_weighted_by_them():
    silent = Embedding(VECTORS, Vocabulary(WORDS.tokens, np.zeros(50)))
    for step in STEPS:
        if step.endswith("-frequency"):
            with pytest.raises(InputError, match="the words have no frequencies"):
                postprocess(silent, [step])
