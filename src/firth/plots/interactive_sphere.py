"""Points on the unit sphere to turn around: a plotly figure with names and pictures under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import INK, one_line
from firth.plots.classes import Classes, class_color, class_symbol, classes_of
from firth.plots.globe import View, ball_of, best_view, graticule
from firth.plots.interactive import new_page, significant
from firth.plots.thumbnails import Thumbnails, thumbnails
from firth.runtime.arrays import Array

_INNER = 0.98
"""Radius of the globe: its points lie on the outside, whole."""
_GLASS, _LINES = "#F3F6F9", "#C3CAD3"
_DISTANCE = 1.4
"""Of the eye, in units of plotly's cube."""


def interactive_sphere(
    points: Array,
    classes: Sequence[object] | Array | None = None,
    *,
    labels: Sequence[str] | None = None,
    images: Array | None = None,
    view: tuple[float, float] | None = None,
    max_points: int = 20_000,
    title: str = "Unit sphere",
) -> Any:
    """Points on the unit sphere as a plotly figure; `save_figure` makes it a page that needs no network.

    The mouse turns the sphere and zooms; pointing at a point shows its name, its class and its picture;
    clicking on a class in the legend hides it.

    Parameters
    ----------
    points : array of shape (n, 3)
        Coordinates. Points that are not all of length 1 are centered and drawn to fit, without the globe.
    classes : sequence, optional
        The class of each point.
    labels : sequence of str, optional
        A name for each point.
    images : array of shape (n, height, width) or (n, height, width, 3), optional
        A picture of each point, gray or in color. They are made small, and where there are too many, some
        points have none: the title says so.
    view : tuple of float, optional
        Azimuth and elevation in degrees; by default, from where the points take up most of the picture.
    max_points : int, default 20,000
        When there are more points, so many evenly spaced ones are drawn.
    title : str
        The title of the picture and of the page.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> figure = interactive_sphere(np.eye(3), ["tea", "tea", "milk"], labels=["green", "black", "goat's"])
    >>> [trace.name for trace in figure.data if trace.showlegend]
    ['milk', 'tea']
    """
    ball = ball_of(points)
    count = len(ball.points)
    groups = classes_of(classes, count)
    for what, given in (("labels", labels), ("images", images)):
        if given is not None and len(given) != count:
            raise InputError(
                f"there are {len(given):,} {what} for {count:,} points; give one for each point."
            )
    if max_points < 1:
        raise InputError(f"max_points is {max_points}; it must be at least 1.")
    drawn = np.arange(count) if count <= max_points else np.arange(max_points) * count // max_points
    sheet = None if images is None else thumbnails(images[drawn])
    pictures = np.full(count, -1)
    if sheet is not None:
        pictures[drawn[sheet.places]] = np.arange(len(sheet.places))
    page = new_page(title, _note(count, len(drawn), sheet), x=0.02)
    if ball.hollow:
        page.add_traces(_globe())
    for place in range(len(groups.names)):
        own = drawn[groups.membership[drawn] == place]
        names = [labels[i] for i in own] if labels is not None else [f"point {i}" for i in own]
        page.add_scatter3d(**_trace(groups, place, ball.points[own], names, len(drawn), pictures[own]))
    eye = (View(*view) if view else best_view(ball.points, hollow=ball.hollow)).eye
    _lay_out(page, eye, legend=len(groups.names) > 1)
    if sheet is not None:
        page.update_layout(
            meta={
                "thumbnails": {
                    "uri": sheet.uri,
                    "width": sheet.width,
                    "height": sheet.height,
                    "across": sheet.across,
                }
            }
        )
    return page


def _trace(
    groups: Classes, place: int, points: Array, names: Sequence[str], drawn: int, pictures: Array
) -> dict[str, Any]:
    """The points of one class. customdata: the place of each one's picture on the sheet, −1 for none."""
    name = escape(one_line(groups.names[place], most=60))
    x, y, z = (significant(points[:, axis]) for axis in range(3))
    return {
        "x": x,
        "y": y,
        "z": z,
        "mode": "markers",
        "name": name,
        "showlegend": True,
        "hovertext": [escape(one_line(text, most=80)) for text in names],
        "hovertemplate": "<b>%{hovertext}</b>" + ("<br>%{fullData.name}" if name else "") + "<extra></extra>",
        "customdata": pictures.tolist(),
        "marker": {
            "color": class_color(place),
            "symbol": class_symbol(place),
            "size": _size(drawn) * (1 if class_symbol(place) == "circle" else 0.8),
            "line": {"width": 0.5, "color": "white"},
        },
    }


def _size(drawn: int) -> float:
    """Of a circle, in pixels: smaller where there are many."""
    return float(np.clip(7.5 - 1.6 * np.log10(max(drawn, 100) / 100), 3, 7.5))


def _globe() -> list[dict[str, Any]]:
    """A faint ball that dims what is behind it, with lines that show how it lies."""
    around, above = np.meshgrid(np.linspace(0, 2 * np.pi, 97), np.linspace(-np.pi / 2, np.pi / 2, 49))
    ball = {
        "x": (_INNER * np.cos(above) * np.cos(around)).round(4).tolist(),
        "y": (_INNER * np.cos(above) * np.sin(around)).round(4).tolist(),
        "z": (_INNER * np.sin(above)).round(4).tolist(),
        "type": "surface",
        "colorscale": [[0, _GLASS], [1, _GLASS]],
        "opacity": 0.45,
        "showscale": False,
        "showlegend": False,
        "hoverinfo": "skip",
        "contours": {axis: {"highlight": False} for axis in "xyz"},
        # Lit evenly: which of two layers of glass is drawn first depends on the view, and would show.
        "lighting": {"ambient": 1, "diffuse": 0, "specular": 0, "fresnel": 0},
    }
    gap = np.full((1, 3), np.nan)
    rings = (_INNER + 0.003) * np.vstack([part for line in graticule() for part in (line, gap)])
    x, y, z = (
        [None if np.isnan(value) else round(float(value), 4) for value in rings[:, i]] for i in range(3)
    )
    lines = {
        "x": x,
        "y": y,
        "z": z,
        "type": "scatter3d",
        "mode": "lines",
        "line": {"color": _LINES, "width": 1.5},
        "showlegend": False,
        "hoverinfo": "skip",
    }
    return [ball, lines]


def _note(points: int, drawn: int, sheet: Thumbnails | None) -> str:
    parts = [f"{points:,} points" if drawn == points else f"{drawn:,} of {points:,} points"]
    if sheet is not None and len(sheet.places) < drawn:
        parts.append(f"pictures of {len(sheet.places):,}")
    return " · ".join([*parts, "drag to turn, wheel to zoom"])


def _lay_out(page: Any, eye: Array, *, legend: bool) -> None:
    hidden = {"visible": False, "showspikes": False, "range": [-1.05, 1.05]}
    x, y, z = (_DISTANCE * eye).round(4).tolist()
    page.update_layout(
        scene={
            "xaxis": hidden,
            "yaxis": hidden,
            "zaxis": hidden,
            "aspectmode": "cube",
            "camera": {"eye": {"x": x, "y": y, "z": z}, "up": {"x": 0, "y": 0, "z": 1}},
            "dragmode": "orbit",
        },
        showlegend=legend,
        legend={"itemsizing": "constant", "x": 1, "xanchor": "right", "y": 0.95, "yanchor": "top"},
        hoverlabel={"align": "left", "bgcolor": "white", "font": {"color": INK}},
        margin={"l": 0, "r": 0, "t": 60, "b": 0},
    )
