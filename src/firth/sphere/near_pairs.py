"""Pairs of words whose cosine is beyond thresholds of either word, by matrix products of tiles."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import in_order
from firth.sphere._field_kernels import drop_listed, mirror, places_beyond
from firth.sphere.forces import Pairs

TILE = 768
"""A tile of cosines is 2 MB, and looked through before it leaves the cache."""


def pairs_beyond(
    vectors: Array, low: Array, high: Array, left_out: Sparse, threads: int | None = None
) -> Pairs:
    """All (i, j) with a cosine below or above the thresholds of i or of j, but those of a list.

    As cosines are symmetric, half of the tiles do for both (i, j) and (j, i). The caller holds BLAS to one
    thread.
    """
    words = len(vectors)

    def task(first: int) -> tuple[Array, Array]:
        own = vectors[first : first + TILE]
        rows, columns = np.empty((2, TILE * TILE), np.int32)
        found = []
        for begin in range(first, words, TILE):
            tile = own @ vectors[begin : begin + TILE].T
            count = places_beyond(tile, first, begin, low, high, rows, columns)
            found.append(np.array([rows[:count], columns[:count]]))
        pairs = np.concatenate(found, axis=1)
        order = np.argsort(pairs[0], kind="stable")
        return np.bincount(pairs[0] - first, minlength=len(own)), pairs[1][order]

    parts = list(in_order(task, range(0, words, TILE), threads))
    lengths = np.concatenate([part[0] for part in parts])
    return _both_ways(lengths, np.concatenate([part[1] for part in parts]), left_out)


def _both_ways(lengths: Array, columns: Array, left_out: Sparse) -> Pairs:
    """The pairs i < j of rows one after another, and all (j, i) too, without those of a list."""
    indptr = _starts(lengths)
    both = _starts(lengths + np.bincount(columns, minlength=len(lengths)))
    indices = np.empty(2 * len(columns), np.int32)
    mirror(indptr, columns, both, indices)
    kept = drop_listed(both, indices, left_out.indptr, left_out.indices)
    return Pairs(both, indices[:kept].copy())


def _starts(lengths: Array) -> Array:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
