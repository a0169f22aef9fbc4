"""A vantage-point tree [Yianilos1993] for points on a sphere, with pruning for many dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import even_blocks, in_order
from firth.sphere._vptree_kernels import grow, search

QUERIES_PER_TASK = 256


@dataclass(frozen=True, eq=False)
class VantageTree:
    """Points of length 1 in an order that is a tree.

    A range of the order is a vantage point, then the nearer half of the other points, then the farther half,
    both again such ranges; medians: the distance 1 − a·b at which each range is halved.
    """

    points: Array
    order: Array
    medians: Array


@dataclass(frozen=True, eq=False)
class Nearest:
    """A row of neighbors for each query, nearest first, and the mean share of the points that were visited.

    places are −1, and cosines −∞, where there are fewer neighbors than were asked for.
    """

    places: Array
    cosines: Array
    visited: float


def vantage_tree(points: Array, *, seed: int | np.random.Generator = 0) -> VantageTree:
    """Grow a tree over points of length 1: random vantage points, halves by the median distance.

    >>> tree = vantage_tree(np.eye(4))
    >>> nearest_in_tree(tree, np.array([[0.8, 0.6, 0.0, 0.0]]), 2).places.tolist()
    [[0, 1]]
    """
    points = np.ascontiguousarray(points)
    if points.ndim != 2 or not len(points):
        raise InputError(f"points of shape {points.shape} make no tree; give a row for each point.")
    if not np.allclose(np.einsum("ij,ij->i", points, points), 1.0, atol=1e-3):
        raise InputError("the points do not all have length 1; divide each by its length.")
    order = np.arange(len(points))
    medians = np.zeros(len(points), points.dtype)
    grow(points, np.random.default_rng(seed).random(len(points)), order, medians)
    return VantageTree(points, order, medians)


def expected_least_distance(dim: int) -> float:
    """d_min = 1 − 3/√d: few random points are nearer than that      [HajiSoleimani2019, §3.3.5]

    >>> expected_least_distance(100)
    0.7
    """
    return max(1.0 - 3.0 / float(np.sqrt(dim)), 0.0)


def nearest_in_tree(
    tree: VantageTree,
    queries: Array,
    k: int,
    *,
    least: float = 0.0,
    left_out: Sparse | None = None,
    skip_own: bool = False,
    threads: int | None = None,
) -> Nearest:
    """The k points of the tree with the largest cosine to each query of length 1.

    least: 0 for the exact search; `expected_least_distance(d)` for algorithm 2 of [HajiSoleimani2019], which
    prunes as if nothing were nearer than that, and misses some. left_out: a sparse table whose cells are the
    points that each query does not want. skip_own: query i is point i and does not want itself.
    """
    if not 1 <= k <= len(tree.points):
        raise InputError(f"k is {k}; a tree of {len(tree.points)} points gives from 1 to all of them.")
    queries = np.ascontiguousarray(queries, tree.points.dtype)
    indptr = np.zeros(len(queries) + 1, np.int64) if left_out is None else left_out.indptr
    leave = np.zeros(0, np.int64) if left_out is None else left_out.indices
    places = np.empty((len(queries), k), np.int64)
    distances = np.empty((len(queries), k), tree.points.dtype)

    def task(block: tuple[int, int]) -> int:
        part = slice(*block)
        return search(
            tree.points, tree.order, tree.medians, queries, *block,
            indptr, leave, skip_own, least, places[part], distances[part],
        )  # fmt: skip

    visited = sum(in_order(task, even_blocks(len(queries), QUERIES_PER_TASK), threads))
    return Nearest(places, 1 - distances, visited / max(len(queries) * len(tree.points), 1))


@dataclass(frozen=True)
class Pruning:
    """What a way of pruning costs and finds: the share of points visited, and of true neighbors found."""

    dim: int
    visited: float
    recall: float
    visited_exact: float


def pruning_by_dimension(
    dims: Sequence[int] = (10, 20, 50, 100, 200, 300),
    *,
    points: int = 5000,
    queries: int = 200,
    k: int = 50,
    seed: int = 0,
    threads: int | None = None,
) -> list[Pruning]:
    """Algorithm 2 against the exact search for random points on spheres of several dimensions.

    >>> low, high = pruning_by_dimension((3, 60), points=500, queries=20, k=5)
    >>> low.visited_exact < high.visited_exact
    True
    """
    rng = np.random.default_rng(seed)
    return [_pruning(_random_points(points, dim, rng), queries, k, threads) for dim in dims]


def _random_points(points: int, dim: int, rng: np.random.Generator) -> Array:
    vectors = rng.standard_normal((points, dim))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _pruning(points: Array, queries: int, k: int, threads: int | None) -> Pruning:
    """The first points are the queries, and the others are searched."""
    dim = points.shape[1]
    tree = vantage_tree(points[queries:])
    exact = nearest_in_tree(tree, points[:queries], k, threads=threads)
    pruned = nearest_in_tree(tree, points[:queries], k, least=expected_least_distance(dim), threads=threads)
    hits = [np.isin(a, b).mean() for a, b in zip(exact.places, pruned.places, strict=True)]
    return Pruning(dim, pruned.visited, float(np.mean(hits)), exact.visited)
