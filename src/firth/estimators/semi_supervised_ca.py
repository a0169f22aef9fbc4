"""Semi-supervised correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from firth.association.supervision import checked_tuning, supervised_association, tuned_difference
from firth.core.arrays import Array, Sparse
from firth.counting import counts_from_table
from firth.estimators.validation import refuse_empty_rows, seed_from, validated_counts
from firth.factorize import Solver, decompose


class SemiSupervisedCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Correspondence analysis of samples × features whose distances were tuned.

    D(r)^-½ (A − B) D(c)^-½ = U Σ Vᵀ,  A = N ∘ (1 1ᵀN φ),  B = (1 1ᵀN) ∘ (N φ),  φ = 1 1ᵀ + Ψ
    (METHODS §7, paper 000 §5.1, with nothing tuned among the samples)

    `transform` gives principal coordinates D(r)^-½ U Σ = D(r)^-1 (A − B) D(c)^-½ V, for new rows too. Sparse
    input stays sparse.

    tuning: Ψ, features × features, sparse and symmetric, such as `tuning_from_pairs(…).table`; below 0 pulls
    two features together, above 0 pushes them apart, None is correspondence analysis. Tuning of samples does
    not carry over to new ones and is left to `supervised_association`. random_state: of the solver that large
    tables need; None is 0, so that results are the same every time.

    Attributes: singular_values_; components_, axes × features, (D(c)^-½ V)ᵀ; column_masses_ c; column_sums_
    and total_ of the table.

    >>> import numpy as np
    >>> eyes_hair = np.array([[326, 38, 241, 110, 3], [688, 116, 584, 188, 4],
    ...                       [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]])
    >>> SemiSupervisedCA(n_components=3).fit(eyes_hair).singular_values_.round(5).tolist()
    [0.44637, 0.17346, 0.02932]
    >>> fair_and_red = np.zeros((5, 5))
    >>> fair_and_red[0, 1] = fair_and_red[1, 0] = -0.9
    >>> tuned = SemiSupervisedCA(n_components=3, tuning=fair_and_red).fit(eyes_hair)
    >>> tuned.singular_values_.round(3).tolist()
    [0.455, 0.176, 0.025]
    """

    def __init__(
        self,
        n_components: int = 2,
        *,
        tuning: Any = None,
        solver: Solver = "auto",
        tolerance: float | None = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.tuning = tuning
        self.solver = solver
        self.tolerance = tolerance
        self.random_state = random_state
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of a table."""
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Find the axes and place the rows."""
        return self._place(self._fit(X))

    def transform(self, X: Any) -> Array:
        """Principal coordinates of rows with the same columns."""
        check_is_fitted(self)
        return self._place(validated_counts(self, X, reset=False))

    def _fit(self, X: Any) -> Sparse:
        table = validated_counts(self, X, reset=True)
        counts = counts_from_table(table, columns=getattr(self, "feature_names_in_", None))
        association = supervised_association(counts, column_tuning=self.tuning, threads=self.threads)
        factors = decompose(
            association,
            self.n_components,
            solver=self.solver,
            tolerance=self.tolerance,
            seed=seed_from(self.random_state),
            threads=self.threads,
        )
        self.singular_values_ = factors.values
        self.components_ = (factors.right / np.sqrt(association.column_masses)[:, None]).T
        self.column_masses_ = association.column_masses
        self.column_sums_ = counts.column_sums
        self.total_ = counts.total
        self._n_features_out = len(factors.values)
        return table

    def _place(self, table: Sparse) -> Array:
        row_sums = np.asarray(table.sum(axis=1))
        refuse_empty_rows(row_sums)
        parts = tuned_difference(
            table,
            column_sums=self.column_sums_,
            total=self.total_,
            column_tuning=checked_tuning(self.tuning, table.shape[1], "tuning"),
        )
        directions = self.components_.T
        placed = parts.sparse @ directions - np.outer(row_sums, self.column_sums_ @ directions)
        return np.asarray(placed / parts.row_sums[:, None])

    def __sklearn_tags__(self) -> Any:
        """Counts are not negative, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags
