"""BagOfWords: documents × words, and pairs of words, for scikit-learn."""

from __future__ import annotations

from typing import Any, Literal, Self, get_args

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.documents import TokenizedDocuments, find_terms
from firth.errors import InputError
from firth.estimators.transformers import DocumentTransformer
from firth.runtime.arrays import Array, Sparse

Weighting = Literal["counts", "tfidf"]


class BagOfWords(DocumentTransformer):
    """How often documents have words, as a sparse table; documents are strings or lists of tokens.

    weighting: counts; or tfidf, n_dw · (ln((1 + D) / (1 + D_w)) + 1) with rows of length 1, where D_w of the
    D documents have w. longest: 2 counts pairs of neighbouring words too. min_documents: a term must be in
    so many documents.

    `make_pipeline(BagOfWords(), NonlinearCA(300))` puts documents at the centres of gravity of their words.

    Attributes: terms_, the columns; with tfidf also idf_.

    >>> bag = BagOfWords(longest=2, min_documents=2).fit(["not good", "good", "not good at all"])
    >>> bag.get_feature_names_out().tolist(), bag.transform(["good, not bad", ""]).toarray().tolist()
    (['good', 'not', 'not good'], [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    """

    def __init__(
        self,
        *,
        weighting: Weighting = "counts",
        longest: int = 1,
        min_documents: int = 1,
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.weighting = weighting
        self.longest = longest
        self.min_documents = min_documents
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the terms."""
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Sparse:
        """`fit`, then the table of the same documents."""
        return self._weighted(self._fit(X)[1])

    def transform(self, X: Any) -> Sparse:
        """The table of other documents."""
        check_is_fitted(self)
        return self._weighted(self.terms_.table(self._numbered(X)))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The words and pairs of words."""
        check_is_fitted(self)
        return np.array(self.terms_.names, dtype=object)

    def _fit(self, X: Any) -> tuple[TokenizedDocuments, Sparse]:
        if self.weighting not in get_args(Weighting):
            raise InputError(f"weighting is {self.weighting!r}; choose counts or tfidf.")
        documents = self._numbered(X)
        self.terms_ = find_terms(documents, longest=self.longest, min_documents=self.min_documents)
        if not len(self.terms_):
            raise InputError(
                f"no word is in {self.min_documents} of the {len(documents)} documents; give more text, or "
                "lower min_documents."
            )
        table = self.terms_.table(documents)
        having = np.bincount(table.indices, minlength=table.shape[1])
        self.idf_ = np.log((1 + len(documents)) / (1 + having)) + 1
        return documents, table

    def _weighted(self, table: Sparse) -> Sparse:
        if self.weighting == "counts":
            return table
        from sklearn.preprocessing import normalize

        weighted = table.copy()
        weighted.data *= self.idf_[weighted.indices]
        scaled: Sparse = normalize(weighted, copy=False)
        return scaled
