"""The points of one side as a plotly trace, with names and statistics under the pointer."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.plots.biplots import COLORS, opacity
from firth.plots.ca_map import MapPoints
from firth.plots.canvas import one_line
from firth.plots.menus import significant
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from firth.ca.correspondence import Side

SYMBOLS = {"rows": "circle", "columns": "triangle-up"}


def trace(
    points: MapPoints, side: Side, chosen: Array, named: Array, axes: tuple[int, ...], kept: int
) -> dict[str, Any]:
    """The chosen points of one side on one or two axes, with the statistics of all axes kept.

    named: which of the points have their names beside them.
    """
    color = COLORS[points.side]
    x, y = _plane(points.positions[chosen], axes)
    names = [escape(one_line(points.names[i], most=80)) for i in chosen]
    return {
        "name": points.title,
        "x": significant(x),
        "y": significant(y),
        "mode": "markers+text",
        "text": [name if shown else "" for name, shown in zip(names, named, strict=True)],
        "textposition": [_outward(*point) for point in zip(x.tolist(), y.tolist(), strict=True)],
        "textfont": {"color": color, "size": 12},
        "hovertext": names,
        "customdata": _statistics(points, side, chosen, kept),
        "hovertemplate": _hover(points, kept),
        "marker": {
            "symbol": SYMBOLS[points.side] + ("-open" if points.supplementary else ""),
            "color": color,
            "size": 9 if len(chosen) <= 100 else 6,
            "opacity": opacity(len(chosen)),
        },
        "meta": {"supplementary": points.supplementary},
    }


def _plane(positions: Array, axes: tuple[int, ...]) -> tuple[Array, Array]:
    """Two coordinates for each point; on a single axis the second is 0."""
    x = positions[:, axes[0] - 1]
    return x, positions[:, axes[1] - 1] if len(axes) == 2 else np.zeros_like(x)


def _outward(x: float, y: float) -> str:
    """On which side of its point a name stands: away from the origin, where there is more room."""
    if abs(y) > 2 * abs(x):
        return "top center" if y > 0 else "bottom center"
    return "middle right" if x >= 0 else "middle left"


def _statistics(points: MapPoints, side: Side, chosen: Array, kept: int) -> Array:
    """One row for each point: mass and inertia, then coordinate, contribution and cos² on each axis."""
    if points.supplementary:
        return np.asarray(points.positions[chosen, :kept], dtype=np.float32)
    columns = [side.masses[chosen], side.inertias[chosen]]
    for axis in range(kept):
        columns += [
            points.positions[chosen, axis],
            side.contributions[chosen, axis],
            side.cos2[chosen, axis],
        ]
    return np.column_stack(columns).astype(np.float32)


def _hover(points: MapPoints, kept: int) -> str:
    lines = [f"<b>%{{hovertext}}</b> ({points.title.removesuffix('s')})"]
    if points.supplementary:
        lines += [f"axis {axis + 1}: %{{customdata[{axis}]:.4f}}" for axis in range(kept)]
        return "<br>".join(lines) + "<extra></extra>"
    lines.append("mass %{customdata[0]:.4~g} · inertia %{customdata[1]:.4~g}")
    for axis in range(kept):
        at = 2 + 3 * axis
        lines.append(
            f"axis {axis + 1}: %{{customdata[{at}]:.4f}} · contribution %{{customdata[{at + 1}]:.3~p}}"
            f" · cos² %{{customdata[{at + 2}]:.3f}}"
        )
    return "<br>".join(lines) + "<extra></extra>"
