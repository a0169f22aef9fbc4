"""What tells groups of words apart in a picture: colours, markers, lines, and the lines of text above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firth.plots.canvas import COLUMNS, INK, QUIET, ROWS, legend_above, names, one_line, words, write_at
from firth.plots.word_groups import WordGroups
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

_COLORS = (ROWS, COLUMNS, "#007A5E", "#A0457E", "#7A5C00", "#4B4B4B")
"""Kin of the Okabe–Ito palette, dark enough for small letters on white."""
_MARKERS = ("o", "^", "s", "D", "v", "P", "X")

HEADER_WIDTH = 5.7
"""Inches that the lines of text above a picture may take, be it narrower or not."""
_LINE = 14
"""Their height, in points."""


def color_of(group: int) -> str:
    """The colour of a group; after the sixth they begin again, with other markers."""
    return _COLORS[group % len(_COLORS)]


def marker_of(group: int) -> str:
    """The marker of a group."""
    return _MARKERS[group % len(_MARKERS)]


def borders(membership: Array) -> Array:
    """Between which places a new group begins: 2.5 lies between the third word and the fourth.

    >>> borders(np.array([0, 0, 0, 1, 1])).tolist()
    [2.5]
    """
    return np.asarray(np.flatnonzero(np.diff(membership)) + 0.5)


def draw_borders(ax: Axes, membership: Array, *, columns: bool) -> None:
    """Lines between the groups of rows, and of columns if they are the same words."""
    for border in borders(membership):
        ax.axhline(border, color=INK, linewidth=1, zorder=4)
        if columns:
            ax.axvline(border, color=INK, linewidth=1, zorder=4)


def color_names(axis: Axis, membership: Array) -> None:
    """Give the names of rows or columns the colours of their groups."""
    for place, label in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True):
        label.set_color(color_of(int(membership[int(place)])))


def header_height(chosen: WordGroups, title: str | None) -> float:
    """Inches that `draw_header` needs above the axes."""
    lines = _legend_rows(chosen) + 1
    return (_LINE * lines + (17 if title else 0) + 6) / 72


def draw_header(ax: Axes, chosen: WordGroups, title: str | None, *said: str) -> None:
    """Title, a line of what is said and how many words are unknown, and the legend, above the axes."""
    rows = _legend_rows(chosen)
    if rows:
        _legend(ax, chosen, -(-len(chosen.groups) // rows))
    unknown = len(chosen.unknown)
    missing = f"{unknown:,} unknown word{'s' if unknown > 1 else ''}" if unknown else ""
    line = " · ".join(filter(None, [*said, missing]))
    above = _LINE * rows + 5
    write_at(ax, line.replace("-", "−"), (0, 1), (0, above), va="bottom", **words(8, QUIET))
    if title:
        write_at(ax, one_line(title, most=100), (0, 1), (0, above + _LINE), va="bottom", **names(11))


def _legend_rows(chosen: WordGroups) -> int:
    """How many lines the names of the groups take; a group alone needs none."""
    if len(chosen.groups) == 1:
        return 0
    widest = 0.35 + 0.08 * max(len(one_line(group)) for group in chosen.groups)
    return -(-len(chosen.groups) // max(1, int(HEADER_WIDTH // widest)))


def _legend(ax: Axes, chosen: WordGroups, columns: int) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], linestyle="", marker=marker_of(group), markersize=5, color=color_of(group))
        for group in range(len(chosen.groups))
    ]
    legend_above(
        ax,
        handles,
        [one_line(group) for group in chosen.groups],
        text=names(9),
        ncols=columns,
        borderaxespad=0.4,
        handlelength=1.0,
        handletextpad=0.3,
        columnspacing=1.2,
        labelspacing=0.35,
    )
