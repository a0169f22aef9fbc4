"""Association → Factors: one door to all solvers."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Literal, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Association, Factors, SolverReport, SparseLowRank
from firth.errors import InputError
from firth.factorize.checkpoint import checkpoint_of
from firth.factorize.eigen import krylov_eigen
from firth.factorize.gram import gram_krylov_svd, gram_svd
from firth.factorize.plan import krylov_plan
from firth.factorize.products import multiply
from firth.factorize.reference import dense_eigen, dense_svd, lanczos_eigen, lanczos_svd
from firth.factorize.signs import axis_signs
from firth.factorize.solver import Decomposition, Solved, Solver, Task
from firth.factorize.svd import krylov_svd
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, Run, silent

BeyondRank = Literal["refuse", "drop"]

SMALL = 1200
"""Matrices with a side up to this are factorized exactly."""


@refuse_other_names()
def decompose(
    matrix: Association | SparseLowRank,
    dim: int,
    *,
    kind: Decomposition = "svd",
    solver: Solver = "auto",
    tolerance: float | None = None,
    patience: int = 100,
    beyond_rank: BeyondRank = "refuse",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Factors:
    """Find the largest singular triples, or the algebraically largest eigenpairs, of a matrix.

    Parameters
    ----------
    matrix : Association or SparseLowRank
        M = S − L Rᵀ; it is never formed.
    dim : int
        The number of axes.
    kind : {"svd", "eigen"}
        Singular triples, or eigenpairs of a symmetric matrix.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        auto takes LAPACK for small matrices, the Gram matrix for thin ones, and the randomized block Krylov
        method for others.
    tolerance : float, optional
        Go on until every ‖M v − σ u‖ ≤ tolerance · σ₁. Without it the solver goes as far as was measured to
        be enough for embeddings.
    patience : int
        How many times the usual number of steps a tolerance may take; the report says what was reached.
    beyond_rank : {"refuse", "drop"}
        What becomes of axes that the matrix does not have.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. The result does not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    Factors
        Values in falling order; the largest entry of each left vector is positive.

    Notes
    -----
    M ≈ U Σ Vᵀ      (docs/mathematics/solvers.md; [Halko2011])

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> from firth.core import SparseLowRank
    >>> decompose(SparseLowRank.from_sparse(csr_array(np.diag([3.0, 1.0, 2.0]))), 2).values.round(6).tolist()
    [3.0, 2.0]
    """
    run = Run(seed, threads, progress=progress)
    return solve(
        matrix, dim, run, kind=kind, solver=solver, tolerance=tolerance, patience=patience,
        beyond_rank=beyond_rank,
    )  # fmt: skip


def solve(
    matrix: Association | SparseLowRank,
    dim: int,
    run: Run,
    *,
    kind: Decomposition = "svd",
    solver: Solver = "auto",
    tolerance: float | None = None,
    patience: int = 100,
    beyond_rank: BeyondRank = "refuse",
) -> Factors:
    """`decompose`, for callers that have a run."""
    operator = matrix.operator if isinstance(matrix, Association) else matrix
    _check(operator, dim, kind, solver)
    chosen = _choose(operator) if solver == "auto" else solver
    if run.spread is not None and chosen in ("krylov", "gram"):
        operator = run.spread(operator)
    began = perf_counter()
    # One BLAS thread a task: BLAS's own threads would change the last digits with their number.
    with threadpool_limits(limits=1, user_api="blas"):
        method = {"krylov": _krylov, "lanczos": _lanczos, "dense": _dense, "gram": _gram}[chosen]
        found = method(Task(operator, dim, kind, tolerance, patience, run))
        left, values, right, residual = found.left, found.values, found.right, found.residual
        rank = _rank(values, operator)
        if rank < dim and beyond_rank == "refuse":
            m, p = operator.shape
            raise InputError(
                f"dim is {dim}, but this {m} × {p} matrix has rank {rank}; "
                f"choose dim of at most {max(rank, 1)}."
            )
        same = right is left
        values, left = values[:rank], left[:, :rank].astype(operator.dtype, copy=False)
        signs = axis_signs(left)
        left *= signs
        right = left if same else right[:, :rank].astype(operator.dtype, copy=False)
        if not same:
            right *= signs
        if residual is None:
            residual = _residual(operator, left, values, right, run.threads)
    report = SolverReport(chosen, found.passes, residual, found.stopped, perf_counter() - began)
    return Factors(left, np.asarray(values, np.float64), right, report)


def _check(operator: SparseLowRank, dim: int, kind: Decomposition, solver: Solver) -> None:
    for name, value, known in (("kind", kind, Decomposition), ("solver", solver, Solver)):
        if value not in get_args(known):
            raise InputError(f"{name} is {value!r}; choose one of {', '.join(get_args(known))}.")
    if dim < 1:
        raise InputError(f"dim is {dim}; it must be at least 1.")
    if dim > min(operator.shape):
        m, p = operator.shape
        raise InputError(
            f"dim is {dim}, but a {m} × {p} matrix has at most {min(m, p)} dimensions; lower dim."
        )
    if kind == "eigen" and not operator.symmetric:
        raise InputError(
            "eigenvectors need a symmetric matrix, which this is not; count with contexts='both', or use svd."
        )
    if not operator.finite:
        raise InputError("the matrix holds NaN or infinite values; check the counts it was made from.")


def _choose(operator: SparseLowRank) -> Solver:
    m, p = operator.shape
    if min(m, p) > SMALL:
        return "krylov"
    return "dense" if m * p <= 25_000_000 else "gram"


def _krylov(task: Task) -> Solved:
    operator, run = task.operator, task.run
    two_sided = not operator.symmetric
    plan = krylov_plan(
        task.dim, min(operator.shape), two_sided=two_sided, tolerance=task.tolerance, patience=task.patience
    )
    kept = checkpoint_of(operator, plan, run, kind=task.kind)
    if two_sided:
        # Squares of singular values need the digits of double precision.
        method = gram_krylov_svd if operator.dtype == np.float64 else krylov_svd
        return method(operator, plan, run, kept)
    found = krylov_eigen(
        lambda block: multiply(operator, block, run.threads),
        operator.shape[0], plan, run,
        end="magnitude" if task.kind == "svd" else "largest", dtype=operator.dtype, checkpoint=kept,
    )  # fmt: skip
    return found if task.kind == "eigen" else _singular(found)


def _singular(found: Solved) -> Solved:
    """Singular triples from eigenpairs: where λ < 0, σ = −λ and v = −u."""
    right = found.left * np.where(found.values < 0, -1, 1).astype(found.left.dtype)
    return replace(found, values=np.abs(found.values), right=right)


def _lanczos(task: Task) -> Solved:
    side = min(task.operator.shape)
    if task.dim >= side:
        raise InputError(f"Lanczos finds fewer than {side} axes here; use solver='dense'.")
    task.run.progress("factorizing", 0, 0, "passes")
    method = lanczos_eigen if task.kind == "eigen" else lanczos_svd
    return method(task.operator, task.dim, task.run, tolerance=task.tolerance or 0.0)


def _dense(task: Task) -> Solved:
    task.run.progress("factorizing", 0, 1, "passes")
    return (dense_eigen if task.kind == "eigen" else dense_svd)(task.operator, task.dim)


def _gram(task: Task) -> Solved:
    if task.kind == "eigen":
        raise InputError("the Gram matrix gives singular values only; use another solver for eigenvectors.")
    task.run.progress("factorizing", 0, 2, "passes")
    return gram_svd(task.operator, task.dim, task.run)


def _rank(values: Array, operator: SparseLowRank) -> int:
    """How many values stand out from the rounding of M and of S − L Rᵀ; they fall, so these are the first."""
    subtracted = float(np.linalg.norm(operator.left) * np.linalg.norm(operator.right))
    largest = max(float(np.abs(values).max(initial=0.0)), subtracted)
    noise = 10 * largest * float(np.finfo(operator.dtype).eps)
    return int((np.abs(values) > noise).sum())


def _residual(
    operator: SparseLowRank, left: Array, values: Array, right: Array, threads: int | None
) -> float:
    if not len(values):
        return 0.0
    apart = multiply(operator, right, threads) - left * values.astype(left.dtype)
    largest = max(float(np.abs(values).max()), float(np.finfo(float).tiny))
    return float(np.linalg.norm(apart.astype(np.float64), axis=0).max() / largest)
