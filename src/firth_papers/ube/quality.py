"""How well the classes of points come apart: two ways to cluster without them, and the silhouette."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from firth.runtime.arrays import Array

NEIGHBORS = 10
"""Of each point in the graph that spectral clustering cuts."""
DENSE_BELOW = 1000
"""Up to so many points, eigenvectors are those of a full matrix."""


class Quality(NamedTuple):
    """NMI of every run of k-means and of spectral clustering with the classes, and their silhouette."""

    kmeans: list[float]
    spectral: list[float]
    silhouette: float


def quality(points: Array, labels: Array, *, runs: int, seed: int) -> Quality:
    """All three; run i is drawn with seed + i.

    NMI = 2 I(A, B) / (H(A) + H(B))      [Fred2003]

    >>> places = np.repeat([[0.0, 0], [9, 0], [0, 9]], 12, axis=0) + np.sin(np.arange(72)).reshape(36, 2)
    >>> found = quality(places, np.repeat(["a", "b", "c"], 12), runs=1, seed=0)
    >>> round(found.kmeans[0], 3), round(found.spectral[0], 3), found.silhouette > 0.7
    (1.0, 1.0, True)
    """
    from sklearn.metrics import silhouette_score

    classes = len(np.unique(labels))
    cut = spectral_coordinates(points, classes, seed)
    return Quality(
        kmeans_nmi(points, labels, classes, runs, seed),
        kmeans_nmi(cut, labels, classes, runs, seed),
        float(silhouette_score(points, labels)),
    )


def spectral_coordinates(points: Array, clusters: int, seed: int, *, dense_below: int = DENSE_BELOW) -> Array:
    """The first eigenvectors of D^-½ W D^-½, rows of length 1, for k-means   [Ng2002].

    W joins each point to its 10 nearest, with 1 where both are near to each other and else ½.
    """
    from scipy.sparse import csr_array, diags_array
    from sklearn.neighbors import kneighbors_graph

    n = len(points)
    joined = csr_array(kneighbors_graph(points, min(NEIGHBORS, n - 1)))
    weights = (joined + joined.T) / 2
    scaling = diags_array(1 / np.sqrt(np.asarray(weights.sum(axis=1)).ravel()))
    vectors = _leading(csr_array(scaling @ weights @ scaling), clusters, seed, dense_below)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1.0))


def _leading(matrix: Any, count: int, seed: int, dense_below: int) -> Array:
    """Eigenvectors of the largest eigenvalues, found in each part of the graph by itself.

    Every part has the eigenvalue 1, and Lanczos's method on all of them at once would miss some. Where there
    are more parts than clusters, the largest have an eigenvector each and the others none.
    """
    from scipy.sparse.csgraph import connected_components

    parts, membership = connected_components(matrix, directed=False)
    found: list[tuple[float, int, Array, Array]] = []
    for part in range(parts):
        own = np.flatnonzero(membership == part)
        values, vectors = _leading_of_part(matrix[own][:, own], min(count, len(own)), seed, dense_below)
        values[-1] = 1.0  # without what rounding has added, so that parts are sorted by their size
        found += [(value, len(own), own, vector) for value, vector in zip(values, vectors.T, strict=True)]
    found.sort(key=lambda one: one[:2], reverse=True)
    leading = np.zeros((matrix.shape[0], count))
    for place, (_, _, own, vector) in enumerate(found[:count]):
        leading[own, place] = vector
    return leading


def _leading_of_part(matrix: Any, count: int, seed: int, dense_below: int) -> tuple[Array, Array]:
    """The largest eigenvalues, rising, and their vectors."""
    n = matrix.shape[0]
    if n <= dense_below or count >= n:
        from scipy.linalg import eigh

        return eigh(matrix.toarray(), subset_by_index=(n - count, n - 1))
    from scipy.sparse.linalg import eigsh

    start = np.random.default_rng(seed).standard_normal(n)
    values, vectors = eigsh(matrix, count, which="LA", v0=start, ncv=min(n, 4 * count + 20))
    order = np.argsort(values)
    return values[order], vectors[:, order]


def kmeans_nmi(points: Array, labels: Array, clusters: int, runs: int, seed: int) -> list[float]:
    """NMI with the classes for each run of k-means, which differ in where it starts."""
    from sklearn.cluster import KMeans
    from sklearn.metrics import normalized_mutual_info_score

    found = (KMeans(clusters, n_init=1, random_state=seed + run).fit(points).labels_ for run in range(runs))
    return [float(normalized_mutual_info_score(labels, one)) for one in found]
