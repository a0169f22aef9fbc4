"""Thin matrices, with many rows and few columns or the reverse, through the Gram matrix of the short side."""

from __future__ import annotations

from functools import reduce

import numpy as np

from firth.core.arrays import Array
from firth.core.operator import SparseLowRank
from firth.core.parallel import even_blocks, in_order
from firth.factorize.products import combine, inner, multiply

CELLS_AT_ONCE = 2_000_000
"""Entries of the dense block of rows that a task holds."""


def gram_svd(operator: SparseLowRank, dim: int, *, threads: int | None = None) -> tuple[Array, Array, Array]:
    """U, σ, V from the eigenvectors of MᵀM = V Σ² Vᵀ and U = M V Σ^-1.

    Two passes over the matrix, and no basis on the long side but the result itself. Singular values below
    about 10⁻⁷ of the first are lost in rounding.
    """
    if operator.shape[0] < operator.shape[1]:
        right, values, left = gram_svd(operator.T, dim, threads=threads)
        return left, values, right
    _, vectors = np.linalg.eigh(_gram(operator, threads))
    right = np.ascontiguousarray(vectors[:, ::-1][:, :dim])
    image = multiply(operator, right.astype(operator.dtype), threads)
    # The short products of the image give its lengths once more, and turn what rounding left askew.
    squares, turn = np.linalg.eigh(inner(image, image, threads))
    squares, turn = squares[::-1], turn[:, ::-1]
    values = np.sqrt(np.maximum(squares, 0.0))
    scale = np.divide(1.0, values, out=np.zeros_like(values), where=values > 0)
    return combine(image, (turn * scale).astype(image.dtype), threads), values, right @ turn


def _gram(operator: SparseLowRank, threads: int | None) -> Array:
    """MᵀM in float64, from dense blocks of a few thousand rows."""
    matrix, left, right = operator.sparse, operator.left, operator.right
    rows, columns = operator.shape

    def task(block: tuple[int, int]) -> Array:
        part = matrix[slice(*block)].toarray().astype(np.float64) - left[slice(*block)] @ right.T
        return np.asarray(part.T @ part)

    blocks = even_blocks(rows, max(1, CELLS_AT_ONCE // columns))
    return reduce(np.add, in_order(task, blocks, threads), np.zeros((columns, columns)))
