"""A biplot to walk around in: a plotly figure with names and statistics under the pointer."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.errors import InputError
from firth.plots.ca_map import (
    Map,
    MapPoints,
    NonlinearMap,
    Supplementary,
    axis_title,
    ca_map,
    checked_axes,
)
from firth.plots.canvas import FAINT, one_line
from firth.plots.interactive import new_page, significant
from firth.plots.map_parts import opacity
from firth.plots.point_colors import point_colors
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from firth.ca import Side
    from firth.plots.ca_map import Analysis

MOST_WITHOUT_WEBGL = 3_000
MOST_SUPPLEMENTARY_NAMES = 20
SIDE_SYMBOLS = {"rows": "circle", "columns": "triangle-up"}

_MENU = 165
"""Pixels from one menu to the next."""
_MENU_LETTERS = 18
"""As many as a menu has room for."""
_LEGEND_ROW = 30
"""Pixels between the menus and the picture, where the legend stands."""


def interactive_biplot(
    analysis: Analysis,
    *,
    axes: tuple[int, ...] = (1, 2),
    map: Map | NonlinearMap = "symmetric",
    labels: int = 40,
    supplementary: Supplementary | None = None,
    color: Literal["side", "variable"] = "side",
    max_axes: int = 6,
    max_points: int = 10_000,
    title: str = "Correspondence analysis",
) -> Any:
    """Rows and columns as a plotly figure; `save_figure` makes it a page that opens without a network.

    Pointing at a point shows its name, mass, inertia, and its coordinate, contribution and cos² on each axis.
    Menus choose the axes, and show rows, columns or both, with or without names.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        What `firth.correspondence` and its kin return, or a fitted `CorrespondenceAnalysis`.
    axes : tuple of int, default (1, 2)
        One or two axes to begin with, numbered from 1.
    map : {"symmetric", "rows", "columns", "contribution", "gravity"}
        How both sides are scaled, as in `biplot`.
    labels : int, default 40
        How many points are named at once: on a page, the most contributing of those in view, where there is
        room.
    supplementary : Supplementary, optional
        Points that took no part in finding the axes; they are hollow, and named after all others.
    color : {"side", "variable"}
        What colors say: the side of a point, or the variable of a category.
    max_axes : int, default 6
        How many of the first axes the menus offer.
    max_points : int, default 10,000
        When a side has more points, the most contributing are kept, or of individuals that have only numbers
        an even choice, and the title says so.
    title : str
        The title of the picture and of the page.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> import numpy as np
    >>> from firth.ca import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> analysis = correspondence(table)
    >>> [trace.name for trace in interactive_biplot(analysis).data]
    ['rows', 'columns']
    """
    shown = ca_map(analysis, map, supplementary)
    axes = checked_axes(axes, len(shown.inertias))
    for name, value, least in (
        ("labels", labels, 0),
        ("max_axes", max_axes, 1),
        ("max_points", max_points, 1),
    ):
        if value < least:
            raise InputError(f"{name} is {value}; it must be at least {least}.")
    if color not in ("side", "variable"):
        raise InputError(f"color is {color!r}; a page has the colors 'side' or 'variable'.")
    colors = point_colors(shown, axes, color, None)
    offered = range(1, min(len(shown.inertias), max(max_axes, *axes)) + 1)
    # What is drawn later covers what is drawn before.
    order = sorted(range(len(shown.points)), key=lambda place: -len(shown.points[place].names))
    drawn = [shown.points[place] for place in order]
    importance = [points.importance(shown.inertias, axes) for points in drawn]
    kept = [_kept(points, values, max_points) for points, values in zip(drawn, importance, strict=True)]
    cut = [
        f"{len(chosen):,} of {len(points.names):,} {points.title}"
        if points.numbered
        else f"the {len(chosen):,} most contributing of {len(points.names):,} {points.title}"
        for points, chosen in zip(drawn, kept, strict=True)
        if len(chosen) < len(points.names)
    ]
    page = new_page(title, " · ".join([shown.name, *cut]))
    # Individuals that have only numbers are a cloud around the categories, and not named.
    categories = any(points.variables is not None for points in drawn)
    nameless = [points.numbered and categories for points in drawn]
    threshold = _threshold(
        np.concatenate([values for values, skip in zip(importance, nameless, strict=True) if not skip]),
        labels,
    )
    webgl = max(len(chosen) for chosen in kept) > MOST_WITHOUT_WEBGL
    for place, points, chosen, weight, skip in zip(order, drawn, kept, importance, nameless, strict=True):
        named = (weight[chosen] >= threshold) & (not skip)
        if points.supplementary:
            named = _best_shown(points, axes, min(labels, MOST_SUPPLEMENTARY_NAMES))[chosen]
        side = shown.rows if points.side == "rows" else shown.columns
        page.add_trace(
            {
                **_trace(points, side, chosen, named, axes, len(offered)),
                **_look(points, colors.points[place][chosen], nameless=skip),
                "type": "scattergl" if webgl else "scatter",
                "legendrank": 1 + place,
            }
        )
    titles = [axis_title(axis, shown.shares) for axis in offered]
    _lay_out(page, [titles[axis - 1] for axis in axes])
    places = [points.positions[chosen] for points, chosen in zip(drawn, kept, strict=True)]
    menus = [axis_menu("x", places, titles, axes[0])]
    if len(axes) == 2:
        menus.append(axis_menu("y", places, titles, axes[1]))
    page.update_layout(
        updatemenus=[*menus, side_menu(drawn), name_menu()],
        meta={"names": labels, "inertias": significant(shown.inertias[: len(offered)])},
    )
    return page


def _kept(points: MapPoints, importance: Array, most: int) -> Array:
    """Places of the points to draw, in the order of the table."""
    count = len(importance)
    if points.numbered and count > most:  # a cloud, whose shape matters: its outermost points alone mislead
        return np.arange(most) * count // most
    return np.sort(np.argsort(-importance, kind="stable")[:most])


def _best_shown(points: MapPoints, axes: tuple[int, ...], most: int) -> Array:
    """Which supplementary points are named: those that these axes show best."""
    values = points.quality(axes)
    if values is None:
        values = (points.plane(axes) ** 2).sum(axis=1)
    named = np.zeros(len(values), dtype=bool)
    named[np.argsort(-values, kind="stable")[:most]] = True
    return named


def _threshold(importance: Array, labels: int) -> float:
    """The importance of the last point that is named."""
    if labels == 0:
        return float("inf")
    return float(np.sort(importance)[::-1][min(labels, len(importance)) - 1])


def _trace(
    points: MapPoints,
    side: Side,
    chosen: Array,
    named: Array,
    axes: tuple[int, ...],
    kept: int,
) -> dict[str, Any]:
    """The chosen points of one side on one or two axes, with the statistics of all axes kept.

    named: which of the points have their names beside them.
    """
    x, y = points.plane(axes)[chosen].T
    names = [escape(one_line(points.names[i], most=80)) for i in chosen]
    return {
        "name": points.title,
        "x": significant(x),
        "y": significant(y),
        "mode": "markers+text",
        "text": [name if shown else "" for name, shown in zip(names, named, strict=True)],
        "textposition": [_outward(*point) for point in zip(x.tolist(), y.tolist(), strict=True)],
        "hovertext": names,
        "customdata": _statistics(points, side, chosen, kept),
        "hovertemplate": _hover(points, kept),
    }


def _look(points: MapPoints, colors: Array, *, nameless: bool) -> dict[str, Any]:
    """The markers of the points of one side; smaller and paler for those that have no names."""
    color = str(colors[0]) if len(set(colors.tolist())) == 1 else colors.tolist()
    shade = opacity(len(colors))
    return {
        "textfont": {"color": color, "size": 12},
        "marker": {
            "symbol": SIDE_SYMBOLS[points.side] + ("-open" if points.supplementary else ""),
            "color": color,
            "size": (9 if len(colors) <= 100 else 6) - 2 * nameless,
            "opacity": min(0.5, shade) if nameless else shade,
        },
        "meta": {"supplementary": points.supplementary, "nameless": nameless},
    }


def _outward(x: float, y: float) -> str:
    """On which side of its point a name stands: away from the origin, where there is more room."""
    if abs(y) > 2 * abs(x):
        return "top center" if y > 0 else "bottom center"
    return "middle right" if x >= 0 else "middle left"


def _statistics(points: MapPoints, side: Side, chosen: Array, kept: int) -> Array:
    """One row for each point: mass and inertia, then coordinate, contribution and cos² on each axis."""
    if points.supplementary:
        known = [points.positions[chosen, :kept]]
        if points.cos2 is not None:
            known.append(points.cos2[chosen, :kept])
        return np.hstack(known).astype(np.float32)
    columns = [side.masses[chosen], side.inertias[chosen]]
    for axis in range(kept):
        columns += [
            points.positions[chosen, axis],
            side.contributions[chosen, axis],
            side.cos2[chosen, axis],
        ]
    return np.column_stack(columns).astype(np.float32)


def _hover(points: MapPoints, kept: int) -> str:
    lines = [f"<b>%{{hovertext}}</b> ({_singular(points.title)})"]
    if points.supplementary:
        lines += [
            f"axis {axis + 1}: %{{customdata[{axis}]:.4f}}"
            + (f" · cos² %{{customdata[{kept + axis}]:.3f}}" if points.cos2 is not None else "")
            for axis in range(kept)
        ]
        return "<br>".join(lines) + "<extra></extra>"
    lines.append("mass %{customdata[0]:.4~g} · inertia %{customdata[1]:.4~g}")
    for axis in range(kept):
        at = 2 + 3 * axis
        lines.append(
            f"axis {axis + 1}: %{{customdata[{at}]:.4f}} · contribution %{{customdata[{at + 1}]:.3~p}}"
            f" · cos² %{{customdata[{at + 2}]:.3f}}"
        )
    return "<br>".join(lines) + "<extra></extra>"


def _singular(noun: str) -> str:
    return noun.removesuffix("categories") + "category" if noun.endswith("categories") else noun[:-1]


def _lay_out(page: Any, titles: list[str]) -> None:
    """Axes through the origin with equal units, and room for menus and legend above them."""
    cross = {
        "zeroline": True,
        "zerolinecolor": "#BBBBBB",
        "zerolinewidth": 1,
        "gridcolor": "#F0F0F0",
        "linecolor": FAINT,
    }
    page.update_layout(
        xaxis={**cross, "title": {"text": titles[0]}},
        yaxis={**cross, "scaleanchor": "x", "scaleratio": 1},
        # A row of its own, below the menus: beside the title, wide letters would run into it.
        legend={
            "orientation": "h",
            "itemsizing": "constant",
            "x": 1,
            "xanchor": "right",
            "y": 1,
            "yanchor": "bottom",
        },
        hoverlabel={"align": "left"},
        margin={"l": 60, "r": 30, "t": 130 + _LEGEND_ROW, "b": 60},
        dragmode="pan",
    )
    if len(titles) == 2:
        page.update_yaxes(title_text=titles[1])
    else:
        page.update_yaxes(showticklabels=False, range=[-1, 1])


def axis_menu(direction: Literal["x", "y"], places: list[Array], titles: list[str], chosen: int) -> Any:
    """A list of the axes; choosing one moves all points in that direction.

    places: for each trace, one column of coordinates for each axis.
    """
    arrow = {"x": "→", "y": "↑"}[direction]
    entries = [
        {
            "label": f"{arrow} {title}",
            "method": "update",
            "args": [
                {direction: [significant(place[:, axis]) for place in places]},
                {f"{direction}axis.title.text": title, f"{direction}axis.autorange": True},
            ],
        }
        for axis, title in enumerate(titles)
    ]
    return {**_menu(0 if direction == "x" else 1), "buttons": entries, "active": chosen - 1}


def side_menu(drawn: Sequence[MapPoints]) -> Any:
    """Rows, columns or both, by their names."""
    nouns = {points.side: points.noun for points in reversed(drawn) if not points.supplementary}
    both = f"{nouns['rows']} and {nouns['columns']}"
    both = both if len(both) <= _MENU_LETTERS else "all points"
    entries = [
        {
            "label": label,
            "method": "restyle",
            "args": ["visible", [side in (None, points.side) for points in drawn]],
        }
        for label, side in ((both, None), (nouns["rows"], "rows"), (nouns["columns"], "columns"))
    ]
    return {**_menu(2), "buttons": entries}


def name_menu() -> Any:
    """Names of the most contributing points, or none."""
    entries = [
        {"label": label, "method": "restyle", "args": ["mode", mode]}
        for label, mode in (("names", "markers+text"), ("no names", "markers"))
    ]
    return {**_menu(3), "buttons": entries}


def _menu(place: int) -> dict[str, Any]:
    """Above the picture's left corner, by pixels, so that no size of window moves menus onto each other."""
    return {
        "type": "dropdown",
        "x": 0,
        "xanchor": "left",
        "y": 1,
        "yanchor": "bottom",
        "bgcolor": "white",
        "bordercolor": "#CCCCCC",
        "font": {"size": 12},
        "pad": {"l": _MENU * place, "b": 10 + _LEGEND_ROW},
    }
