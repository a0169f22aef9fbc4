"""Which points make an axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firth.core.arrays import Array
from firth.errors import InputError
from firth.plots.canvas import (
    COLUMNS,
    INK,
    QUIET,
    ROWS,
    names,
    new_figure,
    one_line,
    plain_frame,
    words,
)
from firth.plots.clouds import axis_title, checked_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.coordinates.simple import Correspondence, Side


def contribution_bars(analysis: Correspondence, *, axis: int = 1, most: int = 15) -> Figure:
    """The largest contributions of rows and of columns to an axis, beside the average 1/n.

    Points on the negative end of the axis have pale bars. most: bars shown of each side.

    >>> import numpy as np
    >>> from firth.coordinates.simple import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> analysis = correspondence(table)
    >>> [len(ax.patches) for ax in contribution_bars(analysis, most=2).axes]
    [2, 2]
    """
    checked_axis(analysis, axis)
    if most < 1:
        raise InputError(f"most is {most}; at least 1 bar is shown.")
    sides = {"rows": (analysis.rows, ROWS), "columns": (analysis.columns, COLUMNS)}
    shown = [_largest(side, axis, most) for side, _ in sides.values()]
    labels = [
        [one_line(side.names.tokens[i], most=30) for i in order]
        for order, (side, _) in zip(shown, sides.values(), strict=True)
    ]
    margins = [0.4 + 0.066 * max(map(len, side)) for side in labels]  # inches for the names
    panel, above, below = 3.2, 0.95, 0.55
    width, height = 2 * panel + sum(margins) + 0.3, above + 0.24 * max(map(len, shown)) + below
    figure = new_figure(width, height)
    left = 0.0
    for (title, (side, color)), order, names_, margin in zip(
        sides.items(), shown, labels, margins, strict=True
    ):
        left += margin
        tall = 0.24 * len(order)  # bars are equally thick on both sides
        ax = figure.add_axes((left / width, 1 - (above + tall) / height, panel / width, tall / height))
        left += panel
        _bars(ax, side, axis, order, color)
        ax.set_yticks(range(len(order)), names_, **names(8))
        ax.set_title(title, loc="left", **words(10, color))
    title = axis_title(analysis, axis).replace("Axis", "axis")
    figure.text(0.02, 1 - 0.12 / height, f"Contributions to {title}", va="top", **words(11))
    note = "dashed: the average, 1/n · pale: points on the negative end of the axis"
    figure.text(0.02, 1 - 0.38 / height, note, va="top", **words(8, QUIET))
    return figure


def _largest(side: Side, axis: int, most: int) -> Array:
    """Places of the points that contribute most, largest first."""
    return np.argsort(-side.contributions[:, axis - 1], kind="stable")[:most]


def _bars(ax: Axes, side: Side, axis: int, order: Array, color: str) -> None:
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
    ax.set_xlabel("% of the axis", **words(8))
