"""Orthonormal blocks by Gram matrices: all matrix products, no Householder reflections."""

from __future__ import annotations

import numpy as np

from firth.factorize.products import column_lengths, combine, inner
from firth.runtime.arrays import Array


def orthonormal(block: Array, threads: int | None = None) -> tuple[Array, Array]:
    """Q with orthonormal columns and C with Q C = X; columns that depend on others are left out.

    G = XᵀX = E Λ Eᵀ,  Q = X E Λ^-½, twice. Unlike Cholesky's factor, the eigenvectors also exist when the
    columns are dependent, as they are once a Krylov space is exhausted.
    """
    if block.shape[1] == 0:
        return block, np.zeros((0, 0))
    to_q, first = orthonormal_factors(block, threads)
    q = combine(block, to_q, threads)
    if q.shape[1] == 0:
        return q, first
    to_q, second = orthonormal_factors(q, threads)
    return combine(q, to_q, threads), second @ first


def project_out(
    block: Array, basis: Array, threads: int | None = None, *, enough: float = 0.1
) -> tuple[Array, Array]:
    """X − Q(QᵀX), in the place of X, and the coefficients QᵀX.

    A second round follows where the first took nearly all of a column.
    enough: a column that keeps more than this part of its length is orthogonal enough after one round. A
    tenth will do for some forty steps; runs of hundreds need a half, or what is left grows until it rules.
    """
    if not block.flags.writeable:  # as arrays are that come from other processes
        block = block.copy()
    before = column_lengths(block, threads)
    coefficients = inner(basis, block, threads)
    combine(basis, coefficients.astype(basis.dtype), threads, out=block, subtract=True)
    # Pythagoras: what the basis did not take of a column is left of it.
    taken = (coefficients**2).sum(axis=0)
    if (taken > (1 - enough**2) * before**2).any():
        correction = inner(basis, block, threads)
        combine(basis, correction.astype(basis.dtype), threads, out=block, subtract=True)
        coefficients += correction
        # What is left of a column inside the basis is rounding, not a direction.
        block[:, column_lengths(block, threads) < 20 * np.finfo(block.dtype).eps * before] = 0
    return block, coefficients


def orthonormal_factors(block: Array, threads: int | None = None) -> tuple[Array, Array]:
    """B and C with X = (X B) C, the columns of X B nearly orthonormal; fewer where some depend on others."""
    gram = inner(block, block, threads)
    lengths = np.sqrt(np.diag(gram))
    scale = np.where(lengths > 0, lengths, 1.0)
    values, vectors = np.linalg.eigh(gram / np.outer(scale, scale))
    # A Gram matrix in the block's precision resolves directions down to the square root of that precision.
    kept = values > len(values) * float(np.finfo(block.dtype).eps) * max(values[-1], 1.0)
    kept &= bool(lengths.max(initial=0.0) > 0)
    roots = np.sqrt(values[kept])
    to_q = vectors[:, kept] / scale[:, None] / roots
    back = (vectors[:, kept] * roots).T * scale
    return to_q.astype(block.dtype), back
