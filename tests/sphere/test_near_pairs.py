"""Pairs beyond thresholds, against looking at every cosine."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from firth.sphere import near
from firth.sphere.near import pairs_beyond
from sphere.word_tables import as_float32, random_points, random_weights

WORDS = 200


@pytest.fixture(autouse=True)
def _small_tiles(monkeypatch):
    """So that there are several tiles, and the last of them are ragged."""
    monkeypatch.setattr(near, "TILE", 48)


def thresholds() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    return rng.uniform(-0.9, -0.3, WORDS), rng.uniform(0.3, 0.9, WORDS)


def test_a_pair_is_kept_if_either_word_asks_for_it_and_it_is_not_left_out():
    a, w = random_weights(WORDS), random_points(WORDS, 8)
    low, high = thresholds()
    found = pairs_beyond(w, low, high, as_float32(a))
    cosines = w @ w.T
    asked = (cosines < low[:, None]) | (cosines > high[:, None])
    expected = (asked | asked.T) & (a == 0) & ~np.eye(WORDS, dtype=bool)
    assert 1000 < expected.sum() < WORDS**2 / 2
    rows, columns = np.nonzero(expected)
    assert np.array_equal(found.indices, columns)
    assert np.array_equal(np.diff(found.indptr), np.bincount(rows, minlength=WORDS))


def test_there_may_be_no_pairs_at_all():
    w = random_points(WORDS, 8)
    found = pairs_beyond(w, np.full(WORDS, -2.0), np.full(WORDS, 2.0), as_float32(np.eye(WORDS)))
    assert len(found.indices) == 0
    assert np.array_equal(found.indptr, np.zeros(WORDS + 1))


def test_same_pairs_for_any_number_of_threads():
    a, w = as_float32(random_weights(WORDS)), random_points(WORDS, 30).astype(np.float32)
    low, high = (ends.astype(np.float32) for ends in thresholds())
    with threadpool_limits(limits=1, user_api="blas"):
        one, two = (pairs_beyond(w, low, high, a, threads) for threads in (1, 3))
    assert one.indptr.tobytes() == two.indptr.tobytes()
    assert one.indices.tobytes() == two.indices.tobytes()
