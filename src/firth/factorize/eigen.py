"""Algebraically largest eigenvectors of a symmetric operator: restarted randomized block Lanczos."""

from __future__ import annotations

import numpy as np

from firth.core.arrays import Array
from firth.core.operator import SparseLowRank
from firth.core.progress import Progress, silent
from firth.factorize.orthonormal import orthonormal, project_out
from firth.factorize.plan import KrylovPlan
from firth.factorize.products import combine, multiply


def krylov_eigen(
    operator: SparseLowRank,
    dim: int,
    plan: KrylovPlan,
    *,
    by_magnitude: bool = False,
    rng: np.random.Generator,
    threads: int | None = None,
    progress: Progress = silent,
) -> tuple[Array, Array, float, int, str]:
    """Eigenvectors, eigenvalues, the largest relative residual, passes and why it stopped.

    Q spans {Ω, MΩ, M²Ω, …};  T = QᵀMQ = Y Λ Yᵀ;  eigenvectors Q Y.      (METHODS §10)

    A full basis restarts from its best Ritz vectors: half of a plain Krylov space is spent on the other end
    of the spectrum. M Q − Q T is zero but for the newest block, so residuals need no further product.
    by_magnitude: the largest |λ|, which are the singular values, rather than the largest λ.
    """
    rows = operator.shape[0]
    basis = np.empty((rows, plan.columns), operator.dtype)
    projected = np.zeros((plan.columns, plan.columns))
    block, _ = orthonormal(rng.standard_normal((rows, plan.block)).astype(operator.dtype), threads)
    size = steps = 0
    while True:
        start, size = size, size + block.shape[1]
        basis[:, start:size] = block
        rest, coefficients = project_out(multiply(operator, block, threads), basis[:, :size], threads)
        projected[:size, start:size] = coefficients
        projected[start:size, :size] = coefficients.T
        steps += 1
        progress("factorizing", steps, plan.steps, "steps")
        block, lengths = orthonormal(rest, threads)
        full = size + block.shape[1] > plan.columns
        exhausted = block.shape[1] == 0 or size == rows
        if not (full or exhausted or steps >= plan.steps):
            continue
        values, vectors = _ritz(projected[:size, :size], by_magnitude)
        residual = _residual(lengths @ vectors[start:size, :dim], values[:dim])
        stopped = plan.stop(steps, residual, exhausted=exhausted)
        if stopped:
            break
        keep = min(plan.keep, size)
        basis[:, :keep] = combine(basis[:, :size], vectors[:, :keep].astype(operator.dtype), threads)
        projected[:] = 0.0
        projected[range(keep), range(keep)] = values[:keep]
        size = keep
    found = combine(basis[:, :size], vectors[:, :dim].astype(operator.dtype), threads)
    return found, values[:dim], residual, steps, stopped


def _ritz(projected: Array, by_magnitude: bool) -> tuple[Array, Array]:
    values, vectors = np.linalg.eigh((projected + projected.T) / 2)
    order = np.argsort(-np.abs(values) if by_magnitude else -values, kind="stable")
    return values[order], vectors[:, order]


def _residual(tails: Array, values: Array) -> float:
    largest = max(float(np.abs(values).max(initial=0.0)), float(np.finfo(float).tiny))
    return float(np.linalg.norm(tails, axis=0).max(initial=0.0)) / largest
