"""Correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.ca.correspondence import Correspondence, correspondence
from firth.ca.supplementary import aligned, unknown_names
from firth.counting import counts_from_table
from firth.estimators.transformers import (
    CountsTransformer,
    new_rows,
    rows_with_counts,
    seed_from,
    seen_counts,
    set_sides,
    threads_from,
)
from firth.factorize import Solver
from firth.factorize.coordinates import centers_of_gravity
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names


class CorrespondenceAnalysis(CountsTransformer):
    """Correspondence analysis of a table of counts: a frame, an array or a scipy sparse matrix.

    Nothing is made dense, so tables may have millions of rows. Rows and columns without counts lie at the
    origin; an `EmptyRowsWarning` says how many rows.

    Parameters
    ----------
    n_components : int
        The number of axes to keep, at most min(rows, columns) − 1.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        How the matrix is factorized; auto chooses by its size.
    random_state : int, RandomState or None
        The random seed of the solver that large tables need; None is 0, so that results are the same every
        time. Small tables are solved exactly.
    n_jobs : int, optional
        The number of threads; None and −1 use all cores, eight at most. Results do not depend on it.

    Attributes
    ----------
    singular_values_ : array of shape (n_components,)
    total_inertia_ : float
        The inertia of all axes, χ²/n.
    explained_inertia_ratio_ : array of shape (n_components,)
        Each axis's part of the total inertia.
    row_coordinates_, column_coordinates_ : array of shape (rows or columns, n_components)
        Principal coordinates.
    row_masses_, column_masses_ : array
    row_contributions_, column_contributions_ : array
        Each point's part of the inertia of an axis.
    row_cos2_, column_cos2_ : array
        Each axis's part of a point's squared distance to the center.
    analysis_ : Correspondence
        All there is to know, with names, of the rows and columns that have counts.

    See Also
    --------
    firth.correspondence : The same analysis as a function.

    Examples
    --------
    >>> import numpy as np
    >>> eyes_hair = np.array([[326, 38, 241, 110, 3], [688, 116, 584, 188, 4],
    ...                       [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]])
    >>> ca = CorrespondenceAnalysis(n_components=3).fit(eyes_hair)
    >>> ca.singular_values_.round(5).tolist()
    [0.44637, 0.17346, 0.02932]
    >>> np.allclose(ca.transform(eyes_hair), ca.row_coordinates_)
    True
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 2,
        *,
        solver: Solver = "auto",
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.solver = solver
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of a table."""
        counts, rows, columns = seen_counts(self, X)
        self.analysis_: Correspondence = correspondence(
            counts,
            axes=self.n_components,
            solver=self.solver,
            seed=seed_from(self.random_state),
            threads=threads_from(self.n_jobs),
        )
        set_sides(self, self.analysis_, rows.spread, columns.spread)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Find the axes and give the principal coordinates of the rows."""
        return np.asarray(self.fit(X).row_coordinates_)

    def transform(self, X: Any) -> Array:
        """Principal coordinates of new rows: centers of gravity of the columns' standard coordinates.

        Columns of a frame are matched by name: unknown ones are left out, with a warning, and those it lacks
        count as 0.
        """
        check_is_fitted(self)
        if hasattr(X, "columns") and hasattr(self, "feature_names_in_"):
            table, rows = rows_with_counts(self._matched(X))
        else:
            table, rows = new_rows(self, X, self.column_masses_)
        return rows.spread(centers_of_gravity(table, self.analysis_.columns.standard))

    def _matched(self, frame: Any) -> Sparse:
        counts, known = counts_from_table(frame), self.analysis_.columns.names
        table = aligned(counts.matrix, counts.columns, known)
        unknown = [
            name for name in unknown_names(counts.columns, known) if name not in self.feature_names_in_
        ]
        if unknown:
            warnings.warn(
                f"{len(unknown)} unknown categories were left out (first: {unknown[0]!r}).", stacklevel=3
            )
        return table
