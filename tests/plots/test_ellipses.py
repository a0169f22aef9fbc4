import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex

from firth.errors import InputError
from firth.plots import biplot
from firth.plots.point_colors import CLASS_COLORS, SIDE_COLORS
from plots.survey import answers, survey


class Circles:
    """What draws circles of one radius around places."""

    def __init__(self, names, places, axes=(1, 2), radius=0.2):
        self.names, self.places, self.axes, self.radius = names, np.asarray(places), axes, radius

    def outline(self, points):
        turn = np.linspace(0, 2 * np.pi, points)
        return self.places[:, None] + self.radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)


def drawn(figure):
    return [c for c in figure.axes[0].collections if isinstance(c, PolyCollection)]


def test_ellipses_lie_around_their_points_in_their_colors(fisher):
    figure = biplot(fisher, ellipses=Circles(fisher.columns.names.tokens, fisher.columns.principal[:, :2]))
    (found,) = drawn(figure)
    assert {to_hex(color).upper() for color in found.get_edgecolor()} == {SIDE_COLORS["columns"]}
    for path, place in zip(found.get_paths(), fisher.columns.principal, strict=True):
        np.testing.assert_allclose(np.hypot(*(path.vertices[:100] - place[:2]).T), 0.2)


def test_the_axes_hold_ellipses_whole(fisher):
    (ax,) = biplot(fisher, ellipses=Circles(["black"], fisher.columns.principal[4:, :2], radius=2.0)).axes
    assert ax.get_xlim()[1] >= fisher.columns.principal[4, 0] + 2


def test_ellipses_of_groups_have_the_colors_of_groups():
    ellipses = Circles(["F", "M"], [[0.1, 0], [0, 0.1]])
    figure = biplot(survey(), color="group", groups=answers()["sex"], ellipses=[ellipses])
    (found,) = drawn(figure)
    assert [to_hex(color).upper() for color in found.get_edgecolor()] == list(CLASS_COLORS[:2])


def test_refusals_say_what_to_do(fisher):
    with pytest.raises(InputError, match="the ellipse of 'nobody' belongs to no point or group"):
        biplot(fisher, ellipses=Circles(["nobody"], [[0, 0]]))
    with pytest.raises(InputError, match=r"belong to axes \(1, 3\), and the map shows \(1, 2\)"):
        biplot(fisher, ellipses=Circles(["blue"], [[0, 0]], axes=(1, 3)))
    with pytest.raises(InputError, match="two axes of the symmetric map"):
        biplot(fisher, map="rows", ellipses=Circles(["blue"], [[0, 0]]))


def test_of_very_many_ellipses_those_of_the_most_contributing_points_are_drawn_and_the_note_says_so(large):
    plane = large.rows.principal[:, :2]
    figure = biplot(large, ellipses=Circles(large.rows.names.tokens, plane, radius=0.01))
    (found,) = drawn(figure)
    centers = np.array([path.vertices[:119].mean(axis=0) for path in found.get_paths()])
    share = large.rows.contributions[:, :2] @ large.singular_values[:2] ** 2
    most = plane[np.sort(np.argsort(-share)[:40])]
    np.testing.assert_allclose(centers, most, atol=1e-3)
    assert any("ellipses of 40 of 600 points" in text.get_text() for text in figure.axes[0].texts)
