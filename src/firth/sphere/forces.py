"""Forces between the points of a sphere: sums over listed pairs, and the exact repulsion of all others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import balanced_blocks, even_blocks, in_order
from firth.sphere._force_kernels import add_pairs, clear_pairs, pair_cosines
from firth.sphere.kernels import SphereKernel

ROWS_PER_TASK = 512
COLUMNS_PER_TILE = 1024
"""A tile of cosines is 2 MB: it stays in cache between the two products."""

PAIRS_PER_TASK = 500_000
LEAST_TILE, PAIRS_IN_TILE = 1024, 32
"""The least number of words in a tile of a list of pairs, and of pairs in a row on average."""


class Forces(Protocol):
    """Attraction and repulsion of each word."""

    def find_near(self, vectors: Array) -> None:
        """Find the near neighbors of each word, for all sweeps until the next call."""

    def __call__(self, vectors: Array) -> tuple[Array, Array]:
        """Attraction and repulsion, where the words are now."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """The pairs (i, j) of a list in compressed rows: those of i are indices[indptr[i] : indptr[i + 1]]."""

    indptr: Array
    indices: Array

    @property
    def tile(self) -> int:
        """How many words to take at a time: few, to stay in cache, but not too few to be worth it."""
        words = len(self.indptr) - 1
        return max(LEAST_TILE, PAIRS_IN_TILE * words**2 // max(1, len(self.indices)))

    def tasks(self) -> list[tuple[int, int]]:
        """Blocks of rows with about as many pairs each."""
        return balanced_blocks(self.indptr, len(self.indices) // PAIRS_PER_TASK + 1)


def attraction(weights: Sparse, vectors: Array, threads: int | None = None) -> Array:
    """A_i = Σ_j a_ij w_j      [HajiSoleimani2019, eq. 3.9]"""
    pairs = Pairs(weights.indptr, weights.indices)

    def of_rows(first: int, last: int) -> Array:
        return np.asarray(weights.data[weights.indptr[first] : weights.indptr[last]])

    return sum_over_pairs(pairs, vectors, of_rows, threads)


def sum_over_pairs(
    pairs: Pairs, vectors: Array, weights: Callable[[int, int], Array], threads: int | None
) -> Array:
    """Σ_j weight·w_j in each row; weights(first, last) gives those of all pairs of these rows."""
    indptr, indices = pairs.indptr, pairs.indices
    result = np.zeros_like(vectors)

    def task(rows: tuple[int, int]) -> None:
        first, last = rows
        values, sums = weights(first, last), result[first:last]
        add_pairs(indptr, indices, values, vectors, first, last, pairs.tile, sums)

    for _ in in_order(task, pairs.tasks(), threads):
        pass
    return result


def repulsion_of_pairs(
    pairs: Pairs, vectors: Array, strength: Callable[[Array], Array], threads: int | None = None
) -> Array:
    """R_i = Σ_j f(w_i·w_j) w_j over the pairs of a list.

    strength: f, of many cosines at once.
    """

    def weights(first: int, last: int) -> Array:
        cosines = np.empty(pairs.indptr[last] - pairs.indptr[first], vectors.dtype)
        pair_cosines(pairs.indptr, pairs.indices, vectors, first, last, pairs.tile, cosines)
        return strength(cosines)

    return sum_over_pairs(pairs, vectors, weights, threads)


def exact_repulsion(
    vectors: Array, positives: Sparse, kernel: SphereKernel, threads: int | None = None
) -> Array:
    """R_i = Σ_j K(w_i·w_j) w_j over all j ≠ i that have no cell in row i of the positives.

    Two matrix products for each tile of cosines, which is all that is ever held of the n × n of them. The
    caller holds BLAS to one thread.
    """
    result = np.empty_like(vectors)
    tiles = even_blocks(len(vectors), COLUMNS_PER_TILE)

    def task(block: tuple[int, int]) -> None:
        first, last = block
        total = np.zeros((last - first, vectors.shape[1]), vectors.dtype)
        room = np.empty((last - first) * COLUMNS_PER_TILE, vectors.dtype)
        for begin, end in tiles:
            tile = room[: (last - first) * (end - begin)].reshape(last - first, end - begin)
            np.matmul(vectors[first:last], vectors[begin:end].T, out=tile)
            kernel.apply(tile)
            clear_pairs(tile, first, begin, positives.indptr, positives.indices)
            total += tile @ vectors[begin:end]
        result[first:last] = total

    for _ in in_order(task, even_blocks(len(vectors), ROWS_PER_TASK), threads):
        pass
    return result


class ExactForces:
    """Attraction, and the exact repulsion, of each word."""

    def __init__(self, weights: Sparse, kernel: SphereKernel, *, threads: int | None = None) -> None:
        """Take note of what stays the same from sweep to sweep."""
        self._weights, self._kernel, self._threads = weights, kernel, threads

    def find_near(self, vectors: Array) -> None:
        """All words push, near or far: there is nothing to find."""

    def __call__(self, vectors: Array) -> tuple[Array, Array]:
        """Attraction and repulsion of each word."""
        return (
            attraction(self._weights, vectors, self._threads),
            exact_repulsion(vectors, self._weights, self._kernel, self._threads),
        )


def unit_rows(vectors: Array) -> Array:
    """Each row scaled to length 1; rows of zeros stay."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    return np.asarray(np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0))
