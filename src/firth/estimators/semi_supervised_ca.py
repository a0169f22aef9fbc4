"""Semi-supervised correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.association.supervision import checked_tuning, supervised_association, tuned_difference
from firth.estimators.transformers import CountsTransformer
from firth.estimators.validation import new_rows, seen_counts
from firth.factorize import Solver
from firth.runtime.arrays import Array, Sparse


class SemiSupervisedCA(CountsTransformer):
    """Correspondence analysis of samples × features whose distances were tuned.

    D(r)^-½ (A − B) D(c)^-½ = U Σ Vᵀ,  A = N ∘ (1 1ᵀN φ),  B = (1 1ᵀN) ∘ (N φ),  φ = 1 1ᵀ + Ψ
    (METHODS §7, paper 000 §5.1, with nothing tuned among the samples)

    `transform` gives principal coordinates D(r)^-½ U Σ = D(r)^-1 (A − B) D(c)^-½ V, for new rows too. Sparse
    input stays sparse. Rows and columns without counts lie at the origin; an EmptyRowsWarning says how many
    rows.

    tuning: Ψ, features × features, sparse and symmetric, such as `tuning_from_pairs(…).table`; below 0 pulls
    two features together, above 0 pushes them apart, None is correspondence analysis. Tuning of samples does
    not carry over to new ones and is left to `supervised_association`. random_state: of the solver that large
    tables need; None is 0, so that results are the same every time.

    Attributes: singular_values_; components_, axes × features, (D(c)^-½ V)ᵀ; row_coordinates_ of the rows
    fitted; column_masses_ c; column_sums_ and total_ of the table.

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
        counts, rows, columns = seen_counts(self, X)
        self.column_sums_ = columns.spread(counts.column_sums)
        association = supervised_association(counts, column_tuning=self._tuning(), threads=self.threads)
        factors = self._factors(association)
        self.singular_values_ = factors.values
        self.components_ = columns.spread(factors.right / np.sqrt(association.column_masses)[:, None]).T
        self.column_masses_ = columns.spread(association.column_masses)
        self.total_ = counts.total
        self.row_coordinates_ = rows.spread(self._place(counts.matrix))
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Find the axes and place the rows."""
        return np.asarray(self.fit(X).row_coordinates_)

    def transform(self, X: Any) -> Array:
        """Principal coordinates of rows with the same columns."""
        check_is_fitted(self)
        table, rows = new_rows(self, X, self.column_masses_)
        return rows.spread(self._place(table))

    def _place(self, table: Sparse) -> Array:
        known = self.column_sums_ > 0
        sums, directions = self.column_sums_[known], self.components_.T[known]
        parts = tuned_difference(table, column_sums=sums, total=self.total_, column_tuning=self._tuning())
        placed = parts.sparse @ directions - np.outer(table.sum(axis=1), sums @ directions)
        return np.asarray(placed / parts.row_sums[:, None])

    def _tuning(self) -> Sparse | None:
        """Ψ of the features that have counts."""
        psi = checked_tuning(self.tuning, len(self.column_sums_), "tuning")
        known = np.flatnonzero(self.column_sums_)
        return psi if psi is None or len(known) == len(self.column_sums_) else psi[known][:, known]
