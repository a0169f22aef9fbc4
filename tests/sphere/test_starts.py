"""Starts: on the sphere, the same for a seed, and spectral ones as the graph's eigenvectors say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.manifold import spectral_embedding

from firth.sphere import neighbour_graph, ube
from firth.sphere.ube import random_start, spectral_start

POINTS = np.random.default_rng(1).standard_normal((80, 3))


def test_random_starts_have_no_preferred_direction():
    points = random_start(20_000, 3, np.random.default_rng(0))
    assert np.allclose(np.linalg.norm(points, axis=1), 1)
    assert np.allclose(points.mean(axis=0), 0, atol=0.02)
    assert np.allclose(points.T @ points / 20_000, np.eye(3) / 3, atol=0.02)


@pytest.mark.parametrize("dense_below", [0, 500])
def test_a_spectral_start_has_the_directions_of_laplacian_eigenmaps(monkeypatch, dense_below):
    monkeypatch.setattr(ube, "DENSE_BELOW", dense_below)
    monkeypatch.setattr(ube, "NOISE", 0.0)
    graph = neighbour_graph(POINTS, 79)
    expected = spectral_embedding(graph.toarray(), n_components=3, drop_first=True, random_state=0)
    expected = (expected - expected.mean(axis=0)) / expected.std(axis=0)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    found = spectral_start(graph, 3, np.random.default_rng(0))
    signs = np.sign((found * expected).sum(axis=0))
    assert np.allclose(found, expected * signs, atol=0.02)


def test_a_spectral_start_needs_no_edges_at_all():
    points = spectral_start(sparse.csr_array((9, 9)), 3, np.random.default_rng(0))
    assert np.allclose(np.linalg.norm(points, axis=1), 1)
    points = spectral_start(sparse.csr_array(np.eye(3)[::-1]), 5, np.random.default_rng(0))
    assert np.allclose(np.linalg.norm(points, axis=1), 1)
