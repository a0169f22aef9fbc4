"""Doc2VecC: documents as means of word vectors that were learnt for it, for scikit-learn."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.documents import mean_vectors, train_doc2vecc, word_table
from firth.estimators.transformers import DocumentTransformer
from firth.estimators.validation import seed_from
from firth.runtime.arrays import Array


class Doc2VecC(DocumentTransformer):
    """Documents as means of word vectors, which learnt to predict words from such means (Chen 2017).

    kept: the share of a document's words, drawn anew for each word, that predicts it beside its neighbours.
    negative: words drawn against each true one. It runs in one thread: same random_state, same bytes.

    Attributes: embedding_, the vectors of the words.

    >>> texts = ["tea with milk", "milk in the tea", "goal by the team", "the team in goal"] * 5
    >>> Doc2VecC(n_components=8, epochs=2).fit_transform(texts).shape
    (20, 8)
    """

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
        threads: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.window = window
        self.negative = negative
        self.kept = kept
        self.epochs = epochs
        self.min_count = min_count
        self.random_state = random_state
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the vectors of words."""
        self.embedding_ = train_doc2vecc(
            self._numbered(X),
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
        table = word_table(self._numbered(X), self.embedding_.vocabulary.index)
        return mean_vectors(table, self.embedding_.vectors)

    @property
    def _n_features_out(self) -> int:
        return self.embedding_.dim
