"""Dots and lines beside the source's numbers."""

from __future__ import annotations

from firth_papers.engine.figures import Panel, dots_beside_paper, sweep_figure
from firth_papers.engine.page import Beside


def test_figures_have_a_dot_for_each_score_and_a_star_for_each_of_the_papers():
    rows = {
        "sqrt-cca": {"500": Beside(0.5, (0.4, 0.6), 0.678), "1000": Beside(0.52, (0.4, 0.6), 0.69)},
        "log-cca": {"500": Beside(0.45, (0.4, 0.5)), "1000": Beside(None)},
    }
    ax = dots_beside_paper(rows, ["500", "1000"], title="t", scale="ρ").axes[0]
    stars = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "*" and len(line.get_xdata())]
    assert sorted(stars) == [0.678, 0.69]
    dots = {line.get_label(): list(line.get_xdata()) for line in ax.lines if line.get_marker() != "*"}
    assert dots == {"500": [0.5, 0.45], "1000": [0.52]}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["sqrt-cca", "log-cca"]


def test_a_sweep_is_drawn_in_the_order_of_its_places():
    line = {1.0: Beside(0.3, (0.2, 0.4), share=True), 0.5: Beside(0.5, (0.4, 0.6), share=True)}
    figure = sweep_figure([Panel("share", {"cca": line}, (0.5, "theirs"))], along="a", title="t")
    ax = figure.axes[0]
    assert list(ax.lines[0].get_xdata()) == [0.5, 1.0]
    assert list(ax.lines[0].get_ydata()) == [0.5, 0.3]
    figure.draw_without_rendering()
    assert all(label.get_text().endswith("%") for label in ax.get_yticklabels())
