"""Clusters of points on two axes: in colors, with their centers, outlines and paragons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from firth.ca import Ellipses
from firth.errors import InputError
from firth.plots.ca_map import analysis_of, checked_axes, point_labels
from firth.plots.canvas import (
    INK,
    QUIET,
    figure_of,
    fit_box,
    legend_above,
    new_axes,
    text_style,
    write_at,
)
from firth.plots.density import draw_density
from firth.plots.labels import BENEATH_POINTS, Label, draw_labels
from firth.plots.map_axes import corners, height_over_width, title_axes
from firth.plots.map_parts import marker_radius, opacity
from firth.plots.point_colors import class_color
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.ca import AxisClusters, Side
    from firth.plots.ca_map import Analysis

Outline = Literal["auto", "hull", "ellipse", "none"]
"""What surrounds a cluster: the convex hull of its points, or an ellipse that would hold 95 % of them if they
were spread normally. auto: hulls of up to 500 points, ellipses of more."""

Named = Literal["auto", "paragons", "all", "none"]
"""Which points are named. auto: all of up to 60, the paragons of more."""

CLUSTER_MARKERS = "osD^vPX"

DISK = 11.5
"""Points: the width of the disk with the number of a cluster."""
MOST_HULLS = 500
MOST_NAMED = 60
MOST_PARAGONS = 3
MOST_PARAGONS_IN_ALL = 12
POINTS_FOR_A_PARAGON = 5
MOST_TOGETHER = 3
"""Names of points at one place that are written out."""
MOST_MARKERS = 20_000
"""More points are shades of color, deeper where there are more."""

_ROOM = (0.07, 0.07)
"""For labels, on each side of the points."""
_WIDTH = 6.6
"""Inches: of the map."""
_LINE = 0.2
_LETTER = 0.06
"""Inches: the height of a line of the legend, and the average width of its letters."""


def cluster_map(
    analysis: Analysis,
    clusters: AxisClusters,
    *,
    axes: tuple[int, ...] = (1, 2),
    outline: Outline = "auto",
    named: Named = "auto",
    ax: Axes | None = None,
) -> Figure:
    """The clusters of an analysis on two of its axes, with equal units in both directions.

    Points that coincide are one larger marker with one label; a number in a disk is the barycenter of a
    cluster; its paragons, one for every five points up to three, have a dark rim.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        The analysis that the clusters come from.
    clusters : AxisClusters
        What `firth.ca.cluster_axes` returns.
    axes : tuple of int, default (1, 2)
        Two axes of the analysis, numbered from 1, or one; they need not be among those clustered on.
    outline : {"auto", "hull", "ellipse", "none"}
        What surrounds each cluster: the hull of its points, or an ellipse that would hold 95 % of them if
        they were spread normally; auto is hulls of up to 500 points, and ellipses of more.
    named : {"auto", "paragons", "all", "none"}
        Which points are named; auto is all of up to 60, and of more the paragons with a rim.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; by default those of a new figure.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from firth.ca import cluster_axes, correspondence
    >>> table = np.array([[9, 1, 1], [8, 2, 1], [1, 9, 2], [1, 8, 1], [1, 1, 9], [2, 1, 8]])
    >>> analysis = correspondence(table)
    >>> figure = cluster_map(analysis, cluster_axes(analysis))
    >>> [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    ['cluster 1 (2)', 'cluster 2 (2)', 'cluster 3 (2)']
    """
    side, plane, shares = _plane(analysis, clusters, axes)
    if outline not in get_args(Outline):
        raise InputError(f"outline is {outline!r}; choose one of {', '.join(get_args(Outline))}.")
    if named not in get_args(Named):
        raise InputError(f"named is {named!r}; choose one of {', '.join(get_args(Named))}.")
    if outline == "auto":
        outline = "hull" if len(plane) <= MOST_HULLS else "ellipse"
    ax = ax or _map_axes(plane, len(axes), clusters)
    title_axes(ax, axes, shares)
    outlines = _outlines(plane, clusters, outline) if len(axes) == 2 else {}
    fit_box(ax, *corners(np.vstack([plane, *outlines.values()]), _ROOM))
    _draw_outlines(ax, outlines)
    if len(plane) > MOST_MARKERS:
        colors = np.array([cluster_color(label) for label in range(1, clusters.clusters + 1)])
        draw_density(ax, plane, colors[clusters.labels - 1], zorder=0.6)
    _draw_points(ax, plane, clusters)
    centers = _draw_centers(ax, plane, clusters)
    chosen = _chosen(point_labels(side), plane, clusters, named)
    # In a large cloud no place is free of points, and halos set names off; disks lie over names.
    points = plane if len(plane) <= MOST_HULLS else plane[[i for one in _paragons(clusters) for i in one]]
    markers = np.vstack([points, _disks(ax, centers)])
    left_out = draw_labels(
        ax, chosen, markers=markers, size=7.5 if len(chosen) <= 40 else 7, gap=_gap(plane, clusters)
    )
    _legend(ax, clusters)
    _note(ax, clusters, outline if outlines else "none", left_out)
    return figure_of(ax)


def cluster_color(cluster: int) -> str:
    """The color of a cluster, numbered from 1, as of other groups."""
    return class_color(cluster - 1)


def _plane(analysis: Analysis, clusters: AxisClusters, axes: tuple[int, ...]) -> tuple[Side, Array, Array]:
    """The points, two coordinates for each, the second 0 on a single axis, and the shares of the axes."""
    found = analysis_of(analysis)
    side = found.rows if clusters.side == "rows" else found.columns
    if len(side.names) != len(clusters.labels):
        raise InputError(
            f"the clusters are of {len(clusters.labels):,} points, and the analysis has {len(side.names):,} "
            f"{clusters.side}; give the analysis that they come from."
        )
    axes = checked_axes(axes, side.principal.shape[1])
    chosen = side.principal[:, [axis - 1 for axis in axes]]
    plane = chosen if len(axes) == 2 else np.column_stack([chosen[:, 0], np.zeros(len(chosen))])
    return side, plane, found.shares


def _map_axes(plane: Array, dimensions: int, clusters: AxisClusters) -> Axes:
    """As high as the cloud of points asks for, within reason."""
    width, height = _WIDTH, 1.6
    if dimensions == 2:
        height = width * height_over_width(corners(plane, _ROOM), 0.55)
    above = 0.35 + _LINE * _legend_rows(clusters)
    return new_axes(width + 0.9, height + 0.6 + above, (0.7, 0.2, 0.6, above))


def _outlines(plane: Array, clusters: AxisClusters, outline: Outline) -> dict[int, Array]:
    """A closed line around each cluster that fills some area."""
    found = {}
    for cluster in range(1, clusters.clusters + 1) if outline != "none" else ():
        inside = clusters.labels == cluster
        points = plane[inside]
        if outline == "hull":
            found[cluster] = _hull(points)
        elif len(points) > 2:
            found[cluster] = _ellipse(points, clusters.weights[inside])
    return found


def _hull(points: Array) -> Array:
    """The corners of the convex hull, counterclockwise; of points on a line, its ends."""
    # Andrew's chains: from left to right below, and back above.
    ordered = np.unique(points, axis=0)

    def chain(along: Array) -> list[Array]:
        kept: list[Array] = []
        for point in along:
            while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return np.array([*chain(ordered), *chain(ordered[::-1])]) if len(ordered) > 1 else ordered


def _turn(a: Array, b: Array, c: Array) -> float:
    """Positive where the way from a over b to c turns left."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _ellipse(points: Array, weights: Array) -> Array:
    """What would hold 95 % of the points, if they were spread normally."""
    center = np.average(points, axis=0, weights=weights)
    covariance = np.cov(points.T, aweights=weights, ddof=0)
    return np.asarray(Ellipses(("",), center[None], covariance[None], 0.95, (1, 2)).outline(120)[0])


def _draw_outlines(ax: Axes, outlines: dict[int, Array]) -> None:
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Polygon

    fill = 0.09 if len(outlines) <= 5 else 0.05  # many lie over each other
    for cluster, line in outlines.items():
        color = cluster_color(cluster)
        ax.add_patch(
            Polygon(
                line, closed=True, facecolor=to_rgba(color, fill), edgecolor=to_rgba(color, 0.75),
                linewidth=0.9, joinstyle="round", zorder=1, gid=f"outline of cluster {cluster}",
            )
        )  # fmt: skip


def _draw_points(ax: Axes, plane: Array, clusters: AxisClusters) -> None:
    """A marker for each place, larger for more points, and rimmed for paragons; of very many, these alone."""
    # The halos of names make room in a large cloud; of a small one they hide nothing.
    above = 3.0 if len(plane) <= MOST_HULLS else BENEATH_POINTS - 0.3
    for cluster, paragons in enumerate(_paragons(clusters), 1):
        inside = paragons if len(plane) > MOST_MARKERS else np.flatnonzero(clusters.labels == cluster)
        at, times = np.unique(plane[inside].round(9), axis=0, return_counts=True)
        radii = marker_radius(len(plane)) * (1 + 0.3 * np.log2(np.minimum(times, 64)))
        color, marker = cluster_color(cluster), _marker(cluster)
        ax.scatter(
            at[:, 0], at[:, 1], s=(2 * radii) ** 2, marker=marker, facecolors=color, edgecolors="white",
            linewidths=0.3, alpha=opacity(len(plane)), zorder=above, rasterized=len(at) > 5_000,
        )  # fmt: skip
        rimmed = (at[:, None] == plane[paragons].round(9)).all(axis=2).any(axis=1)
        ax.scatter(
            at[rimmed, 0], at[rimmed, 1], s=(2 * np.maximum(radii[rimmed], 2.0)) ** 2, marker=marker,
            facecolors=color, edgecolors=INK, linewidths=0.9, zorder=3.5,
        )  # fmt: skip


def _paragons(clusters: AxisClusters) -> list[list[int]]:
    """The places of the paragons shown of each cluster: one for every five points, fewer of many clusters."""
    most = min(MOST_PARAGONS, max(1, MOST_PARAGONS_IN_ALL // clusters.clusters))
    return [
        [point.place for point in found[: int(np.clip(size // POINTS_FOR_A_PARAGON, 1, most))]]
        for found, size in zip(clusters.paragons, clusters.sizes.tolist(), strict=True)
    ]


def _draw_centers(ax: Axes, plane: Array, clusters: AxisClusters) -> Array:
    """A disk with its number at the barycenter of each cluster."""
    centers = []
    for cluster in range(1, clusters.clusters + 1):
        inside = clusters.labels == cluster
        center = np.average(plane[inside], axis=0, weights=clusters.weights[inside])
        x, y = center.tolist()
        ax.plot(
            [x], [y], marker="o", markersize=DISK, color=cluster_color(cluster), markeredgecolor="white",
            markeredgewidth=1.1, linestyle="", zorder=6,
        )  # fmt: skip
        ax.annotate(
            str(cluster), (x, y), ha="center", va="center_baseline", zorder=7, fontweight="bold",
            **text_style(7.5, "white"),
        )  # fmt: skip
        centers.append(center)
    return np.array(centers)


def _disks(ax: Axes, centers: Array) -> Array:
    """Points over the disks, for labels to keep away from."""
    across = np.array([-1.0, 0.0, 1.0]) * DISK / 3 * figure_of(ax).dpi / 72
    steps = np.stack(np.meshgrid(across, across), axis=-1).reshape(1, -1, 2)
    pixels = ax.transData.transform(centers)[:, None] + steps
    return np.asarray(ax.transData.inverted().transform(pixels.reshape(-1, 2)))


def _chosen(names: Sequence[str], plane: Array, clusters: AxisClusters, named: Named) -> list[Label]:
    """Which points are named, paragons first, the nearest of each cluster before the next."""
    if named == "auto":
        named = "all" if len(plane) <= MOST_NAMED else "paragons"
    if named == "none":
        return []
    turns = zip_longest(*_paragons(clusters))
    places = [place for turn in turns for place in turn if place is not None]
    if named == "all":
        own = clusters.centers[clusters.labels - 1]
        far = ((clusters.points - own) ** 2).sum(axis=1)
        places = list(dict.fromkeys([*places, *np.argsort(far, kind="stable").tolist()]))
    together: dict[tuple[float, ...], list[int]] = {}
    for place in places:
        where = (*plane[place].round(9).tolist(), int(clusters.labels[place]))
        together.setdefault(where, []).append(place)
    return [
        Label(_joined(names, found), plane[found[0]], cluster_color(int(clusters.labels[found[0]])))
        for found in together.values()
    ]


def _gap(plane: Array, clusters: AxisClusters) -> float:
    """From the middle of a point to its label: wider where a disk lies over the only point of a cluster."""
    return 8.0 if len(plane) <= MOST_NAMED and clusters.sizes.min() == 1 else 5.0


def _joined(names: Sequence[str], places: list[int]) -> str:
    """The names of points at one place, the first ones written out."""
    shown = ", ".join(names[place] for place in places[:MOST_TOGETHER])
    return shown if len(places) <= MOST_TOGETHER else f"{shown} + {len(places) - MOST_TOGETHER}"


def _legend(ax: Axes, clusters: AxisClusters) -> None:
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], linestyle="", marker=_marker(cluster), markersize=5, color=cluster_color(cluster))
        for cluster in range(1, clusters.clusters + 1)
    ]
    texts = _legend_texts(clusters)
    columns = -(-len(texts) // _legend_rows(clusters))
    legend_above(
        ax, handles, texts, text=text_style(8.5), ncols=columns, borderaxespad=0.4, handlelength=1.0,
        handletextpad=0.2, columnspacing=1.0, labelspacing=0.35,
    )  # fmt: skip


def _legend_texts(clusters: AxisClusters) -> list[str]:
    return [f"cluster {cluster} ({size:,})" for cluster, size in enumerate(clusters.sizes.tolist(), 1)]


def _legend_rows(clusters: AxisClusters) -> int:
    """How many lines the legend takes."""
    texts = _legend_texts(clusters)
    return -(-len(texts) // max(1, int(_WIDTH / (0.35 + _LETTER * max(map(len, texts))))))


def _note(ax: Axes, clusters: AxisClusters, outline: str, left_out: int) -> None:
    """What is shown, above the legend."""
    share = clusters.between / clusters.total_inertia
    axes = clusters.points.shape[1]
    parts = [
        f"{100 * share:.0f} % of the inertia on {axes} {'axes' if axes > 1 else 'axis'} is between clusters"
    ]
    if outline == "ellipse":
        parts.append("ellipses hold 95 % of a normal cloud")
    if left_out:
        parts.append(f"no room for {left_out:,} label{'s' if left_out > 1 else ''}")
    above = 18 + 12.7 * (_legend_rows(clusters) - 1)
    write_at(ax, " · ".join(parts), (0, 1), (4, above), va="bottom", **text_style(8, QUIET))


def _marker(cluster: int) -> str:
    return CLUSTER_MARKERS[(cluster - 1) % len(CLUSTER_MARKERS)]
