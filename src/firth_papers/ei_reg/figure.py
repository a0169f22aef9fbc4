"""Correlations of every kind of vectors, emotion by emotion, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firth.evaluate.documents import Runs
from firth.plots.canvas import COLUMNS, FAINT, INK, ROWS, names, new_figure, plain_frame, words
from firth_papers.ei_reg import paper

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEFT, _PANEL, _GAP, _ROW = 1.35, 2.1, 0.3, 0.27
LEARNER = "linear-svr"


def score_figure(results: dict[str, Any]) -> Figure:
    """Linear machines: mean ± one standard deviation for each kind of vectors; stars are the thesis's."""
    emotions = list(results["runs"])
    kinds = list(dict.fromkeys(one["vectors"] for one in results["runs"][emotions[0]]))
    width = _LEFT + len(emotions) * (_PANEL + _GAP)
    height = _ROW * len(kinds) + 1.1
    figure = new_figure(width, height)
    for place, emotion in enumerate(emotions):
        box = (_LEFT + place * (_PANEL + _GAP), 0.5, _PANEL, _ROW * len(kinds))
        ax = figure.add_axes((box[0] / width, box[1] / height, box[2] / width, box[3] / height))
        _panel(ax, results["runs"][emotion], kinds, emotion)
        ax.set_yticks(range(len(kinds)), kinds if place == 0 else [""] * len(kinds), **names(8))
    title = "EI-reg, linear SVR: mean ± standard deviation over folds (dots), the thesis (stars)"
    figure.text(0.1 / width, 1 - 0.26 / height, title, **words(10))
    return figure


def _panel(ax: Axes, rows: list[dict[str, Any]], kinds: list[str], emotion: str) -> None:
    for row in rows:
        if row["learner"] == LEARNER:
            spread, place = Runs(**row).spread("pearson"), kinds.index(row["vectors"])
            color = ROWS if row["vectors"] in paper.VECTORS else COLUMNS
            ax.errorbar(
                100 * spread.mean, place, xerr=100 * spread.sd, fmt="o", color=color, markersize=4, capsize=2
            )
    for vectors, printed in paper.TABLES[emotion].items():
        if vectors in kinds:
            star = printed[LEARNER][0]
            ax.plot(star, kinds.index(vectors), "*", markersize=8, markerfacecolor="white", color=INK)
    ax.set_ylim(len(kinds) - 0.5, -0.5)
    ax.set_title(emotion, loc="left", **names(9))
    ax.set_xlabel("100 × Pearson's r", **words(8.5))
    ax.grid(axis="x", color=FAINT, linewidth=0.5)
    ax.set_axisbelow(True)
    plain_frame(ax)
    ax.tick_params(axis="y", length=0)
