"""BagOfWords: documents × words, and pairs of words, for scikit-learn."""

from __future__ import annotations

from typing import Any, Literal, Self, get_args

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.documents import TokenizedDocuments, find_terms
from firth.errors import InputError
from firth.estimators.transformers import DocumentTransformer
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names

Weighting = Literal["counts", "tfidf"]


class BagOfWords(DocumentTransformer):
    """How often documents have words, as a sparse table; documents are strings or lists of tokens.

    The words are those of `firth.encode`, so that they are the words that word vectors know. scikit-learn's
    TfidfVectorizer gives the same numbers for the same words. On 20 MB of film reviews BagOfWords takes as
    much processor time for words and less than half (3.6 s against 8.2 s) for words and pairs, with 1.5 times
    the peak memory (1.1 GB against 0.8 GB).

    `make_pipeline(BagOfWords(), NonlinearCA(300))` puts documents at the centers of gravity of their words.

    Parameters
    ----------
    weighting : {"counts", "tfidf"}
        tfidf is n_dw · (ln((1 + D) / (1 + D_w)) + 1) with rows of length 1, where D_w of the D documents have
        the word w.
    longest : {1, 2}
        2 counts pairs of neighboring words too.
    min_documents : int
        A term must be in so many documents.
    n_jobs : int, optional
        The number of threads that split text into words; None and −1 use all cores, eight at most. Results do
        not depend on it.

    Attributes
    ----------
    terms_ : Terms
        The columns.
    idf_ : array of shape (terms,)
        The weights of tfidf.

    Examples
    --------
    >>> bag = BagOfWords(longest=2, min_documents=2).fit(["not good", "good", "not good at all"])
    >>> bag.get_feature_names_out().tolist(), bag.transform(["good, not bad", ""]).toarray().tolist()
    (['good', 'not', 'not good'], [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    """

    @refuse_other_names()
    def __init__(
        self,
        *,
        weighting: Weighting = "counts",
        longest: int = 1,
        min_documents: int = 1,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.weighting = weighting
        self.longest = longest
        self.min_documents = min_documents
        self.n_jobs = n_jobs

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
        return self._weighted(self.terms_.table(self._tokenized(X)))

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """The words and pairs of words."""
        check_is_fitted(self)
        return np.array(self.terms_.names, dtype=object)

    def _fit(self, X: Any) -> tuple[TokenizedDocuments, Sparse]:
        if self.weighting not in get_args(Weighting):
            raise InputError(f"weighting is {self.weighting!r}; choose counts or tfidf.")
        documents = self._tokenized(X)
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
