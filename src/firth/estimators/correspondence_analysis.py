"""Correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.ca import Correspondence, correspondence
from firth.ca.supplementary import aligned, unknown_names
from firth.counting import counts_from_table
from firth.estimators.transformers import CountsTransformer, set_sides
from firth.estimators.validation import new_rows, rows_with_counts, seed_from, seen_counts
from firth.factorize import Solver
from firth.factorize.coordinates import centers_of_gravity
from firth.runtime.arrays import Array, Sparse


class CorrespondenceAnalysis(CountsTransformer):
    """Correspondence analysis of a table of counts: a frame, an array or a scipy sparse matrix.

    Nothing is made dense, so tables may have millions of rows. Coordinates are principal; `analysis_` holds
    all there is to know, with names, of the rows and columns that have counts. Others lie at the origin; an
    EmptyRowsWarning says how many rows.

    n_components: axes to keep, at most min(rows, columns) − 1. random_state: seed of the solver that large
    tables need; small ones are solved exactly.

    >>> import numpy as np
    >>> eyes_hair = np.array([[326, 38, 241, 110, 3], [688, 116, 584, 188, 4],
    ...                       [343, 84, 909, 412, 26], [98, 48, 403, 681, 85]])
    >>> ca = CorrespondenceAnalysis(n_components=3).fit(eyes_hair)
    >>> ca.singular_values_.round(5).tolist()
    [0.44637, 0.17346, 0.02932]
    >>> np.allclose(ca.transform(eyes_hair), ca.row_coordinates_)
    True
    """

    def __init__(
        self,
        n_components: int = 2,
        *,
        solver: Solver = "auto",
        random_state: int | np.random.RandomState | None = None,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.solver = solver
        self.random_state = random_state
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of a table."""
        counts, rows, columns = seen_counts(self, X)
        self.analysis_: Correspondence = correspondence(
            counts,
            axes=self.n_components,
            solver=self.solver,
            seed=seed_from(self.random_state),
            threads=self.threads,
        )
        self.explained_inertia_ratio_ = self.analysis_.shares
        set_sides(self, self.analysis_, rows.spread, columns.spread)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """Find the axes and give the principal coordinates of the rows."""
        return np.asarray(self.fit(X).row_coordinates_)

    def transform(self, X: Any) -> Array:
        """Principal coordinates of new rows: centres of gravity of the columns' standard coordinates.

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
