"""Which points make an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from firth.core.vocabulary import Numbers
from firth.errors import InputError
from firth.plots.bars import widest
from firth.plots.ca_map import analysis_of, axis_title, checked_axis, point_labels, side_nouns
from firth.plots.canvas import (
    COLUMNS,
    INK,
    QUIET,
    ROWS,
    name_style,
    new_figure,
    one_line,
    plain_frame,
    text_style,
)
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.ca import Side
    from firth.plots.ca_map import Analysis

PANEL, BAR = 3.2, 0.24
"""Inches: how wide the bars' panels are, and how much height each bar takes."""
TOP, HEADING, FOOT = 0.45, 0.55, 0.5
"""Inches: for the note above all, and above and below the panels of each axis."""


def contribution_bars(analysis: Analysis, *, axes: tuple[int, ...] = (1, 2), top: int = 15) -> Figure:
    """The largest contributions of rows and of columns to each of some axes, beside the average 1/n.

    After a multiple correspondence analysis, categories alone if the individuals have only numbers. Points on
    the negative end of an axis have pale bars.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        What `firth.correspondence` and its kin return, or a fitted `CorrespondenceAnalysis`.
    axes : tuple of int, default (1, 2)
        The axes to show, numbered from 1.
    top : int, default 15
        How many bars are shown of each side.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> import numpy as np
    >>> from firth.ca import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> analysis = correspondence(table)
    >>> [len(ax.patches) for ax in contribution_bars(analysis, axes=(1,), top=2).axes]
    [2, 2]
    """
    from firth.ca import MultipleCorrespondence

    if not axes:
        raise InputError("axes is empty; name the axes to show, such as (1, 2).")
    found = analysis_of(analysis)
    for axis in axes:
        checked_axis(axis, len(found.singular_values))
    if top < 1:
        raise InputError(f"top is {top}; at least 1 bar is shown.")
    titles = side_nouns(found)
    sides: list[tuple[str, Side, str]] = [(titles[0], found.rows, ROWS), (titles[1], found.columns, COLUMNS)]
    if isinstance(found, MultipleCorrespondence) and isinstance(found.rows.names.tokens, Numbers):
        sides = sides[1:]
    labels = {title: point_labels(side) for title, side, _ in sides}
    orders = {(axis, title): _largest(side, axis, top) for axis in axes for title, side, _ in sides}
    margins = [
        _margin([labels[title][i] for axis in axes for i in orders[axis, title]]) for title, _, _ in sides
    ]
    bars = BAR * max(map(len, orders.values()))
    width = max(len(sides) * PANEL + sum(margins) + 0.3, 5.6)
    height = TOP + len(axes) * (HEADING + bars + FOOT)
    figure = new_figure(width, height)
    note = "Contributions · dashed: the average, 1/n · pale: points on the negative end of the axis"
    figure.text(0.15 / width, 1 - 0.15 / height, note, va="top", **text_style(8, QUIET))
    for band, axis in enumerate(axes):
        above = TOP + band * (HEADING + bars + FOOT)
        heading = axis_title(axis, found.shares)
        figure.text(0.15 / width, 1 - above / height, heading, va="top", **text_style(11))
        left = 0.0
        for (title, side, color), margin in zip(sides, margins, strict=True):
            left += margin
            order = orders[axis, title]
            tall = BAR * len(order)  # bars are equally thick on both sides
            bottom = 1 - (above + HEADING + tall) / height
            ax = figure.add_axes((left / width, bottom, PANEL / width, tall / height))
            left += PANEL
            _bars(ax, side, axis, order, color, labels[title])
            shown = f"{title}, the largest {len(order)} of {len(side.names):,}"
            ax.set_title(
                shown if len(order) < len(side.names) else title, loc="left", **text_style(9.5, color)
            )
    return figure


def _largest(side: Side, axis: int, top: int) -> Array:
    """Places of the points that contribute most, largest first."""
    return np.argsort(-side.contributions[:, axis - 1], kind="stable")[:top]


def _margin(shown: list[str]) -> float:
    """Inches for the longest of the names, and to the left of it."""
    return 0.25 + widest([_label(name) for name in shown])


def _label(name: str) -> str:
    return one_line(name, most=30)


def _bars(ax: Axes, side: Side, axis: int, order: Array, color: str, labels: Sequence[str]) -> None:
    values = 100 * np.asarray(side.contributions[order, axis - 1])
    drawn = ax.barh(np.arange(len(order)), values, height=0.72, color=color, zorder=2)
    for bar, coordinate in zip(drawn.patches, side.principal[order, axis - 1], strict=True):
        bar.set_alpha(0.4 if coordinate < 0 else 1.0)
    average = 100 / len(side.names)
    ax.axvline(average, color=INK, linewidth=0.9, linestyle="--", zorder=3)
    ax.set_ylim(len(order) - 0.5, -0.5)
    ax.set_xlim(0, 1.1 * max(float(values[0]), average))
    plain_frame(ax)
    ax.tick_params(axis="y", length=0)
    ax.set_yticks(range(len(order)), [_label(labels[i]) for i in order], **name_style(8))
    ax.set_xlabel("% of the axis", **text_style(8))
