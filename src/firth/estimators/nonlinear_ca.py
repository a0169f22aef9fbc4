"""NonlinearCA: documents and words as points, for scikit-learn."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from firth.association.nonlinear import QuotientFunction, nonlinear_quotient, power
from firth.coordinates.gravity import centres_of_gravity, principal_pair
from firth.core.arrays import Array, Sparse
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.estimators.validation import seed_from, validated_counts
from firth.factorize import Solver, decompose


class NonlinearCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Non-linear correspondence analysis of documents × words.      (METHODS §8, paper 003)

    √π_i √ρ_j f(q_ij) = V Γ Uᵀ,   q_ij = p_ij / (π_i ρ_j)

    `transform` puts a document at the centre of gravity of its words, x*_j = Σ_i (n_ij/n_·j) y_i.
    Sparse input stays sparse. Documents without a known word, and words that no document has, are put at the
    origin; a warning says how many documents.

    f: `power(β)`, `presence()`, `logarithm(pseudo_count=…)` or a function of quotients. tolerance: largest
    residual of an axis relative to the first. random_state: of the solver that large tables need; None is 0,
    so that results are the same every time.

    Attributes: singular_values_ γ; word_coordinates_ y = γ v/√π; components_, its transpose;
    document_coordinates_ x = γ u/√ρ of the documents fitted; word_masses_ π; n_features_in_, and
    feature_names_in_ where there were names.

    >>> import numpy as np
    >>> tables = np.array([[3, 1, 0], [2, 2, 1], [0, 1, 4], [1, 0, 3]])
    >>> NonlinearCA(n_components=1).fit_transform(tables).round(2).ravel().tolist()
    [0.73, 0.33, -0.6, -0.43]
    """

    def __init__(
        self,
        n_components: int = 50,
        *,
        f: QuotientFunction = power(0.75),  # noqa: B008 - frozen
        solver: Solver = "auto",
        tolerance: float | None = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.f = f
        self.solver = solver
        self.tolerance = tolerance
        self.random_state = random_state
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of documents × words."""
        table = validated_counts(self, X, reset=True)
        documents, words = np.flatnonzero(table.sum(axis=1)), np.flatnonzero(table.sum(axis=0))
        if len(documents) < 2 or len(words) < 2:
            raise InputError(
                f"{len(documents)} sample(s) and {len(words)} feature(s) with counts have no axes; "
                "a minimum of 2 of each is required."
            )
        _warn_of_empty(table)
        counts = counts_from_table(table, columns=getattr(self, "feature_names_in_", None)).without_empty()
        association = nonlinear_quotient(counts, f=self.f, threads=self.threads)
        factors = decompose(
            association,
            self.n_components,
            solver=self.solver,
            tolerance=self.tolerance,
            seed=seed_from(self.random_state),
            threads=self.threads,
        )
        x, y_words = principal_pair(association, factors)
        self.singular_values_ = factors.values
        self.document_coordinates_ = _placed(x, documents, table.shape[0])
        self.word_coordinates_ = _placed(y_words, words, table.shape[1])
        self.word_masses_ = _placed(association.column_masses, words, table.shape[1])
        self._n_features_out = self.n_components
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """`fit`, then the centres of gravity of the same documents."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EmptyDocumentsWarning)
            self.fit(X)
        return np.asarray(self.transform(X))

    def transform(self, X: Any) -> Array:
        """x*: each document at the centre of gravity of its words."""
        check_is_fitted(self)
        table = validated_counts(self, X, reset=False)
        known = np.flatnonzero(self.word_masses_)
        if len(known) < table.shape[1]:
            table = table[:, known]
        _warn_of_empty(table)
        return np.nan_to_num(centres_of_gravity(table, self.word_coordinates_[known]), nan=0.0)

    @property
    def components_(self) -> Array:
        """Axes × words: `transform` multiplies profiles of documents by its transpose."""
        return np.asarray(self.word_coordinates_.T)

    def __sklearn_tags__(self) -> Any:
        """Counts: sparse welcome, negative refused."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags


class EmptyDocumentsWarning(UserWarning):
    """Documents without a known word were put at the origin."""


def _warn_of_empty(table: Sparse) -> None:
    empty = np.flatnonzero(np.asarray(table.sum(axis=1)).ravel() == 0)
    if len(empty):
        warnings.warn(
            f"{len(empty)} of {table.shape[0]} documents have no known word (first: row {empty[0]}); "
            "they are put at the origin.",
            EmptyDocumentsWarning,
            stacklevel=3,
        )


def _placed(values: Array, places: Array, length: int) -> Array:
    """Values at their places among zeros."""
    if len(places) == length:
        return values
    spread = np.zeros((length, *values.shape[1:]), values.dtype)
    spread[places] = values
    return spread
