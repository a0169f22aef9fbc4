"""Locally linear embedding (Roweis & Saul 2000)."""

from __future__ import annotations

import numpy as np

from firth.factorize.signs import fix_signs
from firth.runtime.arrays import Array, Sparse
from firth.sphere.knn import nearest_neighbors

NEIGHBOURS = 12
RIDGE = 1e-3
"""Added to the Gram matrix of a point's neighbours, as a share of its trace."""
_SHIFT = 1e-9


def locally_linear(points: Array, dim: int = 3, *, neighbours: int = NEIGHBOURS, seed: int = 0) -> Array:
    """Places that the same weights make from the places of their neighbours.

    min ‖x_i − Σ_j w_ij x_j‖², Σ_j w_ij = 1; then the last eigenvectors of (1 − W)ᵀ(1 − W) but the constant

    Neighbours of neighbours of images soon are all images, and so the matrix is factorized as a full one:
    10,000 points take 0.8 GB.

    >>> line = np.linspace(0, 1, 30)[:, None] * np.ones(4)
    >>> bool(np.abs(np.corrcoef(locally_linear(line, 1, neighbours=4).ravel(), line[:, 0])[0, 1]) > 0.99)
    True
    """
    from scipy.linalg import cho_factor, cho_solve
    from scipy.sparse.linalg import LinearOperator, eigsh

    rest = _what_weights_leave(points, min(neighbours, len(points) - 1))
    matrix = rest.T @ rest
    full = matrix.toarray(order="F")
    full[np.diag_indices_from(full)] += _SHIFT
    factor = cho_factor(full, lower=True, overwrite_a=True, check_finite=False)
    inverse = LinearOperator(
        matrix.shape, matvec=lambda v: cho_solve(factor, v, check_finite=False), dtype=np.float64
    )
    start = np.random.default_rng(seed).standard_normal(len(points))
    values, vectors = eigsh(matrix, dim + 1, sigma=-_SHIFT, OPinv=inverse, v0=start)
    found = vectors[:, np.argsort(values)[1:]]
    return fix_signs(found, found)[0]


def _what_weights_leave(points: Array, k: int) -> Sparse:
    """1 − W."""
    from scipy.sparse import csr_array, eye_array

    n = len(points)
    places = nearest_neighbors(points, k, threads=1).places
    weights = np.empty((n, k))
    for i, near in enumerate(places):
        apart = points[near] - points[i]
        gram = apart @ apart.T
        gram[np.diag_indices(k)] += RIDGE * (np.trace(gram) or 1.0)
        own = np.linalg.solve(gram, np.ones(k))
        weights[i] = own / own.sum()
    joined = csr_array((weights.ravel(), places.ravel(), np.arange(0, n * k + 1, k)), shape=(n, n))
    return csr_array(eye_array(n) - joined)
