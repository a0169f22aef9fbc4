"""The k nearest neighbors of every point: exact, or approximate along a graph."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import Progress, silent

Metric = Literal["euclidean", "cosine"]
Search = Literal["exact", "approximate"]

DISTANCES_AT_ONCE = 2_000_000
"""The number of distances that each thread holds (16 MB, and as much to sort them)."""


class Neighbors(NamedTuple):
    """The k nearest of each point, nearest first, without the point itself.

    Attributes
    ----------
    places : array of int64
        n × k.
    distances : array of float64
        n × k.
    """

    places: NDArray[np.int64]
    distances: NDArray[np.float64]


def nearest_neighbors(
    points: Array,
    k: int,
    *,
    metric: Metric = "euclidean",
    search: Search = "exact",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Neighbors:
    """Find the k nearest neighbors of every point.

    Parameters
    ----------
    points : array
        A row for each point.
    k : int
    metric : {"euclidean", "cosine"}
        With cosine, distances are Euclidean between rows scaled to length 1, √(2 − 2 cos).
    search : {"exact", "approximate"}
        approximate needs pynndescent (``pip install "firth[neighbors]"``), misses a few neighbors in a
        hundred, and is worth it from some 50,000 points on.
    seed : int
        The random seed of an approximate search.
    threads : int, optional
        The number of threads. The result does not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    Neighbors
        In the order of their distances, and then of the rows.

    Examples
    --------
    >>> nearest_neighbors(np.array([[0.0], [1.0], [3.0]]), 2).distances.tolist()
    [[1.0, 3.0], [1.0, 2.0], [2.0, 3.0]]
    """
    rows = _prepared(points, metric)
    if not 1 <= k < len(rows):
        raise InputError(f"{k} neighbors of {len(rows)} points: ask for 1 to {len(rows) - 1}.")
    if search not in get_args(Search):
        raise InputError(f"search is {search!r}; it must be 'exact' or 'approximate'.")
    # A power of 2 changes no digit, and without it squares of large numbers would overflow.
    scale = float(np.ldexp(0.5, np.frexp(np.abs(rows).max(initial=0.0))[1]))
    rows /= scale
    found = _approximate(rows, k, seed) if search == "approximate" else _exact(rows, k, threads, progress)
    return Neighbors(found.places, found.distances * scale)


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


def _exact(rows: Array, k: int, threads: int | None, progress: Progress) -> Neighbors:
    """d²_ij = |x_i|² + |x_j|² − 2 x_i·x_j chooses; what rounding leaves in doubt, the differences decide."""
    found = _room(rows, k)
    centered = rows - rows.mean(axis=0)  # where squares are least, and with them their rounding
    squares = np.einsum("ij,ij->i", centered, centered)
    # What rounding can do to differences from the mean, which are below 4, and to so many products.
    largest = float(np.sqrt(squares.max(initial=0.0)))
    margin = 8 * (rows.shape[1] + 4) * float(np.finfo(np.float64).eps) * largest * (largest + 4)

    def task(block: tuple[int, int]) -> int:
        first, last = block
        distances = centered[first:last] @ centered.T
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
            progress("finding neighbors", done, len(rows), "points")
    return found


def _approximate(rows: Array, k: int, seed: int) -> Neighbors:
    """Candidates by nearest-neighbor descent; their distances are exact all the same."""
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
            "an approximate search needs pynndescent; install it with pip install 'firth[neighbors]', "
            f"or choose {instead}."
        ) from error
    return NNDescent(rows, n_neighbors=k, random_state=seed, n_jobs=1)


def _room(rows: Array, k: int) -> Neighbors:
    shape = len(rows), k
    return Neighbors(np.empty(shape, np.int64), np.empty(shape))


def _put(found: Neighbors, rows: Array, i: int, candidates: Array) -> None:
    """The k nearest of the candidates of row i, which come in the order of the rows."""
    apart = rows[candidates] - rows[i]
    distances = np.sqrt(np.einsum("ij,ij->i", apart, apart))
    order = np.argsort(distances, kind="stable")[: found.places.shape[1]]
    found.places[i] = candidates[order]
    found.distances[i] = distances[order]
