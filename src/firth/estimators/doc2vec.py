"""Doc2Vec: a vector for each document by gensim, for scikit-learn."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.documents import Doc2VecModel, train_doc2vec
from firth.documents.doc2vec import Order
from firth.estimators.transformers import DocumentTransformer
from firth.estimators.validation import seed_from
from firth.runtime.arrays import Array


class Doc2Vec(DocumentTransformer):
    """Paragraph vectors, trained by gensim (extra `baselines`; Le and Mikolov 2014).

    `fit_transform` gives the vectors that were learnt, `transform` infers those of documents as new ones, so
    that the two differ for the same documents. order: bag (PV-DBOW) or order (PV-DM). gensim runs in one
    thread: same random_state, same bytes.

    Attributes: paragraphs_, the vectors and gensim's model.
    """

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
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.order = order
        self.window = window
        self.negative = negative
        self.epochs = epochs
        self.min_count = min_count
        self.random_state = random_state
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the vectors of words and of these documents."""
        self.paragraphs_: Doc2VecModel = train_doc2vec(
            self._numbered(X),
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
        """The vectors that were learnt for these documents."""
        return self.fit(X).paragraphs_.vectors

    def transform(self, X: Any) -> Array:
        """The vectors of documents, inferred."""
        check_is_fitted(self)
        return self.paragraphs_.infer(self._numbered(X))

    @property
    def _n_features_out(self) -> int:
        return int(self.paragraphs_.vectors.shape[1])
