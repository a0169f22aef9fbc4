"""The rows and columns of a table as points in one picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from firth.errors import InputError
from firth.plots.ca_map import (
    CAMap,
    Map,
    MapPoints,
    NonlinearMap,
    Supplementary,
    axis_title,
    ca_map,
    checked_axes,
)
from firth.plots.canvas import (
    COLUMNS,
    FAINT,
    QUIET,
    ROWS,
    figure_of,
    fit_box,
    legend_above,
    new_axes,
    plain_frame,
    words,
    write_at,
)
from firth.plots.labels import Label, draw_labels
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.plots.ca_map import Analysis

Labels = int | Literal["auto", "all", "none"]
"""Which points are named: a number means the most contributing ones of both sides; "auto" is all of up to 80,
and 40 of more."""

MOST_LABELED_WHOLE = 80
LABELED_OF_MANY = 40
MOST_RAYS = 60
MOST_VECTOR_POINTS = 5_000

SIDE_COLORS = {"rows": ROWS, "columns": COLUMNS}
SIDE_MARKERS = {"rows": "o", "columns": "^"}


def biplot(
    analysis: Analysis,
    *,
    axes: tuple[int, ...] = (1, 2),
    map: Map | NonlinearMap = "symmetric",
    labels: Labels = "auto",
    supplementary: Supplementary | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Rows and columns on two axes, named where there is room, with equal units in both directions.

    Labels never overlap: the most contributing points choose their places first, and a note above the picture
    counts those left without one.

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
        How many points are named: so many of the most contributing ones, or with auto all of up to 80, and 40
        of more.
    supplementary : Supplementary, optional
        Points that took no part in finding the axes; they are hollow.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; by default those of a new figure.

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
    shown = ca_map(analysis, map, supplementary)
    axes = checked_axes(axes, len(shown.inertias))
    wanted = _how_many(labels, sum(len(points.names) for points in shown.points))
    planes = [points.plane(axes) for points in shown.points]
    everything = np.vstack(planes)
    ax = ax or _biplot_axes(everything, len(axes))
    _prepare(ax, shown.shares, axes)
    fit_box(ax, *_extremes(everything))
    most = max(len(plane) for plane in planes)
    for points, plane in zip(shown.points, planes, strict=True):
        _draw(ax, points, plane, in_front=len(plane) < most)
    chosen = _most_important(shown, planes, axes, wanted)
    left_out = draw_labels(
        ax,
        chosen,
        markers=everything,
        size=8 if len(chosen) <= 50 else 7,
        gap=max(_marker_radius(len(plane)) for plane in planes) + 2.5,
    )
    legend_above(
        ax,
        text=words(9),
        ncols=4,
        borderaxespad=0.5,
        handlelength=1.2,
        handletextpad=0.3,
        columnspacing=1.2,
        scatterpoints=1,
        markerscale=1.0,
    )
    _note(ax, shown.name, len(everything), len(chosen), left_out)
    return figure_of(ax)


def _how_many(labels: Labels, points: int) -> int:
    if labels == "auto":
        return points if points <= MOST_LABELED_WHOLE else LABELED_OF_MANY
    if labels == "all":
        return points
    if labels == "none":
        return 0
    if not isinstance(labels, int) or labels < 0:
        raise InputError(f"labels is {labels!r}; give a number of points to name, or auto, all or none.")
    return min(labels, points)


def _biplot_axes(points: Array, dimensions: int) -> Axes:
    """As high as the cloud of points asks for, within reason."""
    width, height = 7.0, 1.6
    if dimensions == 2:
        low, high = _extremes(points)
        height = width * float(np.clip((high[1] - low[1]) / (high[0] - low[0]), 0.5, 1.0))
    return new_axes(width + 1.1, height + 1.1, (0.8, 0.3, 0.65, 0.45))


def _prepare(ax: Axes, shares: Array, axes: tuple[int, ...]) -> None:
    """Titles, lines through the origin, and a layout that is settled before anything is measured."""
    ax.set_xlabel(axis_title(axes[0], shares), **words(9.5))
    if len(axes) == 2:
        ax.set_ylabel(axis_title(axes[1], shares), **words(9.5))
        ax.axvline(0, color=FAINT, linewidth=0.8, zorder=0)
    else:
        ax.yaxis.set_visible(False)
        ax.spines["left"].set_visible(False)
    ax.axhline(0, color=FAINT, linewidth=0.8, zorder=0)
    plain_frame(ax)
    figure_of(ax).draw_without_rendering()


def _extremes(points: Array) -> tuple[Array, Array]:
    """The corners of a box around the points and the origin, with room for labels; never of no width."""
    low, high = np.minimum(points.min(axis=0), 0), np.maximum(points.max(axis=0), 0)
    spread = np.maximum(high - low, max((high - low).max(), 1e-12) * 1e-3)
    room = spread * np.array([0.1, 0.07])
    return low - room, high + room


def _marker_radius(points: int) -> float:
    """Half the width of a marker in points: smaller where there are many."""
    return float(np.clip(2.9 - 0.6 * np.log10(max(points, 30) / 30), 1.0, 2.9))


def _draw(ax: Axes, points: MapPoints, plane: Array, *, in_front: bool) -> None:
    color = SIDE_COLORS[points.side]
    if points.scaling in ("standard", "contribution") and len(plane) <= MOST_RAYS:
        ends = np.stack([np.zeros_like(plane), plane], axis=1)
        from matplotlib.collections import LineCollection

        ax.add_collection(LineCollection(list(ends), colors=color, linewidths=0.6, alpha=0.35), autolim=False)
    ax.scatter(
        plane[:, 0],
        plane[:, 1],
        s=(2 * _marker_radius(len(plane))) ** 2,
        marker=SIDE_MARKERS[points.side],
        facecolors="white" if points.supplementary else color,
        edgecolors=color,
        linewidths=0.9 if points.supplementary else 0.3,
        alpha=opacity(len(plane)),
        label=points.title,
        zorder=3 + 0.5 * in_front,
        rasterized=len(plane) > MOST_VECTOR_POINTS,
    )


def opacity(points: int) -> float:
    """Of the markers of a cloud: where there are many, their number shows through."""
    return float(np.clip(1.0 - 0.35 * np.log10(max(points, 200) / 200), 0.3, 1.0))


def _most_important(shown: CAMap, planes: list[Array], axes: tuple[int, ...], wanted: int) -> list[Label]:
    """The labels of the most contributing points, most contributing first.

    Supplementary points contribute nothing, but somebody asked to see them: they come before the others.
    """
    importance = np.concatenate(
        [
            np.full(len(points.names), np.inf)
            if points.supplementary
            else points.importance(shown.inertias, axes)
            for points in shown.points
        ]
    )
    places = [
        (points, i, place)
        for points, plane in zip(shown.points, planes, strict=True)
        for i, place in enumerate(plane)
    ]
    chosen = [places[i] for i in np.argsort(-importance, kind="stable")[:wanted]]
    return [
        Label(points.names[i], place, SIDE_COLORS[points.side], italic=points.supplementary)
        for points, i, place in chosen
    ]


def _note(ax: Axes, kind: str, points: int, chosen: int, left_out: int) -> None:
    """What kind of map this is, and which names it does not show, in the corner above it."""
    parts = [kind]
    if 0 < chosen < points:
        parts.append(f"{chosen - left_out:,} of {points:,} points named")
    if left_out:
        parts.append(f"no room for {left_out:,} label{'s' if left_out > 1 else ''}")
    write_at(ax, " · ".join(parts), (1, 1), (0, 5), ha="right", va="bottom", **words(8, QUIET))
