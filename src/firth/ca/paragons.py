"""Who stands for a cluster: the points nearest to its center, and those farthest from the others."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from firth.core import Vocabulary
from firth.runtime.arrays import Array

DIGITS = 12
"""Distances that differ only after so many are equal, and their points keep the order of the table."""


class NamedPoint(NamedTuple):
    """A point of a cloud.

    Attributes
    ----------
    place : int
        Its place among the points, from 0.
    name : str
    distance : float
    """

    place: int
    name: str
    distance: float


Found = tuple[tuple[NamedPoint, ...], ...]


def paragons_and_most_distant(
    points: Array, names: Vocabulary, labels: Array, centers: Array, most: int
) -> tuple[Found, Found]:
    """For each cluster the points nearest to its center, and those farthest from the others.

    Paragons come nearest first, with their distance to the own center; the most distant points farthest
    first, with their distance to the nearest center of another cluster.

    points: points × axes. labels: from 1. most: points named of each cluster.

    >>> from firth.core import Vocabulary
    >>> points = np.array([[0.0], [1.0], [1.5], [7.0]])
    >>> names = Vocabulary(("a", "b", "c", "d"), np.ones(4))
    >>> near, far = paragons_and_most_distant(
    ...     points, names, np.array([1, 1, 1, 2]), np.array([[0.8], [7.0]]), most=1
    ... )
    >>> near[0][0].name, far[0][0].name, far[0][0].distance
    ('b', 'a', 7.0)
    """
    own = np.zeros(len(points))
    others = np.full(len(points), np.inf)
    for cluster, center in enumerate(centers, 1):
        distances = np.sqrt(((points - center) ** 2).sum(axis=1))
        inside = labels == cluster
        own[inside] = distances[inside]
        others[~inside] = np.minimum(others[~inside], distances[~inside])
    scale = float(others.max())
    return (
        _first_of_each(own, np.round(own / scale, DIGITS), labels, names, len(centers), most),
        _first_of_each(others, -np.round(others / scale, DIGITS), labels, names, len(centers), most),
    )


def _first_of_each(
    distances: Array, key: Array, labels: Array, names: Vocabulary, clusters: int, most: int
) -> Found:
    """The points with the smallest key of each cluster."""
    order = np.lexsort((key, labels))
    starts = np.searchsorted(labels[order], np.arange(1, clusters + 2)).tolist()
    return tuple(
        tuple(
            NamedPoint(place, names.tokens[place], float(distances[place]))
            for place in order[start : min(start + most, end)].tolist()
        )
        for start, end in pairwise(starts)
    )
