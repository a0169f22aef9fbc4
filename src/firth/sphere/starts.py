"""Where the points of a unit-ball embedding begin."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array, Sparse

DENSE_BELOW = 500
NOISE = 0.01
"""Points with equal coordinates would feel equal forces and never part."""


def random_start(n: int, dim: int, rng: np.random.Generator) -> Array:
    """Points anywhere on the sphere, all places being equally likely.

    >>> np.linalg.norm(random_start(2, 3, np.random.default_rng(0)), axis=1).round(9).tolist()
    [1.0, 1.0]
    """
    return on_the_sphere(rng.standard_normal((n, dim)))


def spectral_start(graph: Sparse, dim: int, rng: np.random.Generator) -> Array:
    """Directions of the first eigenvectors of the graph's normalized Laplacian, after the constant one.

    Points of parts that no edge joins, and points without neighbours, begin in some direction of their own.
    """
    from scipy.sparse import csr_array, diags_array

    n = graph.shape[0]
    degrees = np.asarray(graph.sum(axis=1))
    inverse_roots = 1 / np.sqrt(np.where(degrees > 0, degrees, 1.0))
    scaling = diags_array(inverse_roots)
    vectors = _leading(csr_array(scaling @ graph @ scaling), dim + 1, rng)[:, 1:]
    places = np.zeros((n, dim))
    places[:, : vectors.shape[1]] = vectors * inverse_roots[:, None]
    spread = places.std(axis=0)
    places = (places - places.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return on_the_sphere(places + NOISE * rng.standard_normal((n, dim)))


def on_the_sphere(points: Array) -> Array:
    """Each row scaled to length 1."""
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def _leading(matrix: Sparse, count: int, rng: np.random.Generator) -> Array:
    """Eigenvectors of the largest eigenvalues, largest first."""
    n = matrix.shape[0]
    if n <= DENSE_BELOW or count >= n:
        return np.asarray(np.linalg.eigh(matrix.toarray())[1][:, ::-1][:, :count])
    from scipy.sparse.linalg import ArpackNoConvergence, eigsh

    vectors: Array
    try:
        vectors = eigsh(matrix, count, which="LA", v0=rng.standard_normal(n), tol=1e-3)[1]
    except ArpackNoConvergence as stopped:  # a start may be rough
        vectors = stopped.eigenvectors
    return np.asarray(vectors[:, ::-1])
