import numpy as np
import pytest

from firth.errors import InputError
from firth.plots.globe import View, ball_of, best_view, paler


def on_sphere(points):
    return points / np.linalg.norm(points, axis=1, keepdims=True)


@pytest.mark.parametrize("angles", [(0, 0), (90, 0), (-135, 35), (400, -90), (17, 90)])
def test_a_view_turns_space_without_bending_it(angles):
    axes = View(*angles).project(np.eye(3))
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1)


@pytest.mark.parametrize(
    ("angles", "eye"), [((0, 0), [1, 0, 0]), ((90, 0), [0, 1, 0]), ((90, 30), [0, np.sqrt(0.75), 0.5])]
)
def test_the_eye_is_in_front_and_the_third_axis_up(angles, eye):
    view = View(*angles)
    np.testing.assert_allclose(view.eye, eye, atol=1e-12)
    np.testing.assert_allclose(view.project(np.array([eye])), [[0, 0, 1]], atol=1e-12)
    across, up, _ = view.project(np.array([[0, 0, 1.0]]))[0]
    assert across == pytest.approx(0)
    assert up > 0


def test_points_on_one_side_of_a_sphere_are_seen_from_that_side():
    rng = np.random.default_rng(0)
    for side in on_sphere(rng.normal(size=(5, 3))):
        points = on_sphere(side + 0.3 * rng.normal(size=(500, 3)))
        assert best_view(points, hollow=True).eye @ side > 0.75


def test_a_flat_cloud_is_seen_from_above():
    rng = np.random.default_rng(1)
    flat = rng.normal(size=(800, 3)) * [1, 1, 0.02]
    assert abs(best_view(flat, hollow=False).eye[2]) > 0.8


def test_points_in_one_place_are_seen_from_somewhere():
    assert np.isfinite(best_view(np.zeros((3, 3)), hollow=False).eye).all()


@pytest.mark.parametrize("angles", [(0, 91), (float("nan"), 0), (0, float("nan"))])
def test_what_is_no_direction_is_refused(angles):
    with pytest.raises(InputError, match=r"the elevation from −90 to 90\.$"):
        View(*angles)


def test_colors_only_ever_move_towards_white():
    depths = np.linspace(-1, 1, 21)
    shades = paler(np.tile([0.0, 0.4, 0.8], (21, 1)), depths)
    assert np.all(np.diff(shades, axis=0) <= 1e-12)
    assert shades.max() < 1
    np.testing.assert_allclose(shades[-1], [0.0, 0.4, 0.8])


def test_other_points_keep_their_shape():
    cloud = np.random.default_rng(0).normal(5, 40, size=(9, 3))
    points = ball_of(cloud).points
    assert np.linalg.norm(points, axis=1).max() == pytest.approx(1)
    before, after = (np.linalg.norm(p[:, None] - p[None], axis=2) for p in (cloud, points))
    np.testing.assert_allclose(after * (before[0, 1] / after[0, 1]), before)
