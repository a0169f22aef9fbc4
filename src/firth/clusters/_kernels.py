"""The loop of agglomerative word clusters; slow twin in tests/reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

# Sums in any order: it keeps the loops over coordinates in vector registers.
_VECTORS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz"}, "error_model": "numpy"}


@compiled(**_VECTORS)
def insert_words(
    vectors: Array,
    first: int,
    means: Array,
    sizes: Array,
    names: Array,
    near: Array,
    gaps: Array,
    parents: Array,
) -> None:
    """Words one after another as clusters of their own; the nearest two of m + 1 are merged after each.

    Slots hold clusters: means, sizes (0 if empty), names (the first word), the nearest other slot and the gap
    to it; where the nearest is -1, no other is nearer than the gap, and the nearest is found when it matters.
    first: the number of the first of these words. parents: of each word, filled as clusters merge.
    """
    for row in range(vectors.shape[0]):
        slot = 0
        while sizes[slot] > 0.0:
            slot += 1
        full = (sizes > 0.0).sum() == sizes.size - 1
        top = _nearest_pair(means, sizes, near, gaps) if full and sizes.size > 2 else -1
        means[slot] = vectors[row]
        sizes[slot] = 1.0
        names[slot] = first + row
        _look_round(slot, means, sizes, near, gaps)
        if full and (top < 0 or gaps[slot] <= gaps[top]):
            # Most words go straight to a cluster, and others need not know that they were there.
            _merge(slot, means, sizes, names, near, gaps, parents)
            continue
        _meet(slot, means, sizes, near, gaps)
        if full:
            _merge(top, means, sizes, names, near, gaps, parents)


@compiled(**_VECTORS)
def merge_nearest(
    means: Array, sizes: Array, names: Array, near: Array, gaps: Array, parents: Array
) -> tuple[int, int]:
    """Merge the two clusters with the smallest gap; their names, the one that stays first."""
    top = _nearest_pair(means, sizes, near, gaps)
    return _merge(top, means, sizes, names, near, gaps, parents)


@compiled(**_VECTORS)
def _nearest_pair(means: Array, sizes: Array, near: Array, gaps: Array) -> int:
    """The slot with the smallest gap, its nearest found."""
    while True:
        top = -1
        for slot in range(sizes.size):
            if sizes[slot] > 0.0 and (top < 0 or gaps[slot] < gaps[top]):
                top = slot
        if near[top] >= 0:
            return top
        _look_round(top, means, sizes, near, gaps)


@compiled(**_VECTORS)
def _merge(
    slot: int, means: Array, sizes: Array, names: Array, near: Array, gaps: Array, parents: Array
) -> tuple[int, int]:
    """Merge a slot with its nearest. A merged cluster is no nearer to others than the nearer of its parts."""
    kept, gone = slot, near[slot]
    if names[gone] < names[kept]:
        kept, gone = gone, kept
    whole = sizes[kept] + sizes[gone]
    for c in range(means.shape[1]):
        means[kept, c] = (sizes[kept] * means[kept, c] + sizes[gone] * means[gone, c]) / whole
    sizes[kept] = whole
    sizes[gone] = 0.0
    parents[names[gone]] = names[kept]
    for other in range(sizes.size):
        if near[other] == kept or near[other] == gone:
            near[other] = -1
    _meet(kept, means, sizes, near, gaps)
    return names[kept], names[gone]


@compiled(inline="always", **_VECTORS)
def _meet(slot: int, means: Array, sizes: Array, near: Array, gaps: Array) -> None:
    """The nearest of a new cluster, which may be the nearest of others too."""
    near[slot] = -1
    gaps[slot] = np.inf
    for other in range(sizes.size):
        if other != slot and sizes[other] > 0.0:
            gap = _gap(slot, other, means, sizes)
            if gap < gaps[slot]:
                gaps[slot] = gap
                near[slot] = other
            if gap < gaps[other]:
                gaps[other] = gap
                near[other] = slot


@compiled(inline="always", **_VECTORS)
def _look_round(slot: int, means: Array, sizes: Array, near: Array, gaps: Array) -> None:
    near[slot] = -1
    gaps[slot] = np.inf
    for other in range(sizes.size):
        if other != slot and sizes[other] > 0.0:
            gap = _gap(slot, other, means, sizes)
            if gap < gaps[slot]:
                gaps[slot] = gap
                near[slot] = other


@compiled(inline="always", **_VECTORS)
def _gap(a: int, b: int, means: Array, sizes: Array) -> float:
    """|A| |B| / (|A| + |B|) · ‖mean A − mean B‖²: by how much the squared error grows if they merge."""
    square = 0.0
    for c in range(means.shape[1]):
        apart = means[a, c] - means[b, c]
        square += apart * apart
    gap: float = square * sizes[a] * sizes[b] / (sizes[a] + sizes[b])
    return gap
