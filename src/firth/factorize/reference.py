"""Reference solvers: LAPACK on the dense matrix, and ARPACK's Lanczos."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh, svds

from firth.core.operator import SparseLowRank
from firth.factorize.products import multiply
from firth.factorize.solver import Solved
from firth.runtime.arrays import Array
from firth.runtime.run import Run


def dense_eigen(operator: SparseLowRank, dim: int) -> Solved:
    """The algebraically largest eigenvalues of a small symmetric matrix, by LAPACK."""
    dense = operator.to_dense().astype(np.float64)
    values, vectors = np.linalg.eigh((dense + dense.T) / 2)
    left = vectors[:, ::-1][:, :dim]
    return Solved(left, values[::-1][:dim], left, None, 1, "exact")


def dense_svd(operator: SparseLowRank, dim: int) -> Solved:
    """The largest singular values of a small matrix, by LAPACK."""
    u, values, vt = np.linalg.svd(operator.to_dense().astype(np.float64), full_matrices=False)
    return Solved(u[:, :dim], values[:dim], vt[:dim].T, None, 1, "exact")


def lanczos_eigen(operator: SparseLowRank, dim: int, run: Run, *, tolerance: float) -> Solved:
    """The algebraically largest eigenvalues, by ARPACK."""
    linear, passes = _linear_operator(operator, run.threads)
    start = run.rng.standard_normal(operator.shape[0])
    values, vectors = eigsh(linear, k=dim, which="LA", v0=start, tol=tolerance)
    # ARPACK returns ascending order; everything downstream expects descending.
    left = vectors[:, ::-1]
    return Solved(left, values[::-1], left, None, passes[0], "ARPACK converged")


def lanczos_svd(operator: SparseLowRank, dim: int, run: Run, *, tolerance: float) -> Solved:
    """The largest singular values, by ARPACK."""
    linear, passes = _linear_operator(operator, run.threads)
    start = run.rng.standard_normal(min(operator.shape))
    u, values, vt = svds(linear, k=dim, v0=start, tol=tolerance)
    order = np.argsort(-values, kind="stable")
    return Solved(u[:, order], values[order], vt[order].T, None, passes[0], "ARPACK converged")


def _linear_operator(operator: SparseLowRank, threads: int | None) -> tuple[Any, list[int]]:
    """The operator in scipy's form, with a count of its products."""
    passes = [0]
    transposed = operator.T

    def times(of: SparseLowRank, x: Array) -> Array:
        passes[0] += 1
        return multiply(of, x.reshape(len(x), -1), threads).reshape(of.shape[0], *x.shape[1:])

    linear: Any = LinearOperator(
        operator.shape,
        matvec=lambda x: times(operator, x),
        rmatvec=lambda x: times(transposed, x),
        matmat=lambda x: times(operator, x),
        rmatmat=lambda x: times(transposed, x),
        dtype=operator.dtype,
    )
    return linear, passes
