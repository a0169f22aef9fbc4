"""A quadratic for each word that is near to the kernel on most of its cosines, and where it no longer is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import even_blocks, in_order
from firth.sphere._field_kernels import ends_beyond, least_squares, pass_over_sampled, power_sums
from firth.sphere.kernels import Kernel

SAMPLED_WORDS = 1024
"""About so many words, evenly spread, stand for all in the fit of each."""

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

    def __init__(self, positives: Sparse, kernel: Kernel, threads: int | None = None) -> None:
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
        pass_over_sampled(cosines, self._positives.indptr, self._positives.indices, rows, self._step)
        return cosines
