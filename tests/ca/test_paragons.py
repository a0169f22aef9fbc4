import numpy as np

from firth.ca.paragons import paragons_and_most_distant
from firth.core import Vocabulary

POINTS = np.array([[0.0, 0], [3.0, 0], [1.0, 0], [10.0, 0], [10.0, 1], [20.0, 0]])
LABELS = np.array([1, 1, 1, 2, 2, 3])
CENTERS = np.array([[4 / 3, 0], [10.0, 0.5], [20.0, 0]])


def found(most: int):
    return paragons_and_most_distant(POINTS, Vocabulary(tuple("abcdef"), np.ones(6)), LABELS, CENTERS, most)


def test_paragons_are_the_nearest_to_their_own_center():
    nearest, _ = found(2)
    assert [[point.name for point in cluster] for cluster in nearest] == [["c", "a"], ["d", "e"], ["f"]]
    np.testing.assert_allclose([point.distance for point in nearest[0]], [1 / 3, 4 / 3])
    assert nearest[2][0].place == 5


def test_the_most_distant_are_the_farthest_from_the_nearest_other_center():
    _, farthest = found(2)
    assert [[point.name for point in cluster] for cluster in farthest] == [["a", "c"], ["e", "d"], ["f"]]
    np.testing.assert_allclose(farthest[0][0].distance, np.hypot(10, 0.5))
    np.testing.assert_allclose(farthest[1][1].distance, 10 - 4 / 3)  # of cluster 1, not of 3


def test_equal_distances_keep_the_order_of_the_table_though_rounding_differs():
    points = np.array([[0.1 + 0.2, 0], [0.3, 0], [-0.3, 0], [5.0, 0]])
    centers, labels = np.array([[0.0, 0], [5.0, 0]]), np.array([1, 1, 1, 2])
    nearest, _ = paragons_and_most_distant(points, Vocabulary(tuple("abcd"), np.ones(4)), labels, centers, 3)
    assert [point.name for point in nearest[0]] == ["a", "b", "c"]


def test_none_may_be_asked_for():
    assert found(0) == (((), (), ()), ((), (), ()))
