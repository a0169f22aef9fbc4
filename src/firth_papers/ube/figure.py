"""Means over sets for each method, and the maps themselves, as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from firth.plots.canvas import (
    COLUMNS,
    FAINT,
    INK,
    QUIET,
    ROWS,
    figure_of,
    names,
    new_axes,
    new_figure,
    plain_frame,
    words,
)
from firth.plots.sphere import spheres
from firth.runtime.arrays import Array
from firth_papers.ube.lookup import MEASURES, Results, over_sets, overall, set_names, spread_of
from firth_papers.ube.sets import ImageSet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL, _LEFT, _GAP, _ROW = 2.5, 0.85, 0.95, 0.34


def overall_figure(results: Results) -> Figure:
    """Figure 2.2 of the thesis: means over sets, methods in their order, UBE in another colour.

    Small dots are sets. Stars are means of the thesis's table 2.3 over the same sets.
    """
    rows = len(results["methods"])
    width = _LEFT + 3 * _PANEL + 2 * _GAP + 0.25
    height = _ROW * rows + 1.05
    figure = new_figure(width, height)
    for place, measure in enumerate(MEASURES):
        ax = figure.add_axes(
            (
                (_LEFT + place * (_PANEL + _GAP)) / width,
                0.55 / height,
                _PANEL / width,
                _ROW * rows / height,
            )
        )
        _panel(ax, results, measure)
    count = len(set_names(results))
    figure.text(
        0.1 / width,
        1 - 0.28 / height,
        f"Images in three dimensions: means over {count} sets (bars), each set (dots), the thesis (stars)",
        **words(10),
    )
    return figure


def starts_figure(results: Results) -> Figure:
    """NMI of k-means on maps from random starts (dots, darker with a lower objective), sets in rows.

    Bars are the map of the table, stars the thesis's.
    """
    begun = results["starts"]
    ax = new_axes(7.5, _ROW * len(begun) + 1.05, (_LEFT, 0.25, 0.55, 0.5))
    for place, one in enumerate(begun):
        scores = 100 * np.array(one["kmeans"])
        ranks = np.argsort(np.argsort(one["objectives"]))
        ax.scatter(scores, np.full(len(scores), place), s=24, c=ranks, cmap="Blues_r", vmax=1.3 * len(ranks))
        table = spread_of(results, one["set"], "UBE", "kmeans").mean
        ax.plot([table, table], [place - 0.31, place + 0.31], color=COLUMNS, linewidth=2)
        printed = results["paper"][one["set"]]["UBE"]["mean"]
        ax.plot(printed, place, "*", markersize=9, markerfacecolor="white", color=INK, zorder=5)
    ax.set_yticks(range(len(begun)), [one["set"] for one in begun], **names(8.5))
    ax.set_ylim(len(begun) - 0.5, -0.5)
    ax.set_xlabel(f"100 × {MEASURES['kmeans']}", **words(8.5))
    ax.grid(axis="x", color=FAINT, linewidth=0.5)
    ax.set_axisbelow(True)
    plain_frame(ax)
    ax.set_title(
        "UBE from random starts (dark: low objective), the map of the table (bars), the thesis (stars)",
        loc="left",
        **words(9),
    )
    return figure_of(ax)


def maps_figure(images: ImageSet, maps: Mapping[str, Array]) -> Figure:
    """Figure 2.3 of the thesis for one set: a panel for each method."""
    title = f"{images.name}: {len(images.points):,} images of {images.classes} classes"
    return spheres(maps, images.labels.tolist(), title=title)


def _panel(ax: Axes, results: Results, measure: str) -> None:
    means = overall(results, measure)
    for place, (method, mean) in enumerate(means.items()):
        color = COLUMNS if method == "UBE" else ROWS
        ax.barh(place, mean, height=0.62, color=color, alpha=0.28, linewidth=0, zorder=2)
        ax.plot([mean, mean], [place - 0.31, place + 0.31], color=color, linewidth=2, zorder=3)
        scores = over_sets(results, method, measure)
        ax.plot(scores, np.full(len(scores), place), "o", markersize=2.6, color=color, zorder=4)
        if measure == "kmeans":
            _star(ax, results, method, place)
    ax.set_yticks(range(len(means)), list(means), **names(8.5))
    ax.set_ylim(len(means) - 0.5, -0.5)
    ax.set_xlabel(f"100 × {MEASURES[measure]}", **words(8.5))
    ax.axvline(0, color=QUIET, linewidth=0.6, zorder=1)
    ax.grid(axis="x", color=FAINT, linewidth=0.5)
    ax.set_axisbelow(True)
    plain_frame(ax)
    ax.tick_params(axis="y", length=0)


def _star(ax: Axes, results: Results, method: str, place: int) -> None:
    printed = [row[method]["mean"] for row in results["paper"].values() if method in row]
    if printed:
        ax.plot(np.mean(printed), place, "*", markersize=9, markerfacecolor="white", color=INK, zorder=5)
