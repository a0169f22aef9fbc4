"""Repulsion by near neighbours alone: paper 004's fast mode, with its tree or with matrix products."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from firth.core.arrays import Array, Sparse
from firth.core.parallel import even_blocks, in_order
from firth.errors import InputError
from firth.sphere._force_kernels import pass_over, places_of_largest
from firth.sphere.forces import Pairs, attraction, repulsion_of_pairs
from firth.sphere.kernels import Kernel
from firth.sphere.vptree import expected_least_distance, nearest, vantage_tree

Search = Literal["product", "tree"]

ROWS_PER_SEARCH = 64


class NearForces:
    """Attraction, and R_i = Σ_j K(w_i·w_j) w_j over the k nearest words that i is not drawn to.

    Paper 004 §3.3.5. search: product compares all words; tree is paper 004's vantage-point tree, which misses
    some.
    """

    def __init__(
        self,
        weights: Sparse,
        kernel: Kernel,
        k: int,
        *,
        search: Search = "product",
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        """Take note of what stays the same from sweep to sweep."""
        if search not in get_args(Search):
            raise InputError(f"search is {search!r}; choose one of {', '.join(get_args(Search))}.")
        self._weights, self._kernel, self._k = weights, kernel, k
        self._search, self._seed, self._threads = search, seed, threads

    def __call__(self, vectors: Array, *, anew: bool) -> tuple[Array, Array]:
        """Attraction and repulsion of each word. anew: look for neighbours, not only at those of earlier."""
        if anew:
            if self._search == "product":
                self._pairs = nearest_by_product(vectors, self._weights, self._k, self._threads)
            else:
                self._pairs = nearest_by_tree(vectors, self._weights, self._k, self._threads, seed=self._seed)
        return (
            attraction(self._weights, vectors, self._threads),
            repulsion_of_pairs(self._pairs, vectors, self._kernel, self._threads),
        )


def nearest_by_product(vectors: Array, positives: Sparse, k: int, threads: int | None = None) -> Pairs:
    """The k words with the largest cosine to each, itself and its positives passed over.

    The caller holds BLAS to one thread.
    """

    def task(block: tuple[int, int]) -> tuple[list[int], Array]:
        first, last = block
        cosines = vectors[first:last] @ vectors.T
        room, kept, lengths = np.empty(len(vectors), np.int32), [], []
        for i, row in enumerate(cosines, first):
            pass_over(row, positives.indptr, positives.indices, i)
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
    found = nearest(tree, vectors, k, least=least, left_out=positives, skip_own=True, threads=threads)
    places = np.sort(found.places, axis=1)  # −1, for neighbours there are not, comes first
    known = places >= 0
    indptr = np.concatenate([[0], np.cumsum(known.sum(axis=1))])
    return Pairs(indptr, places[known].astype(np.int32))
