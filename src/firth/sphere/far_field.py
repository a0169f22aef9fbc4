"""Repulsion by far field and near field: a polynomial of moments for all words, exact for the near ones."""

from __future__ import annotations

from functools import reduce

import numpy as np

from firth.core.arrays import Array, Sparse
from firth.core.parallel import balanced_blocks, even_blocks, in_order
from firth.sphere._force_kernels import (
    add_attraction_less_field,
    monomials,
    pass_over,
    places_outside,
)
from firth.sphere.forces import PAIRS_PER_TASK, Pairs, repulsion_of_pairs
from firth.sphere.kernels import Kernel
from firth.sphere.near import ROWS_PER_SEARCH, chosen_pairs

ROWS_PER_TASK = 1024
ROWS_AT_ONCE = 128
"""Monomials of so many words are held at a time: 2.6 MB for 100 dimensions."""

NEAR_SHARE = 0.004
"""Of all pairs, those that count as near: half of them with the largest cosines, half with the smallest."""

SAMPLED_ROWS = 256
SAMPLED_CELLS = 4_000_000
_BINS = 400


class FarFieldForces:
    """Attraction, and R_i = Σ_j K(x_ij) w_j = Σ_j P(x_ij) w_j + Σ_near (K − P)(x_ij) w_j, nearly.

    P = p₀ + p₁ x + p₂ x² is fitted by least squares to K over a sample of the pairs that are neither
    positive nor near; its sum over all words is p₀ m + p₁ M w_i + p₂ T(w_i, w_i) with the moments m = Σ w,
    M = Σ w wᵀ, T = Σ w⊗w⊗w (METHODS §12), from which that of the positives is subtracted exactly.

    share: of all pairs, those that count as near: half of them with the largest cosines, and half with the
    smallest, where the quadratic rises again: without these, words that are opposite drive each other on.
    """

    def __init__(
        self,
        weights: Sparse,
        kernel: Kernel,
        *,
        share: float = NEAR_SHARE,
        threads: int | None = None,
    ) -> None:
        """Take note of what stays the same from sweep to sweep."""
        self._weights, self._kernel, self._threads = weights, kernel, threads
        self._shares = (share / 2, 1 - share / 2)

    def __call__(self, vectors: Array, *, anew: bool) -> tuple[Array, Array]:
        """Attraction and repulsion of each word. anew: look for near pairs; else take those found."""
        if anew:
            self._near = self._find_near(vectors)
        field = self._fit(vectors)
        repulsion = _field_of_all(vectors, field, self._threads)
        attraction = self._subtract_positives(vectors, field, repulsion)

        def beyond_field(cosines: Array) -> Array:
            far = field[0] + cosines * (field[1] + cosines * field[2])
            self._kernel.apply(cosines)
            return np.asarray(np.subtract(cosines, far, out=cosines))

        repulsion += repulsion_of_pairs(self._near, vectors, beyond_field, self._threads)
        return attraction, repulsion

    def _find_near(self, vectors: Array) -> Pairs:
        nothing = Pairs(np.zeros(len(vectors) + 1, np.int64), np.zeros(0, np.int32))
        cosines = self._sample(vectors, nothing)
        low, high = np.quantile(cosines, self._shares) if len(cosines) else (-2.0, 2.0)
        return chosen_pairs(
            vectors, self._weights, lambda row, places: places_outside(row, low, high, places), self._threads
        )

    def _fit(self, vectors: Array) -> Array:
        """The three coefficients of P, by bins of the sampled cosines."""
        counts, edges = np.histogram(self._sample(vectors, self._near), _BINS, (-1.0, 1.0))
        middles = (edges[1:] + edges[:-1]) / 2
        powers = middles[:, None] ** np.arange(3) * np.sqrt(counts)[:, None]
        values = self._kernel(middles) * np.sqrt(counts)
        return np.asarray(np.linalg.lstsq(powers, values)[0], vectors.dtype)

    def _sample(self, vectors: Array, near: Pairs) -> Array:
        """Cosines of pairs neither positive nor near: of rows evenly spread, with every so many words."""
        words = len(vectors)
        rows = np.unique(np.linspace(0, words - 1, min(SAMPLED_ROWS, words)).astype(int))
        step = max(1, len(rows) * words // SAMPLED_CELLS)
        found = []
        for first, last in even_blocks(len(rows), ROWS_PER_SEARCH):
            for i, cosines in zip(rows[first:last], vectors[rows[first:last]] @ vectors.T, strict=True):
                for pairs in (self._weights, near):
                    pass_over(cosines, pairs.indptr, pairs.indices, i)
                kept = cosines[i % step :: step]
                found.append(kept[kept > -2])
        return np.concatenate(found)

    def _subtract_positives(self, vectors: Array, field: Array, repulsion: Array) -> Array:
        """Take the field of its positives and of itself from each word's repulsion; the attraction too."""
        attraction = np.zeros_like(vectors)
        weights = self._weights

        def task(rows: tuple[int, int]) -> None:
            add_attraction_less_field(
                weights.indptr, weights.indices, weights.data, vectors, field, *rows, attraction, repulsion
            )

        tasks = balanced_blocks(weights.indptr, weights.nnz // PAIRS_PER_TASK + 1)
        for _ in in_order(task, tasks, self._threads):
            pass
        return attraction


def _field_of_all(vectors: Array, field: Array, threads: int | None) -> Array:
    """Σ_j P(w_i·w_j) w_j over all j, by moments: two products with the monomials of each word."""
    words, dim = vectors.shape
    width = 1 + dim + dim * (dim + 1) // 2

    def moments(block: tuple[int, int]) -> Array:
        total = np.zeros((width, dim), vectors.dtype)
        room = np.empty((ROWS_AT_ONCE, width), vectors.dtype)
        for first in range(*block, ROWS_AT_ONCE):
            part = vectors[first : min(first + ROWS_AT_ONCE, block[1])]
            monomials(part, room[: len(part)])
            total += room[: len(part)].T @ part
        return total

    blocks = even_blocks(words, ROWS_PER_TASK)
    nothing = np.zeros((width, dim))
    # x² = Σ_a Σ_b w_a w_b v_a v_b has each pair a < b twice.
    twice = np.repeat(2.0, dim * (dim + 1) // 2)
    twice[np.concatenate([[0], np.cumsum(np.arange(dim, 1, -1))])] = 1.0
    scale = np.concatenate([[field[0]], np.repeat(field[1], dim), field[2] * twice])
    total = reduce(np.add, in_order(moments, blocks, threads), nothing)
    table = (scale[:, None] * total).astype(vectors.dtype)
    result = np.empty_like(vectors)

    def task(block: tuple[int, int]) -> None:
        room = np.empty((ROWS_AT_ONCE, width), vectors.dtype)
        for first in range(*block, ROWS_AT_ONCE):
            last = min(first + ROWS_AT_ONCE, block[1])
            monomials(vectors[first:last], room[: last - first])
            np.matmul(room[: last - first], table, out=result[first:last])

    for _ in in_order(task, blocks, threads):
        pass
    return result
