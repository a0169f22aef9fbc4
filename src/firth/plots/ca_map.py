"""What a picture of a correspondence analysis shows: points on common axes, scaled as a map asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias, cast

import numpy as np

from firth.ca.category_labels import category_labels, variables_of
from firth.ca.side import SideName
from firth.core.vocabulary import Numbers
from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from firth.ca import Correspondence, Side

    Analysis: TypeAlias = Correspondence | "FittedAnalysis"

Map = Literal["symmetric", "rows", "columns", "contribution"]
"""symmetric: both sides in principal coordinates. rows: rows principal, columns standard; columns: the
reverse. contribution: rows principal, columns standard × √mass, whose squares are the contributions
[Greenacre2013]."""

NonlinearMap = Literal["symmetric", "gravity"]
"""gravity: rows at x*, the centers of gravity of their columns, which non-linear analyses know."""

Scaling = Literal["principal", "standard", "contribution", "gravity"]

SCALINGS: dict[Map | NonlinearMap, tuple[Scaling, Scaling]] = {
    "symmetric": ("principal", "principal"),
    "rows": ("principal", "standard"),
    "columns": ("standard", "principal"),
    "contribution": ("principal", "contribution"),
    "gravity": ("gravity", "principal"),
}
"""How each map scales rows and columns."""

MAP_NAMES: dict[Map | NonlinearMap, str] = {
    "symmetric": "symmetric map",
    "rows": "row-principal map",
    "columns": "column-principal map",
    "contribution": "contribution map",
    "gravity": "rows at the centers of gravity of their columns",
}


class FittedAnalysis(Protocol):
    """A fitted estimator of correspondence analysis, simple or multiple."""

    @property
    def analysis_(self) -> Correspondence:
        """The analysis that it found."""


@dataclass(frozen=True, eq=False)
class Supplementary:
    """Points that took no part in finding the axes.

    Attributes
    ----------
    rows, columns : Side, or mapping of str to array of shape (axes,)
        What `firth.ca.supplementary_rows` and its kin return; or principal coordinates on all axes kept, by
        the name of the point.
    """

    rows: Side | Mapping[str, Array] = field(default_factory=dict)
    columns: Side | Mapping[str, Array] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class MapPoints:
    """The active or the supplementary points of one side, as a map places them.

    names: as pictures write them. noun: what they are called together. positions: one column for each axis
    kept. contributions: likewise; 0 for supplementary points. cos2, masses: None where nobody knows them.
    variables: that of each category. numbered: whether their names are only their numbers.
    """

    side: SideName
    noun: str
    names: Sequence[str]
    positions: Array
    contributions: Array
    scaling: Scaling
    supplementary: bool = False
    cos2: Array | None = None
    masses: Array | None = None
    variables: tuple[str, ...] | None = None
    numbered: bool = False

    @property
    def title(self) -> str:
        """How a legend names them."""
        return f"supplementary {self.noun}" if self.supplementary else self.noun

    def plane(self, axes: tuple[int, ...]) -> Array:
        """Two coordinates for each point; on a single axis the second is 0."""
        chosen = self.positions[:, [axis - 1 for axis in axes]]
        return chosen if len(axes) == 2 else np.column_stack([chosen[:, 0], np.zeros(len(chosen))])

    def importance(self, inertias: Array, axes: tuple[int, ...]) -> Array:
        """The part of the inertia along these axes that each point accounts for: Σ ctr λ / Σ λ."""
        chosen = [axis - 1 for axis in axes]
        return np.asarray(self.contributions[:, chosen] @ inertias[chosen] / inertias[chosen].sum())

    def quality(self, axes: tuple[int, ...]) -> Array | None:
        """The part of each point's squared distance that these axes show: Σ cos²."""
        if self.cos2 is None:
            return None
        return np.asarray(self.cos2[:, [axis - 1 for axis in axes]].sum(axis=1))


@dataclass(frozen=True, eq=False)
class CAMap:
    """Points of an analysis on common axes, with the statistics of both sides.

    inertias: λ of the axes kept; shares: their parts of the inertia of all. name: of the kind of map.
    """

    points: Sequence[MapPoints]
    rows: Side
    columns: Side
    inertias: Array
    shares: Array
    name: str


class AnalysisKind(NamedTuple):
    """What an analysis is called, and how many axes a table like its own can have."""

    title: str
    possible_axes: int


def ca_map(
    analysis: Analysis, map: Map | NonlinearMap = "symmetric", supplementary: Supplementary | None = None
) -> CAMap:
    """Rows, columns, and the supplementary points of each if there are any, scaled as the map asks.

    >>> from firth.association import power
    >>> from firth.ca import nonlinear_correspondence
    >>> from firth.counting import counts_from_table
    >>> counts = counts_from_table(np.array([[3, 1], [1, 3]]))
    >>> analysis = nonlinear_correspondence(counts, function=power(1), axes=1)
    >>> ca_map(analysis, "gravity").shares.round(6).tolist()
    [1.0]
    """
    from firth.ca import NonlinearCorrespondence

    found = analysis_of(analysis)
    centers = found.centers if isinstance(found, NonlinearCorrespondence) else None
    possible = [name for name in SCALINGS if name != "gravity" or centers is not None]
    if map not in possible:
        raise InputError(f"there is no map {map!r}; choose one of {', '.join(possible)}.")
    of_rows, of_columns = SCALINGS[map]
    rows, columns = side_nouns(found)
    points = [
        _active("rows", rows, found.rows, of_rows, centers),
        _active("columns", columns, found.columns, of_columns, None),
    ]
    extra = supplementary or Supplementary()
    if _count(extra.rows):
        points.append(_supplementary("rows", rows, extra.rows, of_rows, found.singular_values))
    if _count(extra.columns):
        points.append(_supplementary("columns", columns, extra.columns, of_columns, found.singular_values))
    shown = _labeled(points)
    return CAMap(shown, found.rows, found.columns, found.inertias, found.shares, MAP_NAMES[map])


def side_nouns(analysis: Analysis) -> tuple[str, str]:
    """What the points of both sides are called: rows and columns, or individuals and categories."""
    from firth.ca import MultipleCorrespondence

    multiple = isinstance(analysis_of(analysis), MultipleCorrespondence)
    return ("individuals", "categories") if multiple else ("rows", "columns")


def point_labels(side: Side) -> Sequence[str]:
    """The names of the points of a side as pictures write them."""
    variables = variables_of(side)
    return side.names.tokens if variables is None else category_labels(side.names.tokens, variables)


def _count(points: Side | Mapping[str, Array]) -> int:
    return len(points) if isinstance(points, Mapping) else len(points.names)


def _labeled(points: list[MapPoints]) -> list[MapPoints]:
    """Categories without the names of their variables, unique among active and supplementary ones."""
    named = [
        (part, name, variable)
        for part in points
        for name, variable in zip(part.names, part.variables or (), strict=False)
    ]
    labels = iter(category_labels([name for _, name, _ in named], [variable for _, _, variable in named]))
    return [
        part if part.variables is None else replace(part, names=[next(labels) for _ in part.variables])
        for part in points
    ]


def analysis_of(analysis: Analysis) -> Correspondence:
    """An analysis as it is, and that of a fitted estimator."""
    from firth.ca import Correspondence

    found = getattr(analysis, "analysis_", analysis)
    if not isinstance(found, Correspondence):
        if hasattr(analysis, "fit") and not any(name.endswith("_") for name in vars(analysis)):
            raise InputError(
                f"this {type(analysis).__name__} has no axes to draw yet; call its fit with a table first."
            )
        raise InputError(
            f"a {type(analysis).__name__} is not an analysis with axes to draw; give what "
            "firth.correspondence returns, or a fitted CorrespondenceAnalysis."
        )
    return found


def analysis_kind(analysis: Analysis) -> AnalysisKind:
    """The kind of an analysis.

    A table has min(rows, columns) − 1 axes at most, and records categories − variables.
    """
    from firth.ca import MultipleCorrespondence, NonlinearCorrespondence

    found = analysis_of(analysis)
    rows, columns = len(found.rows.names), len(found.columns.names)
    if isinstance(found, NonlinearCorrespondence):
        return AnalysisKind("Non-linear correspondence analysis", found.possible)
    if isinstance(found, MultipleCorrespondence):
        return AnalysisKind("Multiple correspondence analysis", min(rows - 1, columns - found.variables))
    return AnalysisKind("Correspondence analysis", min(rows, columns) - 1)


def checked_axes(axes: tuple[int, ...], kept: int) -> tuple[int, ...]:
    """One or two of the axes that an analysis keeps."""
    if len(axes) not in (1, 2) or len(set(axes)) != len(axes):
        raise InputError(f"axes are {axes}; a biplot shows two different axes, such as (1, 2), or one.")
    for axis in axes:
        checked_axis(axis, kept)
    return axes


def checked_axis(axis: int, kept: int) -> int:
    """An axis that an analysis keeps, numbered from 1."""
    if axis < 1:
        raise InputError(f"axis {axis} was asked for; axes are numbered from 1.")
    if axis > kept:
        only = "only 1 axis" if kept == 1 else f"{kept} axes"
        raise InputError(f"axis {axis} was asked for, but the analysis keeps {only}; analyze with more axes.")
    return axis


def axis_title(axis: int, shares: Array) -> str:
    """Its number and its share of the total inertia.

    >>> axis_title(2, [0.866, 0.131])
    'Axis 2 (13.1 %)'
    """
    return f"Axis {axis} ({100 * shares[axis - 1]:.1f} %)"


def _active(side: SideName, noun: str, points: Side, scaling: Scaling, centers: Array | None) -> MapPoints:
    """The points of a side; centers: of gravity, for the scaling of that name."""
    if scaling == "gravity" and centers is not None:
        positions = centers
    elif scaling == "standard":
        positions = points.standard
    elif scaling == "contribution":
        positions = points.standard * np.sqrt(points.masses)[:, None]
    else:
        positions = points.principal
    return MapPoints(
        side,
        noun,
        points.names.tokens,
        np.asarray(positions),
        np.asarray(points.contributions),
        scaling,
        cos2=points.cos2,
        masses=points.masses,
        variables=variables_of(points),
        numbered=isinstance(points.names.tokens, Numbers),
    )


def _supplementary(
    side: SideName,
    noun: str,
    points: Side | Mapping[str, Array],
    scaling: Scaling,
    singular_values: Array,
) -> MapPoints:
    if scaling == "contribution":
        raise InputError(
            f"supplementary {noun} contribute to no axis, and the contribution map shows contributions; "
            "choose the symmetric map, or 'rows'."
        )
    if scaling == "gravity":
        raise InputError(
            f"supplementary {noun} have principal coordinates, and the map 'gravity' shows centers of "
            "gravity; choose the symmetric map."
        )
    given = points if isinstance(points, Mapping) else None
    if given is not None:
        for point, coordinates in given.items():
            if np.shape(coordinates) != singular_values.shape:
                raise InputError(
                    f"supplementary point {point!r} has coordinates of shape {np.shape(coordinates)}; "
                    f"the analysis keeps {len(singular_values)} axes, and each point needs one coordinate on "
                    "each."
                )
        names: Sequence[str] = tuple(given)
        principal = np.array([np.asarray(point, dtype=float) for point in given.values()])
        known: dict[str, Any] = {}
    else:
        found = cast("Side", points)
        names, principal = found.names.tokens, found.principal
        if principal.shape[1] != len(singular_values):
            raise InputError(
                f"supplementary {noun} have coordinates on {principal.shape[1]} axes, and the analysis keeps "
                f"{len(singular_values)}; place them in the same analysis."
            )
        known = {"cos2": found.cos2, "masses": found.masses, "variables": variables_of(found)}
    positions = principal if scaling == "principal" else principal / singular_values
    nothing = np.zeros_like(positions)
    if known.get("variables") is not None:
        noun = "categories"
    return MapPoints(side, noun, names, positions, nothing, scaling, supplementary=True, **known)
