"""Doc2VecC and Doc2Vec: document vectors that are learned, for scikit-learn."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.documents import Doc2VecModel, mean_vectors, train_doc2vec, train_doc2vecc, word_table
from firth.documents.doc2vec import Order
from firth.estimators.transformers import DocumentTransformer, seed_from
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names


class Doc2VecC(DocumentTransformer):
    """Documents as means of word vectors, which learned to predict words from such means [Chen2017].

    Parameters
    ----------
    n_components : int
        The number of dimensions.
    window : int
        How many words on either side predict a word.
    negative : int
        How many words are drawn against each true one.
    kept : float
        The share of a document's words, drawn anew for each word, that predicts it beside its neighbors.
    epochs : int
        How often training goes over the documents.
    min_count : int
        Rarer words are left out.
    random_state : int, RandomState or None
        The random seed; None is 0, so that results are the same every time. Training runs in one thread: the
        same seed gives the same bytes.
    n_jobs : int, optional
        The number of threads that split text into words; None and −1 use all cores, eight at most. Results do
        not depend on it.

    Attributes
    ----------
    embedding_ : Embedding
        The vectors of the words.

    Examples
    --------
    >>> texts = ["tea with milk", "milk in the tea", "goal by the team", "the team in goal"] * 5
    >>> Doc2VecC(n_components=8, epochs=2).fit_transform(texts).shape
    (20, 8)
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 100,
        *,
        window: int = 10,
        negative: int = 5,
        kept: float = 0.1,
        epochs: int = 10,
        min_count: int = 5,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.window = window
        self.negative = negative
        self.kept = kept
        self.epochs = epochs
        self.min_count = min_count
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the vectors of words."""
        self.embedding_ = train_doc2vecc(
            self._tokenized(X),
            dim=self.n_components,
            window=self.window,
            negative=self.negative,
            kept=self.kept,
            epochs=self.epochs,
            min_count=self.min_count,
            seed=seed_from(self.random_state),
        )
        return self

    def transform(self, X: Any) -> Array:
        """The means of documents."""
        check_is_fitted(self)
        table = word_table(self._tokenized(X), self.embedding_.vocabulary.index)
        return mean_vectors(table, self.embedding_.vectors)

    @property
    def _n_features_out(self) -> int:
        return self.embedding_.dim


class Doc2Vec(DocumentTransformer):
    """Paragraph vectors, trained by gensim (extra `baselines`) [LeMikolov2014].

    `fit_transform` gives the vectors that were learned, `transform` infers those of documents as new ones, so
    that the two differ for the same documents.

    Parameters
    ----------
    n_components : int
        The number of dimensions.
    order : {"bag", "order"}
        Whether a document is a bag of words (PV-DBOW) or words in their order (PV-DM).
    window : int
        How many words on either side predict a word.
    negative : int
        How many words are drawn against each true one.
    epochs : int
        How often training goes over the documents.
    min_count : int
        Rarer words are left out.
    random_state : int, RandomState or None
        The random seed; None is 0, so that results are the same every time. Training runs in one thread: the
        same seed gives the same bytes.
    n_jobs : int, optional
        The number of threads that split text into words; None and −1 use all cores, eight at most. Results do
        not depend on it.

    Attributes
    ----------
    model_ : Doc2VecModel
        The vectors, and gensim's model.
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 100,
        *,
        order: Order = "bag",
        window: int = 5,
        negative: int = 5,
        epochs: int = 10,
        min_count: int = 5,
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.order = order
        self.window = window
        self.negative = negative
        self.epochs = epochs
        self.min_count = min_count
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the vectors of words and of these documents."""
        self.model_: Doc2VecModel = train_doc2vec(
            self._tokenized(X),
            dim=self.n_components,
            order=self.order,
            window=self.window,
            negative=self.negative,
            epochs=self.epochs,
            min_count=self.min_count,
            seed=seed_from(self.random_state),
        )
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """The vectors that were learned for these documents."""
        return self.fit(X).model_.vectors

    def transform(self, X: Any) -> Array:
        """The vectors of documents, inferred."""
        check_is_fitted(self)
        return self.model_.infer(self._tokenized(X))

    @property
    def _n_features_out(self) -> int:
        return int(self.model_.vectors.shape[1])
