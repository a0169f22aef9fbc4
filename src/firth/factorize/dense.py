"""Exact factors of small matrices, by LAPACK."""

from __future__ import annotations

import numpy as np

from firth.core.operator import SparseLowRank
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
