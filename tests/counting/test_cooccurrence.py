"""Counts against hand counts and a slow twin, for every kind of window."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counting.corpora import THIS_IS, corpus_of
from firth.counting import count, count_pair_at
from firth.errors import EmptyCorpusError, InputError, MemoryBudgetError
from reference.slow_counting import slow_cooccurrence

WORDS = 7
documents_strategy = st.lists(
    st.lists(st.integers(-1, WORDS - 1), min_size=1, max_size=25), min_size=1, max_size=5
)


def as_dict(counts) -> dict[tuple[int, int], float]:
    table = counts.matrix.tocoo()
    return {(int(r), int(c)): float(v) for r, c, v in zip(*table.coords, table.data, strict=True)}


def test_directed_counts_of_a_hand_counted_sentence():
    corpus = corpus_of([[0, 1, 2, 0]], words=3)
    right = count(corpus, window=2, weights="flat", contexts="right").matrix.toarray()
    assert right.tolist() == [[0, 1, 1], [1, 0, 1], [1, 0, 0]]
    left = count(corpus, window=2, weights="flat", contexts="left").matrix.toarray()
    assert np.array_equal(left, right.T)
    both = count(corpus, window=2, weights="flat")
    assert np.array_equal(both.matrix.toarray(), right + right.T)
    assert both.symmetric


def test_unknown_words_keep_their_place_unless_gaps_are_closed():
    corpus = corpus_of([[0, -1, 1]], words=2)
    assert count(corpus, window=1, weights="flat").matrix.nnz == 0
    assert count(corpus, window=1, weights="flat", close_gaps=True).matrix.toarray().tolist() == [
        [0, 1],
        [1, 0],
    ]
    assert count(corpus, window=2).matrix.toarray().tolist() == [[0, 0.5], [0.5, 0]]


def test_windows_do_not_cross_documents():
    assert count(corpus_of([[0], [1]], words=2), window=5).matrix.nnz == 0
    assert count_pair_at(corpus_of([[0], [1]], words=2), "w0", "w1", between=1) == 0


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("flat", [Fraction(1)] * 4),
        ("harmonic", [Fraction(1, d) for d in (1, 2, 3, 4)]),
        ("dynamic", [Fraction(n, 4) for n in (4, 3, 2, 1)]),
        ([1.0, 0.0, 0.3, 0.1], [Fraction(1), Fraction(0), Fraction(3, 10), Fraction(1, 10)]),
    ],
)
@pytest.mark.parametrize("contexts", ["left", "right", "both", "positional"])
@settings(max_examples=15)
@given(documents=documents_strategy, close_gaps=st.booleans())
def test_counts_equal_the_slow_twin(name, weights, contexts, documents, close_gaps):
    counts = count(
        corpus_of(documents, WORDS), window=4, weights=name, contexts=contexts, close_gaps=close_gaps
    )
    slow = slow_cooccurrence(
        documents,
        weights,
        left=contexts != "right",
        right=contexts != "left",
        positional=contexts == "positional",
        words=WORDS,
        close_gaps=close_gaps,
    )
    assert as_dict(counts) == {cell: float(value) for cell, value in slow.items()}
    assert counts.matrix.has_sorted_indices
    assert counts.matrix.copy().has_canonical_format


def test_subsampling_weighs_pairs_by_what_is_kept_on_average():
    corpus = corpus_of([[0, 1, 0, 0, 0, 0, 0, 0]], words=2)
    plain = count(corpus, window=1, weights="flat").matrix.toarray()
    t = 0.1
    keep = np.minimum(1, np.sqrt(t / (np.array([7, 1]) / 8)) + t / (np.array([7, 1]) / 8))
    sampled = count(corpus, window=1, weights="flat", subsample=t).matrix.toarray()
    assert np.allclose(sampled, plain * np.outer(keep, keep), rtol=1e-14)


def test_positional_columns_are_named_by_offset_and_word():
    counts = count(corpus_of([[0, 1]], words=2), window=1, weights="flat", contexts="positional")
    assert counts.columns.tokens == ("-1:w0", "-1:w1", "+1:w0", "+1:w1")
    assert counts.matrix.toarray().tolist() == [[0, 0, 0, 1], [1, 0, 0, 0]]
    assert not counts.symmetric


def test_counts_remember_how_they_were_made():
    assert count(THIS_IS, window=3).how["counting"]["weights"] == "harmonic"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"window": 0}, "window is 0"),
        ({"window": 2, "weights": [1.0, -1.0]}, "weight -1.0"),
        ({"window": 2, "weights": [1.0, float("nan")]}, "weight nan"),
        ({"window": 2, "weights": [0.0, 0.0]}, "all window weights are 0"),
        ({"window": 3, "weights": [1.0]}, "1 window weights were given for a window of 3"),
        ({"weights": "square"}, "weights is 'square'"),
        ({"contexts": "above"}, "contexts is 'above'"),
        ({"subsample": 2.0}, "subsample is 2.0"),
        ({"threads": 0}, "threads is 0"),
        ({"memory": "lots"}, "'lots' is not a size"),
    ],
)
def test_bad_options_get_one_sentence(options, says):
    with pytest.raises(InputError, match=says):
        count(THIS_IS, **options)


def test_no_words_and_no_memory_are_refused():
    with pytest.raises(EmptyCorpusError):
        count(corpus_of([[-1]], words=0))
    with pytest.raises(MemoryBudgetError, match="use fewer threads"):
        count(THIS_IS, memory=10_000)


def test_this_is_after_the_tail_is_cut():
    # Nine tokens, 5 "this", 4 "is": at one distance chance gives this–is 20/9, this–this 25/9, is–is 16/9.
    # At distance 1 "this is" and "is this" stand 4 times; at 2 "this this" 4 and "is is" 3; at 3 3 and 3.
    counted = count(THIS_IS, window=3, weights="flat", contexts="right", cut="independence")
    assert counted.matrix.toarray().tolist() == [[4, 7], [7, 3]]
    four = count(THIS_IS, window=5, weights="flat", contexts="right", cut="independence")
    assert four.matrix.toarray().tolist() == [
        [7, 7],
        [7, 5],
    ]  # at 4: 3 and 2; at 5: 2 and 2, which is too few
    assert count(THIS_IS, window=5, weights="flat", contexts="right", cut="published").matrix.sum() == sum(
        range(4, 9)
    )


@pytest.mark.parametrize("contexts", ["left", "right", "both"])
@settings(max_examples=25)
@given(documents=documents_strategy, close_gaps=st.booleans())
def test_cut_counts_equal_the_slow_twin_cut_at_each_distance(contexts, documents, close_gaps):
    corpus = corpus_of(documents, WORDS)
    weights = [Fraction(1, 1), Fraction(1, 2), Fraction(0), Fraction(1, 4)]
    frequency = corpus.vocabulary.counts
    tokens = sum(1 for document in documents for word in document if word >= 0 or not close_gaps)
    expected: dict[tuple[int, int], Fraction] = {}
    for at, weight in enumerate(weights):
        for left, right in ((True, False), (False, True)):
            if contexts not in ("both", "left" if left else "right"):
                continue
            alone = [Fraction(int(d == at and weight > 0)) for d in range(4)]
            once = slow_cooccurrence(documents, alone, left=left, right=right, close_gaps=close_gaps)
            for (a, b), n in once.items():
                if n * tokens > int(frequency[a]) * int(frequency[b]):
                    expected[a, b] = expected.get((a, b), Fraction(0)) + n * weight
    counted = count(
        corpus,
        window=4,
        weights=[1, 0.5, 0, 0.25],
        contexts=contexts,
        cut="independence",
        close_gaps=close_gaps,
    )
    assert as_dict(counted) == {cell: float(n) for cell, n in expected.items()}
