"""Brown-style clusters against a slow twin, and the paths as a tree."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from firth import Embedding, Vocabulary
from firth.clusters import cluster_words
from firth.errors import InputError
from reference.slow_clusters import slow_clusters


def embedding_of(vectors, counts=None):
    counts = np.arange(len(vectors), 0, -1) if counts is None else np.asarray(counts)
    return Embedding(np.asarray(vectors), Vocabulary(tuple(f"w{i}" for i in range(len(vectors))), counts))


def members(found):
    groups = {}
    for place, path in enumerate(found.paths):
        groups.setdefault(path, []).append(place)
    return groups


@pytest.mark.parametrize(
    ("words", "m", "seed"), [(60, 7, 0), (60, 59, 1), (40, 40, 2), (30, 1, 3), (25, 2, 4)]
)
def test_clusters_and_their_tree_are_those_of_the_slow_twin(words, m, seed):
    vectors = np.random.default_rng(seed).standard_normal((words, 5))
    groups = members(cluster_words(embedding_of(vectors), m))
    slow, merges = slow_clusters(vectors, m)
    assert sorted(groups.values()) == slow
    # Each merge of the twin is a node: the words below it are those whose paths begin alike.
    below = {cluster[0]: set(cluster) for cluster in slow}
    for kept, gone in merges:
        paths = [path for path, words in groups.items() if set(words) <= below[kept] | below[gone]]
        node = _shared(paths)
        assert {w for path, words in groups.items() if path.startswith(node) for w in words} == (
            below[kept] | below[gone]
        )
        assert all(path.startswith(node + "0") for path, words in groups.items() if words[0] in below[kept])
        below[kept] |= below.pop(gone)


def _shared(paths):
    return next(
        paths[0][:n] for n in range(len(paths[0]), -1, -1) if all(p.startswith(paths[0][:n]) for p in paths)
    )


def test_no_path_is_the_beginning_of_another():
    paths = sorted(
        set(cluster_words(embedding_of(np.random.default_rng(0).standard_normal((90, 4))), 20).paths)
    )
    assert len(paths) == 20
    assert not any(b.startswith(a) for a, b in pairwise(paths))


def test_words_enter_by_their_counts_whatever_order_they_stand_in():
    vectors = np.random.default_rng(5).standard_normal((50, 4))
    shuffled = np.random.default_rng(6).permutation(50)
    there = cluster_words(embedding_of(vectors), 6)
    again = cluster_words(embedding_of(vectors[shuffled], 50 - shuffled), 6)
    assert [again.paths[place] for place in np.argsort(shuffled)] == list(there.paths)


def test_words_of_a_kind_are_together():
    rng = np.random.default_rng(0)
    kinds = rng.integers(0, 4, 200)
    vectors = np.eye(4)[kinds] * rng.uniform(0.1, 9, (200, 1)) + rng.normal(scale=0.01, size=(200, 4))
    groups = members(cluster_words(embedding_of(vectors), 4))
    assert sorted(len(set(kinds[words])) for words in groups.values()) == [1, 1, 1, 1]


def test_lines_are_path_word_and_count_by_path_then_by_count():
    found = cluster_words(embedding_of([[1, 0], [0, 1], [1, 0.1], [0, 1.0]], [9, 8, 7, 6]), 2)
    assert list(found.lines()) == ["0\tw0\t9\n", "0\tw2\t7\n", "1\tw1\t8\n", "1\tw3\t6\n"]
    assert found["w3"] == "1"
    assert len(found) == 2


def test_vectors_of_zero_and_equal_vectors_are_clustered_too():
    found = cluster_words(embedding_of(np.zeros((9, 3))), 3)
    assert len(found) == 3


@pytest.mark.parametrize("clusters", [0, 5])
def test_more_clusters_than_words_are_refused(clusters):
    with pytest.raises(InputError, match=f"clusters is {clusters}; it must be from 1 to the 4 words"):
        cluster_words(embedding_of(np.eye(4)), clusters)


def test_a_value_that_is_no_number_is_refused_with_its_word():
    vectors = np.eye(4)
    vectors[2, 1] = np.inf
    with pytest.raises(InputError, match="vector of 'w2'"):
        cluster_words(embedding_of(vectors), 2)


def test_a_word_with_white_space_cannot_stand_in_a_file_of_paths():
    found = cluster_words(Embedding(np.eye(2), Vocabulary(("New York", "x"), np.array([2, 1]))), 2)
    with pytest.raises(InputError, match="'New York' is empty or holds white space"):
        list(found.lines())
