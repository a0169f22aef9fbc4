"""WordMeans, SIF and PowerMeans: documents as means of word vectors, for scikit-learn."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Self

from sklearn.utils.validation import check_is_fitted

from firth.core import Embedding
from firth.documents import (
    common_directions,
    mean_vectors,
    power_means,
    rarity_weights,
    without_directions,
    word_table,
)
from firth.errors import InputError
from firth.estimators.transformers import DocumentTransformer
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names


class WordMeans(DocumentTransformer):
    """The mean of the vectors of a document's words.

    Parameters
    ----------
    embedding : Embedding
        Vectors of words, such as `firth.embed` makes.
    n_jobs : int, optional
        The number of threads that split text into words; None and −1 use all cores, eight at most. Results do
        not depend on it.

    Attributes
    ----------
    dim_ : int
        The number of columns.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> words = Embedding(np.array([[1.0, 0.0], [0.0, 2.0]]), Vocabulary.from_counts({"tea": 3, "cup": 1}))
    >>> WordMeans(words).fit_transform(["A cup of tea", "Tea? Tea!", "unheard"]).tolist()
    [[0.5, 1.0], [1.0, 0.0], [0.0, 0.0]]
    """

    @refuse_other_names()
    def __init__(self, embedding: Embedding, *, n_jobs: int | None = None) -> None:
        """Store the choices."""
        self.embedding = embedding
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """There is nothing to find; X is not looked at."""
        self.dim_ = self._checked().dim
        return self

    def transform(self, X: Any) -> Array:
        """A mean for each document."""
        check_is_fitted(self)
        return mean_vectors(self._table(X), self.embedding.vectors)

    def __sklearn_clone__(self) -> Self:
        """The same choices; word vectors never change and need no copy."""
        return type(self)(**self.get_params(deep=False))

    def _checked(self) -> Embedding:
        if not isinstance(self.embedding, Embedding):
            raise InputError(
                f"embedding is a {type(self.embedding).__name__}; give word vectors, which "
                "firth.load_embedding opens."
            )
        return self.embedding

    @property
    def _n_features_out(self) -> int:
        return self.dim_

    def _table(self, X: Any) -> Sparse:
        return word_table(self._tokenized(X, self.embedding.recipe), self.embedding.vocabulary.index)


class SIF(WordMeans):
    """Means weighted by smooth inverse frequency, less what all documents share.

    Parameters
    ----------
    embedding : Embedding
        Vectors of words, such as `firth.embed` makes.
    a : float
        A smaller one makes frequent words count less.
    n_removed : int
        How many common directions are subtracted; they are those of the documents in `fit`.
    n_jobs : int, optional
        The number of threads that split text into words; None and −1 use all cores, eight at most. Results do
        not depend on it.

    Attributes
    ----------
    weights_ : array of shape (words,)
        The weights of the words.
    common_ : array of shape (n_removed, dim)
        The common directions, as rows.
    dim_ : int
        The number of columns.

    Notes
    -----
    v_d = Σ_w (n_dw / n_d·) · a/(a + p(w)) · v_w − its part along the common directions, where p(w) is the
    share of w in the text that the word vectors are from [Arora2017].

    Examples
    --------
    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> words = Embedding(np.array([[1.0, 0.0], [0.0, 2.0]]), Vocabulary.from_counts({"the": 3, "cup": 1}))
    >>> SIF(words, a=0.25, n_removed=0).fit_transform(["the cup"]).tolist()
    [[0.125, 0.5]]
    """

    @refuse_other_names()
    def __init__(
        self, embedding: Embedding, *, a: float = 1e-3, n_removed: int = 1, n_jobs: int | None = None
    ) -> None:
        """Store the choices."""
        super().__init__(embedding, n_jobs=n_jobs)
        self.a = a
        self.n_removed = n_removed

    def fit(self, X: Any, y: Any = None) -> Self:
        """Find the common directions of documents."""
        self._fit(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """`fit`, then the vectors of the same documents."""
        return without_directions(self._fit(X), self.common_)

    def transform(self, X: Any) -> Array:
        """A vector for each document."""
        check_is_fitted(self)
        means = mean_vectors(self._table(X), self.embedding.vectors, self.weights_)
        return without_directions(means, self.common_)

    def _fit(self, X: Any) -> Array:
        super().fit(X)
        self.weights_ = rarity_weights(self.embedding.vocabulary.counts, self.a)
        means = mean_vectors(self._table(X), self.embedding.vectors, self.weights_)
        self.common_ = common_directions(means, self.n_removed)
        return means


class PowerMeans(WordMeans):
    """Several power means of the vectors of a document's words, side by side [Rueckle2018].

    Parameters
    ----------
    embedding : Embedding
        Vectors of words, such as `firth.embed` makes.
    powers : sequence of float
        1 is the mean, −∞ and ∞ the least and the largest of each coordinate; others are odd.
    n_jobs : int, optional
        The number of threads that split text into words; None and −1 use all cores, eight at most. Results do
        not depend on it.

    Attributes
    ----------
    dim_ : int
        The number of columns.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> words = Embedding(np.array([[1.0, 0.0], [0.0, 2.0]]), Vocabulary.from_counts({"tea": 3, "cup": 1}))
    >>> PowerMeans(words).fit_transform(["tea cup"]).tolist()
    [[0.5, 1.0, 0.0, 0.0, 1.0, 2.0]]
    """

    @refuse_other_names()
    def __init__(
        self, embedding: Embedding, *, powers: Sequence[float] = (1, -inf, inf), n_jobs: int | None = None
    ) -> None:
        """Store the choices."""
        super().__init__(embedding, n_jobs=n_jobs)
        self.powers = powers

    def fit(self, X: Any, y: Any = None) -> Self:
        """There is nothing to find; X is not looked at."""
        super().fit(X)
        self.dim_ = self.embedding.dim * len(self.powers)
        return self

    def transform(self, X: Any) -> Array:
        """The means of each document."""
        check_is_fitted(self)
        return power_means(self._table(X), self.embedding.vectors, self.powers)
