"""Confidence ellipses on a map, in the colors of what they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from firth.errors import InputError
from firth.plots.ca_map import CAMap
from firth.plots.point_colors import PointColors
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ELLIPSES, ELLIPSES_OF_MANY = 60, 40
"""Of more, only the most contributing points have theirs: hundreds would cover the map."""
_POINTS = 120
"""Of each outline."""


class EllipsesLike(Protocol):
    """An ellipse for each of some rows, columns or groups, in principal coordinates."""

    @property
    def names(self) -> Any:
        """Of the points, or groups, that have ellipses."""

    def outline(self, points: int, /) -> Array:
        """So many points of each ellipse: an array of shape (ellipses, points, 2)."""


@dataclass(frozen=True, eq=False)
class Outlines:
    """Closed lines, the names of what they belong to, and their colors."""

    points: Sequence[Array]
    names: Sequence[str]
    colors: Sequence[str]

    def few(self, importance: Mapping[str, float]) -> Outlines:
        """All where they are few, or else those of the most important points."""
        if len(self.names) <= MOST_ELLIPSES:
            return self
        order = sorted(range(len(self.names)), key=lambda i: -importance.get(self.names[i], 0.0))
        kept = sorted(order[:ELLIPSES_OF_MANY])
        return Outlines(
            [self.points[i] for i in kept], [self.names[i] for i in kept], [self.colors[i] for i in kept]
        )


def checked_ellipses(
    ellipses: EllipsesLike | Sequence[EllipsesLike] | None,
    shown: CAMap,
    colors: PointColors,
    axes: tuple[int, ...],
) -> Outlines:
    """The outlines of ellipses that belong on a map, each in the color of its point or group."""
    if ellipses is None:
        return Outlines([], [], [])
    given = ellipses if isinstance(ellipses, Sequence) else [ellipses]
    if given and (len(axes) != 2 or any(part.scaling != "principal" for part in shown.points)):
        raise InputError(
            "ellipses are regions of two axes in principal coordinates; draw them on two axes of the "
            "symmetric map."
        )
    points: list[Array] = []
    found: list[tuple[str, str]] = []
    palettes = _palettes(shown, colors)
    for one in given:
        own = getattr(one, "axes", None)
        if own is not None and tuple(own) != axes:
            raise InputError(
                f"the ellipses belong to axes {tuple(own)}, and the map shows {axes}; make them for "
                "these axes."
            )
        names = [str(name) for name in one.names]
        known = next((palette for palette in palettes if all(name in palette for name in names)), None)
        if known is None:
            strange = next(name for name in names if not any(name in palette for palette in palettes))
            raise InputError(
                f"the ellipse of {strange!r} belongs to no point or group of this map; show the side that it "
                "belongs to, or give its groups with color='group'."
            )
        points.extend(np.asarray(outline) for outline in one.outline(_POINTS))
        found.extend((name, known[name]) for name in names)
    return Outlines(points, [name for name, _ in found], [color for _, color in found])


def _palettes(shown: CAMap, colors: PointColors) -> list[Mapping[str, str]]:
    """The color of each name: of groups or variables, and of the points of each part of the map."""
    palettes: list[Mapping[str, str]] = [dict(colors.classes)] if colors.classes else []
    sides = {"rows": shown.rows, "columns": shown.columns}
    for part, own in zip(shown.points, colors.points, strict=True):
        palette = dict(zip(part.names, own.tolist(), strict=True))
        if not part.supplementary:
            palette |= dict(zip(sides[part.side].names.tokens, own.tolist(), strict=True))
        palettes.append(palette)
    return palettes


def draw_ellipses(ax: Axes, outlines: Outlines) -> None:
    """Draw the outlines, faintly filled, beneath all points."""
    if not outlines.points:
        return
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import to_rgba

    ax.add_collection(
        PolyCollection(
            list(outlines.points),
            facecolors=[to_rgba(color, 0.08) for color in outlines.colors],
            edgecolors=[to_rgba(color, 0.8) for color in outlines.colors],
            linewidths=0.8,
            zorder=1.2,
            label="ellipses",
        ),
        autolim=False,
    )
