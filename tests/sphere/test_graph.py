"""Neighbor graphs: the elbow rule against its geometry, and similarities that are given."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from firth.errors import InputError
from firth.sphere import elbows, given_graph, neighbor_graph
from reference.slow_ube import slow_elbow, slow_weights

RNG = np.random.default_rng(8)
POINTS = RNG.standard_normal((50, 4))


def test_weights_are_those_of_equation_2_11_averaged_over_both_directions():
    slow = slow_weights(POINTS, 12)
    graph = neighbor_graph(POINTS, 12)
    assert np.allclose(graph.toarray(), (slow + slow.T) / 2, rtol=1e-9)
    assert graph.nnz == np.count_nonzero(slow + slow.T)


@settings(deadline=None)
@given(st.lists(st.floats(0.01, 100), min_size=3, max_size=20, unique=True))
def test_the_elbow_is_farthest_from_the_chord_at_a_right_angle(values):
    distances = np.sort(values)
    expected = slow_elbow(distances)
    chord = np.linspace(distances[0], distances[-1], len(distances))
    gaps = np.sort(np.abs(distances - chord))
    if gaps[-1] - gaps[-2] > 1e-6 * distances[-1]:  # else two are as far, and rounding decides
        assert elbows(distances[None])[0] == expected


def test_weights_by_hand():
    graph = neighbor_graph(np.array([[0.0], [1.0], [2.0], [9.0]]), 3)
    # Of 0 the elbow is at 2, of 1 at 1, and 9 has none: its distances 7, 8 and 9 lie on a line.
    far, near = np.exp(-9 / 2), np.exp(-9 / 8)
    assert np.allclose(graph.toarray()[0], [0, (near + far) / 2, far, far / 2])


def test_distances_without_a_bend_have_their_elbow_at_the_end():
    assert elbows(np.array([[2.0, 2.0, 2.0], [0.0, 0.0, 0.0], [1.0, 2.0, 3.0]])).tolist() == [2, 2, 2]


def test_duplicates_are_as_alike_as_can_be():
    graph = neighbor_graph(np.repeat([[0.0, 0], [5, 5], [9, 0]], 4, axis=0), 3).toarray()
    expected = np.kron(np.eye(3), np.ones((4, 4))) - np.eye(12)
    assert np.array_equal(graph, expected)


def test_more_neighbors_than_points_are_all_the_others():
    assert np.array_equal(neighbor_graph(POINTS, 49).toarray(), neighbor_graph(POINTS, 500).toarray())


def test_constant_columns_change_nothing():
    wide = np.column_stack([POINTS, np.full(50, 7.0)])
    assert np.allclose(neighbor_graph(wide, 9).toarray(), neighbor_graph(POINTS, 9).toarray())


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, sparse.coo_matrix, np.ndarray.tolist])
def test_given_similarities_are_averaged_and_lose_their_diagonal(form):
    similarities = np.where(RNG.random((9, 9)) < 0.3, RNG.random((9, 9)), 0)
    expected = (similarities + similarities.T) / 2
    np.fill_diagonal(expected, 0)
    graph = given_graph(form(similarities))
    assert np.allclose(graph.toarray(), expected)
    assert graph.nnz == np.count_nonzero(expected)


@pytest.mark.parametrize(
    ("similarities", "sentence"),
    [
        (np.ones((2, 3)), "similarities are 2 × 3"),
        (np.ones((1, 1)), "1 point has no neighbors"),
        ([[0, np.nan], [1, 0]], "similarities have NaN or infinity"),
        ([[0, -0.5], [0.5, 0]], "similarities reach from -0.5 to 0.5"),
        ([[0, 7], [7, 0]], "reach from 0 to 7; they must lie between 0 and 1"),
    ],
)
def test_similarities_that_are_none_get_one_sentence(similarities, sentence):
    with pytest.raises(InputError, match=sentence):
        given_graph(similarities)


def test_too_few_points_or_neighbors_are_refused():
    with pytest.raises(InputError, match=r"1 point\(s\) have no neighbors"):
        neighbor_graph(np.ones((1, 2)))
    with pytest.raises(InputError, match="neighbors is 0"):
        neighbor_graph(POINTS, 0)
