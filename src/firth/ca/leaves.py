"""What a tree of very many points stands on: the different points, or the centers of a first k-means."""

from __future__ import annotations

import warnings
from typing import Literal

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.parallel import thread_count

LARGEST_TREE = 20_000
"""Ward's tree of so many points takes a second and a half, of twice as many six."""

CENTERS = 1_000
"""Centers of the first k-means of more points."""

SAMPLE = 20
"""Points for each center that k-means looks at to find it."""

PASSES = 3
"""How often all points then go to their nearest center, and the centers to the middle of their points."""


def leaves_of(
    points: Array,
    weights: Array,
    first_step: int | Literal["auto"] = "auto",
    *,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[Array, Array, Array]:
    """Where the leaves lie, what they weigh, and which leaf each point belongs to.

    Parameters
    ----------
    points : array of shape (points, axes)
    weights : array of shape (points,)
    first_step : int or "auto"
        The most leaves. So many points or fewer are leaves themselves; of more, equal ones are taken
        together; if still more are different, k-means finds so many centers. auto: as if 20,000 were given,
        with k-means to 1,000 centers.
    seed : int
        The random seed of k-means.
    threads : int, optional
        The number of threads. Results do not depend on it.

    Returns
    -------
    leaves, weights, places
        places: for each point the row of its leaf.

    Examples
    --------
    >>> points = np.array([[0.0], [1.0], [0.0], [4.0]])
    >>> leaves, weights, places = leaves_of(points, np.full(4, 0.25), first_step=3)
    >>> leaves.ravel().tolist(), weights.tolist(), places.tolist()
    ([0.0, 1.0, 4.0], [0.5, 0.25, 0.25], [0, 1, 0, 2])
    """
    most, centers = (LARGEST_TREE, CENTERS) if first_step == "auto" else (first_step, first_step)
    if len(points) <= most:
        return points, weights, np.arange(len(points))
    different, places = np.unique(points, axis=0, return_inverse=True)
    places = places.ravel()
    heavy = np.bincount(places, weights)
    if len(different) <= most:
        return different, heavy, places
    found = _first_centers(different, heavy, centers, seed)
    for _ in range(PASSES):
        nearest = nearest_centers(different, found, threads=threads)
        found, nearest = _middles(different, heavy, nearest)
    return found, np.bincount(nearest, heavy), nearest[places]


def nearest_centers(points: Array, centers: Array, *, most: int = 1, threads: int | None = None) -> Array:
    """The place of the nearest center of each point; or a column each for the nearest, the second, …"""
    from scipy.spatial import cKDTree

    # Each point is looked up by itself: results do not depend on the threads.
    return np.asarray(cKDTree(centers).query(points, k=most, workers=thread_count(threads))[1])


def barycenters(points: Array, weights: Array, labels: Array, clusters: int) -> Array:
    """The weighted mean of the points of each cluster; labels from 0, and no cluster is empty."""
    sums = [np.bincount(labels, weights * axis, clusters) for axis in points.T]
    return np.asarray(np.column_stack(sums) / np.bincount(labels, weights, clusters)[:, None])


def _middles(points: Array, weights: Array, labels: Array) -> tuple[Array, Array]:
    """The barycenters of the clusters that have points, and the clusters numbered without the others."""
    present, labels = np.unique(labels, return_inverse=True)
    return barycenters(points, weights, labels, len(present)), labels


def _first_centers(points: Array, weights: Array, centers: int, seed: int) -> Array:
    """Centers of a sample by scikit-learn, on one thread: its sums depend on how many there are."""
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning
    from threadpoolctl import threadpool_limits

    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.choice(len(points), min(len(points), SAMPLE * centers), replace=False))
    with threadpool_limits(limits=1), warnings.catch_warnings():
        # The passes over all points go on from wherever it ends.
        warnings.simplefilter("ignore", ConvergenceWarning)
        found = KMeans(centers, n_init=1, max_iter=30, random_state=seed).fit(
            points[chosen], sample_weight=weights[chosen]
        )
    return np.asarray(found.cluster_centers_)
