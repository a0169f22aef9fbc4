"""Nearest neighbors: exact ones against sorting, ties and duplicates included, and bad input."""

from __future__ import annotations

import sys
import types

import numpy as np
import pytest

from firth.errors import InputError
from firth.sphere import knn, nearest_neighbors
from reference.slow_ube import slow_neighbors

RNG = np.random.default_rng(3)
POINTS = RNG.standard_normal((60, 5))
GRID = np.array([[x, y] for x in range(6) for y in range(6)], float)


@pytest.mark.parametrize("points", [POINTS, GRID, 1e150 * POINTS, POINTS + 1e6], ids=range(4))
def test_exact_neighbors_are_those_of_sorting_all_distances(points):
    places, distances = slow_neighbors(points, 7)
    found = nearest_neighbors(points, 7)
    assert np.array_equal(found.places, places)
    assert np.allclose(found.distances, distances, rtol=1e-9)


def test_ties_and_duplicates_stand_in_the_order_of_the_rows():
    found = nearest_neighbors(np.ones((6, 2)), 3)
    assert found.places.tolist() == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2], [0, 1, 2], [0, 1, 2]]
    assert not found.distances.any()


def test_points_far_closer_than_they_are_long_are_told_apart():
    line = np.array([[1.0, 0.0], [1.0, 3e-9], [1.0, 1e-9], [-1.0, 0.0]])
    found = nearest_neighbors(line, 2)
    assert found.places[0].tolist() == [2, 1]
    assert np.allclose(found.distances[0], [1e-9, 3e-9], rtol=1e-6)


def test_neighbors_do_not_depend_on_blocks_or_threads(monkeypatch):
    whole = nearest_neighbors(POINTS, 9, threads=1)
    monkeypatch.setattr(knn, "DISTANCES_AT_ONCE", 200)
    parts = nearest_neighbors(POINTS, 9, threads=3)
    assert whole.places.tobytes() == parts.places.tobytes()
    assert whole.distances.tobytes() == parts.distances.tobytes()


def test_cosine_goes_by_directions_alone():
    lengths = RNG.uniform(0.1, 100, (60, 1))
    unit = POINTS / np.linalg.norm(POINTS, axis=1, keepdims=True)
    found = nearest_neighbors(lengths * POINTS, 4, metric="cosine")
    assert np.array_equal(found.places, slow_neighbors(unit, 4)[0])
    cosines = np.einsum("ic,ijc->ij", unit, unit[found.places])
    assert np.allclose(found.distances**2, 2 - 2 * cosines)


def test_what_an_approximate_search_proposes_is_put_in_order(monkeypatch):
    def descent(rows, n_neighbors, random_state, n_jobs):
        exact = nearest_neighbors(rows, n_neighbors - 1).places
        return types.SimpleNamespace(neighbor_graph=(np.column_stack([exact, np.arange(len(rows))]), None))

    monkeypatch.setitem(sys.modules, "pynndescent", types.SimpleNamespace(NNDescent=descent))
    found = nearest_neighbors(POINTS, 7, search="approximate")
    expected = nearest_neighbors(POINTS, 7)
    assert np.array_equal(found.places, expected.places)
    assert np.allclose(found.distances, expected.distances)


def test_without_the_library_an_approximate_search_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pynndescent", None)
    with pytest.raises(InputError, match=r"install it with pip install 'firth\[neighbors\]'"):
        nearest_neighbors(POINTS, 7, search="approximate")


@pytest.mark.parametrize(
    ("points", "choices", "sentence"),
    [
        (np.ones(5), {}, r"points have shape \(5,\)"),
        (np.array([[0.0], [np.nan], [1.0]]), {}, "point 1 has NaN or infinity"),
        (np.array([[1.0], [0.0], [1.0]]), {"metric": "cosine"}, "point 1 is all zeros and has no cosine"),
        (np.eye(3), {"metric": "taxi"}, "metric is 'taxi'"),
        (np.eye(3), {"search": "lucky"}, "search is 'lucky'"),
        (np.eye(2), {}, "2 neighbors of 2 points: ask for 1 to 1"),
    ],
)
def test_bad_input_gets_one_sentence(points, choices, sentence):
    with pytest.raises(InputError, match=sentence):
        nearest_neighbors(points, 2, **choices)
