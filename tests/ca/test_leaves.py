import numpy as np
import pytest

from firth.ca.leaves import barycenters, leaves_of, nearest_centers


def test_few_points_are_leaves_themselves():
    points = np.array([[0.0], [0.0], [1.0]])
    leaves, weights, places = leaves_of(points, np.ones(3), first_step=3)
    assert leaves is points
    assert weights.tolist() == [1, 1, 1]
    assert places.tolist() == [0, 1, 2]


def test_equal_points_are_one_leaf_with_their_weight_where_there_are_too_many():
    rng = np.random.default_rng(0)
    different = rng.normal(size=(50, 3))
    which = rng.integers(0, 50, 5_000)
    which[:50] = np.arange(50)
    leaves, weights, places = leaves_of(different[which], np.full(5_000, 1 / 5_000), first_step=50)
    assert len(leaves) == 50
    np.testing.assert_array_equal(leaves[places], different[which])
    np.testing.assert_allclose(weights, np.bincount(places) / 5_000)


@pytest.fixture(scope="module")
def many() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    return rng.normal(size=(30_000, 4)), rng.uniform(0.5, 2, 30_000)


def test_of_many_points_leaves_are_barycenters_of_all_of_them(many):
    points, weights = many
    leaves, heavy, places = leaves_of(points, weights, first_step=200)
    assert len(leaves) == 200
    np.testing.assert_allclose(heavy, np.bincount(places, weights))
    np.testing.assert_allclose(leaves, barycenters(points, weights, places, 200))


def test_centers_leave_little_of_the_inertia_within_them(many):
    points, weights = many
    leaves, _, places = leaves_of(points, weights, first_step=200)
    chance = points[np.random.default_rng(0).choice(len(points), 200, replace=False)]

    def within(centers, nearest):
        return (weights * ((points - centers[nearest]) ** 2).sum(axis=1)).sum()

    assert within(leaves, places) < 0.75 * within(chance, nearest_centers(points, chance))


def test_leaves_have_the_same_bytes_for_any_number_of_threads_and_others_for_another_seed(many):
    one, four = (leaves_of(*many, first_step=100, threads=threads) for threads in (1, 4))
    for first, second in zip(one, four, strict=True):
        assert first.tobytes() == second.tobytes()
    assert leaves_of(*many, first_step=100, seed=1)[0].tobytes() != one[0].tobytes()
