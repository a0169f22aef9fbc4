"""The same table to the byte, under every budget and number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from counting.corpora import long_corpus
from firth.counting import count, parts, segments
from firth.errors import MemoryBudgetError, OutputError
from firth.runtime import storage
from firth.runtime.blocks import Blocks
from firth.runtime.run import kept_in


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


def test_a_disk_too_small_for_what_is_spilled_is_told_with_both_numbers_and_tmpdir(monkeypatch):
    monkeypatch.setattr(segments, "BLOCK_CELLS", 16_000)
    monkeypatch.setattr(storage.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": 999}))
    with pytest.raises(OutputError, match=r"takes about .* kB, and .* has 999 bytes free; set TMPDIR"):
        count(long_corpus(), window=5, threads=1, memory=200_000)


@pytest.mark.parametrize(
    "how", [{}, {"contexts": "positional"}, {"cut": "independence"}, {"close_gaps": True}]
)
@pytest.mark.parametrize("weights", ["flat", "harmonic"])
def test_counts_that_go_through_blocks_are_the_same_to_the_byte(tmp_path, monkeypatch, weights, how):
    corpus = long_corpus()
    whole = count(corpus, window=3, weights=weights, threads=1, **how)
    monkeypatch.setattr(segments, "SHORTEST_SEGMENT", 7_000)
    monkeypatch.setattr(segments, "BLOCK_CELLS", 16_000)
    monkeypatch.setattr(parts, "GROUP_CELLS", 20_000)
    memory = 2_000_000 if "cut" in how else 200_000
    for _ in range(2):  # made, and found
        with Blocks(tmp_path / "kept", {}) as blocks, kept_in(blocks):
            assert_same_bytes(
                whole, count(corpus, window=3, weights=weights, memory=memory, threads=2, **how)
            )
    assert len(list((tmp_path / "kept").iterdir())) > 3
