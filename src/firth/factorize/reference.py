"""Reference solvers: LAPACK on the dense matrix, and ARPACK's Lanczos."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh, svds

from firth.core.operator import SparseLowRank
from firth.factorize.products import multiply
from firth.runtime.arrays import Array


def dense_eigen(operator: SparseLowRank, dim: int) -> tuple[Array, Array]:
    """Eigenvectors and algebraically largest eigenvalues of a small symmetric matrix."""
    dense = operator.to_dense().astype(np.float64)
    values, vectors = np.linalg.eigh((dense + dense.T) / 2)
    return vectors[:, ::-1][:, :dim], values[::-1][:dim]


def dense_svd(operator: SparseLowRank, dim: int) -> tuple[Array, Array, Array]:
    """U, σ, V of a small matrix."""
    u, values, vt = np.linalg.svd(operator.to_dense().astype(np.float64), full_matrices=False)
    return u[:, :dim], values[:dim], vt[:dim].T


def lanczos_eigen(
    operator: SparseLowRank,
    dim: int,
    *,
    rng: np.random.Generator,
    tolerance: float,
    threads: int | None = None,
) -> tuple[Array, Array, int]:
    """Eigenvectors and algebraically largest eigenvalues in falling order, and passes over the matrix."""
    linear, passes = _linear_operator(operator, threads)
    start = rng.standard_normal(operator.shape[0])
    values, vectors = eigsh(linear, k=dim, which="LA", v0=start, tol=tolerance)
    # ARPACK returns ascending order; everything downstream expects descending.
    return vectors[:, ::-1], values[::-1], passes[0]


def lanczos_svd(
    operator: SparseLowRank,
    dim: int,
    *,
    rng: np.random.Generator,
    tolerance: float,
    threads: int | None = None,
) -> tuple[Array, Array, Array, int]:
    """U, σ in falling order, V, and passes over the matrix."""
    linear, passes = _linear_operator(operator, threads)
    start = rng.standard_normal(min(operator.shape))
    u, values, vt = svds(linear, k=dim, v0=start, tol=tolerance)
    order = np.argsort(-values, kind="stable")
    return u[:, order], values[order], vt[order].T, passes[0]


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
