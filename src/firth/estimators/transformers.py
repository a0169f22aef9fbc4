"""What the estimators have in common: columns named after the class, one for each axis, and a solver."""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from firth.core import Association, Factors, SparseLowRank
from firth.estimators.validation import seed_from
from firth.factorize import decompose
from firth.runtime.arrays import Array


class AxesTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A transformer that finds axes: `fit` sets `singular_values_`, one for each."""

    singular_values_: Array

    @property
    def _n_features_out(self) -> int:
        return len(self.singular_values_)

    def _factors(self, matrix: SparseLowRank | Association) -> Factors:
        """The axes of a matrix, found as the constructor was told."""
        return decompose(
            matrix,
            self.n_components,
            solver=self.solver,
            tolerance=self.tolerance,
            seed=seed_from(self.random_state),
            threads=self.threads,
        )


class CountsTransformer(AxesTransformer):
    """A transformer of tables of counts.

    Rows and columns without counts take no part in `fit`, and columns that had none then do not count in
    `transform`; such rows lie at the origin, with an EmptyRowsWarning.
    """

    def __sklearn_tags__(self) -> Any:
        """Counts are not negative, and may be sparse."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        return tags
