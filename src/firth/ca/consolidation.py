"""Clusters made better by moving points between them: k-means that begins where a tree was cut."""

from __future__ import annotations

import numpy as np

from firth.ca._transfer_kernels import transfer
from firth.ca.leaves import barycenters, nearest_centers
from firth.runtime.arrays import Array

STAGES = 10
"""Rounds in which every cluster is tried for every point, as many as in HCPC."""


def consolidated(points: Array, weights: Array, labels: Array, *, threads: int | None = None) -> Array:
    """Labels after k-means from the barycenters of clusters; the inertia within them only falls.

    Every point goes to the nearest barycenter, and then points move one at a time while that lowers the
    inertia within clusters, with both barycenters following at once [HartiganWong1979].

    Parameters
    ----------
    points : array of shape (points, axes)
    weights : array of shape (points,)
    labels : array of shape (points,)
        From 0; no cluster is empty.
    threads : int, optional
        The number of threads. Results do not depend on it.

    Returns
    -------
    array of shape (points,)
        The labels; no cluster is empty.

    Examples
    --------
    >>> points = np.array([[0.0], [1.0], [2.0], [9.0]])
    >>> consolidated(points, np.ones(4), np.array([0, 0, 1, 1])).tolist()
    [0, 0, 0, 1]
    """
    clusters = int(labels.max()) + 1
    centers = barycenters(points, weights, labels, clusters)
    start, second = np.array(nearest_centers(points, centers, most=2, threads=threads).T, dtype=np.int64)
    if len(np.unique(start)) < clusters:
        # A cluster whose points are all nearer to others would be lost.
        second = np.where(start == labels, second, start)
        start = np.array(labels, dtype=np.int64)
    transfer(
        np.array(points, dtype=np.float64, order="C"),
        np.array(weights, dtype=np.float64),
        barycenters(points, weights, start, clusters),
        start,
        second,
        STAGES,
    )
    return np.asarray(start)
