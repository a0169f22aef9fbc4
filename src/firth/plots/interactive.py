"""A biplot to walk around in: a plotly figure with names and statistics under the pointer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.core.arrays import Array
from firth.errors import InputError
from firth.plots.canvas import COLUMNS, FAINT, INK, QUIET, ROWS, one_line
from firth.plots.clouds import (
    MAP_NAMES,
    Cloud,
    Map,
    Supplementary,
    axis_title,
    checked_axes,
    clouds,
    plane_importance,
)
from firth.plots.menus import axis_menu, name_buttons, side_buttons, significant

if TYPE_CHECKING:
    from firth.coordinates.simple import Correspondence, Side

MOST_WITHOUT_WEBGL = 3_000
SYMBOLS = {"rows": "circle", "columns": "triangle-up"}
COLORS = {"rows": ROWS, "columns": COLUMNS}


def interactive_biplot(
    analysis: Correspondence,
    *,
    axes: tuple[int, ...] = (1, 2),
    map: Map = "symmetric",
    labels: int = 40,
    supplementary: Supplementary | None = None,
    most_axes: int = 6,
    most_points: int = 10_000,
    title: str = "Correspondence analysis",
) -> Any:
    """Rows and columns as a plotly figure; `save_figure` makes it a page that opens without a network.

    Pointing at a point shows its name, mass, inertia, and its coordinate, contribution and cos² on each axis.
    Menus choose the axes among the first `most_axes`, buttons show rows, columns or both, with or without
    names. labels: how many of the most contributing points are named from the start. most_points: of each
    side, the most contributing are kept when there are more, and the title says so.

    >>> import numpy as np
    >>> from firth.coordinates.simple import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> analysis = correspondence(table)
    >>> [trace.name for trace in interactive_biplot(analysis).data]
    ['rows', 'columns']
    """
    axes = checked_axes(analysis, axes)
    for name, value, least in (
        ("labels", labels, 0),
        ("most_axes", most_axes, 1),
        ("most_points", most_points, 1),
    ):
        if value < least:
            raise InputError(f"{name} is {value}; it must be at least {least}.")
    shown = range(1, min(len(analysis.singular_values), max(most_axes, *axes)) + 1)
    drawn = clouds(analysis, map, supplementary)
    importance = [plane_importance(cloud, analysis.inertias, axes) for cloud in drawn]
    kept = [_most_important(values, most_points) for values in importance]
    threshold = _threshold(np.concatenate(importance), labels)
    figure = _graph_objects().Figure()
    places = [cloud.positions[chosen][:, : len(shown)] for cloud, chosen in zip(drawn, kept, strict=True)]
    for cloud, chosen, place, weight in zip(drawn, kept, places, importance, strict=True):
        side = analysis.rows if cloud.side == "rows" else analysis.columns
        named = (weight[chosen] >= threshold) | (cloud.supplementary and labels > 0)
        _add_trace(figure, cloud, side, chosen, named, _plane(place, axes), len(shown))
    cut = [
        f"the {len(chosen):,} most contributing of {len(cloud.names):,} {cloud.side}"
        for cloud, chosen in zip(drawn, kept, strict=True)
        if len(chosen) < len(cloud.names)
    ]
    _lay_out(figure, analysis, axes, title, " · ".join([MAP_NAMES[map], *cut]))
    menus = [axis_menu("x", places, [axis_title(analysis, axis) for axis in shown], axes[0])]
    if len(axes) == 2:
        menus.append(axis_menu("y", places, [axis_title(analysis, axis) for axis in shown], axes[1]))
    menus += [side_buttons([cloud.side for cloud in drawn]), name_buttons()]
    figure.update_layout(updatemenus=menus)
    return figure


def _most_important(importance: Array, most: int) -> Array:
    """Places of the most important points, in the order of the table."""
    return np.sort(np.argsort(-importance, kind="stable")[:most])


def _threshold(importance: Array, labels: int) -> float:
    """The importance of the last point that is named."""
    if labels == 0:
        return float("inf")
    return float(np.sort(importance)[::-1][min(labels, len(importance)) - 1])


def _plane(places: Array, axes: tuple[int, ...]) -> Array:
    x = places[:, axes[0] - 1]
    return np.column_stack([x, places[:, axes[1] - 1] if len(axes) == 2 else np.zeros_like(x)])


def _add_trace(
    figure: Any, cloud: Cloud, side: Side, chosen: Array, named: Array, plane: Array, axes: int
) -> None:
    objects = _graph_objects()
    kind = objects.Scatter if len(plane) <= MOST_WITHOUT_WEBGL else objects.Scattergl
    color = COLORS[cloud.side]
    names = [escape(one_line(cloud.names[i], most=80)) for i in chosen]
    figure.add_trace(
        kind(
            name=cloud.title,
            x=significant(plane[:, 0]),
            y=significant(plane[:, 1]),
            mode="markers+text",
            text=[name if shown else "" for name, shown in zip(names, named, strict=True)],
            textposition=[_outward(x, y) for x, y in plane.tolist()],
            textfont={"color": color, "size": 12},
            hovertext=names,
            customdata=_statistics(cloud, side, chosen, axes),
            hovertemplate=_hover(cloud, axes),
            marker={
                "symbol": SYMBOLS[cloud.side] + ("-open" if cloud.supplementary else ""),
                "color": color,
                "size": 9 if len(plane) <= 100 else 6,
                "opacity": 1.0 if len(plane) <= 200 else 0.6,
            },
        )
    )


def _outward(x: float, y: float) -> str:
    """On which side of its point a name stands: away from the origin, where there is more room."""
    if abs(y) > 2 * abs(x):
        return "top center" if y > 0 else "bottom center"
    return "middle right" if x >= 0 else "middle left"


def _statistics(cloud: Cloud, side: Side, chosen: Array, axes: int) -> Array:
    """One row for each point: mass and inertia, then coordinate, contribution and cos² on each axis."""
    if cloud.supplementary:
        return np.asarray(cloud.positions[chosen, :axes], dtype=np.float32)
    columns = [side.masses[chosen], side.inertias[chosen]]
    for axis in range(axes):
        columns += [
            cloud.positions[chosen, axis],
            side.contributions[chosen, axis],
            side.cos2[chosen, axis],
        ]
    return np.column_stack(columns).astype(np.float32)


def _hover(cloud: Cloud, axes: int) -> str:
    lines = [f"<b>%{{hovertext}}</b> ({cloud.title.removesuffix('s')})"]
    if cloud.supplementary:
        lines += [f"axis {axis + 1}: %{{customdata[{axis}]:.4f}}" for axis in range(axes)]
        return "<br>".join(lines) + "<extra></extra>"
    lines.append("mass %{customdata[0]:.4~g} · inertia %{customdata[1]:.4~g}")
    for axis in range(axes):
        at = 2 + 3 * axis
        lines.append(
            f"axis {axis + 1}: %{{customdata[{at}]:.4f}} · contribution %{{customdata[{at + 1}]:.1%}}"
            f" · cos² %{{customdata[{at + 2}]:.3f}}"
        )
    return "<br>".join(lines) + "<extra></extra>"


def _lay_out(figure: Any, analysis: Correspondence, axes: tuple[int, ...], title: str, note: str) -> None:
    cross = {
        "zeroline": True,
        "zerolinecolor": "#BBBBBB",
        "zerolinewidth": 1,
        "gridcolor": "#F0F0F0",
        "linecolor": FAINT,
    }
    figure.update_layout(
        template="plotly_white",
        title={"text": escape(title), "subtitle": {"text": note, "font": {"color": QUIET, "size": 12}}},
        font={"color": INK},
        xaxis={**cross, "title": {"text": axis_title(analysis, axes[0])}},
        yaxis={**cross, "scaleanchor": "x", "scaleratio": 1},
        legend={"orientation": "h", "x": 1, "xanchor": "right", "y": 1.0, "yanchor": "bottom"},
        hoverlabel={"align": "left"},
        margin={"l": 60, "r": 30, "t": 150, "b": 60},
        dragmode="pan",
    )
    if len(axes) == 2:
        figure.update_yaxes(title_text=axis_title(analysis, axes[1]))
    else:
        figure.update_yaxes(showticklabels=False, range=[-1, 1])


def _graph_objects() -> Any:
    try:
        from plotly import graph_objects
    except ImportError as error:
        raise InputError(
            "plotly, which draws this, is not installed; get it with pip install 'firth[plots]'."
        ) from error
    return graph_objects
