"""Counts: a sparse table of how often things go together."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import AnswersOtherNames
from firth.runtime.pickling import Portable
from firth.runtime.small_table import small_table
from firth.runtime.sparse import sums_of_cells


class Margins(NamedTuple):
    """Sums of the rows, of the columns and of all cells of a table."""

    rows: Array
    columns: Array
    total: float


@dataclass(frozen=True, eq=False)
class Counts(Portable, AnswersOtherNames):
    """A sparse table of counts, with names for its rows and columns and how it was counted.

    Attributes
    ----------
    matrix : csr_array
        N, m×p, all cells ≥ 0.
    rows, columns : Vocabulary
    how : Recipe
        How the table was counted.
    symmetric : bool
        Whether N = Nᵀ is known to hold, so that solvers may use it.
    """

    matrix: Sparse
    rows: Vocabulary
    columns: Vocabulary
    how: Recipe = field(default_factory=Recipe)
    symmetric: bool = False

    def __post_init__(self) -> None:
        """Refuse names that do not fit the table; sort its columns and add up cells given twice."""
        if self.matrix.shape != (len(self.rows), len(self.columns)):
            raise InputError(
                f"a table of shape {self.matrix.shape} was given {len(self.rows)} row names "
                f"and {len(self.columns)} column names."
            )
        if not self.matrix.has_canonical_format:
            matrix = self.matrix.copy()
            matrix.sum_duplicates()
            object.__setattr__(self, "matrix", matrix)

    def __repr__(self) -> str:
        """How many rows, columns and cells, and the window if words were counted."""
        window = self.how["counting"].get("window")
        counted = f", window {window}" if window else ""
        return f"Counts: {len(self.rows):,} × {len(self.columns):,}, {self.matrix.nnz:,} cells{counted}"

    def _repr_html_(self) -> str:
        """The first rows and columns, for notebooks."""
        columns = self.columns.tokens[:6]
        cells = self.matrix[:6][:, :6].toarray().tolist()
        rows = [(name, *row) for name, row in zip(self.rows.tokens[:6], cells, strict=True)]
        return small_table(repr(self), ["", *columns], rows)

    @property
    def total(self) -> float:
        """n = ΣN."""
        return float(self.row_sums.sum())

    @property
    def row_sums(self) -> Array:
        """N1, in float64."""
        return self._sums[0]

    @property
    def column_sums(self) -> Array:
        """Nᵀ1, in float64."""
        return self._sums[0 if self.symmetric else 1]

    @property
    def margins(self) -> Margins:
        """All of them."""
        return Margins(self.row_sums, self.column_sums, self.total)

    @cached_property
    def _sums(self) -> tuple[Array, Array]:
        """Both margins: a pass over the cells is worth keeping, and nobody may change what is kept."""
        rows, columns = sums_of_cells(self.matrix)
        rows.flags.writeable = columns.flags.writeable = False
        return rows, columns

    def part(self, rows: Array, columns: Array) -> Counts:
        """The same table with only the rows and columns at these places."""
        matrix = self.matrix[rows][:, columns]
        symmetric = self.symmetric and np.array_equal(rows, columns)
        return Counts(matrix, self.rows.part(rows), self.columns.part(columns), self.how, symmetric)

    def without_empty(self) -> Counts:
        """The same table without rows and columns that have no counts."""
        keep_rows = np.flatnonzero(self.row_sums)
        keep_columns = np.flatnonzero(self.column_sums)
        return self.part(keep_rows, keep_columns)


Counts.other_names = {
    **{
        name: f"use counts.matrix.{name}, a sparse array" for name in ("shape", "nnz", "T", "data", "indices")
    },
    **{name: f"use counts.matrix.{name}(), where it fits memory" for name in ("toarray", "todense")},
    "sum": "use counts.total, counts.row_sums or counts.column_sums",
    "to_pandas": "use pandas.DataFrame.sparse.from_spmatrix(counts.matrix, counts.rows, counts.columns)",
    "vocabulary": "its rows and columns have names of their own: counts.rows and counts.columns",
    "words": "its rows and columns have names of their own: counts.rows and counts.columns",
    "recipe": "here it is called how",
    "vectors": "these are counts; firth.embed(counts) makes vectors of them",
}
"""What numpy, scipy and others call things, and what to write here."""
