"""Rank correlation."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array


def spearman(x: Array, y: Array) -> float | None:
    """Pearson correlation of ranks, with average ranks for ties; None where a side does not vary.

    The same as scipy.stats.spearmanr, whose import alone takes longer than evaluating.

    >>> spearman(np.array([1, 2, 3, 4]), np.array([10, 20, 30, 25]))
    0.8
    """
    middle = (len(x) + 1) / 2
    x_centered, y_centered = average_ranks(x) - middle, average_ranks(y) - middle
    norms = float(np.sqrt((x_centered @ x_centered) * (y_centered @ y_centered)))
    if norms == 0.0:
        return None
    return float(np.clip(x_centered @ y_centered / norms, -1.0, 1.0))


def average_ranks(values: Array) -> Array:
    """Ranks from 1; equal values share the mean of the ranks they fill.

    >>> average_ranks(np.array([7, 5, 7, 9]))
    array([2.5, 1. , 2.5, 4. ])
    """
    _, group, sizes = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(sizes)
    return np.asarray((last - (sizes - 1) / 2)[group], dtype=np.float64)
