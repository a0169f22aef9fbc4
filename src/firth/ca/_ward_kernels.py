"""The loop of Ward's method over points with weights: a chain of nearest neighbors."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled


@compiled()
def chain_merges(points: Array, weights: Array) -> tuple[Array, Array]:
    """The merges of Ward's tree as pairs of points, one from each cluster, and what each costs.

    A cluster is its barycenter and its weight, so that no distance between points is ever kept:

        cost of merging = w₁w₂/(w₁+w₂) · ‖c₁ − c₂‖²

    A chain from a cluster to its nearest one, to the nearest of that, and so on ends in two that are each
    other's nearest; they are merged, and the rest of the chain stays as it is, since no merged cluster is
    nearer to another than its parts were [Murtagh1983]. Costs are those of the clusters merged and not less
    than those of the merges inside them. Among equally near clusters the one before in the chain is taken,
    or else the first.

    points: axes × points, which the loop overwrites, as it does the weights. The first cluster of a pair is
    its lower place; the merged cluster lives there.
    """
    dims, n = points.shape
    names = np.arange(n)
    inside = np.zeros(n)
    costs = np.empty(n)
    chain = np.empty(n, np.int64)
    length = 0
    alive = left = n
    pairs = np.empty((n - 1, 2), np.int64)
    heights = np.empty(n - 1)
    for merge in range(n - 1):
        if 2 * left < alive:
            alive = _close_up(points, weights, names, inside, chain, length, alive)
        if length == 0:
            start = 0
            while weights[start] == 0.0:
                start += 1
            chain[0] = start
            length = 1
        while True:
            top = chain[length - 1]
            before = chain[length - 2] if length > 1 else -1
            nearest = _nearest(points, weights, alive, top, before, costs)
            if nearest == before:
                break
            chain[length] = nearest
            length += 1
        length -= 2
        first, second = min(top, before), max(top, before)
        # Rounding must not put a merge below those inside it.
        height = max(costs[before], inside[first], inside[second])
        total = weights[first] + weights[second]
        for k in range(dims):
            points[k, first] += (points[k, second] - points[k, first]) * (weights[second] / total)
        weights[first], weights[second] = total, 0.0
        inside[first] = height
        left -= 1
        pairs[merge, 0], pairs[merge, 1] = names[first], names[second]
        heights[merge] = height
    return pairs, heights


@compiled()
def _nearest(points: Array, weights: Array, alive: int, top: int, before: int, costs: Array) -> int:
    """The place that costs least to merge with; what each costs is left in costs."""
    own = weights[top]
    for i in range(alive):
        costs[i] = 0.0
    for k in range(points.shape[0]):
        line, at = points[k], points[k, top]
        for i in range(alive):
            costs[i] += (line[i] - at) ** 2
    for i in range(alive):
        costs[i] *= own * weights[i] / (own + weights[i])
    best, least = before, np.inf
    if before >= 0:
        least = costs[before]
    for i in range(alive):
        if costs[i] < least and weights[i] > 0.0 and i != top:
            best, least = i, costs[i]
    return best


@compiled()
def _close_up(
    points: Array, weights: Array, names: Array, inside: Array, chain: Array, length: int, alive: int
) -> int:
    """Move the living clusters to the front, in order, with their places in the chain; how many there are."""
    moved = np.empty(alive, np.int64)
    kept = 0
    for i in range(alive):
        moved[i] = kept
        if weights[i] > 0.0:
            for k in range(points.shape[0]):
                points[k, kept] = points[k, i]
            weights[kept], names[kept], inside[kept] = weights[i], names[i], inside[i]
            kept += 1
    for i in range(length):
        chain[i] = moved[chain[i]]
    return kept
