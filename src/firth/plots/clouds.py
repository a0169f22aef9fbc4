"""What a biplot shows: two clouds of points, scaled as the map asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from firth.ca.correspondence import Correspondence, Side

Map = Literal["symmetric", "rows", "columns", "contribution"]
"""symmetric: both sides in principal coordinates. rows: rows principal, columns standard; columns: the
reverse. contribution: rows principal, columns standard × √mass, whose squares are the contributions
(Greenacre 2013)."""

Scaling = Literal["principal", "standard", "contribution"]

SCALINGS: dict[Map, tuple[Scaling, Scaling]] = {
    "symmetric": ("principal", "principal"),
    "rows": ("principal", "standard"),
    "columns": ("standard", "principal"),
    "contribution": ("principal", "contribution"),
}

MAP_NAMES: dict[Map, str] = {
    "symmetric": "symmetric map",
    "rows": "row-principal map",
    "columns": "column-principal map",
    "contribution": "contribution map",
}


@dataclass(frozen=True, eq=False)
class Supplementary:
    """Points that took no part in finding the axes: name → principal coordinates on all axes kept."""

    rows: Mapping[str, Array] = field(default_factory=dict)
    columns: Mapping[str, Array] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Cloud:
    """The points of one side as a map places them.

    positions: one column for each axis kept. contributions: likewise; 0 for supplementary points.
    """

    side: Literal["rows", "columns"]
    names: Sequence[str]
    positions: Array
    contributions: Array
    scaling: Scaling
    supplementary: bool = False

    @property
    def title(self) -> str:
        """How a legend names it."""
        return f"supplementary {self.side}" if self.supplementary else self.side


def clouds(analysis: Correspondence, map: Map, supplementary: Supplementary | None) -> list[Cloud]:
    """Rows, columns, and the supplementary points of each if there are any."""
    if map not in get_args(Map):
        raise InputError(f"there is no map {map!r}; choose one of {', '.join(get_args(Map))}.")
    of_rows, of_columns = SCALINGS[map]
    drawn = [_active("rows", analysis.rows, of_rows), _active("columns", analysis.columns, of_columns)]
    if supplementary is not None and supplementary.rows:
        drawn.append(_supplementary("rows", supplementary.rows, of_rows, analysis.singular_values))
    if supplementary is not None and supplementary.columns:
        drawn.append(_supplementary("columns", supplementary.columns, of_columns, analysis.singular_values))
    return drawn


def plane_importance(cloud: Cloud, inertias: Array, axes: tuple[int, ...]) -> Array:
    """The part of the inertia along these axes that each point accounts for: Σ ctr λ / Σ λ."""
    chosen = [axis - 1 for axis in axes]
    return np.asarray(cloud.contributions[:, chosen] @ inertias[chosen] / inertias[chosen].sum())


def _active(name: Literal["rows", "columns"], side: Side, scaling: Scaling) -> Cloud:
    if scaling == "principal":
        positions = side.principal
    elif scaling == "standard":
        positions = side.standard
    else:
        positions = side.standard * np.sqrt(side.masses)[:, None]
    return Cloud(name, side.names.tokens, np.asarray(positions), np.asarray(side.contributions), scaling)


def _supplementary(
    name: Literal["rows", "columns"], points: Mapping[str, Array], scaling: Scaling, singular_values: Array
) -> Cloud:
    if scaling == "contribution":
        raise InputError(
            f"supplementary {name} have no mass, which the contribution map needs; choose "
            "the symmetric map, or 'rows'."
        )
    for point, coordinates in points.items():
        if np.shape(coordinates) != singular_values.shape:
            raise InputError(
                f"supplementary point {point!r} has coordinates of shape {np.shape(coordinates)}; the "
                f"analysis keeps {len(singular_values)} axes, and each point needs one coordinate on each."
            )
    principal = np.array([np.asarray(point, dtype=float) for point in points.values()])
    positions = principal if scaling == "principal" else principal / singular_values
    return Cloud(name, tuple(points), positions, np.zeros_like(positions), scaling, supplementary=True)
