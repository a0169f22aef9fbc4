"""What a tagger sees of a word and its neighbors."""

from __future__ import annotations

import numpy as np

from firth import Embedding, Vocabulary
from firth_papers.tagging.features import observe, word_features


def test_vectors_of_neighbors_stay_within_the_sentence():
    words = [["a", "b"], ["c"]]
    vectors = np.random.default_rng(0).standard_normal((3, 3))
    embedding = Embedding(vectors, Vocabulary(("a", "b", "c"), np.ones(3)))
    seen = observe(words, [[], [], []], {}, embedding, 1.0)
    before, here, after = ((pick @ seen.table) for pick in seen.picks)
    a, b, c = embedding.vectors
    np.testing.assert_array_equal(before, [0 * a, a, 0 * a])
    np.testing.assert_array_equal(here, [a, b, c])
    np.testing.assert_array_equal(after, [b, 0 * a, 0 * a])


def test_features_are_the_word_its_neighbors_shapes_ends_and_clusters():
    paths = {"Bonn": "0110101"}
    found = word_features(["in", "Bonn", "2"], lambda word: paths.get(word, ""))
    assert {"0:bonn", "-1:in", "1:2", "0s:Xx", "1s:d", "begins:Bon", "ends:nn", "-2|", "2|"} <= set(found[1])
    assert {"0c4:0110", "0c6:011010", "0c20:0110101"} <= set(found[1])
    assert {"1c4:0110", "-1,0: in", "0,1:in bonn"} <= set(found[0])
