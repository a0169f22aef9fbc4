"""The same table to the byte, under every budget and number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from counting.corpora import long_corpus
from firth.counting import count, segments
from firth.errors import MemoryBudgetError


def assert_same_bytes(a, b):
    for name in ("indptr", "indices", "data"):
        assert np.asarray(getattr(a.matrix, name)).tobytes() == np.asarray(getattr(b.matrix, name)).tobytes()


@pytest.mark.parametrize("weights", ["flat", "harmonic", [0.3, 0.123456789, 1e-3, 0.7, 3.3]])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_spilled_and_segmented_counts_are_the_same_to_the_byte(monkeypatch, weights, threads):
    corpus = long_corpus()
    whole = count(corpus, window=5, weights=weights, threads=1)
    monkeypatch.setattr(segments, "BLOCK_CELLS", 16_000)
    stores = []
    store = segments.RowStore
    monkeypatch.setattr(segments, "RowStore", lambda *a, **k: stores.append(store(*a, **k)) or stores[-1])
    monkeypatch.setattr(segments, "SHORTEST_SEGMENT", 7_000)
    pieces = count(corpus, window=5, weights=weights, threads=threads, memory=200_000)
    assert len(stores) > 5, "the text was not counted in segments"
    assert any(s.spilled for s in stores), "nothing went to disk"
    assert_same_bytes(whole, pieces)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_cut_counts_do_not_depend_on_threads_and_refuse_a_budget_too_small(threads):
    corpus = long_corpus()
    assert_same_bytes(
        count(corpus, window=5, cut="independence", threads=threads),
        count(corpus, window=5, cut="independence", threads=1),
    )
    with pytest.raises(MemoryBudgetError, match="cutting the counts"):
        count(long_corpus(400_000), window=5, cut="independence", threads=1, memory=3_000_000)
