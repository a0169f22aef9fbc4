"""The exact split of a word's row into senses."""

from __future__ import annotations

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

ONE = 2**15
"""A whole membership. Memberships are whole numbers of 1/32768: a float32 weight times such a fraction is a
float64 without rounding, and so are sums of them, so that Σ_j s_ij = p_i holds to the last bit."""


def whole_memberships(scores: Array) -> Array:
    """How much of each context goes to each sense: m×k whole numbers that sum to `ONE` in every row.

    h_cj = ONE · scores_cj / Σ_j scores_cj, rounded by the largest remainder; rows of zeros are shared
    equally.      (METHODS §13)

    >>> import numpy as np
    >>> whole_memberships(np.array([[3.0, 1.0], [0.0, 2.0], [0.0, 0.0]])).tolist()
    [[24576, 8192], [0, 32768], [16384, 16384]]
    """
    if scores.ndim != 2 or not scores.shape[1]:
        raise InputError(f"scores of shape {scores.shape} do not say how contexts belong to senses.")
    if not (np.isfinite(scores).all() and (scores >= 0).all()):
        raise InputError("memberships must be finite numbers of 0 or more.")
    # Scaled by the largest first, so that sums neither overflow nor vanish.
    largest = scores.max(axis=1, keepdims=True)
    scaled = np.where(largest > 0, scores / np.where(largest > 0, largest, 1.0), 1.0)
    exact = ONE * (scaled / scaled.sum(axis=1, keepdims=True))
    whole = np.floor(exact)
    missing = ONE - whole.sum(axis=1, keepdims=True)
    order = np.argsort(whole - exact, axis=1, kind="stable")  # the largest remainder first
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.arange(scores.shape[1])[None, :], axis=1)
    return np.asarray(whole + (rank < missing), dtype=np.uint16)


def parts_of(weights: Array, memberships: Array) -> Array:
    """s_cj = h_cj p_c / ONE in float64 (m×k); the parts of each context sum to its weight exactly.

    >>> import numpy as np
    >>> parts_of(np.float32([2.0]), np.array([[8192, 24576]], np.uint16)).tolist()
    [[0.5, 1.5]]
    """
    return np.asarray(weights.astype(np.float64)[:, None] * memberships / ONE)
