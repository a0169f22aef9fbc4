"""Ward's tree of points with weights, what each number of clusters leaves within them, and where to cut."""

from __future__ import annotations

import numpy as np

from firth.ca._ward_kernels import chain_merges
from firth.runtime.arrays import Array


def ward(points: Array, weights: Array) -> Array:
    """The tree that merges, again and again, the two clusters whose merging loses least inertia.

    loss = w₁w₂/(w₁+w₂) · ‖c₁ − c₂‖²      [Ward1963]

    Parameters
    ----------
    points : array of shape (points, axes)
    weights : array of shape (points,)
        All positive.

    Returns
    -------
    array of shape (points − 1, 4)
        A merge a row, in the layout of scipy.cluster.hierarchy: the two clusters (the points come first, then
        the merges in order), the inertia lost, and the number of points. The losses ascend; their sum is
        the inertia of all points about their barycenter.

    Notes
    -----
    It takes time n² and memory n. With n points of weight 1/n, scipy's heights are √(2n · loss).

    Examples
    --------
    >>> ward(np.array([[0.0], [1.0], [5.0]]), np.full(3, 1 / 3)).round(4).tolist()
    [[0.0, 1.0, 0.1667, 2.0], [2.0, 3.0, 4.5, 3.0]]
    """
    n = len(points)
    pairs, losses = chain_merges(
        np.array(points.T, dtype=np.float64, order="C"), np.array(weights, dtype=np.float64)
    )
    order = np.argsort(losses, kind="stable")
    merges = np.empty((n - 1, 4))
    nodes, sizes = np.arange(n).tolist(), np.ones(2 * n - 1, dtype=np.int64).tolist()
    # Merges inside a cluster come before it: they cost no more, and the sort keeps their order.
    for row, (first, second) in enumerate(pairs[order].tolist()):
        a, b = sorted((nodes[first], nodes[second]))
        sizes[n + row] = sizes[a] + sizes[b]
        merges[row] = a, b, losses[order[row]], sizes[n + row]
        nodes[first] = n + row
    return merges


def within_inertias(merges: Array) -> Array:
    """The inertia within clusters when there are 1, 2, … of them, up to one for each point (0).

    >>> within_inertias(ward(np.array([[0.0], [1.0], [5.0]]), np.full(3, 1 / 3))).round(4).tolist()
    [4.6667, 0.1667, 0.0]
    """
    return np.append(np.cumsum(merges[:, 2])[::-1], 0.0)


def cut(merges: Array, clusters: int) -> Array:
    """The cluster of each point when so many are left, numbered from 0 by their first points.

    >>> cut(ward(np.array([[0.0], [1.0], [5.0]]), np.full(3, 1 / 3)), 2).tolist()
    [0, 0, 1]
    """
    n = len(merges) + 1
    parents = np.arange(2 * n - 1).tolist()
    for row in range(n - 1 - clusters, -1, -1):
        a, b = merges[row, :2].astype(np.int64).tolist()
        parents[a] = parents[b] = parents[n + row]
    _, first, numbers = np.unique(parents[:n], return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[numbers])


def proposed_clusters(within: Array, *, at_least: int, at_most: int) -> int:
    """The number Q of clusters whose last cut leaves the least part of the inertia within them.

    argmin within(Q)/within(Q−1); within: for 1, 2, … clusters. The rule is that of HCPC [Husson2010].

    >>> proposed_clusters(np.array([10.0, 6.0, 5.0, 1.0, 0.8]), at_least=3, at_most=5)
    4
    """
    ratios = within[at_least - 1 : at_most] / within[at_least - 2 : at_most - 1]
    return at_least + int(np.argmin(ratios))
