"""The geometry of ellipses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from firth.ca import Ellipses
from firth.ca.ellipses import checked_axes, checked_level, covariance_matrices
from firth.errors import InputError

NUMBERS = st.floats(-5, 5)


def ellipses_of(*covariances, level=0.95, centers=None):
    centers = np.zeros((len(covariances), 2)) if centers is None else np.array(centers, float)
    names = [str(place) for place in range(len(covariances))]
    return Ellipses(names, centers, np.array(covariances, float), level, (1, 2))


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_the_outline_is_where_the_distance_is_the_quantile(a, b, c, d):
    root = np.array([[a, b], [c, d]])
    covariance = root @ root.T + 0.01 * np.eye(2)
    ellipses = ellipses_of(covariance, centers=[[1, -2]])
    apart = ellipses.outline(17)[0] - [1, -2]
    distances = np.einsum("ij,jk,ik->i", apart, np.linalg.inv(covariance), apart)
    assert np.allclose(distances, chi2.ppf(0.95, 2), rtol=1e-6)
    assert np.allclose(ellipses.half_axes[0] ** 2, chi2.ppf(0.95, 2) * np.linalg.eigvalsh(covariance)[::-1])
    assert ellipses.contains([1, -2]).all()
    assert ellipses.contains(ellipses.centers + 0.999 * apart[3]).all()
    assert not ellipses.contains(ellipses.centers + 1.001 * apart[3]).any()


def test_the_angle_is_that_of_the_longer_axis():
    turn = 0.7
    direction = np.array([np.cos(turn), np.sin(turn)])
    ellipses = ellipses_of(np.eye(2) + 3 * np.outer(direction, direction), np.diag([1, 4]), np.diag([4, 1]))
    assert np.allclose(ellipses.angles, [turn, np.pi / 2, 0])
    assert np.allclose(ellipses.half_axes, ellipses.scale * np.array([[2, 1]] * 3))


def test_points_and_lines_are_ellipses_too():
    flat = np.outer([1, 2], [1, 2])
    ellipses = ellipses_of(np.zeros((2, 2)), flat, centers=[[3, 3], [0, 0]])
    assert np.allclose(ellipses.half_axes, [[0, 0], [np.sqrt(5) * ellipses.scale, 0]])
    assert ellipses.correlations.tolist() == [0, 1]
    assert np.isfinite(ellipses.outline()).all()
    assert ellipses.contains([[3, 3], [1, 2]]).tolist() == [True, True]
    assert ellipses.contains([[3, 3.1], [1, 2.1]]).tolist() == [False, False]


def test_rounding_makes_no_variance_negative():
    found = covariance_matrices(np.array([-1e-20, 4.0]), np.array([1e-3, 2.1]), np.array([1.0, 1.0]))
    assert np.array_equal(found, [[[0, 0], [0, 1]], [[4, 2], [2, 1]]])


def test_the_frame_has_a_row_for_each_ellipse():
    frame = ellipses_of(np.diag([4, 1]), np.eye(2)).to_polars()
    assert frame.columns == ["name", "F1", "F2", "half_axis_1", "half_axis_2", "angle", "correlation"]
    assert frame["name"].to_list() == ["0", "1"]


@pytest.mark.parametrize("axes", [(1, 1), (0, 1), (1, 4), (1,)])
def test_axes_that_are_not_there_are_refused(axes):
    with pytest.raises(InputError, match="two different ones of the 3"):
        checked_axes(axes, 3)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_is_a_share(level):
    with pytest.raises(InputError, match=r"such as 0\.95"):
        checked_level(level)
