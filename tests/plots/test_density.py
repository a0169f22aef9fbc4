import numpy as np
from matplotlib.image import AxesImage

from firth.plots import biplot
from firth.plots.canvas import new_axes
from firth.plots.density import density, draw_density
from plots.conftest import analysis_of
from plots.survey import answers, survey


def shades(figure):
    return [image for image in figure.axes[0].get_children() if isinstance(image, AxesImage)]


def test_the_shade_is_darkest_where_most_points_are_and_right_way_up():
    points = np.vstack([np.tile([0.9, 0.2], (50, 1)), np.tile([0.1, 0.8], (5, 1))])
    found = density(points, (0, 1), (0, 1), (80, 40))
    assert found.shape == (40, 80)
    assert np.unravel_index(found.argmax(), found.shape) == (8, 72)
    assert 0.05 < found[32, 8] / found.max() < 0.2
    assert found[:20, :20].max() < 1e-6 * found.max()


def test_smoothing_loses_no_points_inside():
    points = np.full((7, 2), 0.5)
    found = density(points, (0, 1), (0, 1), (101, 101))
    np.testing.assert_allclose(found, found[::-1])
    np.testing.assert_allclose(found, found.T)


def test_thousands_of_individuals_are_a_shade_and_categories_stay_points():
    figure = biplot(survey(6_000))
    assert len(shades(figure)) == 1
    assert sum(len(c.get_offsets()) for c in figure.axes[0].collections) == len(survey().columns.names)
    assert not shades(biplot(survey(6_000), density="never"))
    assert not shades(biplot(survey()))
    assert len(shades(biplot(survey(), density="always"))) == 1


def test_of_a_shaded_side_the_named_points_are_drawn():
    rng = np.random.default_rng(0)
    table = rng.poisson(5, (5_100, 4)) + 1
    figure = biplot(analysis_of(table), labels=10)
    assert len(shades(figure)) == 1
    assert sum(len(c.get_offsets()) for c in figure.axes[0].collections) <= 4 + 10


def test_where_groups_meet_the_shade_has_the_color_of_the_most_not_of_those_drawn_last():
    ax = new_axes(4.0, 4.0, (0.0, 0.0, 0.0, 0.0))
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    points = np.vstack([np.full((90, 2), 0.25), np.full((10, 2), 0.25), np.full((10, 2), 0.75)])
    colors = np.array(["#ff0000"] * 90 + ["#0000ff"] * 20)
    draw_density(ax, points, colors, zorder=1)
    shade = np.asarray(next(c for c in ax.get_children() if isinstance(c, AxesImage)).get_array())
    np.testing.assert_allclose(shade[80, 80, :3], [0.9, 0, 0.1])
    np.testing.assert_allclose(shade[240, 240, :3], [0, 0, 1])
    np.testing.assert_allclose(shade[80, 80, 3] / shade[240, 240, 3], np.sqrt(100 / 10), rtol=0.01)


def test_thousands_of_individuals_in_groups_are_a_shade_too():
    assert len(shades(biplot(survey(6_000), color="group", groups=answers(6_000)["sex"]))) == 1
