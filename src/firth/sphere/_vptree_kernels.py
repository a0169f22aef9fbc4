"""The loops of the vantage-point tree: growing it, and looking for the nearest; the twin is brute force."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

_VECTORS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz"}}
_DEPTH = 128
"""Entries on a stack: each level of a tree of halves leaves one, and 64 levels hold any array."""

_ROUNDING = 1e-3
"""By so much may a chord between two points that are the same be wrong in float32."""


@compiled(**_VECTORS)
def distance(a: Array, b: Array) -> Any:
    """1 − a·b."""
    product = a.dtype.type(0)
    for c in range(a.size):
        product += a[c] * b[c]
    return a.dtype.type(1) - product


@compiled()
def grow(points: Array, chances: Array, order: Array, medians: Array) -> None:
    """Order the points as a tree: a range is its vantage point, the nearer half of the rest, the farther.

    chances: which point of a range becomes its vantage point, between 0 and 1. medians[k]: the distance
    between order[k] and the nearest of its farther half.
    """
    begins, ends = np.empty(_DEPTH, np.int64), np.empty(_DEPTH, np.int64)
    begins[0], ends[0], height = 0, order.size, 1
    while height > 0:
        height -= 1
        begin, end = begins[height], ends[height]
        if end - begin < 2:
            continue
        chosen = begin + int(chances[begin] * (end - begin))
        order[begin], order[chosen] = order[chosen], order[begin]
        distances = np.empty(end - begin - 1, points.dtype)
        for k in range(begin + 1, end):
            distances[k - begin - 1] = distance(points[order[begin]], points[order[k]])
        places = np.argsort(distances, kind="mergesort")
        order[begin + 1 : end] = order[begin + 1 : end][places]
        middle = begin + 1 + (end - begin - 1) // 2
        medians[begin] = distances[places[middle - begin - 1]]
        begins[height], ends[height] = begin + 1, middle
        begins[height + 1], ends[height + 1] = middle, end
        height += 2


@compiled()
def search(
    points: Array,
    order: Array,
    medians: Array,
    queries: Array,
    first: int,
    last: int,
    indptr: Array,
    left_out: Array,
    skip_own: bool,
    least: float,
    found: Array,
    distances: Array,
) -> int:
    """The nearest points of some queries, nearest first; how many points were visited in all.

    found, distances: a row for each of queries first … last−1, as many columns as neighbors are wanted; −1
    and infinity where there are fewer. Query i leaves out the points left_out[indptr[i] : indptr[i + 1]],
    which are sorted, and with skip_own point i. least: the least distance that is expected
    [HajiSoleimani2019, algorithm 2]; 0 for the exact search, by chords, for which the triangle inequality
    holds as for 1 − a·b it does not.
    """
    visited = 0
    begins, ends = np.empty(_DEPTH, np.int64), np.empty(_DEPTH, np.int64)
    gaps = np.empty(_DEPTH, np.float64)  # between the query and the region, by the parent's sphere
    for i in range(first, last):
        heap, owners = distances[i - first], found[i - first]
        heap[:] = np.inf
        owners[:] = -1
        leave = left_out[indptr[i] : indptr[i + 1]]
        begins[0], ends[0], gaps[0], height = 0, order.size, -np.inf, 1
        while height > 0:
            height -= 1
            begin, end = begins[height], ends[height]
            reach = heap[0]
            if gaps[height] > (np.sqrt(2 * reach) if least == 0 else reach - least):
                continue
            point = order[begin]
            away = max(distance(points[point], queries[i]), points.dtype.type(0))
            visited += 1
            place = np.searchsorted(leave, point)
            wanted = not (place < leave.size and leave[place] == point) and not (skip_own and point == i)
            if wanted and away < reach:
                _replace_farthest(heap, owners, away, point)
            if end - begin < 2:
                continue
            middle = begin + 1 + (end - begin - 1) // 2
            median = medians[begin]
            if least == 0:
                gap = abs(np.sqrt(2 * median) - np.sqrt(2 * away)) - _ROUNDING
            else:
                gap = abs(float(median) - float(away))
            # The query's own side is searched first, so it goes on the stack last.
            inner_gap, outer_gap = (-np.inf, gap) if away < median else (gap, -np.inf)
            if away < median:
                height = _push(begins, ends, gaps, height, middle, end, outer_gap)
            height = _push(begins, ends, gaps, height, begin + 1, middle, inner_gap)
            if away >= median:
                height = _push(begins, ends, gaps, height, middle, end, outer_gap)
        places = np.argsort(heap, kind="mergesort")
        heap[:] = heap[places]
        owners[:] = owners[places]
    return visited


@compiled()
def _push(begins: Array, ends: Array, gaps: Array, height: int, begin: int, end: int, gap: float) -> int:
    if begin == end:
        return height
    begins[height], ends[height], gaps[height] = begin, end, gap
    return height + 1


@compiled()
def _replace_farthest(heap: Array, owners: Array, away: float, point: int) -> None:
    """Put a point in the place of the farthest, which stands on top of a heap; let it sink to its place."""
    k = 0
    while 2 * k + 1 < heap.size:
        child = 2 * k + 1
        if child + 1 < heap.size and heap[child + 1] > heap[child]:
            child += 1
        if heap[child] <= away:
            break
        heap[k], owners[k] = heap[child], owners[child]
        k = child
    heap[k], owners[k] = away, point
