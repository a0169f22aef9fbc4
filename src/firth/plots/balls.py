"""Points in space, made to fit the unit ball."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array


@dataclass(frozen=True, eq=False)
class Ball:
    """Points within the unit ball; hollow: all of them on its surface."""

    points: Array
    hollow: bool


def ball_of(points: Array) -> Ball:
    """Points of length 1 as they are, to a thousandth; others centred and scaled.

    >>> ball_of(np.array([[0.0, 0, 0], [0, 0, 4]])).points.tolist()
    [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]
    """
    given = np.asarray(points, dtype=np.float64)
    if given.ndim != 2 or given.shape[1] != 3 or not len(given):
        raise InputError(
            f"points of shape {given.shape} cannot be drawn in space; give some with three coordinates each."
        )
    if not np.isfinite(given).all():
        raise InputError(f"point {int(np.argmin(np.isfinite(given).all(axis=1)))} is not a finite place.")
    if np.abs(np.linalg.norm(given, axis=1) - 1).max() < 1e-3:
        return Ball(given, hollow=True)
    centred = given - (given.min(axis=0) + given.max(axis=0)) / 2
    return Ball(centred / (np.linalg.norm(centred, axis=1).max() or 1.0), hollow=False)
