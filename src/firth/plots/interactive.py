"""A biplot to walk around in: a plotly figure with names and statistics under the pointer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.errors import InputError
from firth.plots.ca_map import Map, NonlinearMap, Supplementary, axis_title, ca_map, checked_axes
from firth.plots.canvas import FAINT, INK, QUIET
from firth.plots.menus import LEGEND_ROW, axis_menu, name_buttons, side_buttons, significant
from firth.plots.traces import trace
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from firth.plots.ca_map import Analysis

MOST_WITHOUT_WEBGL = 3_000


def interactive_biplot(
    analysis: Analysis,
    *,
    axes: tuple[int, ...] = (1, 2),
    map: Map | NonlinearMap = "symmetric",
    labels: int = 40,
    supplementary: Supplementary | None = None,
    most_axes: int = 6,
    most_points: int = 10_000,
    title: str = "Correspondence analysis",
) -> Any:
    """Rows and columns as a plotly figure; `save_figure` makes it a page that opens without a network.

    Pointing at a point shows its name, mass, inertia, and its coordinate, contribution and cos² on each axis.
    Menus choose the axes among the first `most_axes`, and show rows, columns or both, with or without names.
    labels: how many points are named at once; on a page, the most contributing of those in view, wherever
    there is room. most_points: of each side, the most contributing are kept when there are more, and the
    title says so.

    >>> import numpy as np
    >>> from firth.ca.correspondence import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> analysis = correspondence(table)
    >>> [trace.name for trace in interactive_biplot(analysis).data]
    ['rows', 'columns']
    """
    found = ca_map(analysis, map, supplementary)
    axes = checked_axes(axes, len(found.inertias))
    for name, value, least in (
        ("labels", labels, 0),
        ("most_axes", most_axes, 1),
        ("most_points", most_points, 1),
    ):
        if value < least:
            raise InputError(f"{name} is {value}; it must be at least {least}.")
    figure = _new_figure()
    shown = range(1, min(len(found.inertias), max(most_axes, *axes)) + 1)
    # What is drawn later covers what is drawn before.
    drawn = sorted(found.points, key=lambda points: -len(points.names))
    importance = [points.importance(found.inertias, axes) for points in drawn]
    kept = [_most_important(values, most_points) for values in importance]
    threshold = _threshold(np.concatenate(importance), labels)
    webgl = max(len(chosen) for chosen in kept) > MOST_WITHOUT_WEBGL
    for points, chosen, weight in zip(drawn, kept, importance, strict=True):
        named = (weight[chosen] >= threshold) | (points.supplementary and labels > 0)
        side = found.rows if points.side == "rows" else found.columns
        figure.add_trace(
            {
                **trace(points, side, chosen, named, axes, len(shown)),
                "type": "scattergl" if webgl else "scatter",
                "legendrank": 1 + list(found.points).index(points),
            }
        )
    cut = [
        f"the {len(chosen):,} most contributing of {len(points.names):,} {points.side}"
        for points, chosen in zip(drawn, kept, strict=True)
        if len(chosen) < len(points.names)
    ]
    titles = [axis_title(axis, found.shares) for axis in shown]
    _lay_out(figure, [titles[axis - 1] for axis in axes], title, " · ".join([found.name, *cut]))
    places = [points.positions[chosen] for points, chosen in zip(drawn, kept, strict=True)]
    menus = [axis_menu("x", places, titles, axes[0])]
    if len(axes) == 2:
        menus.append(axis_menu("y", places, titles, axes[1]))
    figure.update_layout(
        updatemenus=[*menus, side_buttons([points.side for points in drawn]), name_buttons()],
        meta={"names": labels, "inertias": significant(found.inertias[: len(shown)])},
    )
    return figure


def _most_important(importance: Array, most: int) -> Array:
    """Places of the most important points, in the order of the table."""
    return np.sort(np.argsort(-importance, kind="stable")[:most])


def _threshold(importance: Array, labels: int) -> float:
    """The importance of the last point that is named."""
    if labels == 0:
        return float("inf")
    return float(np.sort(importance)[::-1][min(labels, len(importance)) - 1])


def _lay_out(figure: Any, titles: list[str], title: str, note: str) -> None:
    cross = {
        "zeroline": True,
        "zerolinecolor": "#BBBBBB",
        "zerolinewidth": 1,
        "gridcolor": "#F0F0F0",
        "linecolor": FAINT,
    }
    figure.update_layout(
        template="plotly_white",
        title={
            "text": escape(title),
            "subtitle": {"text": note, "font": {"color": QUIET, "size": 12}},
            "yref": "container",
            "y": 1,
            "yanchor": "top",
            "pad": {"t": 18},
        },
        font={"color": INK},
        xaxis={**cross, "title": {"text": titles[0]}},
        yaxis={**cross, "scaleanchor": "x", "scaleratio": 1},
        # A row of its own, below the menus: beside the title, wide letters would run into it.
        legend={"orientation": "h", "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"},
        hoverlabel={"align": "left"},
        margin={"l": 60, "r": 30, "t": 130 + LEGEND_ROW, "b": 60},
        dragmode="pan",
    )
    if len(titles) == 2:
        figure.update_yaxes(title_text=titles[1])
    else:
        figure.update_yaxes(showticklabels=False, range=[-1, 1])


def _new_figure() -> Any:
    try:
        import plotly.graph_objects  # noqa: F401
    except ImportError as error:
        raise InputError(
            "plotly, which draws this, is not installed; get it with pip install 'firth[plots]'."
        ) from error
    from firth.plots.pages import LivingFigure

    return LivingFigure()
