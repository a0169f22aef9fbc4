"""Singular vectors through the Gram matrix of the shorter side, formed or known by its products."""

from __future__ import annotations

from functools import reduce

import numpy as np

from firth.core.operator import SparseLowRank
from firth.factorize.eigen import krylov_eigen
from firth.factorize.orthonormal import orthonormal_factors
from firth.factorize.plan import KrylovPlan
from firth.factorize.products import combine, multiply
from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import Progress, silent

CELLS_AT_ONCE = 500_000
"""Entries of the dense block of rows that a task holds."""


def gram_svd(
    operator: SparseLowRank, dim: int, *, threads: int | None = None
) -> tuple[Array, Array, Array, float]:
    """U, σ, V and the largest relative residual from the eigenvectors of MᵀM = V Σ² Vᵀ and U = M V Σ^-1.

    Two passes over the matrix, and no basis on the long side but the result itself. Singular values below
    about 10⁻⁷ of the first are lost in rounding.
    """
    if operator.shape[0] < operator.shape[1]:
        right, values, left, residual = gram_svd(operator.T, dim, threads=threads)
        return left, values, right, residual
    gram = _gram(operator, threads)
    _, vectors = np.linalg.eigh(gram)
    right = np.ascontiguousarray(vectors[:, ::-1][:, :dim], dtype=operator.dtype)
    left, values, right = _triples(operator, right, threads)
    # Mᵀu − σv = (MᵀM v − σ²v)/σ
    apart = np.linalg.norm(gram @ right - right * values**2, axis=0)
    scale = values * values.max(initial=0.0)
    residuals = np.divide(apart, scale, out=np.zeros_like(apart), where=scale > 0)
    return left, values, right, float(residuals.max(initial=0.0))


def gram_krylov_svd(
    operator: SparseLowRank,
    dim: int,
    plan: KrylovPlan,
    *,
    rng: np.random.Generator,
    threads: int | None = None,
    progress: Progress = silent,
) -> tuple[Array, Array, Array, float, int, str]:
    """U, σ, V, the largest relative residual, passes and why it stopped, from products with MᵀM.

    Only the shorter side has a basis to store and to keep orthogonal, which saves most of both where the
    sides differ. In double precision this costs no accuracy worth having: residuals reach 10⁻¹⁶ σ₁²/σ.
    """
    wide = operator.shape[0] < operator.shape[1]
    tall, flat = (operator.T, operator) if wide else (operator, operator.T)
    right, _, residual, steps, stopped = krylov_eigen(
        lambda block: multiply(flat, multiply(tall, block, threads), threads),
        tall.shape[1], dim, plan,
        end="squares", dtype=operator.dtype, rng=rng, threads=threads, progress=progress,
    )  # fmt: skip
    left, values, right = _triples(tall, right, threads)
    return *((right, values, left) if wide else (left, values, right)), residual, 2 * steps + 1, stopped


def _triples(operator: SparseLowRank, right: Array, threads: int | None) -> tuple[Array, Array, Array]:
    """U, σ, V from V alone; what rounding left askew is turned right by the small products of M V."""
    left = multiply(operator, right, threads)
    to_basis, lengths = orthonormal_factors(left, threads)
    x, values, yt = np.linalg.svd(lengths, full_matrices=False)
    turn = (to_basis @ x).astype(left.dtype)
    left = combine(left, turn, threads, out=left if len(turn) == len(turn.T) else None)
    return left, values, combine(right, yt.T.astype(right.dtype), threads)


def _gram(operator: SparseLowRank, threads: int | None) -> Array:
    """MᵀM in float64, from dense blocks of a few thousand rows."""
    matrix, left, right = operator.sparse, operator.left, operator.right
    rows, columns = operator.shape

    def task(block: tuple[int, int]) -> Array:
        part = matrix[slice(*block)].toarray().astype(np.float64) - left[slice(*block)] @ right.T
        return np.asarray(part.T @ part)

    blocks = even_blocks(rows, max(1, CELLS_AT_ONCE // columns))
    return reduce(np.add, in_order(task, blocks, threads), np.zeros((columns, columns)))
