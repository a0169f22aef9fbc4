"""How well a plane shows each point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from firth.errors import InputError
from firth.plots.bars import Panel, bar_panels, widest, write_numbers
from firth.plots.ca_map import analysis_of, axis_title, checked_axes, point_labels, side_nouns
from firth.plots.canvas import COLUMNS, FAINT, QUIET, ROWS, text_style
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.ca import Side
    from firth.plots.ca_map import Analysis

PALE = 0.45
"""Opacity of what the second axis adds to the first."""


def quality_bars(
    analysis: Analysis,
    *,
    axes: tuple[int, ...] = (1, 2),
    top: int = 15,
    order: Literal["best", "worst"] = "best",
) -> Figure:
    """The parts of rows' and columns' squared distances that a plane shows: cos², of each axis and together.

    Points near 0 lie elsewhere than the plane says; their neighbors on it mean nothing.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        What `firth.correspondence` and its kin return, or a fitted `CorrespondenceAnalysis`.
    axes : tuple of int, default (1, 2)
        The two axes of the plane, numbered from 1, or one.
    top : int, default 15
        How many bars are shown of each side.
    order : {"best", "worst"}
        Whether the points shown best or those shown worst come first.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> import numpy as np
    >>> from firth.ca import correspondence
    >>> from firth.counting import counts_from_table
    >>> eyes_hair = [[326, 38, 241, 110], [688, 116, 584, 188], [343, 84, 909, 412], [98, 48, 403, 681]]
    >>> table = counts_from_table(np.array(eyes_hair), rows=["blue", "light", "medium", "dark"])
    >>> analysis = correspondence(table)
    >>> figure = quality_bars(analysis, top=2, order="worst")
    >>> [tick.get_text() for tick in figure.axes[0].get_yticklabels()]
    ['blue', 'light']
    """
    if top < 1:
        raise InputError(f"top is {top}; at least 1 bar is shown.")
    if order not in ("best", "worst"):
        raise InputError(f"order is {order!r}; choose best or worst.")
    found = analysis_of(analysis)
    axes = checked_axes(axes, len(found.singular_values))
    sides = tuple(zip(side_nouns(found), (found.rows, found.columns), (ROWS, COLUMNS), strict=True))
    labels = [point_labels(side) for _, side, _ in sides]
    chosen = [_chosen(side, axes, top, order) for _, side, _ in sides]
    panels = [
        Panel(_title(title, places, side, order), [named[place] for place in places])
        for (title, side, _), named, places in zip(sides, labels, chosen, strict=True)
    ]
    note = _note(found.shares, axes)
    figure, made = bar_panels(panels, across=2, width=2.9, above=0.35, least=widest([note]) + 0.2)
    for ax, (_, side, color), places in zip(made, sides, chosen, strict=True):
        _bars(ax, side.cos2[places][:, [axis - 1 for axis in axes]], color)
    width, height = figure.get_size_inches()
    figure.text(0.15 / width, 1 - 0.12 / height, note, va="top", **text_style(8, QUIET))
    return figure


def _chosen(side: Side, axes: tuple[int, ...], top: int, order: str) -> Array:
    quality = side.cos2[:, [axis - 1 for axis in axes]].sum(axis=1)
    return np.argsort(-quality if order == "best" else quality, kind="stable")[:top]


def _title(title: str, places: Array, side: Side, order: str) -> str:
    if len(places) == len(side.names):
        return title
    return f"{title}, the {len(places)} shown {order} of {len(side.names):,}"


def _note(shares: Array, axes: tuple[int, ...]) -> str:
    if len(axes) == 1:
        return f"cos² on {axis_title(axes[0], shares)}"
    first, second = (axis_title(axis, shares).replace("Axis", "axis") for axis in axes)
    return f"cos² on the plane · dark: {first} · pale: {second}"


def _bars(ax: Axes, cos2: Array, color: str) -> None:
    places, ends = np.arange(len(cos2)), np.cumsum(cos2, axis=1)
    for column, (end, part) in enumerate(zip(ends.T, cos2.T, strict=True)):
        ax.barh(
            places, part, left=end - part, height=0.7, color=color, alpha=PALE if column else 1.0, zorder=2
        )
    write_numbers(ax, ends[:, -1], [f"{value:.2f}" for value in ends[:, -1]])
    ax.set_xlim(0, 1.12)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    for tick in (0.5, 1.0):
        ax.axvline(tick, color=FAINT, linewidth=0.8, zorder=1)
    ax.set_xlabel("cos²", **text_style(8))
