"""Singular vectors through the Gram matrix of the shorter side, formed or known by its products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

import numpy as np

from firth.core.operator import SparseLowRank
from firth.factorize.checkpoint import Checkpoint
from firth.factorize.eigen import krylov_eigen
from firth.factorize.orthonormal import orthonormal_factors
from firth.factorize.plan import KrylovPlan
from firth.factorize.products import combine, multiply
from firth.factorize.solver import Solved
from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import Run

CELLS_AT_ONCE = 500_000
"""Entries of the dense block of rows that a task holds."""


def gram_svd(operator: SparseLowRank, dim: int, run: Run) -> Solved:
    """All from the eigenvectors of MᵀM = V Σ² Vᵀ, formed, and U = M V Σ^-1.

    Two passes over the matrix, and no basis on the long side but the result itself. Singular values below
    about 10⁻⁷ of the first are lost in rounding.
    """
    if operator.shape[0] < operator.shape[1]:
        return _turned(gram_svd(operator.T, dim, run))
    gram = gram_matrix(operator, run.threads)
    _, vectors = np.linalg.eigh(gram)
    right = np.ascontiguousarray(vectors[:, ::-1][:, :dim], dtype=operator.dtype)
    left, values, right = _triples(operator, right, run.threads)
    # Mᵀu − σv = (MᵀM v − σ²v)/σ
    apart = np.linalg.norm(gram @ right - right * values**2, axis=0)
    scale = values * values.max(initial=0.0)
    residuals = np.divide(apart, scale, out=np.zeros_like(apart), where=scale > 0)
    return Solved(left, values, right, float(residuals.max(initial=0.0)), 2, "exact")


def gram_krylov_svd(
    operator: SparseLowRank, plan: KrylovPlan, run: Run, checkpoint: Checkpoint | None = None
) -> Solved:
    """All from products with MᵀM, which is not formed.

    Only the shorter side has a basis to store and to keep orthogonal, which saves most of both where the
    sides differ. In double precision this costs no accuracy worth having: residuals reach 10⁻¹⁶ σ₁²/σ.
    """
    wide = operator.shape[0] < operator.shape[1]
    tall, flat = (operator.T, operator) if wide else (operator, operator.T)
    found = krylov_eigen(
        lambda block: multiply(flat, multiply(tall, block, run.threads), run.threads),
        tall.shape[1], plan, run, end="squares", dtype=operator.dtype, checkpoint=checkpoint,
    )  # fmt: skip
    left, values, right = _triples(tall, found.right, run.threads)
    solved = Solved(left, values, right, found.residual, 2 * found.passes + 1, found.stopped)
    return _turned(solved) if wide else solved


def _turned(solved: Solved) -> Solved:
    """That of Mᵀ."""
    return replace(solved, left=solved.right, right=solved.left)


def _triples(operator: SparseLowRank, right: Array, threads: int | None) -> tuple[Array, Array, Array]:
    """U, σ, V from V alone; the small SVD of M V corrects what rounding did to V."""
    left = multiply(operator, right, threads)
    to_basis, lengths = orthonormal_factors(left, threads)
    x, values, yt = np.linalg.svd(lengths, full_matrices=False)
    turn = (to_basis @ x).astype(left.dtype)
    left = combine(left, turn, threads, out=left if len(turn) == len(turn.T) else None)
    return left, values, combine(right, yt.T.astype(right.dtype), threads)


def gram_matrix(operator: SparseLowRank, threads: int | None) -> Array:
    """MᵀM in float64, from dense blocks of rows; an operator whose rows are elsewhere knows its own."""
    elsewhere: Callable[[], Array] | None = getattr(operator, "gram", None)
    if elsewhere is not None:
        return elsewhere()
    matrix, left, right = operator.sparse, operator.left, operator.right
    rows, columns = operator.shape

    def task(block: tuple[int, int]) -> Array:
        part = matrix[slice(*block)].toarray().astype(np.float64) - left[slice(*block)] @ right.T
        return np.asarray(part.T @ part)

    blocks = even_blocks(rows, max(1, CELLS_AT_ONCE // columns))
    return reduce(np.add, in_order(task, blocks, threads), np.zeros((columns, columns)))
