"""Orthonormal blocks by Gram matrices: all matrix products, no Householder reflections."""

from __future__ import annotations

import numpy as np

from firth.core.arrays import Array
from firth.factorize.products import combine, inner


def orthonormal(block: Array, threads: int | None = None) -> tuple[Array, Array]:
    """Q with orthonormal columns and C with Q C = X; columns that depend on others are left out.

    G = XᵀX = E Λ Eᵀ,  Q = X E Λ^-½, twice. Unlike Cholesky's factor, the eigenvectors also exist when the
    columns are dependent, as they are once a Krylov space is exhausted.
    """
    if block.shape[1] == 0:
        return block, np.zeros((0, 0))
    q, first = _round(block, threads)
    if q.shape[1] == 0:
        return q, first
    q, second = _round(q, threads)
    return q, second @ first


def project_out(block: Array, basis: Array, threads: int | None = None) -> tuple[Array, Array]:
    """X − Q(QᵀX) and the coefficients QᵀX; a second round where the first took nearly all of a column.

    A column that keeps more than a tenth of its length is orthogonal enough after one round.
    """
    before = np.linalg.norm(block, axis=0)
    coefficients = inner(basis, block, threads)
    block = block - combine(basis, coefficients.astype(basis.dtype), threads)
    if (np.linalg.norm(block, axis=0) < 0.1 * before).any():
        correction = inner(basis, block, threads)
        block -= combine(basis, correction.astype(basis.dtype), threads)
        coefficients += correction
        # What is left of a column inside the basis is rounding, not a direction.
        block[:, np.linalg.norm(block, axis=0) < 20 * np.finfo(block.dtype).eps * before] = 0
    return block, coefficients


def _round(block: Array, threads: int | None) -> tuple[Array, Array]:
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
    return combine(block, to_q.astype(block.dtype), threads), back
