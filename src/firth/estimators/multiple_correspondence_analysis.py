"""Multiple correspondence analysis as a scikit-learn transformer."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from firth.coordinates.multiple import MultipleCorrespondence, multiple_correspondence
from firth.coordinates.supplementary import aligned, unknown_names
from firth.core.arrays import Array
from firth.counting.records import indicator
from firth.errors import InputError
from firth.factorize import Solver


class MultipleCorrespondenceAnalysis(
    ClassNamePrefixFeaturesOutMixin,  # type: ignore[misc]
    TransformerMixin,  # type: ignore[misc]
    BaseEstimator,  # type: ignore[misc]
):
    """Multiple correspondence analysis of categorical records: a frame, or a two-dimensional array.

    The work is done on the table of categories by categories, so records may be many. `analysis_` holds the
    values of the indicator, Burt and adjusted versions. exclude: categories ("variable:category") left out.

    >>> import polars as pl
    >>> data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    >>> MultipleCorrespondenceAnalysis(n_components=1).fit(data).column_coordinates_.shape
    (4, 1)
    """

    def __init__(
        self,
        n_components: int = 2,
        *,
        exclude: Sequence[str] = (),
        solver: Solver = "auto",
        random_state: int | None = None,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.exclude = exclude
        self.solver = solver
        self.random_state = random_state
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the axes of the records."""
        records = self._records(X, reset=True)
        if len(records) < 2:
            raise InputError(
                "multiple correspondence analysis needs 2 features or more; this has 1 feature(s)."
            )
        seed = 0 if self.random_state is None else self.random_state
        analysis = multiple_correspondence(
            records,
            axes=self.n_components,
            exclude=self.exclude,
            solver=self.solver,
            seed=seed,
            threads=self.threads,
        )
        self.analysis_: MultipleCorrespondence = analysis
        self.singular_values_ = analysis.singular_values
        self.total_inertia_ = analysis.total_inertia
        for name, side in (("row", analysis.rows), ("column", analysis.columns)):
            setattr(self, f"{name}_masses_", side.masses)
            setattr(self, f"{name}_coordinates_", side.principal)
            setattr(self, f"{name}_contributions_", side.contributions)
            setattr(self, f"{name}_cos2_", side.cos2)
        self._n_features_out = len(analysis.singular_values)
        return self

    def transform(self, X: Any) -> Array:
        """Principal coordinates of records: the mean of their categories' standard coordinates.

        Categories that were not there when the axes were found are left out, with a warning.
        """
        check_is_fitted(self)
        table = indicator(self._records(X, reset=False))
        categories = self.analysis_.columns
        unknown = [
            name for name in unknown_names(table.columns, categories.names) if name not in self.exclude
        ]
        if unknown:
            warnings.warn(
                f"{len(unknown)} unknown categories were left out (first: {unknown[0]!r}).", stacklevel=2
            )
        z = aligned(table.matrix, table.columns, categories.names)
        return np.asarray(z @ categories.standard) / self.analysis_.variables

    def _records(self, X: Any, *, reset: bool) -> dict[str, Any]:
        if hasattr(X, "columns"):
            validate_data(self, X, reset=reset, skip_check_array=True)
            return {str(name): X[name] for name in X.columns}
        least = 2 if reset else 1
        array = validate_data(self, X, reset=reset, dtype=None, ensure_min_samples=least)
        return {f"x{place}": array[:, place] for place in range(array.shape[1])}

    def __sklearn_tags__(self) -> Any:
        """Records are categorical."""
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags
