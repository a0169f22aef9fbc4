import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.ca._transfer_kernels import transfer
from firth.ca.consolidation import consolidated
from firth.ca.leaves import barycenters
from firth.ca.ward import cut, ward
from reference.slow_ward import inertia, slow_transfer


def cloud(seed: int, n: int = 60) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, 3)), rng.uniform(0.1, 3, n)


def within(points: np.ndarray, weights: np.ndarray, labels: np.ndarray) -> float:
    return sum(inertia(points, weights, np.flatnonzero(labels == label).tolist()) for label in set(labels))


@given(st.integers(0, 10_000), st.integers(2, 6))
def test_no_single_move_would_lower_the_inertia_and_none_has_raised_it(seed, clusters):
    points, weights = cloud(seed)
    before = cut(ward(points, weights), clusters)
    after = consolidated(points, weights, before)
    reached = within(points, weights, after)
    assert reached <= within(points, weights, before) * (1 + 1e-12)
    assert set(after) == set(range(clusters))
    for i in range(len(points)):
        for label in range(clusters):
            moved = after.copy()
            moved[i] = label
            if len(set(moved)) == clusters and clusters > 2:
                assert within(points, weights, moved) > reached * (1 - 1e-9)


@given(st.integers(0, 10_000), st.integers(2, 5))
def test_the_kernel_makes_the_moves_of_its_slow_twin(seed, clusters):
    points, weights = cloud(seed, 30)
    rng = np.random.default_rng(seed)
    labels = np.append(np.arange(clusters), rng.integers(0, clusters, 30 - clusters))
    second = (labels + rng.integers(1, clusters, 30)) % clusters
    expected = slow_transfer(points, weights, labels, second, stages=3)
    centers = barycenters(points, weights, labels, clusters)
    transfer(points, weights, centers, labels, second, 3)
    np.testing.assert_array_equal(labels, expected)
    np.testing.assert_allclose(centers, barycenters(points, weights, labels, clusters), rtol=1e-9, atol=1e-12)


def test_the_answer_is_the_same_whatever_the_number_of_threads():
    points, weights = cloud(1, 5_000)
    labels = cut(ward(points, weights), 7)
    one, four = (consolidated(points, weights, labels, threads=threads) for threads in (1, 4))
    np.testing.assert_array_equal(one, four)


def test_a_cluster_whose_points_are_all_nearer_to_others_is_kept():
    points = np.array([[-1.0], [1.0], [-1.1], [-0.9], [0.9], [1.1]])
    labels = np.array([0, 0, 1, 1, 2, 2])  # the first cluster's center, 0, has no nearest point
    assert set(consolidated(points, np.ones(6), labels)) == {0, 1, 2}


def test_clusters_of_one_point_stay():
    points = np.array([[0.0], [10.0], [11.0]])
    assert consolidated(points, np.ones(3), np.array([0, 1, 2])).tolist() == [0, 1, 2]


def test_labels_given_are_left_as_they_were():
    points, weights = cloud(2)
    labels = cut(ward(points, weights), 4)
    copy = labels.copy()
    consolidated(points, weights, labels)
    np.testing.assert_array_equal(labels, copy)


def test_heavy_points_hold_their_cluster():
    points, labels = np.array([[0.0], [4.0], [6.0], [9.0]]), np.array([0, 0, 1, 1])
    light = consolidated(points, np.ones(4), labels)
    heavy = consolidated(points, np.array([100.0, 1, 1, 1]), labels)
    assert light.tolist() == [0, 0, 1, 1]
    assert heavy.tolist() == [0, 1, 1, 1]
    assert within(points, np.array([100.0, 1, 1, 1]), heavy) == pytest.approx(38 / 3)
