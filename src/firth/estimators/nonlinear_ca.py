"""NonlinearCA: documents and words as points, for scikit-learn."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.association.nonlinear import QuotientFunction, nonlinear_quotient, power
from firth.estimators.transformers import CountsTransformer
from firth.estimators.validation import Seen, new_rows, seen_counts
from firth.factorize import Solver
from firth.factorize.coordinates import centers_of_gravity, principal_pair
from firth.runtime.arrays import Array


class NonlinearCA(CountsTransformer):
    """Non-linear correspondence analysis of documents × words.      (METHODS §8, paper 003)

    √π_i √ρ_j f(q_ij) = V Γ Uᵀ,   q_ij = p_ij / (π_i ρ_j)

    `transform` puts a document at the centre of gravity of its words, x*_j = Σ_i (n_ij/n_·j) y_i.
    Sparse input stays sparse. Documents without a known word, and words that no document has, are put at the
    origin; an EmptyRowsWarning says how many documents.

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
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """`fit`, then the centres of gravity of the same documents."""
        counts, documents, words = self._fit(X)
        return documents.spread(centers_of_gravity(counts.matrix, self.word_coordinates_[words.kept]))

    def transform(self, X: Any) -> Array:
        """x*: each document at the centre of gravity of its words."""
        check_is_fitted(self)
        table, documents = new_rows(self, X, self.word_masses_)
        words = self.word_coordinates_[self.word_masses_ > 0]
        return documents.spread(centers_of_gravity(table, words))

    def _fit(self, X: Any) -> Seen:
        seen = seen_counts(self, X)
        association = nonlinear_quotient(seen.counts, f=self.f, threads=self.threads)
        factors = self._factors(association)
        documents, words = principal_pair(association, factors)
        self.singular_values_ = factors.values
        self.document_coordinates_ = seen.rows.spread(documents)
        self.word_coordinates_ = seen.columns.spread(words)
        self.word_masses_ = seen.columns.spread(association.column_masses)
        return seen

    @property
    def components_(self) -> Array:
        """Axes × words: `transform` multiplies profiles of documents by its transpose."""
        return np.asarray(self.word_coordinates_.T)
