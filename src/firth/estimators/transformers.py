"""What the transformers share: scikit-learn's contract, the sides of an analysis, documents as input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from firth.ca import Correspondence
from firth.core import Association, Factors, SparseLowRank
from firth.documents import TokenizedDocuments, tokenize_documents
from firth.errors import InputError
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


Spread = Callable[[Array], Array]


def set_sides(
    estimator: Any,
    analysis: Correspondence,
    rows: Spread = lambda values: values,
    columns: Spread = lambda values: values,
) -> None:
    """singular_values_, total_inertia_, and masses, coordinates, contributions and cos² of both sides.

    rows, columns: put the values of those analysed in their places among all.
    """
    estimator.singular_values_ = analysis.singular_values
    estimator.total_inertia_ = analysis.total_inertia
    for name, side, spread in (("row", analysis.rows, rows), ("column", analysis.columns, columns)):
        setattr(estimator, f"{name}_masses_", spread(side.masses))
        setattr(estimator, f"{name}_coordinates_", spread(side.principal))
        setattr(estimator, f"{name}_contributions_", spread(side.contributions))
        setattr(estimator, f"{name}_cos2_", spread(side.cos2))


class DocumentTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A transformer of documents: strings, parted into words as `firth.encode` does, or lists of tokens.

    Words that were not there in `fit` do not count, and a document without others is a row of zeros.
    """

    threads: int | None = None

    def _numbered(self, X: Any) -> TokenizedDocuments:
        documents = tokenize_documents(X, threads=self.threads)
        if not len(documents):
            raise InputError("there are no documents; give at least one.")
        return documents

    def __sklearn_tags__(self) -> Any:
        """Documents are no arrays."""
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        return tags
