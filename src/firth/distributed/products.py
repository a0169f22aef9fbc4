"""A matrix whose rows are with workers: products with it, as factorization asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.ca.correspondence import operator_squares
from firth.core import SparseLowRank
from firth.core.operator import DENSE_LIMIT
from firth.distributed.counts import rows_of
from firth.factorize.gram import gram_matrix
from firth.factorize.products import multiply
from firth.runtime.arrays import Array
from firth.runtime.parallel import balanced_blocks
from firth.runtime.sparse import compressed_rows

if TYPE_CHECKING:
    from distributed import Future
    from firth.distributed.workers import Workers


CELLS_WORTH_SENDING = 1_000_000


class DistributedOperator:
    """M in blocks of rows, each a SparseLowRank that a worker holds; or Mᵀ, by the same blocks.

    What `firth.factorize` asks of a matrix: its shape, its low-rank part, and products. M X is put together
    from the blocks. Mᵀ Y is the sum of what they give, added up in their order.

    Attributes
    ----------
    shape : tuple of int
    dtype : numpy.dtype
    left, right : array
        L and R of M = S − L Rᵀ.
    symmetric : bool
    """

    def __init__(
        self,
        workers: Workers,
        blocks: Sequence[Future],
        bounds: Sequence[tuple[int, int]],
        thin: tuple[Array, Array],
        *,
        symmetric: bool,
    ) -> None:
        """Hold on to the blocks; bounds: the first row and the last + 1 of each."""
        self._workers, self._blocks, self._bounds = workers, list(blocks), list(bounds)
        self._turned: list[Future] | None = None
        self.left, self.right = thin
        self.shape = (len(self.left), len(self.right))
        self.dtype, self.symmetric = self.left.dtype, symmetric

    @property
    def T(self) -> DistributedOperator | _Turned:  # noqa: N802 - numpy's name
        """Mᵀ."""
        return self if self.symmetric else _Turned(self)

    @property
    def finite(self) -> bool:
        """Whether no cell is NaN or infinite."""
        return all(self._each(_finite))

    def product(self, block: Array) -> Array:
        """M X."""
        sent = self._workers.everywhere(block)
        return np.concatenate(self._each(_times, sent))

    def turned_product(self, block: Array) -> Array:
        """Mᵀ Y."""
        if self._turned is None:
            self._turned = [self._workers.submit(_turn, one) for one in self._blocks]
        parts = [
            self._workers.submit(_times, one, block[slice(*bounds)])
            for one, bounds in zip(self._turned, self._bounds, strict=True)
        ]
        (found,) = self._workers.results([self._workers.reduced(parts, _sum)])
        return np.asarray(found)

    def gram(self) -> Array:
        """MᵀM in float64."""
        parts = [self._workers.submit(_gram, one) for one in self._blocks]
        (found,) = self._workers.results([self._workers.reduced(parts, _sum)])
        return np.asarray(found)

    def squared_norm(self) -> float:
        """‖M‖_F²."""
        return float(sum(self._each(SparseLowRank.squared_norm)))

    def to_dense(self, limit: int = DENSE_LIMIT) -> Array:
        """M as an array on this machine; refuses above `limit` entries."""
        return self.collected().to_dense(limit)

    def squares(self) -> tuple[Array, Array]:
        """Row and column sums of the squares of M."""
        parts = self._each(operator_squares)
        return np.concatenate([rows for rows, _ in parts]), reduce(np.add, [columns for _, columns in parts])

    def collected(self) -> SparseLowRank:
        """The same matrix on this machine."""
        from scipy.sparse import vstack

        operators: list[SparseLowRank] = self._workers.results(self._blocks, "collecting")
        sparse = vstack([one.sparse for one in operators], format="csr")
        return SparseLowRank(sparse, self.left, self.right, symmetric=self.symmetric)

    def _each(self, function: Any, *arguments: Any) -> list[Any]:
        return self._workers.results(
            [self._workers.submit(function, one, *arguments) for one in self._blocks]
        )


def spread(operator: SparseLowRank, workers: Workers) -> SparseLowRank | DistributedOperator:
    """A matrix of this machine in blocks of rows with workers; a small one stays."""
    sparse = operator.sparse
    if len(sparse.data) < CELLS_WORTH_SENDING:
        return operator
    bounds = balanced_blocks(sparse.indptr, 4 * workers.count)
    blocks = [
        workers.submit(
            _operator_of_arrays, *rows_of(sparse, *rows), operator.left[slice(*rows)], operator.right
        )
        for rows in bounds
    ]
    thin = operator.left, operator.right
    return DistributedOperator(workers, blocks, bounds, thin, symmetric=operator.symmetric)


class _Turned:
    """Mᵀ of a matrix whose rows are with workers."""

    def __init__(self, of: DistributedOperator) -> None:
        self.T = of
        self.shape, self.dtype, self.symmetric = of.shape[::-1], of.dtype, False
        self.left, self.right = of.right, of.left

    def product(self, block: Array) -> Array:
        return self.T.turned_product(block)


def _operator_of_arrays(
    indptr: Array, indices: Array, data: Array, width: int, left: Array, right: Array
) -> SparseLowRank:
    return SparseLowRank(compressed_rows(indptr, indices, data, (len(indptr) - 1, width)), left, right)


def _times(operator: SparseLowRank, block: Array) -> Array:
    return multiply(operator, block, 1)


def _turn(operator: SparseLowRank) -> SparseLowRank:
    return operator.T


def _gram(operator: SparseLowRank) -> Array:
    return gram_matrix(operator, 1)


def _finite(operator: SparseLowRank) -> bool:
    return operator.finite


def _sum(parts: Sequence[Array]) -> Array:
    return reduce(np.add, parts)
