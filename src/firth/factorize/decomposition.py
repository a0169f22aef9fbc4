"""Association → Factors: one door to all solvers, and the generalized SVD."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal, get_args

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from firth.core import Association, Factors, SolverReport, SparseLowRank
from firth.errors import InputError
from firth.factorize.eigen import krylov_eigen
from firth.factorize.gram import gram_krylov_svd, gram_svd
from firth.factorize.plan import krylov_plan
from firth.factorize.products import multiply
from firth.factorize.reference import dense_eigen, dense_svd, lanczos_eigen, lanczos_svd
from firth.factorize.signs import axis_signs
from firth.factorize.svd import krylov_svd
from firth.runtime.arrays import Array
from firth.runtime.parallel import thread_count
from firth.runtime.run import Progress, silent

Kind = Literal["svd", "eigen"]
Solver = Literal["auto", "krylov", "lanczos", "dense", "gram"]

SMALL = 1200
"""Matrices with a side up to this are factorized exactly."""

Found = tuple[Array, Array, Array, float | None, int, str]
"""U, values, V, the residual if the solver knows it, passes, and why it stopped."""


@dataclass(frozen=True, eq=False)
class _Task:
    """What a solver is asked."""

    operator: SparseLowRank
    dim: int
    kind: Kind
    tolerance: float | None
    patience: int
    rng: np.random.Generator
    threads: int
    progress: Progress


def decompose(
    matrix: Association | SparseLowRank,
    dim: int,
    *,
    kind: Kind = "svd",
    solver: Solver = "auto",
    tolerance: float | None = None,
    patience: int = 100,
    beyond_rank: Literal["refuse", "drop"] = "refuse",
    seed: int | np.random.Generator = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Factors:
    """The `dim` largest singular triples, or algebraically largest eigenpairs, of M = S − L Rᵀ.

    solver: auto takes LAPACK for small matrices, the Gram matrix for thin ones, and the randomized block
    Krylov method for others.
    tolerance: go on until every ‖M v − σ u‖ ≤ tolerance·σ₁; without it, as far as was measured to be
    enough for embeddings. patience: how many times as many steps may be taken to get there; the report says
    what was reached. beyond_rank: what becomes of axes that the matrix does not have. Same seed, same bytes,
    for any number of threads.

    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> from firth.core import SparseLowRank
    >>> decompose(SparseLowRank.from_sparse(csr_array(np.diag([3.0, 1.0, 2.0]))), 2).values.round(6).tolist()
    [3.0, 2.0]
    """
    operator = matrix.operator if isinstance(matrix, Association) else matrix
    _check(operator, dim, kind, solver, seed)
    chosen = _choose(operator, dim) if solver == "auto" else solver
    rng = np.random.default_rng(seed)
    began = perf_counter()
    # One BLAS thread a task: BLAS's own threads would change the last digits with their number.
    with threadpool_limits(limits=1, user_api="blas"):
        solve = {"krylov": _krylov, "lanczos": _lanczos, "dense": _dense, "gram": _gram}[chosen]
        task = _Task(operator, dim, kind, tolerance, patience, rng, thread_count(threads), progress)
        left, values, right, residual, passes, stopped = solve(task)
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
            residual = _residual(operator, left, values, right, threads)
    report = SolverReport(chosen, passes, residual, stopped, perf_counter() - began)
    return Factors(left, np.asarray(values, np.float64), right, report)


def _check(
    operator: SparseLowRank, dim: int, kind: Kind, solver: Solver, seed: int | np.random.Generator
) -> None:
    for name, value, known in (("kind", kind, Kind), ("solver", solver, Solver)):
        if value not in get_args(known):
            raise InputError(f"{name} is {value!r}; choose one of {', '.join(get_args(known))}.")
    if isinstance(seed, int) and seed < 0:
        raise InputError(f"seed is {seed}; it must be 0 or more.")
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
    if not np.isfinite(operator.sparse.data).all():
        raise InputError("the matrix holds NaN or infinite values; check the counts it was made from.")


def _choose(operator: SparseLowRank, dim: int) -> Solver:
    m, p = operator.shape
    if min(m, p) > SMALL:
        return "krylov"
    return "dense" if m * p <= 25_000_000 else "gram"


def _krylov(task: _Task) -> Found:
    operator, dim = task.operator, task.dim
    two_sided = not operator.symmetric
    plan = krylov_plan(
        dim, min(operator.shape), two_sided=two_sided, tolerance=task.tolerance, patience=task.patience
    )
    how: Any = {"rng": task.rng, "threads": task.threads, "progress": task.progress}
    if two_sided:
        # Squares of singular values need the digits of double precision.
        solve = gram_krylov_svd if operator.dtype == np.float64 else krylov_svd
        return solve(operator, dim, plan, **how)
    left, values, residual, passes, stopped = krylov_eigen(
        lambda block: multiply(operator, block, task.threads),
        operator.shape[0], dim, plan,
        end="magnitude" if task.kind == "svd" else "largest", dtype=operator.dtype, **how,
    )  # fmt: skip
    if task.kind == "eigen":
        return left, values, left, residual, passes, stopped
    right = left * np.where(values < 0, -1, 1).astype(left.dtype)
    return left, np.abs(values), right, residual, passes, stopped


def _lanczos(task: _Task) -> Found:
    operator, dim = task.operator, task.dim
    if dim >= min(operator.shape):
        raise InputError(f"Lanczos finds fewer than {min(operator.shape)} axes here; use solver='dense'.")
    task.progress("factorizing", 0, 0, "passes")
    how: Any = {"rng": task.rng, "tolerance": task.tolerance or 0.0, "threads": task.threads}
    if task.kind == "eigen":
        left, values, passes = lanczos_eigen(operator, dim, **how)
        return left, values, left, None, passes, "ARPACK converged"
    left, values, right, passes = lanczos_svd(operator, dim, **how)
    return left, values, right, None, passes, "ARPACK converged"


def _dense(task: _Task) -> Found:
    task.progress("factorizing", 0, 1, "passes")
    if task.kind == "eigen":
        left, values = dense_eigen(task.operator, task.dim)
        return left, values, left, None, 1, "exact"
    return *dense_svd(task.operator, task.dim), None, 1, "exact"


def _gram(task: _Task) -> Found:
    if task.kind == "eigen":
        raise InputError("the Gram matrix gives singular values only; use another solver for eigenvectors.")
    task.progress("factorizing", 0, 2, "passes")
    return *gram_svd(task.operator, task.dim, threads=task.threads), 2, "exact"


def _rank(values: Array, operator: SparseLowRank) -> int:
    """How many values stand out from the rounding of M and of S − L Rᵀ; they fall, so these are the first."""
    subtracted = float(np.linalg.norm(operator.left) * np.linalg.norm(operator.right))
    largest = max(float(np.abs(values).max(initial=0.0)), subtracted)
    noise = 10 * largest * float(np.finfo(operator.dtype).eps)
    return int((np.abs(values) > noise).sum())


def _residual(
    operator: SparseLowRank, left: Array, values: Array, right: Array, threads: int | None
) -> float:
    apart = multiply(operator, right, threads) - left * values.astype(left.dtype)
    largest = max(float(np.abs(values).max()), float(np.finfo(float).tiny))
    return float(np.linalg.norm(apart.astype(np.float64), axis=0).max() / largest)


def gsvd(
    matrix: SparseLowRank | Array,
    row_weights: Array,
    column_weights: Array,
    dim: int,
    *,
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
) -> Factors:
    """Δ = A Σ Bᵀ with Aᵀ D(r)⁻¹ A = Bᵀ D(c)⁻¹ B = I.      (Niitsuma & Lee 2018, definition 2)

    A = D(r)^½ U and B = D(c)^½ V from the ordinary SVD of D(r)^-½ Δ D(c)^-½. With Δ = P − rcᵀ and the masses
    as weights this is correspondence analysis.

    >>> import numpy as np
    >>> factors = gsvd(np.array([[3.0, 0.0], [0.0, 1.0]]), np.array([1.0, 4.0]), np.array([1.0, 1.0]), 2)
    >>> factors.values.tolist(), ((factors.left * factors.values) @ factors.right.T).round(9).tolist()
    ([3.0, 0.5], [[3.0, 0.0], [0.0, 1.0]])
    """
    if not isinstance(matrix, SparseLowRank):
        matrix = SparseLowRank.from_sparse(sparse.csr_array(np.asarray(matrix, dtype=np.float64)))
    for name, weights, length in (
        ("row_weights", row_weights, matrix.shape[0]),
        ("column_weights", column_weights, matrix.shape[1]),
    ):
        if len(weights) != length or not (np.asarray(weights) > 0).all():
            raise InputError(f"{name} must be {length} positive numbers.")
    rows, columns = np.sqrt(row_weights), np.sqrt(column_weights)
    scaled: sparse.csr_array = (
        sparse.diags_array(1 / rows) @ matrix.sparse @ sparse.diags_array(1 / columns)
    ).tocsr()
    operator = SparseLowRank(scaled, matrix.left / rows[:, None], matrix.right / columns[:, None])
    factors = decompose(operator, dim, solver=solver, tolerance=1e-10, seed=seed, threads=threads)
    return Factors(
        factors.left * rows[:, None], factors.values, factors.right * columns[:, None], factors.report
    )
