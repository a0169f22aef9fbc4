"""One side of an analysis: its rows or its columns, with coordinates and statistics."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.core import Vocabulary
from firth.runtime.arrays import Array
from firth.runtime.other_names import AnswersOtherNames
from firth.runtime.small_table import small_table

if TYPE_CHECKING:
    import polars as pl

_POINTS_SHOWN, _AXES_SHOWN = 6, 4
"""Of the table that a notebook shows."""

SideName = Literal["rows", "columns"]


@dataclass(frozen=True, eq=False)
class Side(AnswersOtherNames):
    """The rows, or the columns, of an analysis: one entry, or one row of entries, for each.

    Attributes
    ----------
    names : Vocabulary
    masses : array of shape (points,)
        Each point's part of the table's total; they sum to 1.
    distances : array of shape (points,)
        Chi-square distances to the average profile.
    standard : array of shape (points, axes)
        Standard coordinates, of unit variance.
    singular_values : array of shape (axes,)
    supplementary : bool
        Whether the points took no part in finding the axes; they contribute nothing then.
    principal : array of shape (points, axes)
        Principal coordinates F, whose distances approximate chi-square distances.
    inertias : array of shape (points,)
    contributions, cos2 : array of shape (points, axes)
    """

    names: Vocabulary
    masses: Array
    distances: Array
    standard: Array
    singular_values: Array
    supplementary: bool = False

    def __repr__(self) -> str:
        """How many points and axes there are."""
        kind = "supplementary points" if self.supplementary else "points"
        return f"{type(self).__name__}({len(self.names):,} {kind}, {len(self.singular_values)} axes)"

    def _repr_html_(self) -> str:
        """The first points with their masses and coordinates, for notebooks."""
        names, axes = list(islice(self.names, _POINTS_SHOWN)), self.principal[:_POINTS_SHOWN, :_AXES_SHOWN]
        header = ["", "mass", *(f"axis {i + 1}" for i in range(axes.shape[1]))]
        points = zip(names, self.masses, axes.tolist(), strict=False)
        rows = [(name, float(mass), *coordinates) for name, mass, coordinates in points]
        return small_table(repr(self), header, rows)

    @cached_property
    def principal(self) -> Array:
        """F = standard · Σ: positions whose distances approximate chi-square distances."""
        return np.asarray(self.standard * self.singular_values)

    @property
    def inertias(self) -> Array:
        """mass · distance², what each point adds to the total inertia."""
        return np.asarray(self.masses * self.distances**2)

    @cached_property
    def contributions(self) -> Array:
        """mass · standard², each point's part of the inertia of an axis; they sum to 1 down an axis."""
        if self.supplementary:
            return np.zeros_like(self.standard)
        return np.asarray(self.masses[:, None] * self.standard**2)

    @cached_property
    def cos2(self) -> Array:
        """F² / distance², each axis's part of a point's squared distance; 0 for a point at the center."""
        squares = self.distances[:, None] ** 2
        ratios: Array = np.zeros_like(self.principal)
        np.divide(self.principal**2, squares, out=ratios, where=squares != 0)
        return ratios

    def to_polars(self, axes: int | None = None) -> pl.DataFrame:
        """name, mass, inertia, distance, F1 …, ctr1 …, cos2_1 … as a polars frame.

        Supplementary points have no inertia and no contributions. axes: how many of the first; all if not
        given.
        """
        import polars as pl

        return pl.DataFrame(self._columns(axes))

    def to_pandas(self, axes: int | None = None) -> Any:
        """The same as a pandas frame, with the names as its index."""
        import pandas as pd

        return pd.DataFrame(self._columns(axes)).set_index("name")

    def _columns(self, axes: int | None) -> dict[str, Any]:
        columns: dict[str, Any] = {"name": list(self.names), "mass": self.masses}
        if not self.supplementary:
            columns["inertia"] = self.inertias
        columns["distance"] = self.distances
        for label, values in self._statistics():
            columns |= {f"{label}{axis + 1}": values[:, axis] for axis in range(values.shape[1])[:axes]}
        return columns

    def _statistics(self) -> list[tuple[str, Array]]:
        """What a frame says of each axis, under the names that its columns begin with."""
        own = [] if self.supplementary else [("ctr", self.contributions)]
        return [("F", self.principal), *own, ("cos2_", self.cos2)]


Side.other_names = {
    **dict.fromkeys(
        ("coord", "coordinates", "F", "G"), "use principal, or standard for standard coordinates"
    ),
    "contrib": "here it is called contributions",
    "labels": "here it is called names",
    "index": "here it is called names",
    "mass": "here it is called masses",
    "dist": "here it is called distances",
}
"""What others call things, and what to write here."""


@dataclass(frozen=True, eq=False, repr=False)
class CategorySide(Side):
    """Categories of variables that describe records, or rows: a side with a test for each category.

    Attributes
    ----------
    variables : tuple of str
        The variable of each category.
    weights : array of shape (points,)
        n_k, the number (or weight) of those that have the category.
    total : float
        n, the number (or weight) of all.
    record_values : array of shape (axes,)
        The standard deviation of the records along each axis; in simple analysis σ, which makes principal
        coordinates of standard ones.
    labels : tuple of str
        The names of the categories without those of their variables.
    v_tests : array of shape (points, axes)

    The others are those of `Side`.
    """

    variables: tuple[str, ...] = ()
    weights: Array = field(default_factory=lambda: np.zeros(0))
    total: float = 0.0
    record_values: Array = field(default_factory=lambda: np.zeros(0))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The categories as they stand in the table."""
        names = zip(self.names.tokens, self.variables, strict=True)
        return tuple(name.removeprefix(f"{variable}:") for name, variable in names)

    @cached_property
    def cos2(self) -> Array:
        """F² / distance², as of all points; where an axis has more than all of it, 1 there and 0 elsewhere.

        Only adjusted inertias let that happen, for they leave out the tables of variables with themselves;
        R's mjca gives 1 and 0 there too.
        """
        ratios = super().cos2
        beyond = ratios > 1 + 1e-9
        ratios[beyond.any(axis=1)] = 0.0
        ratios[beyond] = 1.0
        return ratios

    @cached_property
    def v_tests(self) -> Array:
        """How many standard deviations a category's records lie from where chance would put them.

        v = √(n_k (n − 1) / (n − n_k)) · their mean on a scale of unit variance; 0 for a category that all
        have                                                       [Lebart2000].
        """
        rest = np.maximum(self.total - self.weights, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = np.sqrt(self.weights * (self.total - 1) / rest)
        spread[rest <= 1e-12 * self.total] = 0.0
        return np.asarray(spread[:, None] * self.standard * self.record_values)

    def _columns(self, axes: int | None) -> dict[str, Any]:
        columns = super()._columns(axes)
        first = {"name": columns.pop("name"), "variable": list(self.variables), "category": list(self.labels)}
        return first | {"count": self.weights} | columns

    def _statistics(self) -> list[tuple[str, Array]]:
        return [*super()._statistics(), ("v", self.v_tests)]
