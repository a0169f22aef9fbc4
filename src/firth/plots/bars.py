"""Panels of horizontal bars with names to their left, in rows on one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from firth.plots.canvas import (
    name_style,
    new_figure,
    one_line,
    plain_frame,
    text_style,
    unknown_glyphs_as_boxes,
)
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME, NUMBER, HEADING = 8.0, 7.0, 9.5
"""Points: the letters of names, of the numbers at the ends of bars, and of headings."""
BAR = 0.21
"""Inches that each bar takes."""
LONGEST_NAME = 40
_EDGE, _GAP, _HEADING, _FOOT = 0.15, 0.3, 0.42, 0.5


class Panel(NamedTuple):
    """A heading, and a name for each bar."""

    title: str
    names: Sequence[str]


def bar_panels(
    panels: Sequence[Panel], *, across: int, width: float, above: float, least: float = 0.0
) -> tuple[Figure, list[Axes]]:
    """A figure with axes for each panel in reading order, with its heading and the names of its bars.

    Bars are equally thick everywhere, and the panels of a row begin at the same height. Sizes in inches.

    width: of each panel without names. above: room for a header. least: width of the header.
    """
    shown = [[one_line(name, most=LONGEST_NAME) for name in panel.names] for panel in panels]
    columns = [range(place, len(panels), across) for place in range(min(across, len(panels)))]
    margins = [_EDGE + widest([name for place in column for name in shown[place]]) for column in columns]
    rows = [range(start, min(start + across, len(panels))) for start in range(0, len(panels), across)]
    tall = [BAR * max(1, *(len(shown[place]) for place in row)) for row in rows]
    whole_width = max(sum(margins) + len(columns) * (width + _GAP), least)
    whole_height = above + sum(tall) + len(rows) * (_HEADING + _FOOT)
    figure = new_figure(whole_width, whole_height)
    made = []
    for line, row in enumerate(rows):
        top = whole_height - above - sum(tall[:line]) - line * _FOOT - (line + 1) * _HEADING
        for column, place in enumerate(row):
            left = sum(margins[: column + 1]) + column * (width + _GAP)
            height = BAR * max(1, len(shown[place]))
            box = (left / whole_width, (top - height) / whole_height, width / whole_width)
            ax = figure.add_axes((*box, height / whole_height))
            _name(ax, panels[place].title, shown[place], margins[column], width)
            made.append(ax)
    return figure, made


def _name(ax: Axes, title: str, shown: list[str], margin: float, width: float) -> None:
    """The heading begins where the names do, so that it has room; the first bar is the upper one."""
    plain_frame(ax)
    ax.set_ylim(max(1, len(shown)) - 0.5, -0.5)
    ax.set_yticks(range(len(shown)), shown, **name_style(NAME))
    ax.tick_params(axis="y", length=0)
    ax.annotate(
        _heading(title, margin - _EDGE + width),
        (0, 1),
        xytext=(-72 * (margin - _EDGE), 7),
        xycoords="axes fraction",
        textcoords="offset points",
        annotation_clip=False,
        va="bottom",
        **name_style(HEADING),
    )


def _heading(title: str, room: float) -> str:
    """As much of a heading as there is room for."""
    shown = one_line(title, most=len(title))
    wide = widest([shown], HEADING)
    return shown if wide <= room else one_line(shown, most=max(12, int(len(shown) * room / wide)))


def write_numbers(ax: Axes, values: Array, printed: Sequence[str]) -> None:
    """The value of each bar at its end, outside, with a halo where it meets a line."""
    from matplotlib.patheffects import withStroke

    for place, (value, text) in enumerate(zip(values, printed, strict=True)):
        ax.annotate(
            text,
            (float(value), place),
            xytext=(-2.5 if value < 0 else 2.5, 0),
            textcoords="offset points",
            ha="right" if value < 0 else "left",
            va="center_baseline",
            annotation_clip=False,
            zorder=4,
            path_effects=[withStroke(linewidth=2, foreground="white")],
            **text_style(NUMBER),
        )


def widest(shown: Sequence[str], size: float = NAME) -> float:
    """Inches that the widest of some names takes, measured as it will be drawn."""
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.text import Text

    figure = new_figure(1, 1)
    renderer = RendererAgg(figure.dpi, figure.dpi, figure.dpi)  # type: ignore[no-untyped-call]
    widths = [0.0]
    with unknown_glyphs_as_boxes():
        for name in set(shown):
            text = Text(0, 0, name, **name_style(size))
            text.set_figure(figure)
            widths.append(text.get_window_extent(renderer).width / figure.dpi)
    return float(np.max(widths)) + 0.1
