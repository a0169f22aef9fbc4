"""Averages of word vectors, against words averaged one by one."""

from math import inf

import numpy as np
import pytest

from firth.documents import (
    common_directions,
    mean_vectors,
    power_means,
    rarity_weights,
    tokenize_documents,
    without_directions,
    word_table,
)
from firth.errors import InputError
from firth.text.tokenize import tokenize
from reference.slow_documents import slow_mean, slow_power_mean

TEXTS = ["The cat isn't here.", "", "  \n", "Café CAFÉ 2 cats!", "the cat the cat", "’tis ½ done\nthe end"]
WORDS = {"the": np.array([1.0, -2.0]), "cat": np.array([0.5, 3.0]), "café": np.array([-4.0, 0.0])}
RNG = np.random.default_rng(5)


def table_and_vectors():
    places = {word: place for place, word in enumerate(WORDS)}
    return word_table(tokenize_documents(TEXTS), places), np.array(list(WORDS.values()))


def test_means_are_those_of_the_words_one_by_one():
    table, vectors = table_and_vectors()
    weights = {"the": 0.1, "cat": 2.0, "café": 1.0}
    found = mean_vectors(table, vectors, np.array(list(weights.values())))
    assert np.allclose(found, [slow_mean(tokenize(text), WORDS, weights) for text in TEXTS])
    assert not found[1].any()


@pytest.mark.parametrize("power", [1, 3, inf, -inf])
def test_power_means_are_those_of_the_words_one_by_one(power, monkeypatch):
    monkeypatch.setattr("firth.documents.averages._CELLS_AT_ONCE", 2)
    table, vectors = table_and_vectors()
    expected = [slow_power_mean(tokenize(text), WORDS, power) for text in TEXTS]
    assert np.allclose(power_means(table, vectors, [power]), expected)


@pytest.mark.parametrize("powers", [(2,), (), (0,), (-1,), (1.5,)])
def test_powers_without_roots_are_refused(powers):
    with pytest.raises(InputError, match="choose among odd numbers, -inf and inf"):
        power_means(*table_and_vectors(), powers)


def test_common_directions_are_the_first_right_singular_vectors():
    vectors = RNG.normal(size=(40, 5)) + 2
    found = common_directions(vectors, 2)
    expected = np.linalg.svd(vectors)[2][:2]
    assert np.allclose(np.abs(np.sum(found * expected, axis=1)), 1)
    assert np.allclose(without_directions(vectors, found) @ expected.T, 0)
    assert without_directions(vectors, found[:0]) is vectors
    with pytest.raises(InputError, match="6 directions cannot be removed from vectors of 5"):
        common_directions(vectors, 6)


def test_rare_words_weigh_more():
    assert np.allclose(rarity_weights(np.array([90, 10]), a=0.1), [0.1 / 1.0, 0.1 / 0.2])
    with pytest.raises(InputError, match="a is 0; it must be above 0"):
        rarity_weights(np.array([1]), a=0)
    with pytest.raises(InputError, match="the words have no frequencies"):
        rarity_weights(np.zeros(3))
