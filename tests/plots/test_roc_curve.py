import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import roc_curves, save_figure


def test_a_panel_for_each_learner_and_the_same_look_for_the_same_vectors(tmp_path):
    half = np.linspace(0, 1, 101) ** 0.5
    figure = roc_curves(
        {"SVM": {"BOW": half, "SIF": half**0.5}, "forest": {"SIF": half}, "third": {"BOW": half}},
        title="IMDB",
    )
    assert [ax.get_title(loc="left") for ax in figure.axes] == ["SVM", "forest", "third"]
    first, second = figure.axes[0].lines[2], figure.axes[1].lines[1]
    assert first.get_color() == second.get_color()
    assert np.allclose(figure.axes[2].lines[1].get_ydata(), half)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["BOW", "SIF"]
    save_figure(figure, tmp_path / "roc.png")


def test_the_corner_is_drawn_again_where_no_curve_runs_behind_it():
    good, poor = np.linspace(0, 1, 101) ** 0.1, np.linspace(0, 1, 101) ** 0.9
    figure = roc_curves({"SVM": {"BOW": good}, "k nearest": {"BOW": good, "SIF": poor}})
    assert [len(ax.child_axes) for ax in figure.axes] == [1, 0]


def test_curves_are_told_apart_beyond_ten_colors():
    figure = roc_curves({"SVM": {f"vectors {i}": [0, 1] for i in range(12)}})
    looks = {(line.get_color(), line.get_linestyle()) for line in figure.axes[0].lines[1:]}
    assert len(looks) == 12


@pytest.mark.parametrize("panels", [{}, {"SVM": {}}])
def test_nothing_to_draw_is_refused(panels):
    with pytest.raises(InputError, match="there are no ROC curves to draw"):
        roc_curves(panels)
