"""One side of an analysis: its rows or its columns, with coordinates and statistics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.core import Vocabulary
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Side:
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

    def __repr__(self) -> str:
        """How many points and axes there are."""
        return f"Side({len(self.names):,} points, {len(self.singular_values)} axes)"

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
        return np.asarray(self.masses[:, None] * self.standard**2)

    @cached_property
    def cos2(self) -> Array:
        """F² / distance², each axis's part of a point's squared distance; 0 for a point at the center."""
        squares = self.distances[:, None] ** 2
        ratios: Array = np.zeros_like(self.principal)
        np.divide(self.principal**2, squares, out=ratios, where=squares > 0)
        return ratios

    def to_polars(self) -> pl.DataFrame:
        """name, mass, inertia, distance, F1 …, ctr1 …, cos2_1 … as a polars frame."""
        import polars as pl

        return pl.DataFrame(self._columns())

    def to_pandas(self) -> Any:
        """The same as a pandas frame, with the names as its index."""
        import pandas as pd

        return pd.DataFrame(self._columns()).set_index("name")

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {
            "name": list(self.names),
            "mass": self.masses,
            "inertia": self.inertias,
            "distance": self.distances,
        }
        for label, values in (("F", self.principal), ("ctr", self.contributions), ("cos2_", self.cos2)):
            columns |= {f"{label}{axis + 1}": values[:, axis] for axis in range(values.shape[1])}
        return columns
