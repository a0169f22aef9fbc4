"""What the transformers of documents have in common: texts or lists of tokens in, a row for each out."""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from firth.documents import NumberedDocuments, number_documents
from firth.errors import InputError


class DocumentTransformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A transformer of documents: strings, parted into words as `firth.encode` does, or lists of tokens.

    Words that were not there in `fit` do not count, and a document without others is a row of zeros.
    """

    threads: int | None = None

    def _numbered(self, X: Any) -> NumberedDocuments:
        documents = number_documents(X, threads=self.threads)
        if not len(documents):
            raise InputError("there are no documents; give at least one.")
        return documents

    def __sklearn_tags__(self) -> Any:
        """Documents are no arrays."""
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        return tags
