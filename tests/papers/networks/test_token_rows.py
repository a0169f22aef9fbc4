"""Texts as rows of places, and the parts in which they are read."""

from __future__ import annotations

import numpy as np

from firth import Embedding, Vocabulary
from firth_papers.networks.token_rows import PART_TOKENS, TokenRows, token_rows, unit_vectors

E3 = Embedding(np.array([[1.0, 0], [0, 2], [3, 0]]), Vocabulary(("a", "b", "c"), np.array([3, 2, 1])))


def test_only_the_first_known_words_are_kept():
    rows = token_rows([["a", "x", "B", "c", "a"], ["x"], ["c"]], E3, longest=2)
    assert rows.ids.tolist() == [0, 1, 2]
    assert rows.starts.tolist() == [0, 2, 2, 3]


def test_words_are_brought_to_length_1():
    rows = token_rows([["a", "b", "b"]], E3, longest=9)
    assert unit_vectors(rows, E3).vectors.tolist() == [[1, 0], [0, 1], [1, 0]]


def test_parts_hold_each_text_once_and_are_no_larger_than_promised():
    lengths = np.random.default_rng(0).integers(0, 3000, 300)
    lengths[7] = 2 * PART_TOKENS  # larger than a part by itself
    rows = TokenRows(np.zeros(lengths.sum(), np.int64), np.concatenate([[0], np.cumsum(lengths)]))
    chosen = np.arange(5, 300)
    parts = list(rows.parts(chosen))
    assert sorted(np.concatenate(parts).tolist()) == chosen.tolist()
    assert all(len(part) == 1 or len(part) * lengths[part].max() <= PART_TOKENS for part in parts)
    assert list(rows.parts(np.zeros(0, np.int64))) == []
