"""The loops of forces on the sphere; slow twins in tests/reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

_VECTORS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz"}}
_LANES = 512
"""So many values are raised at a time: they stay in level-1 cache through all multiplications."""


@compiled(**_VECTORS)
def raise_half_sums(x: Array, degree: int) -> None:
    """x = ((x + 1) / 2)^degree in place, by repeated squaring."""
    half = x.dtype.type(0.5)
    squares = np.empty(_LANES, x.dtype)
    for first in range(0, x.size, _LANES):
        part = x[first : first + _LANES]
        for c in range(part.size):
            squares[c] = half * part[c] + half
            part[c] = 1
        rest = degree
        while rest > 0:
            if rest & 1:
                for c in range(part.size):
                    part[c] *= squares[c]
            rest >>= 1
            if rest > 0:
                for c in range(part.size):
                    squares[c] *= squares[c]


@compiled()
def clear_pairs(tile: Array, row: int, column: int, indptr: Array, indices: Array) -> None:
    """Put 0 where a tile that begins at (row, column) has a pair of the list, or a point with itself."""
    height, width = tile.shape
    for i in range(height):
        begin, end = indptr[row + i], indptr[row + i + 1]
        k = begin + np.searchsorted(indices[begin:end], column)
        while k < end and indices[k] < column + width:
            tile[i, indices[k] - column] = 0
            k += 1
        if column <= row + i < column + width:
            tile[i, row + i - column] = 0


@compiled(**_VECTORS)
def one_cosine(own: Array, other: Array) -> float:
    """own · other"""
    total: float = own.dtype.type(0)
    for c in range(own.size):
        total += own[c] * other[c]
    return total


@compiled(**_VECTORS)
def four_cosines(own: Array, w0: Array, w1: Array, w2: Array, w3: Array) -> tuple[float, float, float, float]:
    """own · w for four at once: four rows are then on their way from memory, not one."""
    x0 = x1 = x2 = x3 = own.dtype.type(0)
    for c in range(own.size):
        x0 += own[c] * w0[c]
        x1 += own[c] * w1[c]
        x2 += own[c] * w2[c]
        x3 += own[c] * w3[c]
    return x0, x1, x2, x3


@compiled(**_VECTORS)
def pair_cosines(
    indptr: Array, indices: Array, vectors: Array, first: int, last: int, width: int, cosines: Array
) -> None:
    """w_i·w_j for the pairs that rows first … last−1 of a list have, in their order; indices rise in a row.

    width: words j are taken in tiles of so many, for one row after another, and stay in cache meanwhile.
    """
    start = indptr[first]
    at = indptr[first:last].copy()
    for stop in range(width, vectors.shape[0] + width, width):
        for i in range(first, last):
            own = vectors[i]
            k, end = at[i - first], indptr[i + 1]
            while k + 4 <= end and indices[k + 3] < stop:
                x0, x1 = vectors[indices[k]], vectors[indices[k + 1]]
                x2, x3 = vectors[indices[k + 2]], vectors[indices[k + 3]]
                c0, c1, c2, c3 = four_cosines(own, x0, x1, x2, x3)
                place = k - start
                cosines[place], cosines[place + 1], cosines[place + 2], cosines[place + 3] = c0, c1, c2, c3
                k += 4
            while k < end and indices[k] < stop:
                cosines[k - start] = one_cosine(own, vectors[indices[k]])
                k += 1
            at[i - first] = k


@compiled(**_VECTORS)
def add_pairs(
    indptr: Array,
    indices: Array,
    weights: Array,
    vectors: Array,
    first: int,
    last: int,
    width: int,
    sums: Array,
) -> None:
    """sums[i − first] += Σ weight·w_j over the pairs of rows first … last−1, whose weights come in order.

    Tiles as in `pair_cosines`.
    """
    start = indptr[first]
    at = indptr[first:last].copy()
    words, dim = vectors.shape
    for stop in range(width, words + width, width):
        for i in range(first, last):
            total = sums[i - first]
            k, end = at[i - first], indptr[i + 1]
            while k + 4 <= end and indices[k + 3] < stop:
                a0, a1 = weights[k - start], weights[k + 1 - start]
                a2, a3 = weights[k + 2 - start], weights[k + 3 - start]
                x0, x1 = vectors[indices[k]], vectors[indices[k + 1]]
                x2, x3 = vectors[indices[k + 2]], vectors[indices[k + 3]]
                for c in range(dim):
                    total[c] += (a0 * x0[c] + a1 * x1[c]) + (a2 * x2[c] + a3 * x3[c])
                k += 4
            while k < end and indices[k] < stop:
                a0 = weights[k - start]
                x0 = vectors[indices[k]]
                for c in range(dim):
                    total[c] += a0 * x0[c]
                k += 1
            at[i - first] = k


@compiled()
def exclude(cosines: Array, indptr: Array, indices: Array, row: int) -> None:
    """Put −2, less than any cosine, where a row has a pair of the list, or the word with itself."""
    for k in range(indptr[row], indptr[row + 1]):
        cosines[indices[k]] = -2
    cosines[row] = -2


_BINS = 2048
"""Of cosines from −1 to 1, to find about where the k-th largest is."""


@compiled()
def places_of_largest(cosines: Array, k: int, places: Array) -> int:
    """Where the k largest cosines of a row are, in rising order; how many there were, with −2 for none.

    Of equal cosines the first are taken.
    """
    bins = np.zeros(_BINS + 1, np.int64)
    for j in range(cosines.size):
        if cosines[j] > -2:
            bins[_bin_of(cosines[j])] += 1
    edge, above = _BINS, 0
    while edge > 0 and above + bins[edge] < k:
        above += bins[edge]
        edge -= 1
    # All above the edge are taken; of those on it, as many as are missing, the largest first.
    on_edge = np.empty(bins[edge], np.int64)
    count, found = 0, 0
    for j in range(cosines.size):
        if cosines[j] > -2:
            bin_ = _bin_of(cosines[j])
            if bin_ > edge:
                places[found] = j
                found += 1
            elif bin_ == edge:
                on_edge[count] = j
                count += 1
    order = np.argsort(-cosines[on_edge], kind="mergesort")
    for place in on_edge[order[: k - found]]:
        places[found] = place
        found += 1
    places[:found].sort()
    return found


@compiled(inline="always")
def _bin_of(cosine: float) -> int:
    return min(max(int((cosine + 1) * (_BINS // 2)), 0), _BINS)
