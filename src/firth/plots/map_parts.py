"""How the points of a map are drawn: which are named, which are pale, and which only a shade stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from firth.errors import InputError
from firth.plots.ca_map import CAMap, MapPoints
from firth.plots.labels import Label
from firth.plots.point_colors import PointColors, legible
from firth.runtime.arrays import Array

Labels = int | Literal["auto", "all", "none"]
"""Which points are named: a number means the most contributing ones; "auto" is all of up to 120, and 40 of
more."""

Size = Literal["equal", "mass"]
Density = Literal["auto", "always", "never"]

MOST_LABELED_WHOLE = 120
LABELED_OF_MANY = 40
SUPPLEMENTARY_LABELED_OF_MANY = 20
MOST_POINTS = 5_000
"""Of a side with more points, a shade is drawn, and of its points only those that are named."""
MOST_IN_FULL_COLOR = 150
"""Of a side with more points, or of individuals without names, those that have no names are pale."""

MOST_IN_COLOR = 500
"""Pale points show their colors well if these differ, up to so many."""
_PALE, _PALE_BUT_TELLING = 0.35, 0.7
_LARGEST_RADIUS = 7.0
"""Points: the radius of the marker of the heaviest point, where areas are masses."""


@dataclass(frozen=True, eq=False)
class MapPart:
    """The points of one kind as they are drawn.

    plane: where. named: the places of those whose names are wanted, most important first, of values in
    importance. radii: of markers, in points. drawn: which have markers; all others are in the shade.
    """

    points: MapPoints
    plane: Array
    colors: Array
    legend_color: str
    named: Array
    importance: Array
    radii: Array
    drawn: Array
    shaded: bool
    pale: bool
    telling: bool

    @property
    def strong(self) -> Array:
        """Which points are in full color."""
        strong = np.full(len(self.plane), not self.pale)
        strong[self.named] = True
        return strong

    @property
    def opacity(self) -> float:
        """Of the markers of points that are not in full color."""
        if not self.pale:
            return 1.0
        return _PALE_BUT_TELLING if self.telling and len(self.plane) <= MOST_IN_COLOR else _PALE

    @property
    def weights(self) -> Array:
        """How bad it is when a label covers a point: little where a cloud of pale points is."""
        return np.where(self.strong, 1.0, min(0.25, 25 / max(len(self.plane), 1)))

    def label(self, place: int) -> Label:
        """The name of a point."""
        name, color = str(self.points.names[place]), legible(str(self.colors[place]))
        return Label(name, self.plane[place], color, italic=self.points.supplementary)


def map_parts(
    shown: CAMap,
    axes: tuple[int, ...],
    colors: PointColors,
    labels: Labels,
    *,
    size: Size,
    density: Density,
) -> list[MapPart]:
    """Decide for each kind of points of a map how they are drawn."""
    importance = [_importance(part, shown, axes) for part in shown.points]
    named = _named(shown.points, importance, labels)
    parts = []
    for place, points in enumerate(shown.points):
        count = len(points.names)
        shaded = density == "always" and not points.supplementary and (points.side == "rows" or count > 500)
        shaded |= density == "auto" and count > MOST_POINTS
        drawn = np.full(count, not shaded)
        drawn[named[place]] = True
        faceless = points.numbered and not len(named[place]) and len(shown.points) > 1
        pale = (count > MOST_IN_FULL_COLOR or faceless) and len(named[place]) < count
        radius = marker_radius(count) * (0.75 if pale and not len(named[place]) else 1.0)
        radii = np.full(count, radius)
        if size == "mass" and points.masses is not None:
            radii = np.maximum(1.0, _largest_radius(count) * np.sqrt(points.masses / points.masses.max()))
        parts.append(
            MapPart(
                points, points.plane(axes), colors.points[place], colors.legend_color(place), named[place],
                importance[place], radii, drawn, shaded, pale, len(set(colors.points[place].tolist())) > 1,
            )
        )  # fmt: skip
    return parts


def _importance(part: MapPoints, shown: CAMap, axes: tuple[int, ...]) -> Array:
    """What decides who is named: the contribution, and for supplementary points how well they are shown."""
    if not part.supplementary:
        return part.importance(shown.inertias, axes)
    quality = part.quality(axes)
    return quality if quality is not None else np.asarray((part.plane(axes) ** 2).sum(axis=1))


def _named(parts: Sequence[MapPoints], importance: Sequence[Array], labels: Labels) -> list[Array]:
    """The places of the points to name, for each part of the map, most important first.

    Active points come before supplementary ones. Points that have only numbers are named if all are to be, or
    if nothing else is on the map.
    """
    if labels not in ("auto", "all", "none") and not (isinstance(labels, int) and labels >= 0):
        raise InputError(f"labels is {labels!r}; give a number of points to name, or auto, all or none.")
    nameless = [part.numbered and not part.supplementary and part.side == "rows" for part in parts]
    skipped = [
        labels != "all" and faceless and not all(nameless) and _categories_too(parts) for faceless in nameless
    ]
    wanted: dict[bool, float] = {}
    for supplementary in (False, True):
        count = sum(
            len(part.names)
            for part, skip in zip(parts, skipped, strict=True)
            if part.supplementary == supplementary and not skip
        )
        if labels == "auto":
            few = SUPPLEMENTARY_LABELED_OF_MANY if supplementary else LABELED_OF_MANY
            most = LABELED_OF_MANY if supplementary else MOST_LABELED_WHOLE
            wanted[supplementary] = count if count <= most else few
        else:
            number = {"all": float("inf"), "none": 0}.get(str(labels), labels)
            wanted[supplementary] = float(number) - (wanted.get(False, 0) if supplementary else 0)
            wanted[supplementary] = max(0, min(wanted[supplementary], count))
    return [
        _best(importance, parts, skipped, part.supplementary, int(wanted[part.supplementary]), place)
        if not skipped[place]
        else np.zeros(0, dtype=int)
        for place, part in enumerate(parts)
    ]


def _categories_too(parts: Sequence[MapPoints]) -> bool:
    return any(part.variables is not None for part in parts)


def _best(
    importance: Sequence[Array],
    parts: Sequence[MapPoints],
    skipped: Sequence[bool],
    supplementary: bool,
    wanted: int,
    place: int,
) -> Array:
    """Which points of a part are among the most important of all parts of its kind."""
    kin = [i for i, part in enumerate(parts) if part.supplementary == supplementary and not skipped[i]]
    values = np.concatenate([importance[i] for i in kin])
    owner = np.concatenate([np.full(len(importance[i]), i) for i in kin])
    within = np.concatenate([np.arange(len(importance[i])) for i in kin])
    order = np.argsort(-values, kind="stable")[:wanted]
    return np.asarray(within[order][owner[order] == place])


def by_importance(parts: Sequence[MapPart]) -> list[tuple[MapPart, int]]:
    """The points to name, most important first, active ones before all supplementary ones."""
    found = [
        (part.points.supplementary, -float(part.importance[place]), i, int(place))
        for i, part in enumerate(parts)
        for place in part.named
    ]
    return [(parts[i], place) for _, _, i, place in sorted(found)]


def marker_radius(points: int) -> float:
    """Half the width of a marker in points: smaller where there are many."""
    return float(np.clip(2.9 - 0.6 * np.log10(max(points, 30) / 30), 1.0, 2.9))


def opacity(points: int) -> float:
    """Of the markers of a cloud: where there are many, their number shows through."""
    return float(np.clip(1.0 - 0.35 * np.log10(max(points, 200) / 200), 0.3, 1.0))


def _largest_radius(points: int) -> float:
    """That of the heaviest point, where areas are masses."""
    return float(np.clip(_LARGEST_RADIUS - 2.2 * np.log10(max(points, 30) / 30), 2.0, _LARGEST_RADIUS))
