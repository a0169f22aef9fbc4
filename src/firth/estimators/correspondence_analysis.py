"""Correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from firth.coordinates import Correspondence, correspondence
from firth.coordinates.supplementary import supplementary_rows, unknown_names
from firth.core import Counts
from firth.core.arrays import Array
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.factorize import Solver


class CorrespondenceAnalysis(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Correspondence analysis of a table of counts: a frame, an array or a scipy sparse matrix.

    Nothing is made dense, so tables may have millions of rows. Coordinates are principal; `analysis_` holds
    all there is to know, with names.

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
        random_state: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.solver = solver
        self.random_state = random_state
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of a table."""
        counts = self._counts(X, reset=True)
        if min(counts.matrix.shape) < 2:
            raise InputError(
                f"{len(counts.rows)} sample(s) with {len(counts.columns)} feature(s) have no axes; "
                "a minimum of 2 of each is required."
            )
        seed = 0 if self.random_state is None else self.random_state
        analysis = correspondence(
            counts, axes=self.n_components, solver=self.solver, seed=seed, threads=self.threads
        )
        self.analysis_: Correspondence = analysis
        self.singular_values_ = analysis.singular_values
        self.total_inertia_ = analysis.total_inertia
        self.explained_inertia_ratio_ = analysis.shares
        for name, side in (("row", analysis.rows), ("column", analysis.columns)):
            setattr(self, f"{name}_masses_", side.masses)
            setattr(self, f"{name}_coordinates_", side.principal)
            setattr(self, f"{name}_contributions_", side.contributions)
            setattr(self, f"{name}_cos2_", side.cos2)
        self._n_features_out = len(analysis.singular_values)
        return self

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> Array:
        """Find the axes and give the principal coordinates of the rows."""
        return np.asarray(self.fit(X, y).row_coordinates_)

    def transform(self, X: Any) -> Array:
        """Principal coordinates of new rows with the same columns.

        Columns of a frame that the analysis does not know are left out, with a warning that names them;
        columns that are missing count as 0.
        """
        check_is_fitted(self)
        counts = self._counts(X, reset=False)
        unknown = unknown_names(counts.columns, self.analysis_.columns.names)
        if unknown:
            warnings.warn(
                f"{len(unknown)} unknown categories were left out (first: {unknown[0]!r}).", stacklevel=2
            )
        return supplementary_rows(self.analysis_, counts).principal

    def _counts(self, X: Any, *, reset: bool) -> Counts:
        if hasattr(X, "columns"):
            if reset:
                validate_data(self, X, reset=True, skip_check_array=True)
            return counts_from_table(X)
        checked = validate_data(self, X, reset=reset, accept_sparse="csr", ensure_non_negative=True)
        return counts_from_table(checked, columns=None if reset else self.analysis_.columns.names.tokens)

    def __sklearn_tags__(self) -> Any:
        """Counts are not negative, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags
