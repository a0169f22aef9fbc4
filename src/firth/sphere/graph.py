"""The graph that points make with their nearest neighbors, or that is given by their similarities."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.run import Progress, silent
from firth.sphere.knn import Metric, Neighbors, Search, nearest_neighbors

FEWEST, MOST = 15, 50
"""Bounds of `usual_neighbors`."""


def neighbor_graph(
    points: Array,
    neighbors: int | None = None,
    *,
    metric: Metric = "euclidean",
    search: Search = "exact",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Sparse:
    """The similarities of points with their nearest neighbors.

    Parameters
    ----------
    points : array
        A row for each point.
    neighbors : int, optional
        The most that a point may have, before its elbow cuts some off; √n, at least 15 and at most 50, if not
        given. All other points if they are fewer.
    metric, search
        As in `nearest_neighbors`.
    seed : int
        The random seed of an approximate search.
    threads : int, optional
        The number of threads. The result does not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    csr_array
        Symmetric, n × n.

    Notes
    -----
    w_ij = exp(−d_ij² / 2σ_i²),   σ_i = d_elbow / 3,   up to the elbow of i and 0 beyond; then (W + Wᵀ)/2
    [HajiSoleimani2019, eq. 2.11 and 2.12; docs/mathematics/sphere.md]

    The mean of both directions is all that the objective of an embedding sees of W.

    Examples
    --------
    >>> W = neighbor_graph(np.array([[0.0], [1.0], [2.0], [9.0], [10.0]]), 3)
    >>> W.toarray()[0].round(3).tolist()
    [0.0, 0.168, 0.011, 0.0, 0.0]
    """
    n = len(points)
    k = usual_neighbors(n) if neighbors is None else neighbors
    if k < 1:
        raise InputError(f"neighbors is {k}; it must be at least 1.")
    if n < 2:
        raise InputError(f"{n} point(s) have no neighbors; give at least 2.")
    found = nearest_neighbors(
        points,
        min(k, n - 1),
        metric=metric,
        search=search,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    return _symmetric(_up_to_the_elbow(found))


def usual_neighbors(n: int) -> int:
    """How many neighbors are searched when nothing else is asked for: √n, at least 15 and at most 50.

    >>> usual_neighbors(100), usual_neighbors(900), usual_neighbors(10_000)
    (15, 30, 50)
    """
    return min(max(round(sqrt(n)), FEWEST), MOST)


def elbows(distances: Array) -> Array:
    """The place in each row of rising distances that is farthest from the chord from first to last.

    On one row the distance from the chord is the vertical gap times a constant, so that it does not matter
    how the two axes are scaled. A row without a bend has its elbow at the end.

    >>> elbows(np.array([[1.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0]])).tolist()
    [1, 3]
    """
    first, last = distances[:, :1], distances[:, -1:]
    gaps = np.abs(distances - first - (last - first) * np.linspace(0, 1, distances.shape[1]))
    straight = gaps.max(axis=1) <= 1e-12 * last[:, 0]
    return np.asarray(np.where(straight, distances.shape[1] - 1, gaps.argmax(axis=1)))


def given_graph(similarities: Any) -> Sparse:
    """Take similarities that are given as a graph.

    Parameters
    ----------
    similarities : array or sparse matrix
        n × n, from 0 to 1. The diagonal is left out: what a point is to itself says nothing of where it lies.

    Returns
    -------
    csr_array
        (W + Wᵀ)/2.

    Examples
    --------
    >>> given_graph([[1.0, 0.5, 0.0], [0.3, 1.0, 0.0], [0.0, 0.0, 1.0]]).toarray()[0].tolist()
    [0.0, 0.4, 0.0]
    """
    from scipy.sparse import csr_array, diags_array

    graph = csr_array(similarities, dtype=np.float64)
    n, columns = graph.shape
    if n != columns:
        raise InputError(f"similarities are {n} × {columns}; they need a row and a column for each point.")
    if n < 2:
        raise InputError(f"{n} point has no neighbors; give at least 2.")
    if not np.isfinite(graph.data).all():
        raise InputError("similarities have NaN or infinity; put 0 where one is not known.")
    if graph.nnz and not (graph.data.min() >= 0 and graph.data.max() <= 1):
        raise InputError(
            f"similarities reach from {min(graph.data.min(), 0):g} to {graph.data.max():g}; they must lie "
            "between 0 and 1: turn distances into similarities, and divide counts by the largest."
        )
    return _symmetric(csr_array(graph - diags_array(graph.diagonal())))


def _up_to_the_elbow(found: Neighbors) -> Sparse:
    from scipy.sparse import csr_array

    n, k = found.places.shape
    elbow = elbows(found.distances)[:, None]
    farthest = np.take_along_axis(found.distances, elbow, axis=1)
    # Where even the elbow is at distance 0 all are equal to the point: 0/1 gives them similarity 1.
    ratios = found.distances / np.where(farthest > 0, farthest, 1.0)
    weights = np.where(np.arange(k) <= elbow, np.exp(-4.5 * ratios**2), 0.0)
    return csr_array((weights.ravel(), found.places.ravel(), np.arange(0, n * k + 1, k)), shape=(n, n))


def _symmetric(graph: Sparse) -> Sparse:
    from scipy.sparse import csr_array

    mean = csr_array((graph + graph.T) / 2)
    mean.eliminate_zeros()
    mean.sort_indices()
    return mean
