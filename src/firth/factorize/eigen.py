"""Leading eigenvectors of a symmetric matrix known by its products: restarted randomized block Lanczos."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import DTypeLike

from firth.factorize.checkpoint import Checkpoint
from firth.factorize.orthonormal import orthonormal, project_out
from firth.factorize.plan import KrylovPlan
from firth.factorize.products import combine, place
from firth.factorize.solver import Solved
from firth.runtime.arrays import Array
from firth.runtime.run import Run

End = Literal["largest", "magnitude", "squares"]


def krylov_eigen(
    product: Callable[[Array], Array],
    side: int,
    plan: KrylovPlan,
    run: Run,
    *,
    end: End = "largest",
    dtype: DTypeLike,
    checkpoint: Checkpoint | None = None,
) -> Solved:
    """Leading eigenvectors of M, by a restarted randomized block Krylov space.

    Q spans {Ω, MΩ, M²Ω, …};  T = QᵀMQ = Y Λ Yᵀ;  eigenvectors Q Y      (docs/mathematics/solvers.md)

    A full basis restarts from its best Ritz vectors: half of a plain Krylov space is spent on the other end
    of the spectrum. M Q − Q T is zero but for the newest block, so residuals need no further product.
    product: X → M X for a block of columns of length `side`. end: of the spectrum, the largest λ; the largest
    |λ|, which are the singular values; or squares, for M = A Aᵀ, with the residuals of A's singular values.
    checkpoint: keeps what a restart begins with, and has what an earlier run kept.
    """
    threads, dim = run.threads, plan.dim
    basis = np.empty((side, plan.columns), dtype)
    projected = np.zeros((plan.columns, plan.columns))
    block, _ = orthonormal(run.rng.standard_normal((side, plan.block)).astype(dtype), threads)
    size = steps = 0
    if checkpoint is not None and (state := checkpoint.load()) is not None:
        values, block, steps = state.arrays["values"], state.arrays["block"], state.facts["steps"]
        size = len(values)
        basis[:, :size] = state.arrays["basis"]
        projected[range(size), range(size)] = values
    while True:
        start, size = size, size + block.shape[1]
        place(block, basis, start, threads)
        rest, coefficients = project_out(product(block), basis[:, :size], threads, enough=plan.enough)
        projected[:size, start:size] = coefficients
        projected[start:size, :size] = coefficients.T
        steps += 1
        run.progress("factorizing", steps, plan.steps, "steps")
        block, lengths = orthonormal(rest, threads)
        full = size + block.shape[1] > plan.columns
        exhausted = block.shape[1] == 0 or size == side
        if not (full or exhausted or plan.looks(steps, size)):
            continue
        values, vectors = _ritz(projected[:size, :size], end)
        residual = _residual(lengths @ vectors[start:size, :dim], values[:dim], end)
        stopped = plan.stop(steps, residual, exhausted=exhausted)
        if stopped:
            break
        if not full:
            continue
        keep = min(plan.keep, size)
        combine(basis[:, :size], vectors[:, :keep].astype(dtype), threads, out=basis[:, :keep])
        projected[:] = 0.0
        projected[range(keep), range(keep)] = values[:keep]
        size = keep
        if checkpoint is not None:
            checkpoint.save({"basis": basis[:, :keep], "values": values[:keep], "block": block}, steps)
    found = combine(basis[:, :size], vectors[:, :dim].astype(dtype), threads)
    return Solved(found, values[:dim], found, residual, steps, stopped)


def _ritz(projected: Array, end: End) -> tuple[Array, Array]:
    values, vectors = np.linalg.eigh((projected + projected.T) / 2)
    order = np.argsort(-np.abs(values) if end == "magnitude" else -values, kind="stable")
    return values[order], vectors[:, order]


def _residual(tails: Array, values: Array, end: End) -> float:
    """The longest ‖M q − λ q‖/λ₁; of squares λ = σ², ‖M q − λ q‖/(σ σ₁)."""
    largest = max(float(np.abs(values).max(initial=0.0)), float(np.finfo(float).tiny))
    norms = np.linalg.norm(tails, axis=0) / largest
    if end == "squares":
        norms /= np.sqrt(np.maximum(values / largest, np.finfo(float).eps))
    return float(norms.max(initial=0.0))
