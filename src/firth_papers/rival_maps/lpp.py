"""Locality preserving projections (He & Niyogi 2003)."""

from __future__ import annotations

import numpy as np

from firth.factorize.signs import fix_signs
from firth.runtime.arrays import Array, Sparse

RIDGE = 1e-3
"""As a share of the mean of the diagonal that it is added to."""


def locality_preserving(points: Array, graph: Sparse, dim: int = 3, *, ridge: float = RIDGE) -> Array:
    """The linear projections that keep neighbours closest for the room that all points take.

    XᵀLX a = λ XᵀDX a with the smallest λ, for weights W of a graph, D = diag(Σ_j w_ij), L = D − W

    X is centred with the weights D, which leaves out the constant solution. The same axes have the largest
    1 − λ in XᵀWX a = (1 − λ) XᵀDX a; in that form the ridge on XᵀDX, needed where there are more pixels than
    images, does not favour directions that no image has anything in.

    >>> from firth.sphere.graph import neighbor_graph
    >>> X = np.array([[0.0, 5.0], [1.0, -5.0], [2.0, 5.0], [9.0, -5.0], [10.0, 5.0], [12.0, -5.0]])
    >>> found = locality_preserving(X, neighbor_graph(X[:, :1], 2), 1).ravel()
    >>> bool(np.corrcoef(found, X[:, 0])[0, 1] ** 2 > 0.99)
    True
    """
    from scipy.linalg import eigh

    degrees = np.asarray(graph.sum(axis=1)).ravel()
    x = points - degrees @ points / degrees.sum()
    if x.shape[1] > len(x):
        x = np.linalg.qr(x.T)[1].T  # the same points in as many directions as they have
    joined = x.T @ (graph @ x)
    spread = x.T @ (degrees[:, None] * x)
    places = np.diag_indices_from(spread)
    spread[places] += ridge * spread[places].mean()
    size = len(spread)
    axes = eigh(joined, spread, subset_by_index=(size - dim, size - 1))[1][:, ::-1]
    projected = x @ axes
    return fix_signs(projected, projected)[0]
