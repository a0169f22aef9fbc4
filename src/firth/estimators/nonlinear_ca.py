"""NonlinearCA: documents and words as points, for scikit-learn."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.association import QuotientFunction, nonlinear_quotient, power
from firth.estimators.transformers import CountsTransformer, Seen, new_rows, seen_counts, threads_from
from firth.factorize import Solver
from firth.factorize.coordinates import centers_of_gravity, principal_pair
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names


class NonlinearCA(CountsTransformer):
    """Non-linear correspondence analysis of documents × words.

    `transform` puts a document at the center of gravity of its words. Sparse input stays sparse. Documents
    without a known word, and words that no document has, are put at the origin; an `EmptyRowsWarning` says
    how many documents.

    Parameters
    ----------
    n_components : int
        The number of axes to keep.
    function : callable
        The increasing function f of quotients: `power(β)`, `presence()`, `logarithm(pseudo_count=…)` of
        `firth.association`, or one of your own. power(1) is correspondence analysis.
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
        γ.
    total_inertia_ : float
        The inertia of all axes.
    explained_inertia_ratio_ : array of shape (n_components,)
        Each axis's part of the total inertia.
    column_coordinates_ : array of shape (words, n_components)
        y = γ v/√π, where each word is.
    row_coordinates_ : array of shape (documents, n_components)
        x = γ u/√ρ of the documents fitted. `transform` gives their centers of gravity x* instead.
    column_masses_ : array of shape (words,)
        π.
    components_ : array of shape (n_components, words)
        The transpose of `column_coordinates_`: `transform` multiplies profiles of documents by it.

    See Also
    --------
    firth.nonlinear_correspondence : The same analysis as a function, with statistics.

    Notes
    -----
    √π_i √ρ_j f(q_ij) = V Γ Uᵀ,  q_ij = p_ij / (π_i ρ_j);  x*_j = Σ_i (n_ij/n_·j) y_i.
    The mathematics is in docs/mathematics/nonlinear-ca.md, after [Picca2006].

    Examples
    --------
    >>> import numpy as np
    >>> tables = np.array([[3, 1, 0], [2, 2, 1], [0, 1, 4], [1, 0, 3]])
    >>> NonlinearCA(n_components=1).fit_transform(tables).round(2).ravel().tolist()
    [0.73, 0.33, -0.6, -0.43]
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 50,
        *,
        function: QuotientFunction = power(0.75),  # noqa: B008 - frozen
        solver: Solver = "auto",
        tol: float | None = 1e-6,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.function = function
        self.solver = solver
        self.tol = tol
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of documents × words."""
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """`fit`, then the centers of gravity of the same documents."""
        counts, documents, words = self._fit(X)
        return documents.spread(centers_of_gravity(counts.matrix, self.column_coordinates_[words.kept]))

    def transform(self, X: Any) -> Array:
        """x*: each document at the center of gravity of its words."""
        check_is_fitted(self)
        table, documents = new_rows(self, X, self.column_masses_)
        words = self.column_coordinates_[self.column_masses_ > 0]
        return documents.spread(centers_of_gravity(table, words))

    def _fit(self, X: Any) -> Seen:
        seen = seen_counts(self, X)
        association = nonlinear_quotient(
            seen.counts, function=self.function, threads=threads_from(self.n_jobs)
        )
        factors = self._factors(association)
        documents, words = principal_pair(association, factors)
        self._keep_axes(factors, association.operator)
        self.row_coordinates_ = seen.rows.spread(documents)
        self.column_coordinates_ = seen.columns.spread(words)
        self.column_masses_ = seen.columns.spread(association.column_masses)
        return seen

    @property
    def components_(self) -> Array:
        """Axes × words."""
        return np.asarray(self.column_coordinates_.T)
