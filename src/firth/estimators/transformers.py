"""What the estimators share: scikit-learn's contract, and tables and documents as their input."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import validate_data

from firth.ca.correspondence import Correspondence
from firth.core import Association, Counts, Factors, Recipe, SparseLowRank
from firth.counting import counts_from_table
from firth.documents import TokenizedDocuments, tokenize_documents
from firth.errors import InputError
from firth.factorize import decompose
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import thread_count
from firth.runtime.sparse import sums_of_cells


class EmptyRowsWarning(UserWarning):
    """Rows without counts were put at the origin."""


class AxesTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A transformer that finds axes: `fit` sets `singular_values_`, one for each."""

    singular_values_: Array

    @property
    def _n_features_out(self) -> int:
        return len(self.singular_values_)

    def _factors(self, matrix: SparseLowRank | Association) -> Factors:
        """The axes of a matrix, found as the constructor was told."""
        return decompose(
            matrix,
            self.n_components,
            solver=self.solver,
            tolerance=self.tol,
            seed=seed_from(self.random_state),
            threads=threads_from(self.n_jobs),
        )


class CountsTransformer(AxesTransformer):
    """A transformer of tables of counts.

    Rows and columns without counts take no part in `fit`, and columns that had none then do not count in
    `transform`; such rows lie at the origin, with an EmptyRowsWarning.
    """

    def _keep_axes(self, factors: Factors, operator: SparseLowRank) -> None:
        """singular_values_, total_inertia_ = ‖M‖_F² and explained_inertia_ratio_ = σ² / ‖M‖_F²."""
        self.singular_values_ = factors.values
        self.total_inertia_ = operator.squared_norm()
        least = float(np.finfo(np.float64).tiny)
        self.explained_inertia_ratio_ = factors.values**2 / max(self.total_inertia_, least)

    def __sklearn_tags__(self) -> Any:
        """Counts are not negative, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags


Spread = Callable[[Array], Array]


def set_sides(
    estimator: Any,
    analysis: Correspondence,
    rows: Spread = lambda values: values,
    columns: Spread = lambda values: values,
) -> None:
    """The axes with their inertia, and masses, coordinates, contributions and cos² of both sides.

    rows, columns: put the values of those analysed in their places among all.
    """
    estimator.singular_values_ = analysis.singular_values
    estimator.total_inertia_ = analysis.total_inertia
    estimator.explained_inertia_ratio_ = analysis.inertias / analysis.total_inertia
    for name, side, spread in (("row", analysis.rows, rows), ("column", analysis.columns, columns)):
        setattr(estimator, f"{name}_masses_", spread(side.masses))
        setattr(estimator, f"{name}_coordinates_", spread(side.principal))
        setattr(estimator, f"{name}_contributions_", spread(side.contributions))
        setattr(estimator, f"{name}_cos2_", spread(side.cos2))


class DocumentTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A transformer of documents: strings, split into words as `firth.encode` does, or lists of tokens.

    Words that were not there in `fit` do not count, and a document without others is a row of zeros.
    """

    n_jobs: int | None = None

    def _tokenized(self, X: Any, recipe: Recipe | None = None) -> TokenizedDocuments:
        documents = tokenize_documents(X, recipe=recipe, threads=threads_from(self.n_jobs))
        if not len(documents):
            raise InputError("there are no documents; give at least one.")
        return documents

    def __sklearn_tags__(self) -> Any:
        """Documents are no arrays."""
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        return tags


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
    if isinstance(X, Counts):
        validate_data(estimator, X.matrix, reset=reset, accept_sparse="csr", ensure_non_negative=True)
        return X
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


def threads_from(n_jobs: int | None) -> int | None:
    """The number of threads: None and −1 leave it to firth, −2 is one fewer than that, and so on.

    >>> threads_from(None), threads_from(-1), threads_from(3)
    (None, None, 3)
    """
    if n_jobs is None or n_jobs == -1:
        return None
    return max(1, thread_count() + 1 + n_jobs) if n_jobs < 0 else n_jobs
