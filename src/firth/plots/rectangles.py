"""Which rectangles and line segments meet, all pairs at once.

A rectangle is (left, bottom, right, top), a segment (x0, y0, x1, y1). Anything with NaN meets nothing, so
that labels without a place and labels without a leader line need no special case.
"""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array


def overlapping(first: Array, second: Array) -> Array:
    """Whether rectangle i of the first shares area with rectangle j of the second: a boolean matrix."""
    a, b = first[:, None, :], second[None, :, :]
    return np.asarray(
        (a[..., 0] < b[..., 2]) & (b[..., 0] < a[..., 2]) & (a[..., 1] < b[..., 3]) & (b[..., 1] < a[..., 3])
    )


def inside(rectangles: Array, bounds: Array) -> Array:
    """Whether each rectangle lies within the bounds."""
    return np.asarray(
        (rectangles[:, 0] >= bounds[0])
        & (rectangles[:, 1] >= bounds[1])
        & (rectangles[:, 2] <= bounds[2])
        & (rectangles[:, 3] <= bounds[3])
    )


def passing(segments: Array, rectangles: Array) -> Array:
    """Whether segment i passes through rectangle j: its part between both pairs of sides is not empty."""
    enter = np.zeros((len(segments), len(rectangles)))
    leave = np.ones_like(enter)
    for side in (0, 1):
        start = segments[:, None, side]
        step = segments[:, None, side + 2] - start
        level = np.abs(step) < 1e-9
        safe = np.where(level, 1.0, step)
        low = (rectangles[None, :, side] - start) / safe
        high = (rectangles[None, :, side + 2] - start) / safe
        between = (rectangles[None, :, side] < start) & (start < rectangles[None, :, side + 2])
        enter = np.maximum(enter, np.where(level, np.where(between, 0, np.inf), np.minimum(low, high)))
        leave = np.minimum(leave, np.where(level, np.where(between, 1, -np.inf), np.maximum(low, high)))
    return np.asarray(enter < leave)


def crossing(first: Array, second: Array) -> Array:
    """Whether segment i of the first crosses segment j of the second."""
    a, b = first[:, None, :], second[None, :, :]
    return np.asarray(
        (_turn(a, b[..., :2]) * _turn(a, b[..., 2:]) < 0) & (_turn(b, a[..., :2]) * _turn(b, a[..., 2:]) < 0)
    )


def _turn(segments: Array, points: Array) -> Array:
    """On which side of each segment a point lies: the sign of the cross product."""
    along = segments[..., 2:] - segments[..., :2]
    towards = points - segments[..., :2]
    return np.asarray(along[..., 0] * towards[..., 1] - along[..., 1] * towards[..., 0])
