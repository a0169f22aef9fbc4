"""Maps that the unit ball is compared with: LLE, LPP and Sammon's."""

from __future__ import annotations

import numpy as np

from firth.factorize.signs import fix_signs
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import even_blocks
from firth.sphere.knn import nearest_neighbors

LLE_NEIGHBORS = 12
LLE_REGULARIZATION = 1e-3
"""Added to the Gram matrix of a point's neighbors, as a share of its trace."""
_SHIFT = 1e-9

LPP_REGULARIZATION = 1e-3
"""As a share of the mean of the diagonal that it is added to."""

SAMMON_STEPS = 100
_PAIRS_AT_ONCE = 1_000_000
_NEAREST = 1e-3
"""Pairs nearer than this, where the mean is 1, weigh as if they were so far apart; some may be equal."""


def locally_linear(points: Array, dim: int = 3, *, neighbors: int = LLE_NEIGHBORS, seed: int = 0) -> Array:
    """Locally linear embedding: places that the same weights make from the places of their neighbors.

    min ‖x_i − Σ_j w_ij x_j‖², Σ_j w_ij = 1; then the last eigenvectors of (1 − W)ᵀ(1 − W) but the constant
    [Roweis2000]

    Neighbors of neighbors of images soon are all images, and so the matrix is factorized as a full one:
    10,000 points take 0.8 GB. scikit-learn's LocallyLinearEmbedding takes half the time below 2,000
    images, but 98 s rather than 55 s for USPS, and its maps are others where images are equal (it makes an
    image its own neighbor: Yale, Umist), distances are tied (Optdigits) or the graph has parts (COIL20).

    >>> line = np.linspace(0, 1, 30)[:, None] * np.ones(4)
    >>> bool(np.abs(np.corrcoef(locally_linear(line, 1, neighbors=4).ravel(), line[:, 0])[0, 1]) > 0.99)
    True
    """
    from scipy.linalg import cho_factor, cho_solve
    from scipy.sparse.linalg import LinearOperator, eigsh

    rest = _what_weights_leave(points, min(neighbors, len(points) - 1))
    matrix = rest.T @ rest
    full = matrix.toarray(order="F")
    full[np.diag_indices_from(full)] += _SHIFT
    factor = cho_factor(full, lower=True, overwrite_a=True, check_finite=False)
    inverse = LinearOperator(
        matrix.shape, matvec=lambda v: cho_solve(factor, v, check_finite=False), dtype=np.float64
    )
    start = np.random.default_rng(seed).standard_normal(len(points))
    values, vectors = eigsh(matrix, dim + 1, sigma=-_SHIFT, OPinv=inverse, v0=start)
    found = vectors[:, np.argsort(values)[1:]]
    return fix_signs(found, found)[0]


def _what_weights_leave(points: Array, k: int) -> Sparse:
    """1 − W."""
    from scipy.sparse import csr_array, eye_array

    n = len(points)
    places = nearest_neighbors(points, k, threads=1).places
    weights = np.empty((n, k))
    for i, near in enumerate(places):
        apart = points[near] - points[i]
        gram = apart @ apart.T
        gram[np.diag_indices(k)] += LLE_REGULARIZATION * (np.trace(gram) or 1.0)
        own = np.linalg.solve(gram, np.ones(k))
        weights[i] = own / own.sum()
    joined = csr_array((weights.ravel(), places.ravel(), np.arange(0, n * k + 1, k)), shape=(n, n))
    return csr_array(eye_array(n) - joined)


def locality_preserving(
    points: Array, graph: Sparse, dim: int = 3, *, regularization: float = LPP_REGULARIZATION
) -> Array:
    """Locality preserving projections: neighbors are closest for the room that all points take.

    XᵀLX a = λ XᵀDX a with the smallest λ, for weights W of a graph, D = diag(Σ_j w_ij), L = D − W   [He2003]

    X is centered with the weights D, which leaves out the constant solution. The same axes have the largest
    1 − λ in XᵀWX a = (1 − λ) XᵀDX a; in that form the regularization of XᵀDX, needed where there are more
    pixels than images, does not favor directions that no image has anything in.

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
    spread[places] += regularization * spread[places].mean()
    size = len(spread)
    axes = eigh(joined, spread, subset_by_index=(size - dim, size - 1))[1][:, ::-1]
    projected = x @ axes
    return fix_signs(projected, projected)[0]


def sammon(points: Array, start: Array, *, steps: int = SAMMON_STEPS) -> Array:
    """Sammon's mapping: places whose distances are those of the points, errors at small ones weighing more.

    E = Σ_i<j (d*_ij − d_ij)² / d*_ij / Σ_i<j d*_ij, brought down from the start by L-BFGS   [Sammon1969]

    The distances of 10,000 points take 0.4 GB.

    >>> corners = np.array([[0.0, 0, 0], [3, 0, 0], [0, 4, 0]])
    >>> found = sammon(corners, np.array([[0.0, 0.1], [1.0, 0], [0, 1]]))
    >>> np.linalg.norm(found[1] - found[2]).round(3).item()
    5.0
    """
    from scipy.optimize import fmin_l_bfgs_b

    given = _distances(points)
    scale = float(given.mean(dtype=np.float64)) or 1.0
    given /= scale
    found, _, _ = fmin_l_bfgs_b(
        lambda places: _stress(given, places.reshape(start.shape)), np.ravel(start / scale), maxiter=steps
    )
    return np.asarray(found.reshape(start.shape) * scale)


def _distances(points: Array) -> Array:
    """As float32, with zeros on the diagonal."""
    from sklearn.metrics import euclidean_distances

    n = len(points)
    distances = np.empty((n, n), np.float32)
    centered = points - points.mean(axis=0)
    for first, last in even_blocks(n, max(1, _PAIRS_AT_ONCE // n)):
        distances[first:last] = euclidean_distances(centered[first:last], centered)
    np.fill_diagonal(distances, 0)
    return distances


def _stress(given: Array, places: Array) -> tuple[float, Array]:
    """E and its gradient."""
    from scipy.spatial.distance import cdist

    total, gradient = 0.0, np.empty_like(places)
    for first, last in even_blocks(len(given), max(1, _PAIRS_AT_ONCE // len(given))):
        apart = cdist(places[first:last], places)
        errors = apart - given[first:last]
        weighted = errors / np.maximum(given[first:last], _NEAREST)
        total += float(np.einsum("ij,ij->", errors, weighted))
        weighted /= np.maximum(apart, 1e-12)
        gradient[first:last] = weighted.sum(axis=1)[:, None] * places[first:last] - weighted @ places
    whole = float(given.sum(dtype=np.float64)) or 1.0
    return total / whole, (4 / whole * gradient).ravel()
