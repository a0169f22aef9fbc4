"""Agglomerative clusters as the algorithm reads: lists of words, all pairs each time."""

from __future__ import annotations

import numpy as np


def slow_clusters(vectors: np.ndarray, m: int) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """The m clusters of words in their order, and the merges of their first words down to one."""
    unit = [vector / (np.linalg.norm(vector) or 1) for vector in vectors.astype(float)]
    clusters: list[list[int]] = []
    for word in range(len(unit)):
        clusters.append([word])
        if len(clusters) > m:
            merge(clusters, unit)
    final = sorted(sorted(cluster) for cluster in clusters)
    merges = []
    while len(clusters) > 1:
        merges.append(merge(clusters, unit))
    return final, merges


def merge(clusters: list[list[int]], unit: list[np.ndarray]) -> tuple[int, int]:
    pairs = [(error(a + b, unit) - error(a, unit) - error(b, unit), min(a), min(b))
             for i, a in enumerate(clusters) for b in clusters[:i]]  # fmt: skip
    _, first, second = min(pairs)
    one, other = (next(c for c in clusters if min(c) == name) for name in sorted((first, second)))
    one.extend(other)
    clusters.remove(other)
    return min(first, second), max(first, second)


def error(cluster: list[int], unit: list[np.ndarray]) -> float:
    """The summed squared distance to the mean."""
    points = np.array([unit[word] for word in cluster])
    return float(((points - points.mean(axis=0)) ** 2).sum())
