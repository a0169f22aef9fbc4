"""Nearest neighbors of points, and the graph that they make."""

from __future__ import annotations

from math import sqrt
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import Progress, silent

Metric = Literal["euclidean", "cosine"]
Search = Literal["exact", "approximate"]

DISTANCES_AT_ONCE = 2_000_000
"""Each thread holds so many distances (16 MB, and as much to sort them)."""


class Neighbours(NamedTuple):
    """The k nearest of each point, nearest first, without the point itself: n × k places and distances."""

    places: NDArray[np.int64]
    distances: NDArray[np.float64]


def nearest_neighbours(
    points: Array,
    k: int,
    *,
    metric: Metric = "euclidean",
    search: Search = "exact",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Neighbours:
    """The k nearest neighbours of every row, in the order of their distances and then of the rows.

    metric: with cosine, distances are Euclidean between rows brought to length 1, √(2 − 2 cos).
    search: approximate needs pynndescent (`pip install "firth[neighbours]"`), misses a few neighbours in a
    hundred, and is worth it from some 50,000 points on; the seed is its own.

    >>> nearest_neighbours(np.array([[0.0], [1.0], [3.0]]), 2).distances.tolist()
    [[1.0, 3.0], [1.0, 2.0], [2.0, 3.0]]
    """
    rows = _prepared(points, metric)
    if not 1 <= k < len(rows):
        raise InputError(f"{k} neighbours of {len(rows)} points: ask for 1 to {len(rows) - 1}.")
    if search not in get_args(Search):
        raise InputError(f"search is {search!r}; it must be 'exact' or 'approximate'.")
    # A power of 2 changes no digit, and without it squares of large numbers would overflow.
    scale = float(np.ldexp(0.5, np.frexp(np.abs(rows).max(initial=0.0))[1]))
    rows /= scale
    found = _approximate(rows, k, seed) if search == "approximate" else _exact(rows, k, threads, progress)
    return Neighbours(found.places, found.distances * scale)


def _prepared(points: Array, metric: Metric) -> Array:
    """A copy in float64, of length 1 for the cosine."""
    rows = np.array(points, dtype=np.float64)
    if rows.ndim != 2:
        raise InputError(f"points have shape {rows.shape}; give a table with a row for each point.")
    if not np.isfinite(rows).all():
        first = int(np.flatnonzero(~np.isfinite(rows).all(axis=1))[0])
        raise InputError(f"point {first} has NaN or infinity; remove or fill such values first.")
    if metric not in get_args(Metric):
        raise InputError(f"metric is {metric!r}; it must be 'euclidean' or 'cosine'.")
    if metric == "cosine":
        largest = np.abs(rows).max(axis=1, initial=0.0)
        if not largest.all():
            first = int(np.flatnonzero(largest == 0)[0])
            raise InputError(f"point {first} is all zeros and has no cosine; drop it or use euclidean.")
        rows /= largest[:, None]
        rows /= np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    return rows


def _exact(rows: Array, k: int, threads: int | None, progress: Progress) -> Neighbours:
    """d²_ij = |x_i|² + |x_j|² − 2 x_i·x_j chooses; what rounding leaves in doubt, the differences decide."""
    found = _room(rows, k)
    centred = rows - rows.mean(axis=0)  # where squares are least, and with them their rounding
    squares = np.einsum("ij,ij->i", centred, centred)
    # What rounding can do to differences from the mean, which are below 4, and to so many products.
    largest = float(np.sqrt(squares.max(initial=0.0)))
    margin = 8 * (rows.shape[1] + 4) * float(np.finfo(np.float64).eps) * largest * (largest + 4)

    def task(block: tuple[int, int]) -> int:
        first, last = block
        distances = centred[first:last] @ centred.T
        distances *= -2
        distances += squares
        own = np.arange(last - first)
        distances[own, own + first] = np.inf
        kth = np.partition(distances, k - 1, axis=1)[:, k - 1]
        for i, row, bound in zip(range(first, last), distances, kth + margin, strict=True):
            _put(found, rows, i, np.flatnonzero(row <= bound))
        return last

    blocks = even_blocks(len(rows), max(1, DISTANCES_AT_ONCE // len(rows)))
    with threadpool_limits(limits=1, user_api="blas"):
        for done in in_order(task, blocks, threads):
            progress("finding neighbours", done, len(rows), "points")
    return found


def _approximate(rows: Array, k: int, seed: int) -> Neighbours:
    """Candidates by nearest-neighbour descent; their distances are exact all the same."""
    found = _room(rows, k)
    index = descent_index(rows, min(k + 1, len(rows)), seed, instead="search='exact'")
    for i, candidates in enumerate(index.neighbor_graph[0]):
        _put(found, rows, i, np.sort(candidates[candidates != i]))
    return found


def descent_index(rows: Array, k: int, seed: int, *, instead: str) -> Any:
    """pynndescent's graph of the k nearest of each row, itself among them, or what to choose `instead` of it.

    On one thread: with more it finds others, depending on how many.
    """
    try:
        from pynndescent import NNDescent
    except ImportError as error:
        raise InputError(
            "an approximate search needs pynndescent; install it with pip install 'firth[neighbours]', "
            f"or choose {instead}."
        ) from error
    return NNDescent(rows, n_neighbors=k, random_state=seed, n_jobs=1)


def _room(rows: Array, k: int) -> Neighbours:
    shape = len(rows), k
    return Neighbours(np.empty(shape, np.int64), np.empty(shape))


def _put(found: Neighbours, rows: Array, i: int, candidates: Array) -> None:
    """The k nearest of the candidates of row i, which come in the order of the rows."""
    apart = rows[candidates] - rows[i]
    distances = np.sqrt(np.einsum("ij,ij->i", apart, apart))
    order = np.argsort(distances, kind="stable")[: found.places.shape[1]]
    found.places[i] = candidates[order]
    found.distances[i] = distances[order]


FEWEST, MOST = 15, 50
"""Unasked, points have about √n candidates for neighbours, but not fewer or more than these."""


def neighbour_graph(
    points: Array,
    n_neighbors: int | None = None,
    *,
    metric: Metric = "euclidean",
    search: Search = "exact",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Sparse:
    """The similarities of points with their nearest neighbours, as a symmetric sparse matrix.

    w_ij = exp(−d_ij² / 2σ_i²),  σ_i = d_elbow / 3,  up to the elbow of i and 0 beyond; then (W + Wᵀ)/2
    (paper 004, equations 2.11 and 2.12; METHODS §12)

    The mean of both directions is all that the objective of an embedding sees of W.
    n_neighbors: the most that a point may have, before its elbow cuts some off; `usual_neighbours` unless
    given, and all others if they are fewer.

    >>> W = neighbour_graph(np.array([[0.0], [1.0], [2.0], [9.0], [10.0]]), 3)
    >>> W.toarray()[0].round(3).tolist()
    [0.0, 0.168, 0.011, 0.0, 0.0]
    """
    n = len(points)
    k = usual_neighbours(n) if n_neighbors is None else n_neighbors
    if k < 1:
        raise InputError(f"n_neighbors is {k}; it must be at least 1.")
    if n < 2:
        raise InputError(f"{n} point(s) have no neighbours; give at least 2.")
    found = nearest_neighbours(
        points,
        min(k, n - 1),
        metric=metric,
        search=search,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    return _symmetric(_up_to_the_elbow(found))


def usual_neighbours(n: int) -> int:
    """√n, at least 15 and at most 50.

    >>> usual_neighbours(100), usual_neighbours(900), usual_neighbours(10_000)
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
    """Similarities from 0 to 1 of n points with each other, dense or sparse, as a graph of (W + Wᵀ)/2.

    The diagonal is left out: what a point is to itself says nothing of where it lies.

    >>> given_graph([[1.0, 0.5, 0.0], [0.3, 1.0, 0.0], [0.0, 0.0, 1.0]]).toarray()[0].tolist()
    [0.0, 0.4, 0.0]
    """
    from scipy.sparse import csr_array, diags_array

    graph = csr_array(similarities, dtype=np.float64)
    n, columns = graph.shape
    if n != columns:
        raise InputError(f"similarities are {n} × {columns}; they need a row and a column for each point.")
    if n < 2:
        raise InputError(f"{n} point has no neighbours; give at least 2.")
    if not np.isfinite(graph.data).all():
        raise InputError("similarities have NaN or infinity; put 0 where one is not known.")
    if graph.nnz and not (graph.data.min() >= 0 and graph.data.max() <= 1):
        raise InputError(
            f"similarities reach from {min(graph.data.min(), 0):g} to {graph.data.max():g}; they must lie "
            "between 0 and 1: turn distances into similarities, and divide counts by the largest."
        )
    return _symmetric(csr_array(graph - diags_array(graph.diagonal())))


def _up_to_the_elbow(found: Neighbours) -> Sparse:
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
