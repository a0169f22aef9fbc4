"""Forces against a slow twin that goes from pair to pair."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from firth.sphere import forces
from firth.sphere.forces import Pairs, attraction, exact_repulsion, repulsion_of_pairs, unit_rows
from firth.sphere.kernels import SphereKernel
from reference.slow_kubwe import polynomial, slow_attraction, slow_repulsion
from sphere.word_tables import as_float32, random_points, random_weights

WORDS, DIM = 70, 9


@pytest.fixture
def small_tiles(monkeypatch):
    """So that the table has many tiles, and the last of them are ragged."""
    monkeypatch.setattr(forces, "ROWS_PER_TASK", 16)
    monkeypatch.setattr(forces, "COLUMNS_PER_TILE", 11)
    monkeypatch.setattr(forces, "PAIRS_PER_TASK", 50)
    monkeypatch.setattr(forces, "LEAST_TILE", 9)
    monkeypatch.setattr(forces, "PAIRS_IN_TILE", 1)


@pytest.mark.usefixtures("small_tiles")
def test_attraction_is_that_of_the_slow_twin():
    a, w = random_weights(WORDS), random_points(WORDS, DIM)
    a[5] = 0
    assert np.allclose(attraction(as_float32(a), w.astype(np.float32)), slow_attraction(a, w), atol=1e-5)


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("degree", [1, 13, 21])
def test_exact_repulsion_is_that_of_the_slow_twin(degree):
    a, w = random_weights(WORDS), random_points(WORDS, DIM)
    a[7] = 1.0  # drawn to all words, so pushed by none
    a[9] = 0.0
    found = exact_repulsion(w.astype(np.float32), as_float32(a), SphereKernel(degree=degree))
    expected = slow_repulsion(a, w, polynomial(degree))
    assert np.allclose(found, expected, atol=1e-6 * np.abs(expected).max())
    assert not found[7].any()
    double = exact_repulsion(w, as_float32(a), SphereKernel(degree=degree))
    assert np.allclose(double, expected, rtol=1e-10, atol=1e-14)


@pytest.mark.usefixtures("small_tiles")
def test_forces_have_the_same_bytes_for_any_number_of_threads():
    a, w = as_float32(random_weights(WORDS)), random_points(WORDS, DIM).astype(np.float32)
    with threadpool_limits(limits=1, user_api="blas"):
        for force in (
            lambda threads: attraction(a, w, threads),
            lambda threads: exact_repulsion(w, a, SphereKernel(), threads),
            lambda threads: repulsion_of_pairs(Pairs(a.indptr, a.indices), w, SphereKernel(), threads),
        ):
            assert force(1).tobytes() == force(2).tobytes() == force(5).tobytes()


@pytest.mark.usefixtures("small_tiles")
def test_listed_pairs_repel_by_a_function_of_their_cosine():
    listed, w = random_weights(WORDS) > 0, random_points(WORDS, DIM)
    pairs = as_float32(listed)
    found = repulsion_of_pairs(Pairs(pairs.indptr, pairs.indices), w, lambda x: x**3 - 2)
    expected = [sum(((w[i] @ w[j]) ** 3 - 2) * w[j] for j in np.flatnonzero(listed[i])) for i in range(WORDS)]
    assert np.allclose(found, expected, rtol=1e-10)


def test_rows_become_units_and_zeros_stay():
    rows = np.array([[3.0, 4.0], [0.0, 0.0]])
    assert np.allclose(unit_rows(rows), [[0.6, 0.8], [0.0, 0.0]])
