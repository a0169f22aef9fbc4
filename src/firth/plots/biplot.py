"""The rows and columns of a table as points in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.errors import InputError
from firth.plots.ca_map import (
    CAMap,
    Map,
    NonlinearMap,
    Supplementary,
    ca_map,
    checked_axes,
)
from firth.plots.canvas import (
    QUIET,
    figure_of,
    fit_box,
    legend_above,
    new_axes,
    text_style,
    write_at,
)
from firth.plots.density import draw_density
from firth.plots.ellipses import EllipsesLike, checked_ellipses, draw_ellipses
from firth.plots.labels import BENEATH_POINTS, draw_labels
from firth.plots.map_axes import corners, height_over_width, title_axes
from firth.plots.map_parts import Density, Labels, MapPart, Size, by_importance, map_parts
from firth.plots.point_colors import (
    PointColor,
    PointColors,
    class_legend_height,
    draw_class_legend,
    draw_color_bar,
    part_marker,
    point_colors,
)
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.plots.ca_map import Analysis

Hidden = Literal["rows", "columns", "individuals", "categories", "variables"]

MOST_RAYS = 60
MOST_VECTOR_POINTS = 5_000
WIDTH = 7.0
"""Inches: as wide as a page is between its margins; 300 dots to each make 2,100."""
_LEFT, _RIGHT, _BELOW = 0.75, 0.2, 0.6
_COLOR_BAR = 0.95
_LEGEND, _TITLE = 0.52, 0.3


def biplot(
    analysis: Analysis,
    *,
    axes: tuple[int, ...] = (1, 2),
    map: Map | NonlinearMap = "symmetric",
    labels: Labels = "auto",
    supplementary: Supplementary | None = None,
    color: PointColor = "side",
    groups: Sequence[Any] | Array | None = None,
    size: Size = "equal",
    hide: Hidden | None = None,
    density: Density = "auto",
    ellipses: EllipsesLike | Sequence[EllipsesLike] | None = None,
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Rows and columns on two axes, named where there is room, with equal units in both directions.

    Labels never overlap: the most contributing points choose their places first, supplementary points after
    all active ones, and a note above the picture counts those left without one. After a multiple
    correspondence analysis the rows are called individuals and the columns categories.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        What `firth.correspondence` and its kin return, or a fitted `CorrespondenceAnalysis`.
    axes : tuple of int, default (1, 2)
        Two axes, numbered from 1, or one: a table of two rows or columns has the axis (1,) only.
    map : {"symmetric", "rows", "columns", "contribution", "gravity"}
        How both sides are scaled. symmetric: both in principal coordinates. rows, columns: that side in
        principal coordinates, the other in standard ones. contribution: rows in principal coordinates,
        columns so that their squares are contributions [Greenacre2013]. gravity, for non-linear analyses:
        rows at the centers of gravity of their columns.
    labels : int or {"auto", "all", "none"}
        How many points are named: so many of the most contributing ones, or with auto all of up to 120, and
        40 of more. Individuals that have only numbers are named when nothing else is on the map, or with all.
    supplementary : Supplementary, optional
        Points that took no part in finding the axes; they are hollow, and their names slant.
    color : {"side", "variable", "group", "cos2", "contribution"}
        What colors say: the side of a point; the variable of a category; the group of a row; how well the two
        axes show a point (Σ cos²), or how much it contributes to them.
    groups : sequence, optional
        With color "group", one value for each row, in order. The name of a pandas or polars series stands
        above the legend.
    size : {"equal", "mass"}
        With mass, the areas of the markers of each side are proportional to masses.
    hide : {"rows", "columns"}, optional
        The side to leave out; individuals is another word for rows, categories and variables for columns.
    density : {"auto", "always", "never"}
        Whether a shade stands for the points of a side; auto: for more than 5,000. Where groups meet, the
        shade mixes their colors.
    ellipses : Ellipses or sequence of them, optional
        Confidence ellipses of rows, columns or groups, drawn in the colors of their points. Of more than
        60, those of the 40 points that contribute most.
    title : str, optional
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; by default those of a new figure 7 inches wide.

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
    >>> figure = biplot(analysis, map="contribution")
    >>> figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()
    ('Axis 1 (98.9 %)', 'Axis 2 (1.1 %)')
    """
    shown = _without(ca_map(analysis, map, supplementary), hide)
    axes = checked_axes(axes, len(shown.inertias))
    for name, value, possible in (
        ("size", size, ("equal", "mass")),
        ("density", density, ("auto", "always", "never")),
    ):
        if value not in possible:
            raise InputError(f"{name} is {value!r}; choose one of {', '.join(possible)}.")
    colors = point_colors(shown, axes, color, groups)
    every = checked_ellipses(ellipses, shown, colors, axes)
    parts = map_parts(shown, axes, colors, labels, size=size, density=density)
    outlines = every.few(_importance(shown, parts))
    everything = np.vstack([part.plane for part in parts])
    ax = ax or _biplot_axes(np.vstack([everything, *outlines.points]), len(axes), colors, title)
    title_axes(ax, axes, shown.shares)
    fit_box(ax, *_extremes(np.vstack([everything, *outlines.points])))
    for part in parts:
        _draw(ax, part)
    draw_ellipses(ax, outlines)
    chosen = by_importance(parts)
    left_out = draw_labels(
        ax,
        [part.label(place) for part, place in chosen],
        markers=np.vstack([part.plane[part.drawn] for part in parts]),
        size=8 if len(chosen) <= 50 else 7,
        gap=np.array([part.radii[place] + 2.0 for part, place in chosen]),
        weights=np.concatenate([part.weights[part.drawn] for part in parts]),
    )
    _legends(ax, parts, colors)
    kind = shown.name
    if len(outlines.names) < len(every.names):
        kind += f" · ellipses of {len(outlines.names):,} of {len(every.names):,} points"
    _note(ax, kind, len(everything), len(chosen), left_out)
    if title:
        write_at(ax, title, (0, 1), (4, 35), ha="left", va="bottom", **text_style(11), parse_math=False)
    return figure_of(ax)


def _without(shown: CAMap, hide: Hidden | None) -> CAMap:
    """The map without one of its sides."""
    sides = {"rows": "rows", "individuals": "rows", "columns": "columns", "categories": "columns"}
    sides["variables"] = "columns"
    if hide is None:
        return shown
    if hide not in sides:
        raise InputError(f"hide is {hide!r}; choose 'rows' or 'columns'.")
    return replace(shown, points=[part for part in shown.points if part.side != sides[hide]])


def _importance(shown: CAMap, parts: Sequence[MapPart]) -> dict[str, float]:
    """That of all active points, by what the map calls them and by what the analysis does."""
    sides = {"rows": shown.rows, "columns": shown.columns}
    found: dict[str, float] = {}
    for part in parts:
        if not part.points.supplementary:
            values = part.importance.tolist()
            found |= dict(zip(map(str, part.points.names), values, strict=True))
            found |= dict(zip(sides[part.points.side].names.tokens, values, strict=True))
    return found


def _biplot_axes(points: Array, dimensions: int, colors: PointColors, title: str | None) -> Axes:
    """As wide as a page, and as high as the cloud of points asks for, within reason."""
    right = _COLOR_BAR if colors.scale else _RIGHT
    width, height = WIDTH - _LEFT - right, 1.6
    if dimensions == 2:
        height = width * height_over_width(_extremes(points), 0.5)
    below = _BELOW + class_legend_height(colors, width)
    above = _LEGEND + (_TITLE if title else 0)
    return new_axes(WIDTH, height + below + above, (_LEFT, right, below, above))


def _extremes(points: Array) -> tuple[Array, Array]:
    """The corners of a box around the points and the origin, with room for labels."""
    return corners(np.vstack([points, np.zeros((1, 2))]), (0.1, 0.07))


def _draw(ax: Axes, part: MapPart) -> None:
    """Rays, the shade, the pale points below the halos of names, and the others above them."""
    points, plane = part.points, part.plane
    if points.scaling in ("standard", "contribution") and len(plane) <= MOST_RAYS:
        from matplotlib.collections import LineCollection

        ends = np.stack([np.zeros_like(plane), plane], axis=1)
        rays = LineCollection(list(ends), colors=part.colors.tolist(), linewidths=0.6, alpha=0.35, zorder=1)
        ax.add_collection(rays, autolim=False)
    if part.shaded:
        draw_density(ax, plane, part.colors, zorder=0.6)
    strong = part.strong & part.drawn
    for chosen, alpha, zorder in (
        (part.drawn & ~strong, part.opacity, BENEATH_POINTS - 0.3),
        (strong, 1.0, 3.0 + 0.5 * (points.side == "columns") - 0.2 * points.supplementary),
    ):
        if not chosen.any():
            continue
        own: Any = part.colors[chosen].tolist()
        ax.scatter(
            plane[chosen, 0],
            plane[chosen, 1],
            s=(2 * part.radii[chosen]) ** 2,
            marker=part_marker(points),
            facecolors="white" if points.supplementary else own,
            edgecolors=own if points.supplementary or alpha < 1 else "white",
            linewidths=0.9 if points.supplementary else 0.3,
            alpha=alpha,
            label=points.title,
            zorder=zorder,
            rasterized=int(chosen.sum()) > MOST_VECTOR_POINTS,
        )


def _legends(ax: Axes, parts: Sequence[MapPart], colors: PointColors) -> None:
    """Sides above the map; variables or groups below it; a color bar to its right."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D(
            [], [], linestyle="none", marker=part_marker(part.points), markersize=5, color=part.legend_color,
            markerfacecolor="white" if part.points.supplementary else part.legend_color,
        )
        for part in parts
    ]  # fmt: skip
    legend_above(
        ax, handles, [part.points.title for part in parts], text=text_style(8.5), ncols=4, borderaxespad=0.5,
        handlelength=1.0, handletextpad=0.2, columnspacing=1.0,
    )  # fmt: skip
    draw_class_legend(ax, colors)
    draw_color_bar(ax, colors)


def _note(ax: Axes, kind: str, points: int, chosen: int, left_out: int) -> None:
    """What kind of map this is, and which names it does not show, above the legend."""
    parts = [kind]
    if 0 < chosen < points:
        parts.append(f"{chosen - left_out:,} of {points:,} points named")
    if left_out:
        parts.append(f"no room for {left_out:,} label{'s' if left_out > 1 else ''}")
    write_at(ax, " · ".join(parts), (0, 1), (4, 21), ha="left", va="bottom", **text_style(8, QUIET))
