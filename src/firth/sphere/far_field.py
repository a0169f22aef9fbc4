"""Forces of all words at once, by an expansion of the kernel around the center, and how it is fitted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import even_blocks, in_order
from firth.sphere._field_kernels import (
    add_attraction_less_field,
    copy_symmetric,
    ends_beyond,
    exclude_sampled,
    field_monomials,
    least_squares,
    power_sums,
    subtract_field,
)
from firth.sphere._force_kernels import pair_cosines
from firth.sphere.forces import Pairs, sum_over_pairs
from firth.sphere.kernels import SphereKernel
from firth.sphere.near import pairs_beyond

SAMPLED_WORDS = 1024
"""About the number of words, evenly spread, that represent all in the fit of each."""

_ROWS_PER_TASK = 512
_ROWS_FOR_LIMIT = 1024
_LEAST_LIMIT = 1e-12
_GRID = 801
_ROUNDS = 2


@dataclass(frozen=True, eq=False)
class Ends:
    """Below low[i] and above high[i] the cosines of word i are near ones, for which no field is fitted."""

    low: Array
    high: Array


class FieldFit:
    """P_i(x) = p₀ + p₁ x + p₂ x², for word i the nearest to K by least squares over its far cosines.

    One quadratic for all would be led by the words with the largest cosines, and far off for the others.
    """

    def __init__(self, positives: Sparse, kernel: SphereKernel, threads: int | None = None) -> None:
        """Take note of the positives that are in the sample."""
        self._kernel, self._threads = kernel, threads
        self._step = -(-positives.shape[0] // SAMPLED_WORDS)
        self._positives = positives[:, :: self._step]

    def fields(self, vectors: Array, ends: Ends) -> Array:
        """The three coefficients of each word."""
        return self._fit(vectors, ends)[0]

    def ends(self, vectors: Array, share: float) -> Ends:
        """Where |K − P_i| is more than so many times the mean of K for word i: in such a share of all pairs.

        The mean of K is about how much a word is pushed, so that each may be off by the same part of it.
        """
        words = len(vectors)
        ends = Ends(np.full(words, -1.5, vectors.dtype), np.full(words, 1.5, vectors.dtype))
        grid = np.linspace(-1, 1, _GRID).astype(vectors.dtype)
        for _ in range(_ROUNDS):
            fields, means = self._fit(vectors, ends)
            limits = (self._limit(vectors, fields, means, share) * means).astype(vectors.dtype)
            ends = Ends(np.empty_like(limits), np.empty_like(limits))
            ends_beyond(grid, self._kernel(grid), fields, limits, ends.low, ends.high)
        return ends

    def _fit(self, vectors: Array, ends: Ends) -> tuple[Array, Array]:
        """The coefficients of each word, and the mean of K over its sampled far cosines."""
        sums = np.empty((len(vectors), 8), vectors.dtype)
        sampled = np.ascontiguousarray(vectors[:: self._step])

        def task(block: tuple[int, int]) -> None:
            rows = slice(*block)
            cosines = self._cosines(vectors, np.arange(*block), sampled)
            power_sums(cosines, self._kernel(cosines), ends.low[rows], ends.high[rows], sums[rows])

        for _ in in_order(task, even_blocks(len(vectors), _ROWS_PER_TASK), self._threads):
            pass
        fields = np.empty((len(vectors), 3), vectors.dtype)
        least_squares(sums, fields)
        with np.errstate(divide="ignore"):  # nothing is near where nothing is far
            return fields, np.maximum(sums[:, 5], np.finfo(sums.dtype).tiny) / sums[:, 0]

    def _limit(self, vectors: Array, fields: Array, means: Array, share: float) -> float:
        """What |K − P_i| / mean exceeds in a share of the pairs, by those of a sample of rows."""
        rows = np.arange(0, len(vectors), -(-len(vectors) // _ROWS_FOR_LIMIT))
        cosines = self._cosines(vectors, rows, vectors[:: self._step])
        p0, p1, p2 = fields[rows, :, None].transpose(1, 0, 2)
        off = np.abs(self._kernel(cosines) - p0 - cosines * (p1 + cosines * p2)) / means[rows, None]
        off = off[cosines > -2]
        return float(np.quantile(off, 1 - share)) + _LEAST_LIMIT if len(off) else 1.0

    def _cosines(self, vectors: Array, rows: Array, sampled: Array) -> Array:
        """Those of some rows with the sampled words; −2, less than any, for positives and a word itself."""
        cosines = vectors[rows] @ sampled.T
        exclude_sampled(cosines, self._positives.indptr, self._positives.indices, rows, self._step)
        return cosines


ROWS_PER_TASK = 4096
ROWS_AT_ONCE = 512
"""The number of words whose monomials are held at a time: 10 MB for 100 dimensions."""

DIMENSIONS_AT_ONCE = 25

NEAR_WORDS = 100
"""How many others each word would have near, on average; up to twice as many are, as pairs are for both."""


class FarFieldForces:
    """Attraction, and R_i = Σ_j K(x_ij) w_j = Σ_j P_i(x_ij) w_j + Σ_near (K − P_i)(x_ij) w_j, nearly.

    P_i = p₀ + p₁ x + p₂ x² is fitted by least squares to K over a sample of the pairs of i that are neither
    positive nor near; its sum over all words is p₀ m + p₁ M w_i + p₂ T(w_i, w_i) with the moments m = Σ w,
    M = Σ w wᵀ, T = Σ w⊗w⊗w, from which that of the positives is subtracted exactly
    (docs/mathematics/sphere.md).

    near: how many others a word would have near, on average, as its quadratic is most off for them: at both
    ends, as it rises again for the smallest cosines, and words that are opposite would drive each other on.
    """

    def __init__(
        self,
        weights: Sparse,
        kernel: SphereKernel,
        *,
        near: float = NEAR_WORDS,
        threads: int | None = None,
    ) -> None:
        """Take note of what stays the same from sweep to sweep."""
        self._weights, self._kernel, self._threads = weights, kernel, threads
        self._share = min(1.0, near / weights.shape[0])
        self._fit = FieldFit(weights, kernel, threads)

    def find_near(self, vectors: Array) -> None:
        """Find the pairs that are near, until the next call."""
        self._ends = self._fit.ends(vectors, self._share)
        self._near = pairs_beyond(vectors, self._ends.low, self._ends.high, self._weights, self._threads)

    def __call__(self, vectors: Array) -> tuple[Array, Array]:
        """Attraction and repulsion of each word."""
        fields = self._fit.fields(vectors, self._ends)
        repulsion = field_of_all(vectors, fields, self._threads)
        attraction = self._subtract_positives(vectors, fields, repulsion)
        repulsion += self._beyond_field(vectors, fields)
        return attraction, repulsion

    def _subtract_positives(self, vectors: Array, fields: Array, repulsion: Array) -> Array:
        """Take the field of its positives and of itself from each word's repulsion; the attraction too."""
        attraction = np.zeros_like(vectors)
        pairs, values = Pairs(self._weights.indptr, self._weights.indices), self._weights.data

        def task(rows: tuple[int, int]) -> None:
            add_attraction_less_field(
                pairs.indptr, pairs.indices, values, vectors, fields, *rows, pairs.tile, attraction, repulsion
            )

        for _ in in_order(task, pairs.tasks(), self._threads):
            pass
        return attraction

    def _beyond_field(self, vectors: Array, fields: Array) -> Array:
        """Σ (K − P_i)(x_ij) w_j over the near pairs."""
        near = self._near

        def weights(first: int, last: int) -> Array:
            cosines = np.empty(near.indptr[last] - near.indptr[first], vectors.dtype)
            pair_cosines(near.indptr, near.indices, vectors, first, last, near.tile, cosines)
            strengths = self._kernel(cosines)
            subtract_field(near.indptr, cosines, fields, first, last, strengths)
            return strengths

        return sum_over_pairs(near, vectors, weights, self._threads)


def field_of_all(vectors: Array, fields: Array, threads: int | None = None) -> Array:
    """Σ_j P_i(w_i·w_j) w_j over all j: two products with the field_monomials of each word."""
    table = _moments(vectors, threads).astype(vectors.dtype).T
    result = np.empty_like(vectors)

    def task(block: tuple[int, int]) -> None:
        room = np.empty((ROWS_AT_ONCE, len(table)), vectors.dtype)
        for first in range(*block, ROWS_AT_ONCE):
            rows = slice(first, min(first + ROWS_AT_ONCE, block[1]))
            own = room[: rows.stop - first]
            field_monomials(vectors[rows], fields[rows], own)
            np.matmul(own, table, out=result[rows])

    for _ in in_order(task, even_blocks(len(vectors), ROWS_PER_TASK), threads):
        pass
    return result


def _moments(vectors: Array, threads: int | None) -> Array:
    """Σ w_c, Σ w_c w_a and Σ w_c w_a w_b (twice if a < b) in row c and the columns of `field_monomials`.

    The last are the same for any order of a, b and c: products give those with a ≤ b ≤ c and some more, less
    than half of all, and the others are copied.
    """
    words, dim = vectors.shape
    ends = 1 + dim + np.arange(dim + 1) * np.arange(1, dim + 2) // 2
    ones = np.ones((ROWS_AT_ONCE, 3), vectors.dtype)

    def task(block: tuple[int, int]) -> Array:
        total = np.zeros((dim, ends[-1]), vectors.dtype)
        room = np.empty((ROWS_AT_ONCE, ends[-1]), vectors.dtype)
        for first in range(*block, ROWS_AT_ONCE):
            part = vectors[first : min(first + ROWS_AT_ONCE, block[1])]
            own = room[: len(part)]
            field_monomials(part, ones, own)
            for begin, end in even_blocks(dim, DIMENSIONS_AT_ONCE):
                columns = slice(ends[begin] if begin else 0, ends[end])
                total[begin:, columns] += part[:, begin:].T @ own[:, columns]
        return total

    nothing = np.zeros((dim, ends[-1]))
    total = reduce(np.add, in_order(task, even_blocks(words, ROWS_PER_TASK), threads), nothing)
    copy_symmetric(total, ends)
    # x² = Σ_a Σ_b w_a w_b v_a v_b has each pair a < b twice.
    total[:, 1 + dim :] *= 2
    total[:, ends[1:] - 1] /= 2
    return total
