"""Semi-supervised correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.association.supervision import checked_tuning, supervised_association, tuned_difference
from firth.estimators.transformers import CountsTransformer, new_rows, seen_counts, threads_from
from firth.factorize import Solver
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names


class SemiSupervisedCA(CountsTransformer):
    """Correspondence analysis of samples × features whose distances were tuned.

    `transform` gives principal coordinates, for new rows too. Sparse input stays sparse. Rows and columns
    without counts lie at the origin; an `EmptyRowsWarning` says how many rows.

    Parameters
    ----------
    n_components : int
        The number of axes to keep.
    tuning : array or sparse matrix of shape (features, features), optional
        Ψ, symmetric, such as `firth.association.tuning_from_pairs(…).table`. A value below 0 pulls two
        features together, one above 0 pushes them apart; None is correspondence analysis. Tuning of samples
        does not carry over to new ones and is left to `firth.association.supervised_association`.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        How the matrix is factorized; auto chooses by its size.
    tol : float or None
        The largest residual of an axis, relative to the first singular value.
    random_state : int, RandomState or None
        The random seed of the solver that large tables need; None is 0, so that results are the same every
        time.
    n_jobs : int, optional
        The number of threads; None and −1 use all cores, eight at most. Results do not depend on it.

    Attributes
    ----------
    singular_values_ : array of shape (n_components,)
    total_inertia_ : float
        The inertia of all axes of the tuned table.
    explained_inertia_ratio_ : array of shape (n_components,)
        Each axis's part of the total inertia.
    row_coordinates_ : array of shape (samples, n_components)
        Principal coordinates D(r)^-½ U Σ of the rows fitted.
    column_coordinates_ : array of shape (features, n_components)
        Principal coordinates D(c)^-½ V Σ.
    components_ : array of shape (n_components, features)
        (D(c)^-½ V)ᵀ, standard coordinates.
    column_masses_ : array of shape (features,)
        c of the tuned table.
    column_sums_, total_ : array, float
        Those of the table of counts.

    Notes
    -----
    D(r)^-½ (A − B) D(c)^-½ = U Σ Vᵀ,  A = N ∘ (1 1ᵀN φ),  B = (1 1ᵀN) ∘ (N φ),  φ = 1 1ᵀ + Ψ;  `transform`
    gives D(r)^-1 (A − B) D(c)^-½ V. This is [NiitsumaLee2018, §5.1] with nothing tuned among the samples; the
    mathematics is in docs/mathematics/kernel-ca.md.

    Examples
    --------
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

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 2,
        *,
        tuning: Any = None,
        solver: Solver = "auto",
        tol: float | None = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.tuning = tuning
        self.solver = solver
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of a table."""
        counts, rows, columns = seen_counts(self, X)
        self.column_sums_ = columns.spread(counts.column_sums)
        association = supervised_association(
            counts, column_tuning=self._tuning(), threads=threads_from(self.n_jobs)
        )
        factors = self._factors(association)
        self._keep_axes(factors, association.operator)
        self.components_ = columns.spread(factors.right / np.sqrt(association.column_masses)[:, None]).T
        self.column_coordinates_ = self.components_.T * factors.values
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
