"""The maps that the unit ball is compared with, against scipy, scikit-learn and slow twins."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist, pdist
from sklearn.manifold import LocallyLinearEmbedding

from firth.sphere.graph import neighbor_graph
from firth_papers.rival_maps import _stress, locality_preserving, locally_linear, sammon


def spanned(first, second):
    """Cosines of the angles between two subspaces."""
    q, r = (np.linalg.qr(vectors)[0] for vectors in (first, second))
    return np.linalg.svd(q.T @ r, compute_uv=False)


def test_projections_that_preserve_locality_solve_their_eigenproblem():
    X = np.random.default_rng(0).normal(size=(60, 5)) * [5, 4, 3, 2, 1]
    W = neighbor_graph(X, 6)
    D = np.diag(W.toarray().sum(axis=1))
    L = D - W.toarray()
    centered = X - np.average(X, axis=0, weights=np.diag(D))
    axes = eigh(centered.T @ L @ centered, centered.T @ D @ centered)[1][:, :3]
    found = locality_preserving(X, W, regularization=1e-12)
    assert np.allclose(np.abs(found), np.abs(centered @ axes), atol=1e-8)


def test_projections_of_few_images_with_many_pixels_are_those_of_all_pixels():
    X = np.random.default_rng(1).normal(size=(12, 40))
    W = neighbor_graph(X, 4)
    wide = locality_preserving(X, W, regularization=0.1)
    padded = np.vstack([X, np.zeros((40, 40))])  # points without neighbors weigh nothing
    graph = csr_array((W.data, W.indices, np.append(W.indptr, [W.nnz] * 40)), shape=(52, 52))
    # Both add a share of the mean of the diagonal, which is of 12 directions or of 40.
    assert np.allclose(wide, locality_preserving(padded, graph, regularization=0.1 * 40 / 12)[:12], atol=1e-8)


def test_locally_linear_places_are_scikit_learns():
    rng = np.random.default_rng(3)
    angles = rng.uniform(0, 5, 150)
    X = np.column_stack([np.cos(angles), np.sin(angles), rng.uniform(0, 2, 150), 0.1 * angles])
    theirs = LocallyLinearEmbedding(n_neighbors=8, n_components=3, eigen_solver="dense").fit_transform(X)
    assert spanned(locally_linear(X, neighbors=8), theirs).min() > 1 - 1e-5


def test_sammons_gradient_is_the_slope_of_his_stress():
    rng = np.random.default_rng(4)
    given, places = cdist(*[rng.normal(size=(7, 5))] * 2), rng.normal(size=(7, 3))
    stress, gradient = _stress(given, places)
    pairs = np.triu_indices(7, 1)
    by_hand = ((given - cdist(places, places))[pairs] ** 2 / given[pairs]).sum() / given[pairs].sum()
    assert stress == pytest.approx(by_hand)
    for place in range(21):
        step = np.zeros(21)
        step[place] = 1e-6
        up, down = (_stress(given, places + sign * step.reshape(7, 3))[0] for sign in (1, -1))
        assert gradient[place] == pytest.approx((up - down) / 2e-6, abs=1e-7)


def test_sammons_mapping_finds_distances_that_three_dimensions_have():
    rng = np.random.default_rng(5)
    points = rng.normal(size=(20, 3))
    turned = np.hstack([points, points[:, :1] * 0]) @ np.linalg.qr(rng.normal(size=(4, 4)))[0]
    twice = np.vstack([turned, turned[:1]])  # equal points are no division by 0
    found = sammon(twice, twice[:, :3], steps=2000)
    assert np.allclose(pdist(found[:20]), pdist(points), atol=0.02)
