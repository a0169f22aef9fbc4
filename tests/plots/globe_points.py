"""Unit vectors whose places are known by hand."""

import numpy as np

CORNERS = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]])
"""Both ends of each axis."""
KINDS = ["x", "y", "z", "x", "y", "z"]


def blobs(classes, each, seed=0):
    """Points around random places of the sphere, and their classes."""
    rng = np.random.default_rng(seed)
    membership = np.repeat(np.arange(classes), each)
    points = rng.normal(size=(classes, 3))[membership] + 0.15 * rng.normal(size=(classes * each, 3))
    return points / np.linalg.norm(points, axis=1, keepdims=True), membership


def seen_from(point):
    """The view that has a point in the middle: azimuth and elevation."""
    return float(np.degrees(np.arctan2(point[1], point[0]))), float(np.degrees(np.arcsin(point[2])))
