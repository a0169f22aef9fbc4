"""Randomized block SVD: a restarted block Krylov space on both sides of the operator."""

from __future__ import annotations

import numpy as np

from firth.core.operator import SparseLowRank
from firth.factorize.checkpoint import Checkpoint
from firth.factorize.orthonormal import orthonormal, project_out
from firth.factorize.plan import KrylovPlan
from firth.factorize.products import combine, multiply, place
from firth.factorize.solver import Solved
from firth.runtime.run import Run


def krylov_svd(
    operator: SparseLowRank, plan: KrylovPlan, run: Run, checkpoint: Checkpoint | None = None
) -> Solved:
    """Leading singular triples of M, by a restarted Golub–Kahan space that begins with a random block.

    Bases P (left) and Q (right) grow by blocks: P takes M Q_j, Q takes Mᵀ P_j;  B = PᵀMQ = X Σ Yᵀ;
    U = P X, V = Q Y      (docs/mathematics/solvers.md)

    M Q = P B holds by construction, so the residual is that of Mᵀ P − Q Bᵀ, which is its newest block.
    checkpoint: keeps what a restart begins with, and has what an earlier run kept.
    """
    threads, dim = run.threads, plan.dim
    rows, columns = operator.shape
    transposed = operator.T
    left = np.empty((rows, plan.columns), operator.dtype)
    right = np.empty((columns, plan.columns), operator.dtype)
    projected = np.zeros((plan.columns, plan.columns))
    block, _ = orthonormal(run.rng.standard_normal((columns, plan.block)).astype(operator.dtype), threads)
    size_left = size_right = steps = 0
    if checkpoint is not None and (state := checkpoint.load()) is not None:
        values, block, steps = state.arrays["values"], state.arrays["block"], state.facts["steps"]
        size_left = size_right = len(values)
        left[:, :size_left], right[:, :size_right] = state.arrays["left"], state.arrays["right"]
        projected[range(size_left), range(size_left)] = values
    while True:
        start, size_right = size_right, size_right + block.shape[1]
        place(block, right, start, threads)
        image, coefficients = project_out(
            multiply(operator, block, threads), left[:, :size_left], threads, enough=plan.enough
        )
        new, lengths = orthonormal(image, threads)
        begin, size_left = size_left, size_left + new.shape[1]
        place(new, left, begin, threads)
        projected[:begin, start:size_right] = coefficients
        projected[begin:size_left, start:size_right] = lengths
        rest, _ = project_out(
            multiply(transposed, new, threads), right[:, :size_right], threads, enough=plan.enough
        )
        steps += 1
        run.progress("factorizing", steps, plan.steps, "steps")
        block, lengths = orthonormal(rest, threads)
        full = size_right + block.shape[1] > plan.columns
        exhausted = block.shape[1] == 0 or size_right == columns
        if not (full or exhausted or plan.looks(steps, min(size_left, size_right))):
            continue
        x, values, yt = np.linalg.svd(projected[:size_left, :size_right], full_matrices=False)
        tails = np.linalg.norm(lengths @ x[begin:size_left, :dim], axis=0)
        residual = float(tails.max(initial=0.0)) / max(float(values.max(initial=0.0)), np.finfo(float).tiny)
        stopped = plan.stop(steps, residual, exhausted=exhausted)
        if stopped:
            break
        if not full:
            continue
        keep = min(plan.keep, len(values))
        x, y = x[:, :keep].astype(operator.dtype), yt[:keep].T.astype(operator.dtype)
        combine(left[:, :size_left], x, threads, out=left[:, :keep])
        combine(right[:, :size_right], y, threads, out=right[:, :keep])
        projected[:] = 0.0
        projected[range(keep), range(keep)] = values[:keep]
        size_left = size_right = keep
        if checkpoint is not None:
            bases = {"left": left[:, :keep], "right": right[:, :keep]}
            checkpoint.save({**bases, "values": values[:keep], "block": block}, steps)
    u = combine(left[:, :size_left], x[:, :dim].astype(operator.dtype), threads)
    v = combine(right[:, :size_right], yt[:dim].T.astype(operator.dtype), threads)
    return Solved(u, values[:dim], v, residual, 2 * steps, stopped)
