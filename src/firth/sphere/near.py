"""Forces from near words only, and lists of near pairs."""

from __future__ import annotations

from math import ceil
from typing import Literal, get_args

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import DEFAULT_RUN, Run
from firth.sphere._field_kernels import drop_listed, mirror, places_beyond
from firth.sphere._force_kernels import exclude, places_of_largest
from firth.sphere.forces import Pairs, attraction, repulsion_of_pairs
from firth.sphere.kernels import SphereKernel
from firth.sphere.knn import descent_index
from firth.sphere.vptree import expected_least_distance, nearest_in_tree, vantage_tree

NearSearch = Literal["product", "tree", "graph"]

ROWS_PER_SEARCH = 64
GRAPH_NEIGHBORS = 30
"""Of each word in the graph along which others are searched."""


class NearForces:
    """Attraction, and R_i = Σ_j K(w_i·w_j) w_j over the k nearest words that i is not drawn to.

    search: product compares all words; tree is a vantage-point tree [HajiSoleimani2019, §3.3.5], and graph
    nearest-neighbor descent (`pip install "firth[neighbors]"`); both of these miss some.
    """

    def __init__(
        self,
        weights: Sparse,
        kernel: SphereKernel,
        k: int,
        *,
        search: NearSearch = "product",
        run: Run = DEFAULT_RUN,
    ) -> None:
        """Take note of what stays the same from sweep to sweep."""
        if search not in get_args(NearSearch):
            raise InputError(f"search is {search!r}; choose one of {', '.join(get_args(NearSearch))}.")
        self._weights, self._kernel, self._k = weights, kernel, k
        self._search, self._run = search, run

    def find_near(self, vectors: Array) -> None:
        """Find the nearest words of each, which push it until the next call."""
        self._pairs = self._nearest(vectors)

    def __call__(self, vectors: Array) -> tuple[Array, Array]:
        """Attraction and repulsion of each word."""
        return (
            attraction(self._weights, vectors, self._run.threads),
            repulsion_of_pairs(self._pairs, vectors, self._kernel, self._run.threads),
        )

    def _nearest(self, vectors: Array) -> Pairs:
        if self._search == "tree":
            return nearest_by_tree(vectors, self._weights, self._k, self._run.threads, seed=self._run.seed)
        if self._search == "graph":
            return nearest_by_graph(vectors, self._weights, self._k, seed=self._run.seed)
        return nearest_by_product(vectors, self._weights, self._k, self._run.threads)


def nearest_by_product(vectors: Array, positives: Sparse, k: int, threads: int | None = None) -> Pairs:
    """The k words with the largest cosine to each, without itself and its positives.

    The caller holds BLAS to one thread.
    """

    def task(block: tuple[int, int]) -> tuple[list[int], Array]:
        first, last = block
        cosines = vectors[first:last] @ vectors.T
        room, kept, lengths = np.empty(len(vectors), np.int32), [], []
        for i, row in enumerate(cosines, first):
            exclude(row, positives.indptr, positives.indices, i)
            lengths.append(places_of_largest(row, k, room))
            kept.append(room[: lengths[-1]].copy())
        return lengths, np.concatenate(kept)

    parts = list(in_order(task, even_blocks(len(vectors), ROWS_PER_SEARCH), threads))
    lengths = np.concatenate([np.zeros(1, np.int64), *(np.array(part[0]) for part in parts)])
    return Pairs(np.cumsum(lengths), np.concatenate([part[1] for part in parts]))


def nearest_by_tree(
    vectors: Array, positives: Sparse, k: int, threads: int | None = None, *, seed: int = 0
) -> Pairs:
    """The same by a vantage-point tree, pruned as if no two words were nearer than random ones are."""
    tree = vantage_tree(vectors, seed=seed)
    least = expected_least_distance(vectors.shape[1])
    found = nearest_in_tree(tree, vectors, k, least=least, left_out=positives, skip_own=True, threads=threads)
    return _by_place(found.places)


def nearest_by_graph(vectors: Array, positives: Sparse, k: int, *, seed: int = 0) -> Pairs:
    """The same along pynndescent's graph, on one thread.

    A search along it cannot leave positives out. It asks for as many more as words have on average, so that
    words with more of them have fewer neighbors than k.
    """
    words = len(vectors)
    index = descent_index(vectors, min(GRAPH_NEIGHBORS, words), seed, instead="search=product")
    asked = min(words, k + 1 + ceil(positives.nnz / words))
    places = index.query(vectors, asked)[0]  # nearest first
    for i, row in enumerate(places):
        own = positives.indices[positives.indptr[i] : positives.indptr[i + 1]]
        wanted = (row != i) & ~np.isin(row, own)
        row[~wanted | (np.cumsum(wanted) > k)] = -1
    return _by_place(places)


def _by_place(places: Array) -> Pairs:
    """Each word's neighbors by their places; −1 stands for those there are not."""
    places = np.sort(places, axis=1)
    known = places >= 0
    indptr = np.concatenate([[0], np.cumsum(known.sum(axis=1))])
    return Pairs(indptr, places[known].astype(np.int32))


TILE = 768
"""A tile of cosines is 2 MB, and looked through before it leaves the cache."""


def pairs_beyond(
    vectors: Array, low: Array, high: Array, left_out: Sparse, threads: int | None = None
) -> Pairs:
    """All (i, j) with a cosine below or above the thresholds of i or of j, but those of a list.

    As cosines are symmetric, half of the tiles do for both (i, j) and (j, i). The caller holds BLAS to one
    thread.
    """
    words = len(vectors)

    def task(first: int) -> tuple[Array, Array]:
        own = vectors[first : first + TILE]
        rows, columns = np.empty((2, TILE * TILE), np.int32)
        found = []
        for begin in range(first, words, TILE):
            tile = own @ vectors[begin : begin + TILE].T
            count = places_beyond(tile, first, begin, low, high, rows, columns)
            found.append(np.array([rows[:count], columns[:count]]))
        pairs = np.concatenate(found, axis=1)
        order = np.argsort(pairs[0], kind="stable")
        return np.bincount(pairs[0] - first, minlength=len(own)), pairs[1][order]

    parts = list(in_order(task, range(0, words, TILE), threads))
    lengths = np.concatenate([part[0] for part in parts])
    return _both_ways(lengths, np.concatenate([part[1] for part in parts]), left_out)


def _both_ways(lengths: Array, columns: Array, left_out: Sparse) -> Pairs:
    """The pairs i < j of rows one after another, and all (j, i) too, without those of a list."""
    indptr = _starts(lengths)
    both = _starts(lengths + np.bincount(columns, minlength=len(lengths)))
    indices = np.empty(2 * len(columns), np.int32)
    mirror(indptr, columns, both, indices)
    kept = drop_listed(both, indices, left_out.indptr, left_out.indices)
    return Pairs(both, indices[:kept].copy())


def _starts(lengths: Array) -> Array:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
