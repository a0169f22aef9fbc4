"""The loops that move points between clusters, one at a time."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

ROUNDING = 1e-12
"""A move must be better by more than this part, or points in the middle would go to and fro for ever."""


@compiled()
def transfer(
    points: Array, weights: Array, centers: Array, labels: Array, second: Array, stages: int
) -> bool:
    """Move points while a single move lowers the inertia within clusters; whether none is left that does.

    A point of weight w leaves cluster a for b when

        w_b/(w_b + w) · ‖x − c_b‖²  <  w_a/(w_a − w) · ‖x − c_a‖²

    and both centers follow at once [HartiganWong1979, with weights]. Stages in which every cluster is tried
    alternate with stages that try the second best of each point only. A cluster counts as changed for as many
    steps as there are points, or for a whole stage if a quick one changed it; only a pair of clusters of
    which one has changed is looked at again. A cluster keeps its last point.

    points: points × axes; labels from 0; centers: their barycenters. second: for each point another cluster.
    Labels and centers are overwritten.
    """
    n, clusters = points.shape[0], centers.shape[0]
    heavy = np.zeros(clusters)
    counts = np.zeros(clusters, np.int64)
    for i in range(n):
        heavy[labels[i]] += weights[i]
        counts[labels[i]] += 1
    changed_until = np.full(clusters, n)
    still = step = 0
    for stage in range(stages):
        for i in range(n):
            still += 1
            own = labels[i]
            if counts[own] > 1:
                best = second[i]
                least = _joining(points, weights, centers, heavy, i, best)
                for other in range(clusters):
                    fresh = step < changed_until[own] or step < changed_until[other]
                    if fresh and other != own and other != second[i]:
                        cost = _joining(points, weights, centers, heavy, i, other)
                        if cost < least:
                            best, least = other, cost
                second[i] = best
                if least < (1 - ROUNDING) * _leaving(points, weights, centers, heavy, i, own):
                    _move(points, weights, centers, heavy, counts, labels, second, i)
                    changed_until[own] = changed_until[best] = step + n
                    still = 0
            step += 1
            if still == n:
                return True
        if _quick_stage(
            points, weights, centers, heavy, counts, labels, second, changed_until, (stage + 2) * n
        ):
            still = 0
        if clusters == 2:
            return True
    return False


@compiled()
def _quick_stage(
    points: Array,
    weights: Array,
    centers: Array,
    heavy: Array,
    counts: Array,
    labels: Array,
    second: Array,
    changed_until: Array,
    until: int,
) -> bool:
    """Swap points between their two best clusters until none moves; whether any did."""
    n = points.shape[0]
    moved = False
    still = 0
    # Each move lowers the inertia; the limit is for rounding alone.
    for step in range(50 * n):
        i = step % n
        still += 1
        own = labels[i]
        if counts[own] > 1:
            cost = _joining(points, weights, centers, heavy, i, second[i])
            if cost < (1 - ROUNDING) * _leaving(points, weights, centers, heavy, i, own):
                _move(points, weights, centers, heavy, counts, labels, second, i)
                changed_until[own] = changed_until[labels[i]] = until
                moved, still = True, 0
        if still == n:
            break
    return moved


@compiled()
def _joining(points: Array, weights: Array, centers: Array, heavy: Array, i: int, cluster: int) -> float:
    factor = heavy[cluster] / (heavy[cluster] + weights[i])
    return float(factor * _square(points, centers, i, cluster))


@compiled()
def _leaving(points: Array, weights: Array, centers: Array, heavy: Array, i: int, cluster: int) -> float:
    factor = heavy[cluster] / (heavy[cluster] - weights[i])
    return float(factor * _square(points, centers, i, cluster))


@compiled()
def _square(points: Array, centers: Array, i: int, cluster: int) -> float:
    total = 0.0
    for k in range(points.shape[1]):
        total += (points[i, k] - centers[cluster, k]) ** 2
    return total


@compiled()
def _move(
    points: Array,
    weights: Array,
    centers: Array,
    heavy: Array,
    counts: Array,
    labels: Array,
    second: Array,
    i: int,
) -> None:
    """Put a point into its second best cluster, which changes places with its own."""
    old, new, weight = labels[i], second[i], weights[i]
    for k in range(points.shape[1]):
        x = points[i, k]
        centers[old, k] -= (x - centers[old, k]) * weight / (heavy[old] - weight)
        centers[new, k] += (x - centers[new, k]) * weight / (heavy[new] + weight)
    heavy[old] -= weight
    heavy[new] += weight
    counts[old] -= 1
    counts[new] += 1
    labels[i], second[i] = new, old
