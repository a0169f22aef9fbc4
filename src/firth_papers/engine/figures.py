"""Scores beside a paper's, and scores along a parameter, as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from firth.plots.canvas import (
    INK,
    MARKERS,
    PALETTE,
    QUIET,
    figure_of,
    name_style,
    new_axes,
    new_figure,
    one_line,
    plain_frame,
    text_style,
)
from firth_papers.engine.page import Beside

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def dots_beside_paper(
    rows: Mapping[str, Mapping[str, Beside]], series: Sequence[str], *, title: str, scale: str
) -> Figure:
    """Dots with intervals, a row for each name and a color for each series; stars are the paper's.

    scale: what the horizontal axis shows.
    """
    band = 0.13 * (len(series) + 1)
    left = 0.3 + 0.075 * max(map(len, rows))
    above = 0.55 + 0.19 * (len(series) + 1)
    ax = new_axes(left + 5.4, band * len(rows) + above + 0.55, (left, 0.25, 0.55, above))
    places = [place * band for place in range(len(rows))]
    for number, name in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * 0.13
        heights = [place + shift for place in places]
        _dots(ax, [row.get(name, Beside(None)) for row in rows.values()], heights, number, name)
    ax.plot(
        [], [], linestyle="", marker="*", markersize=8, markerfacecolor="none", color=INK, label="the paper"
    )
    ax.set_ylim(band * (len(rows) - 0.5), -band / 2)
    ax.set_yticks(places, [one_line(name) for name in rows], **name_style(8))
    plain_frame(ax)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x", color="#EEEEEE", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.set_xlabel(scale, **text_style(9))
    legend = ax.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False, borderpad=0, borderaxespad=0.3)
    for text in legend.get_texts():
        text.set(**name_style(8.5))
    ax.set_title(title, loc="left", pad=14 + 14 * (len(series) + 1), **text_style(10))
    return figure_of(ax)


def _dots(ax: Axes, cells: Sequence[Beside], heights: Sequence[float], number: int, name: str) -> None:
    style = _style(number)
    for cell, height in zip(cells, heights, strict=True):
        if cell.interval is not None:
            ax.hlines(height, *cell.interval, color=style["color"], linewidth=1.4, zorder=3)
        if cell.paper is not None:
            ax.plot(
                cell.paper, height, "*", markersize=8, markerfacecolor="none", color=style["color"], zorder=4
            )
    known = [
        (cell.ours, height) for cell, height in zip(cells, heights, strict=True) if cell.ours is not None
    ]
    ax.plot(
        [score for score, _ in known],
        [height for _, height in known],
        linestyle="",
        markersize=4.5,
        label=name,
        zorder=5,
        **style,
    )


_PANEL = 4.25
_LEGEND_ROW = 0.17
"""Inches: how wide a panel is, and how high a line of its legend."""


class Panel(NamedTuple):
    """One picture of scores along a parameter: name of a line → its places and what was scored there.

    mark: a place with a thin line, and what stands there.
    """

    scale: str
    lines: Mapping[str, Mapping[float, Beside]]
    mark: tuple[float, str] | None = None


def sweep_figure(panels: Sequence[Panel], *, along: str, title: str) -> Figure:
    """Panels side by side: lines through the scores, and bands for their intervals; above, what lines are."""
    from matplotlib.ticker import PercentFormatter

    above = 0.5 + _LEGEND_ROW * max(-(-len(_labels(panel)) // _columns(panel)) for panel in panels)
    width, height = 5.2 * len(panels), 3.9 + above
    figure = new_figure(width, height)
    for place, panel in enumerate(panels):
        box = (place * 5.2 + 0.75) / width, 0.6 / height, _PANEL / width, 3.3 / height
        ax = figure.add_axes(box)
        for number, (name, line) in enumerate(panel.lines.items()):
            _line(ax, line, number, name)
        if panel.mark is not None:
            ax.axvline(panel.mark[0], color=QUIET, linewidth=0.7, linestyle=":", label=panel.mark[1])
        ax.set_xlabel(along, **text_style(9))
        ax.set_ylabel(panel.scale, **text_style(9))
        if any(cell.share for line in panel.lines.values() for cell in line.values()):
            ax.yaxis.set_major_formatter(PercentFormatter(1.0))
        ax.grid(axis="y", color="#EEEEEE", linewidth=0.8)
        ax.set_axisbelow(True)
        plain_frame(ax)
        legend = ax.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=_columns(panel), frameon=False, borderpad=0,
            borderaxespad=0.3, handlelength=1.4, columnspacing=1.2, labelspacing=0.35,
        )  # fmt: skip
        for text in legend.get_texts():
            text.set(**name_style(8))
    figure.text(0.75 / width, 1 - 0.26 / height, title, **text_style(10))
    return figure


def _labels(panel: Panel) -> list[str]:
    return [*panel.lines, *([] if panel.mark is None else [panel.mark[1]])]


def _columns(panel: Panel) -> int:
    """Of the legend: as many as the longest label leaves room for."""
    longest = max(len(label) for label in _labels(panel))
    return max(1, int(_PANEL / (0.38 + 0.062 * longest)))


def _line(ax: Axes, line: Mapping[float, Beside], number: int, name: str) -> None:
    style = _style(number)
    known = [(place, cell.ours) for place, cell in sorted(line.items()) if cell.ours is not None]
    ax.plot(
        [place for place, _ in known],
        [score for _, score in known],
        linewidth=1.3,
        markersize=4,
        label=name,
        **style,
    )
    spans = np.array([(place, *cell.interval) for place, cell in sorted(line.items()) if cell.interval])
    if len(spans):
        ax.fill_between(*spans.T, color=style["color"], alpha=0.13, linewidth=0)


def _style(number: int) -> dict[str, Any]:
    return {"color": PALETTE[number % len(PALETTE)], "marker": MARKERS[number % len(MARKERS)]}
