"""WordVectors: word vectors that are learned from the documents themselves, for scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from firth.documents.tokens import documents_in
from firth.errors import InputError
from firth.estimators.transformers import DocumentTransformer, seed_from, threads_from
from firth.estimators.word_means import SIF, PowerMeans, WordMeans
from firth.recipes import DEFAULT_RECIPE
from firth.recipes.embed import embed
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.text import encode_texts
from firth.text.tokenize import Tokenizer

Pooling = Literal["mean", "sif", "power-means"]

POOLINGS: Mapping[str, Callable[..., WordMeans]] = MappingProxyType(
    {"mean": WordMeans, "sif": SIF, "power-means": PowerMeans}
)
"""Name → what makes vectors of documents from those of words."""


class WordVectors(DocumentTransformer):
    """Word vectors of the documents in `fit`, as `firth.embed` makes them, and means of them for documents.

    Parameters
    ----------
    n_components : int
        The number of dimensions of the word vectors.
    recipe : str
        The name of a recipe; `firth.RECIPES` has them all.
    window : int, optional
        How many words on either side are counted; by default what the recipe asks for.
    min_count : int
        Rarer words are left out.
    pooling : {"mean", "sif", "power-means"}
        How a document's words become its vector, as by `WordMeans`, `SIF` or `PowerMeans`, whose defaults are
        taken. Power means have three times as many columns.
    post : sequence of str
        Steps of `postprocess` that follow, such as ``("remove-top=2", "unit")``.
    options : mapping, optional
        Other options of `firth.embed` by their names: of the recipe, such as ``{"shift": 5}``, of counting,
        such as ``{"weights": "flat"}``, or ``{"exponent": 0.5}``.
    tokenizer : {"words", "whitespace", "icu", "characters", "bigrams", "trigrams"} or callable
        What tokens are; see `firth.encode`. Lists of tokens are taken as they are.
    random_state : int, RandomState or None
        The random seed; None is 0, so that results are the same every time.
    n_jobs : int, optional
        The number of threads; None and −1 use all cores, eight at most. Results do not depend on it.

    Attributes
    ----------
    embedding_ : Embedding
        The vectors of the words.
    means_ : WordMeans, SIF or PowerMeans
        What makes vectors of documents from them.

    Examples
    --------
    >>> texts = ["tea with milk", "milk in the tea", "goal by the team", "the team in goal"] * 5
    >>> words = WordVectors(n_components=3, min_count=1).fit(texts)
    >>> words.transform(texts).shape
    (20, 3)
    >>> words.embedding_
    Embedding: 8 words × 3, eigenword
    """

    @refuse_other_names()
    def __init__(
        self,
        n_components: int = 100,
        *,
        recipe: str = DEFAULT_RECIPE,
        window: int | None = None,
        min_count: int = 5,
        pooling: Pooling = "sif",
        post: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        tokenizer: Tokenizer = "words",
        random_state: int | np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> None:
        """Store the choices."""
        self.n_components = n_components
        self.recipe = recipe
        self.window = window
        self.min_count = min_count
        self.pooling = pooling
        self.post = post
        self.options = options
        self.tokenizer = tokenizer
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the vectors of words, and what the documents have in common where pooling takes it off."""
        documents = self._learned_from(X)
        self.means_.fit(documents)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Array:
        """`fit`, then the vectors of the same documents."""
        documents = self._learned_from(X)
        return np.asarray(self.means_.fit_transform(documents))

    def transform(self, X: Any) -> Array:
        """A vector for each document."""
        check_is_fitted(self)
        return self.means_.transform(X)

    def _learned_from(self, X: Any) -> Any:
        """Set the word vectors; the documents, which are gone through a second time."""
        if self.pooling not in POOLINGS:
            raise InputError(f"pooling is {self.pooling!r}; choose among {', '.join(POOLINGS)}.")
        documents = list(documents_in(X).each)
        given: dict[str, Any] = {} if self.window is None else {"window": self.window}
        threads = threads_from(self.n_jobs)
        self.embedding_ = embed(
            encode_texts(documents, tokenizer=self.tokenizer, min_count=self.min_count, threads=threads),
            recipe=self.recipe,
            dim=self.n_components,
            post=self.post,
            seed=seed_from(self.random_state),
            threads=threads,
            **given,
            **(self.options or {}),
        )
        self.means_ = POOLINGS[self.pooling](self.embedding_, n_jobs=self.n_jobs)
        return documents

    @property
    def _n_features_out(self) -> int:
        return self.means_._n_features_out
