"""Ward's tree and the moves of its consolidation as they are defined: lists of points, summed anew."""

from __future__ import annotations

import numpy as np


def slow_ward(points: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Merges in scipy's layout: always the two clusters whose merging adds least to the inertia within."""
    clusters = {i: [i] for i in range(len(points))}
    merges = []
    while len(clusters) > 1:
        pairs = [
            (
                inertia(points, weights, clusters[a] + clusters[b])
                - inertia(points, weights, clusters[a])
                - inertia(points, weights, clusters[b]),
                a,
                b,
            )
            for a in clusters
            for b in clusters
            if a < b
        ]
        loss, a, b = min(pairs)
        members = clusters.pop(a) + clusters.pop(b)
        clusters[len(points) + len(merges)] = members
        merges.append((a, b, loss, len(members)))
    return np.array(merges)


def slow_transfer(
    points: np.ndarray, weights: np.ndarray, labels: np.ndarray, second: np.ndarray, stages: int
) -> np.ndarray:
    """Labels after the stages of Hartigan and Wong."""
    labels, second = labels.copy(), second.copy()
    n, clusters = len(points), labels.max() + 1
    live = [n] * clusters
    still = step = 0

    def cost(i: int, cluster: int) -> float:
        """What the point adds to the inertia within a cluster, its own or another."""
        others = [j for j in np.flatnonzero(labels == cluster).tolist() if j != i]
        return inertia(points, weights, [*others, i]) - inertia(points, weights, others)

    def try_move(i: int, candidates: list[int]) -> bool:
        """Move a point to the best candidate, if that is better than its own cluster."""
        best = min(candidates, key=lambda cluster: cost(i, cluster))
        second[i] = best
        if cost(i, best) < (1 - 1e-12) * cost(i, labels[i]):
            labels[i], second[i] = best, labels[i]
            return True
        return False

    for stage in range(stages):
        for i in range(n):
            still += 1
            own = labels[i]
            if (labels == own).sum() > 1:
                fresh = [c for c in range(clusters) if c != own and (step < live[own] or step < live[c])]
                if try_move(i, [second[i], *fresh]):
                    live[own] = live[labels[i]] = step + n
                    still = 0
            step += 1
            if still == n:
                return labels
        quick, at = 0, 0
        while quick < n:
            i = at % n
            at, quick = at + 1, quick + 1
            own = labels[i]
            if (labels == own).sum() > 1 and try_move(i, [second[i]]):
                live[own] = live[labels[i]] = (stage + 2) * n
                quick = still = 0
        if clusters == 2:
            break
    return labels


def inertia(points: np.ndarray, weights: np.ndarray, members: list[int]) -> float:
    """The inertia of some points about their barycenter."""
    if not members:
        return 0.0
    own, heavy = points[members], weights[members]
    center = heavy @ own / heavy.sum()
    return float(heavy @ ((own - center) ** 2).sum(axis=1))
