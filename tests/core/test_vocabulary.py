"""A vocabulary has an order, and cannot be changed."""

from __future__ import annotations

import numpy as np
import pytest

from firth.core import Vocabulary
from firth.errors import InputError


def test_words_are_ordered_by_count_then_by_token():
    assert Vocabulary.from_counts({"b": 1, "a": 1, "z": 9}).tokens == ("z", "a", "b")


def test_a_vocabulary_cannot_be_changed():
    vocabulary = Vocabulary(("a",), np.array([1]))
    with pytest.raises(ValueError, match="read-only"):
        vocabulary.counts[0] = 2


def test_a_vocabulary_refuses_duplicates_and_wrong_lengths():
    with pytest.raises(InputError, match="'a' stands twice"):
        _ = Vocabulary(("a", "b", "a"), np.zeros(3)).index
    with pytest.raises(InputError, match="2 tokens were given 1 counts"):
        Vocabulary(("a", "b"), np.zeros(1))
