import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster import hierarchy

from firth.ca.ward import cut, proposed_clusters, ward, within_inertias
from reference.slow_ward import inertia, slow_ward


def cloud(seed: int, n: int, axes: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, axes)), rng.uniform(0.1, 3, n)


@given(st.integers(0, 10_000), st.integers(2, 25), st.integers(1, 4))
def test_the_chain_gives_the_tree_of_all_pairs(seed, n, axes):
    points, weights = cloud(seed, n, axes)
    found, expected = ward(points, weights), slow_ward(points, weights)
    np.testing.assert_array_equal(found[:, [0, 1, 3]], expected[:, [0, 1, 3]])
    np.testing.assert_allclose(found[:, 2], expected[:, 2], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("n", [2, 3, 700])
def test_with_equal_weights_the_tree_is_that_of_scipy(n):
    points, _ = cloud(n, n, 5)
    found, expected = ward(points, np.full(n, 1 / n)), hierarchy.ward(points)
    np.testing.assert_array_equal(found[:, [0, 1, 3]], expected[:, [0, 1, 3]])
    np.testing.assert_allclose(np.sqrt(2 * n * found[:, 2]), expected[:, 2], rtol=1e-12)


def test_a_point_of_weight_three_is_three_equal_points():
    points, _ = cloud(1, 40)
    weights = np.arange(40) % 4 + 1
    one, many = ward(points, weights), ward(np.repeat(points, weights, axis=0), np.ones(weights.sum()))
    np.testing.assert_allclose(many[: -len(one), 2], 0, atol=1e-25)
    np.testing.assert_allclose(many[-len(one) :, 2], one[:, 2], rtol=1e-10)
    for clusters in (2, 5, 11):
        np.testing.assert_array_equal(np.repeat(cut(one, clusters), weights), cut(many, clusters))


def test_losses_sum_to_the_inertia_and_ascend():
    points, weights = cloud(2, 300)
    merges = ward(points, weights)
    assert merges[:, 2].sum() == pytest.approx(inertia(points, weights, list(range(300))))
    assert (np.diff(merges[:, 2]) >= 0).all()


@given(st.integers(0, 10_000))
def test_points_on_a_grid_still_make_a_valid_tree_the_same_each_time(seed):
    rng = np.random.default_rng(seed)
    points = rng.integers(0, 3, (30, 2)).astype(float)  # ties at every height, 0 among them
    merges = ward(points, np.ones(30))
    assert hierarchy.is_valid_linkage(merges)
    np.testing.assert_array_equal(merges, ward(points, np.ones(30)))
    assert merges[:, 2].sum() == pytest.approx(inertia(points, np.ones(30), list(range(30))))


@given(st.integers(0, 10_000), st.integers(2, 40))
def test_a_cut_has_as_many_clusters_as_asked_for_and_leaves_the_inertia_that_is_said(seed, n):
    points, weights = cloud(seed, n)
    merges = ward(points, weights)
    within = within_inertias(merges)
    for clusters in range(1, n + 1):
        labels = cut(merges, clusters)
        members = [np.flatnonzero(labels == label).tolist() for label in range(clusters)]
        assert min(map(len, members)) > 0
        assert [own[0] for own in members] == sorted(own[0] for own in members)
        parts = sum(inertia(points, weights, own) for own in members)
        assert parts == pytest.approx(within[clusters - 1], rel=1e-9, abs=1e-12)


def test_points_and_weights_are_left_as_they_were():
    points, weights = cloud(3, 20)
    copies = points.copy(), weights.copy()
    ward(points, weights)
    np.testing.assert_array_equal(points, copies[0])
    np.testing.assert_array_equal(weights, copies[1])


def test_the_proposed_number_lies_between_its_bounds_and_has_the_least_ratio():
    within = np.array([8.0, 4.0, 3.9, 1.9, 1.8, 0.5, 0.0])
    assert proposed_clusters(within, at_least=2, at_most=3) == 2
    assert proposed_clusters(within, at_least=3, at_most=5) == 4
    assert proposed_clusters(within, at_least=3, at_most=6) == 6
    assert proposed_clusters(within, at_least=5, at_most=5) == 5
