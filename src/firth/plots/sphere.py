"""Points on the unit sphere, and other points in space, as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import (
    INK,
    QUIET,
    figure_of,
    name_style,
    new_axes,
    new_panels,
    one_line,
    text_style,
    write_at,
)
from firth.plots.classes import (
    Classes,
    class_color,
    class_marker,
    classes_of,
    draw_class_legend,
    legend_rows,
)
from firth.plots.globe import Ball, View, ball_of, best_view, draw_globe, fit_ball, paler
from firth.plots.labels import Label, draw_labels
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIDE, _PANEL = 6.0, 3.1
_LINE = 12.6
"""Height of a line above a picture, in points."""
_SLABS = 12
"""Depths that points of several markers are drawn in, one after the other."""
_MOST_VECTOR_POINTS = 5_000
_MOST_COMPARED = 500


def sphere(
    points: Array,
    classes: Sequence[object] | Array | None = None,
    *,
    labels: Mapping[int, str] | None = None,
    view: tuple[float, float] | None = None,
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Points on the unit sphere, a color for each class, the far side paler.

    Classes are named where most of their points are, if there is room. Points that are not all of length 1
    are centered and drawn to fit, without the globe.

    Parameters
    ----------
    points : array of shape (n, 3)
        Coordinates.
    classes : sequence, optional
        The class of each point.
    labels : mapping of int to str, optional
        Names of points, by their row; they are written instead of those of the classes.
    view : tuple of float, optional
        Azimuth and elevation in degrees; by default, from where the points take up most of the picture.
    title : str, optional
        A title above the picture.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; by default those of a new figure.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> figure = sphere(np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]), ["tea", "tea", "milk"])
    >>> [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    ['milk', 'tea']
    """
    ball = ball_of(points)
    groups = classes_of(classes, len(ball.points))
    named = _checked_labels(labels, len(ball.points)) if labels else _class_names(ball.points, groups)
    if ax is None:
        top = _header_height(groups, title, _SIDE)
        ax = new_axes(_SIDE + 0.2, _SIDE + 0.2 + top, (0.1, 0.1, 0.1, 0.1 + top))
    left_out = _draw(ax, ball, groups, view and View(*view), _radius(len(ball.points), _SIDE), named)
    note = f"no room for {left_out:,} label{'s' if left_out > 1 else ''}" if left_out and labels else ""
    _draw_header(ax, groups, title, note, _SIDE)
    return figure_of(ax)


def spheres(
    maps: Mapping[str, Array],
    classes: Sequence[object] | Array | None = None,
    *,
    views: Mapping[str, tuple[float, float]] | None = None,
    title: str | None = None,
) -> Figure:
    """Several maps of the same points side by side, as in [HajiSoleimani2019, fig. 2.3].

    Parameters
    ----------
    maps : mapping of str to array of shape (n, 3)
        The coordinates by the name of the method.
    classes : sequence, optional
        The class of each point.
    views : mapping of str to tuple of float, optional
        Azimuth and elevation in degrees for some of the maps; the others are seen from where their points
        take up most of the picture.
    title : str, optional
        A title above the picture.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> corners = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> figure = spheres({"UBE": corners, "PCA": 3 * corners}, ["tea", "tea", "milk"])
    >>> [ax.get_title() for ax in figure.axes[:2]]
    ['UBE', 'PCA']
    """
    if not maps:
        raise InputError("there is no map to draw; give at least one, with its name.")
    balls = {name: ball_of(points) for name, points in maps.items()}
    sizes = {name: len(ball.points) for name, ball in balls.items()}
    if len(set(sizes.values())) > 1:
        raise InputError(
            f"the maps are of different points: {', '.join(f'{k} {v:,}' for k, v in sizes.items())}."
        )
    count = next(iter(sizes.values()))
    groups = classes_of(classes, count)
    width = max(min(len(maps), 4) * (_PANEL + 0.3) - 0.3, 5.0)
    panels = new_panels(
        len(maps),
        _PANEL,
        left=0.15,
        below=0.15,
        caption=0.35,
        header=_header_height(groups, title, width),
        least=5.0,
    )
    panels.bar.remove()
    for ax, (name, ball) in zip(panels.squares, balls.items(), strict=True):
        given = (views or {}).get(name)
        _draw(ax, ball, groups, given and View(*given), _radius(count, _PANEL), {})
        ax.set_title(one_line(name, most=36), pad=6, **name_style(10))
    _draw_header(panels.whole, groups, title, "", width)
    return figure_of(panels.whole)


def _checked_labels(labels: Mapping[int, str], points: int) -> Mapping[int, str]:
    for place in labels:
        if not 0 <= place < points:
            raise InputError(f"there is no point {place} to be named; there are {points:,}, counted from 0.")
    return labels


def _radius(points: int, side: float) -> float:
    """Of a marker in points: smaller where there are many, and in small pictures."""
    return float(np.clip(3.6 - 0.95 * np.log10(max(points, 60) / 60), 1.1, 3.6) * (0.4 + 0.1 * side))


def _draw(
    ax: Axes, ball: Ball, classes: Classes, view: View | None, radius: float, labels: Mapping[int, str]
) -> int:
    """The points and their names; returns how many of the labels there was no room for."""
    fit_ball(ax)
    if ball.hollow:
        draw_globe(ax)
    placed = (view or best_view(ball.points, hollow=ball.hollow)).project(ball.points)
    figure_of(ax).draw_without_rendering()  # the layout is settled before anything is measured
    _draw_points(ax, placed, classes, radius)
    return draw_labels(
        ax,
        [
            Label(labels[place], placed[place, :2], _ink(placed[place, 2]))
            for place in sorted(labels, key=lambda place: -placed[place, 2])
        ],
        markers=placed[:, :2],
        size=9 if len(labels) <= 50 else 8,
        gap=radius + 2,
    )


def _draw_points(ax: Axes, placed: Array, classes: Classes, radius: float) -> None:
    """The farthest first, those in front larger and in full color."""
    from matplotlib.colors import to_rgb

    palette = np.array([to_rgb(class_color(place)) for place in range(len(classes.names))])
    colors = paler(palette[classes.membership], placed[:, 2])
    rims: Any = 0.8 * colors + 0.2
    sizes = (2 * radius * (1 + 0.12 * placed[:, 2])) ** 2
    markers = np.array([class_marker(place) for place in range(len(classes.names))])[classes.membership]
    kinds = list(dict.fromkeys(markers.tolist()))
    bounds = np.linspace(-1, 1, (_SLABS if len(kinds) > 1 else 2) + 1)[1:-1]
    slabs = np.searchsorted(bounds, placed[:, 2])  # the globe's near lines lie between both halves
    for slab in range(len(bounds) + 1):
        for kind in kinds:
            own = np.flatnonzero((slabs == slab) & (markers == kind))
            own = own[np.argsort(placed[own, 2], kind="stable")]
            ax.scatter(
                placed[own, 0],
                placed[own, 1],
                s=sizes[own],
                marker=kind,
                c=colors[own],
                edgecolors=rims[own],
                linewidths=0.25,
                zorder=(1 if slab <= len(bounds) // 2 else 3) + slab / (len(bounds) + 1),
                rasterized=len(placed) > _MOST_VECTOR_POINTS,
                clip_on=False,
            )


def _class_names(points: Array, classes: Classes) -> dict[int, str]:
    """The name of each class, at the point in the thick of it."""
    if len(classes.names) == 1:
        return {}
    return {
        _heart(points, classes.membership == place): one_line(name, most=24)
        for place, name in enumerate(classes.names)
    }


def _ink(depth: float) -> str:
    """The color of letters at a depth."""
    from matplotlib.colors import to_hex, to_rgb

    return to_hex(paler(np.array([to_rgb(INK)]), np.array([depth]))[0])


def _heart(points: Array, members: Array) -> int:
    """The member with most of the others near it."""
    own = np.flatnonzero(members)
    own = own[:: -(-len(own) // _MOST_COMPARED)]
    squares = ((points[own][:, None] - points[own][None]) ** 2).sum(axis=2)
    return int(own[np.argmax(np.exp(-squares / 0.08).sum(axis=1).round(9))])


def _header_height(classes: Classes, title: str | None, width: float) -> float:
    return (_LINE * legend_rows(classes, width) + (19 if title else 0)) / 72


def _draw_header(ax: Axes, classes: Classes, title: str | None, note: str, width: float) -> None:
    """Title and legend above the axes, and a note below them."""
    rows = legend_rows(classes, width)
    if rows:
        draw_class_legend(ax, classes, width)
    if title:
        write_at(ax, one_line(title, most=90), (0, 1), (0, _LINE * rows + 4), va="bottom", **name_style(11))
    if note:
        write_at(ax, note, (1, 0), (0, 2), ha="right", va="bottom", **text_style(8, QUIET))
