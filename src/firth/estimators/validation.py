"""What the estimators ask of their input, beyond scikit-learn's own checks."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple, Self

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from firth.core import Counts
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import sums_of_cells


class EmptyRowsWarning(UserWarning):
    """Rows without counts were put at the origin."""


@dataclass(frozen=True, eq=False)
class Places:
    """Where some rows or columns stand among so many.

    >>> Places.with_counts(np.array([3, 0, 4])).spread(np.array([[1.0], [2.0]])).ravel().tolist()
    [1.0, 0.0, 2.0]
    """

    kept: Array
    length: int

    @classmethod
    def with_counts(cls, sums: Array) -> Self:
        """Those whose sum is not 0."""
        return cls(np.flatnonzero(sums), len(sums))

    @property
    def all(self) -> bool:
        """Whether none is missing."""
        return len(self.kept) == self.length

    def spread(self, values: Array) -> Array:
        """Values at their places among zeros."""
        if self.all:
            return values
        spread: Array = np.zeros((self.length, *values.shape[1:]), values.dtype)
        spread[self.kept] = values
        return spread


class Seen(NamedTuple):
    """A table without its empty rows and columns, and where the others stand in it."""

    counts: Counts
    rows: Places
    columns: Places


def seen_counts(estimator: Any, X: Any) -> Seen:
    """The part of a table to be fitted that has counts; a warning says how many rows have none."""
    counts = validated_counts(estimator, X, reset=True)
    rows, columns = map(Places.with_counts, sums_of_cells(counts.matrix))
    refuse_too_few(rows, columns)
    warn_of_empty(rows)
    if not (rows.all and columns.all):
        counts = counts.part(rows.kept, columns.kept)
    return Seen(counts, rows, columns)


def new_rows(estimator: Any, X: Any, column_masses: Array) -> tuple[Sparse, Places]:
    """The rows with counts of a table to be placed, in the columns that had counts when the axes were found.

    A column that had none says nothing about a row, so that a row with no others counts as empty.
    """
    table = validated_counts(estimator, X, reset=False).matrix
    known = Places.with_counts(column_masses)
    return rows_with_counts(table if known.all else table[:, known.kept])


def rows_with_counts(table: Sparse) -> tuple[Sparse, Places]:
    """The rows of a table that are not empty, and where they stand in it; a warning counts the others."""
    rows = Places.with_counts(np.asarray(table.sum(axis=1)))
    warn_of_empty(rows)
    return (table if rows.all else table[rows.kept]), rows


def validated_counts(estimator: Any, X: Any, *, reset: bool) -> Counts:
    """A table of counts: sparse stays sparse, and frames keep their names.

    reset: the table is to be fitted; others must have its columns.
    """
    if hasattr(X, "columns"):
        validate_data(estimator, X, reset=reset, skip_check_array=True)
        return counts_from_table(X)
    return counts_from_table(
        validate_data(estimator, X, reset=reset, accept_sparse="csr", ensure_non_negative=True)
    )


def refuse_too_few(rows: Places, columns: Places) -> None:
    """One row or column with counts has no axes."""
    if len(rows.kept) < 2 or len(columns.kept) < 2:
        raise InputError(
            f"{len(rows.kept)} sample(s) and {len(columns.kept)} feature(s) with counts have no axes; "
            "a minimum of 2 of each is required."
        )


def warn_of_empty(rows: Places) -> None:
    """Say how many rows have no counts."""
    if not rows.all:
        empty = np.setdiff1d(np.arange(rows.length), rows.kept)
        warnings.warn(
            f"{len(empty)} of {rows.length} rows have no known counts (first: row {empty[0]}); "
            "they are put at the origin.",
            EmptyRowsWarning,
            stacklevel=4,
        )


def seed_from(random_state: int | np.random.RandomState | None) -> int:
    """The solver's seed: a whole number is one, and None is 0, so that results are the same every time.

    >>> seed_from(None), seed_from(7)
    (0, 7)
    """
    if random_state is None:
        return 0
    if isinstance(random_state, Integral):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))
