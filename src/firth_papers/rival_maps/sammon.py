"""Sammon's mapping (Sammon 1969)."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks

STEPS = 100
_PAIRS_AT_ONCE = 1_000_000
_NEAREST = 1e-3
"""Pairs nearer than this, where the mean is 1, weigh as if they were so far apart; some may be equal."""


def sammon(points: Array, start: Array, *, steps: int = STEPS) -> Array:
    """Places whose distances are those of the points, errors at small ones weighing more.

    E = Σ_i<j (d*_ij − d_ij)² / d*_ij / Σ_i<j d*_ij, brought down from the start by steps of L-BFGS.

    The distances of 10,000 points take 0.4 GB.

    >>> corners = np.array([[0.0, 0, 0], [3, 0, 0], [0, 4, 0]])
    >>> found = sammon(corners, np.array([[0.0, 0.1], [1.0, 0], [0, 1]]))
    >>> np.linalg.norm(found[1] - found[2]).round(3).item()
    5.0
    """
    from scipy.optimize import fmin_l_bfgs_b

    given = _distances(points)
    scale = float(given.mean(dtype=np.float64)) or 1.0
    given /= scale
    found, _, _ = fmin_l_bfgs_b(
        lambda places: _stress(given, places.reshape(start.shape)), np.ravel(start / scale), maxiter=steps
    )
    return np.asarray(found.reshape(start.shape) * scale)


def _distances(points: Array) -> Array:
    """As float32, with zeros on the diagonal."""
    from sklearn.metrics import euclidean_distances

    n = len(points)
    distances = np.empty((n, n), np.float32)
    centred = points - points.mean(axis=0)
    for first, last in even_blocks(n, max(1, _PAIRS_AT_ONCE // n)):
        distances[first:last] = euclidean_distances(centred[first:last], centred)
    np.fill_diagonal(distances, 0)
    return distances


def _stress(given: Array, places: Array) -> tuple[float, Array]:
    """E and its gradient."""
    from scipy.spatial.distance import cdist

    total, gradient = 0.0, np.empty_like(places)
    for first, last in even_blocks(len(given), max(1, _PAIRS_AT_ONCE // len(given))):
        apart = cdist(places[first:last], places)
        errors = apart - given[first:last]
        weighted = errors / np.maximum(given[first:last], _NEAREST)
        total += float(np.einsum("ij,ij->", errors, weighted))
        weighted /= np.maximum(apart, 1e-12)
        gradient[first:last] = weighted.sum(axis=1)[:, None] * places[first:last] - weighted @ places
    whole = float(given.sum(dtype=np.float64)) or 1.0
    return total / whole, (4 / whole * gradient).ravel()
