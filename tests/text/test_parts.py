"""Texts encoded in parts: the corpus of the whole, wherever the text is cut."""

from __future__ import annotations

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.errors import EmptyCorpusError
from firth.text import encode_texts
from firth.text.parts import (
    encode_part,
    joined_ids,
    merge_words,
    renumbered_ids,
    vocabulary_of,
    with_surroundings,
)
from firth.text.tokenize import Tokenization
from firth.text.vocabulary import Selection

LINES = st.lists(st.text("abé中 .", max_size=12), min_size=1, max_size=8)


def corpus_in_parts(lines, cuts, selection):
    """The parts begin at these lines."""
    bounds = [0, *sorted({cut % (len(lines) + 1) for cut in cuts}), len(lines)]
    texts = ["".join(f"{line}\n" for line in lines[a:b]) for a, b in pairwise(bounds)]
    parts = [encode_part([text.encode()], Tokenization()) for text in texts]
    words, counts = merge_words((part.words, part.counts) for part in parts)
    vocabulary = vocabulary_of(words, counts, selection)
    return vocabulary, joined_ids(renumbered_ids(part, vocabulary) for part in parts)


@given(LINES, st.lists(st.integers(0, 9), max_size=4), st.integers(1, 2))
def test_parts_give_the_corpus_of_the_whole_text(lines, cuts, min_count):
    try:
        whole = encode_texts(lines, min_count=min_count)
    except EmptyCorpusError:
        with pytest.raises(EmptyCorpusError):
            corpus_in_parts(lines, cuts, Selection(min_count))
        return
    vocabulary, parts = corpus_in_parts(lines, cuts, Selection(min_count))
    assert vocabulary == whole.vocabulary
    assert np.concatenate(parts).tolist() == whole.ids.tolist()


def test_words_of_parts_add_up_in_any_order():
    parts = [(["b", "a"], np.array([1, 2])), (["a"], np.array([3])), ([], np.array([], np.int64))]
    forward, backward = merge_words(parts), merge_words(parts[::-1])
    assert dict(zip(*forward, strict=True)) == dict(zip(*backward, strict=True)) == {"a": 5, "b": 1}


def test_surroundings_come_from_as_many_parts_as_it_takes():
    parts = [np.array(ids, np.int32) for ids in ([7, 8], [], [1], [2], [3, 4, 5])]
    ids, keep = with_surroundings(parts, 2, 3)
    assert (ids.tolist(), ids[keep].tolist()) == ([7, 8, 1, 2, 3, 4], [1])


def test_what_is_sent_to_workers_can_be_pickled():
    part = pickle.loads(pickle.dumps(encode_part([b"a b a"], Tokenization())))
    assert (part.words, part.ids.tolist()) == (["a", "b"], [0, 1, 0])
