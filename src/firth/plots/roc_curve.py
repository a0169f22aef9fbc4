"""ROC curves: how many of one class are found, against how many of the other are taken for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import FAINT, INK, QUIET, name_style, new_figure, one_line, plain_frame, text_style
from firth.plots.classes import CLASS_COLORS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIDE, _LEFT, _GAP, _BELOW, _ABOVE = 2.7, 0.65, 0.65, 0.55, 0.55
_CORNER = 0.3
"""The upper left part of this size is drawn again, larger: there good learners differ."""
_INSET = 0.42, 0.1, 0.56, 0.56
"""Where that is drawn: left, bottom, width and height, as shares of the panel."""
_Style = Literal["-", "--"]
_STYLES: tuple[_Style, ...] = ("-", "--")


def roc_curves(panels: Mapping[str, Mapping[str, Sequence[float]]], *, title: str | None = None) -> Figure:
    """A panel for each classifier, a ROC curve for each kind of vectors; two panels in a row.

    Parameters
    ----------
    panels : mapping of str to mapping of str to sequence of float
        For each classifier, and each kind of vectors: true positive rates at equally spaced false positive
        rates from 0 to 1.
    title : str, optional
        A title above the picture.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> figure = roc_curves({"linear SVM": {"BOW": [0.0, 0.8, 1.0], "TF-IDF": [0.0, 0.9, 1.0]}})
    >>> [line.get_label() for line in figure.axes[0].lines[1:]]
    ['BOW', 'TF-IDF']
    """
    if not panels or not all(panels.values()):
        raise InputError("there are no ROC curves to draw; they need learners of two classes.")
    kinds = list(dict.fromkeys(kind for curves in panels.values() for kind in curves))
    across = min(2, len(panels))
    down = -(-len(panels) // across)
    legend = max(1.6, 0.45 + 0.062 * max(len(one_line(kind)) for kind in kinds))
    above = 0.35 if title else 0.05
    width = _LEFT + across * _SIDE + (across - 1) * _GAP + legend + 0.2
    height = above + down * (_SIDE + _BELOW + _ABOVE)
    figure = new_figure(width, height)
    for place, (learner, curves) in enumerate(panels.items()):
        row, column = divmod(place, across)
        left = _LEFT + column * (_SIDE + _GAP)
        bottom = height - above - (row + 1) * (_SIDE + _ABOVE) - row * _BELOW
        box = (left / width, bottom / height, _SIDE / width, _SIDE / height)
        _panel(figure.add_axes(box), learner, curves, kinds)
    _legend(figure, kinds, 1 - legend / width, 1 - (above + _ABOVE) / height)
    if title:
        figure.text(0.1 / width, 1 - 0.25 / height, title, **text_style(11))
    return figure


def _panel(ax: Axes, learner: str, curves: Mapping[str, Sequence[float]], kinds: Sequence[str]) -> None:
    _draw(ax, curves, kinds)
    left, bottom, width, height = _INSET
    # Where a learner is poor, its curve would run behind the inset.
    passing = (np.interp(left, np.linspace(0, 1, len(curve)), curve) for curve in curves.values())
    if min(passing) > bottom + height + 0.06:
        inset = ax.inset_axes((left, bottom, width, height))
        _draw(inset, curves, kinds)
        inset.set_xlim(0, _CORNER)
        inset.set_ylim(1 - _CORNER, 1)
        inset.set_title("the corner", loc="left", pad=2, **text_style(7, QUIET))
        inset.tick_params(colors=INK, color=QUIET, labelsize=6, length=2, width=0.5)
        inset.spines[:].set_color(FAINT)
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.01)
    ax.set_xlabel("false positives, share", **text_style(8, QUIET))
    ax.set_ylabel("true positives, share", **text_style(8, QUIET))
    ax.set_title(one_line(learner), loc="left", **name_style(9.5))
    plain_frame(ax)


def _draw(ax: Axes, curves: Mapping[str, Sequence[float]], kinds: Sequence[str]) -> None:
    ax.plot([0, 1], [0, 1], color=FAINT, linewidth=0.8, zorder=1)
    for kind, curve in curves.items():
        color, style = _look(kinds.index(kind))
        ax.plot(np.linspace(0, 1, len(curve)), curve, style, color=color, linewidth=1.2, label=one_line(kind))


def _look(place: int) -> tuple[str, _Style]:
    return CLASS_COLORS[place % len(CLASS_COLORS)], _STYLES[place // len(CLASS_COLORS) % len(_STYLES)]


def _legend(figure: Figure, kinds: Sequence[str], left: float, top: float) -> None:
    from matplotlib.lines import Line2D

    handles = []
    for place in range(len(kinds)):
        color, style = _look(place)
        handles.append(Line2D([], [], color=color, linestyle=style, linewidth=1.6))
    drawn = figure.legend(
        handles,
        [one_line(kind) for kind in kinds],
        loc="upper left",
        bbox_to_anchor=(left, top),
        frameon=False,
        borderpad=0,
        borderaxespad=0,
    )
    for text in drawn.get_texts():
        text.set(**name_style(8))
