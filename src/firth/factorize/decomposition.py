"""Association → Factors: one door to all solvers."""

from __future__ import annotations

from time import perf_counter
from typing import Literal, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Association, Factors, SolverReport, SparseLowRank
from firth.core.arrays import Array
from firth.core.parallel import thread_count
from firth.core.progress import Progress, silent
from firth.errors import InputError
from firth.factorize.dense import dense_eigen, dense_svd
from firth.factorize.eigen import krylov_eigen
from firth.factorize.lanczos import lanczos_eigen, lanczos_svd
from firth.factorize.plan import krylov_plan
from firth.factorize.products import multiply
from firth.factorize.randomized import krylov_svd
from firth.factorize.signs import fix_signs

Kind = Literal["svd", "eigen"]
Solver = Literal["auto", "krylov", "lanczos", "dense"]

SMALL = 1200
"""Matrices with a side up to this are factorized exactly."""

Found = tuple[Array, Array, Array, float | None, int, str]


def decompose(
    matrix: Association | SparseLowRank,
    dim: int,
    *,
    kind: Kind = "svd",
    solver: Solver = "auto",
    tolerance: float | None = None,
    seed: int | np.random.Generator = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Factors:
    """The `dim` largest singular triples, or algebraically largest eigenpairs, of M = S − L Rᵀ.

    solver: auto takes LAPACK for small matrices and the randomized block Krylov method for others.
    tolerance: go on until every ‖M v − σ u‖ ≤ tolerance·σ₁; without it, as far as was measured to be
    enough for embeddings. Same seed, same bytes, for any number of threads.

    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> from firth.core import SparseLowRank
    >>> decompose(SparseLowRank.from_sparse(csr_array(np.diag([3.0, 1.0, 2.0]))), 2).values.round(6).tolist()
    [3.0, 2.0]
    """
    operator = matrix.operator if isinstance(matrix, Association) else matrix
    _check(operator, dim, kind, solver)
    chosen = _choose(operator, dim) if solver == "auto" else solver
    rng = np.random.default_rng(seed)
    began = perf_counter()
    # One BLAS thread a task: BLAS's own threads would change the last digits with their number.
    with threadpool_limits(limits=1, user_api="blas"):
        solve = {"krylov": _krylov, "lanczos": _lanczos, "dense": _dense}[chosen]
        left, values, right, residual, passes, stopped = solve(
            operator, dim, kind, tolerance, rng, thread_count(threads), progress
        )
        _refuse_beyond_rank(values, dim, operator)
        left, right = fix_signs(
            left.astype(operator.dtype, copy=False), right.astype(operator.dtype, copy=False)
        )
        if residual is None:
            residual = _residual(operator, left, values, right, threads)
    report = SolverReport(chosen, passes, residual, stopped, perf_counter() - began)
    return Factors(left, np.asarray(values, np.float64), right, report)


def _check(operator: SparseLowRank, dim: int, kind: Kind, solver: Solver) -> None:
    for name, value, known in (("kind", kind, Kind), ("solver", solver, Solver)):
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
    if not np.isfinite(operator.sparse.data).all():
        raise InputError("the matrix holds NaN or infinite values; check the counts it was made from.")


def _choose(operator: SparseLowRank, dim: int) -> Solver:
    m, p = operator.shape
    return "dense" if min(m, p) <= SMALL and m * p <= 25_000_000 else "krylov"


def _krylov(
    operator: SparseLowRank,
    dim: int,
    kind: Kind,
    tolerance: float | None,
    rng: np.random.Generator,
    threads: int,
    progress: Progress,
) -> Found:
    two_sided = not operator.symmetric
    plan = krylov_plan(dim, min(operator.shape), two_sided=two_sided, tolerance=tolerance)
    if two_sided:
        return krylov_svd(operator, dim, plan, rng=rng, threads=threads, progress=progress)
    left, values, residual, passes, stopped = krylov_eigen(
        operator, dim, plan, by_magnitude=kind == "svd", rng=rng, threads=threads, progress=progress
    )
    if kind == "eigen":
        return left, values, left, residual, passes, stopped
    right = left * np.where(values < 0, -1, 1).astype(left.dtype)
    return left, np.abs(values), right, residual, passes, stopped


def _lanczos(
    operator: SparseLowRank,
    dim: int,
    kind: Kind,
    tolerance: float | None,
    rng: np.random.Generator,
    threads: int,
    progress: Progress,
) -> Found:
    if dim >= min(operator.shape):
        raise InputError(f"Lanczos finds fewer than {min(operator.shape)} axes here; use solver='dense'.")
    progress("factorizing", 0, 0, "passes")
    accuracy = 0.0 if tolerance is None else tolerance
    if kind == "eigen":
        left, values, passes = lanczos_eigen(operator, dim, rng=rng, tolerance=accuracy, threads=threads)
        return left, values, left, None, passes, "ARPACK converged"
    left, values, right, passes = lanczos_svd(operator, dim, rng=rng, tolerance=accuracy, threads=threads)
    return left, values, right, None, passes, "ARPACK converged"


def _dense(
    operator: SparseLowRank,
    dim: int,
    kind: Kind,
    tolerance: float | None,
    rng: np.random.Generator,
    threads: int,
    progress: Progress,
) -> Found:
    progress("factorizing", 0, 1, "passes")
    if kind == "eigen":
        left, values = dense_eigen(operator, dim)
        return left, values, left, None, 1, "exact"
    return *dense_svd(operator, dim), None, 1, "exact"


def _refuse_beyond_rank(values: Array, dim: int, operator: SparseLowRank) -> None:
    largest = np.abs(values).max(initial=0.0)
    noise = 10 * largest * float(np.finfo(operator.dtype).eps)
    rank = int((np.abs(values) > noise).sum())
    if rank < dim:
        m, p = operator.shape
        raise InputError(
            f"dim is {dim}, but this {m} × {p} matrix has rank {rank}; choose dim of at most {max(rank, 1)}."
        )


def _residual(
    operator: SparseLowRank, left: Array, values: Array, right: Array, threads: int | None
) -> float:
    apart = multiply(operator, right, threads) - left * values.astype(left.dtype)
    largest = max(float(np.abs(values).max()), float(np.finfo(float).tiny))
    return float(np.linalg.norm(apart.astype(np.float64), axis=0).max() / largest)
