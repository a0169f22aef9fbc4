"""Embedding: names with vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary
from firth.errors import InputError, UnknownArgumentError
from firth.runtime.arrays import Array
from firth.runtime.other_names import AnswersOtherNames
from firth.runtime.pickling import Portable
from firth.runtime.small_table import small_table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from firth.query import Neighbor
    from firth.query.word_sums import Asked

Measure = Literal["cosine", "dot"]


@dataclass(frozen=True, eq=False)
class Embedding(Portable, AnswersOtherNames):
    """Vectors with names.

    ``e["tea"]`` is the vector of a word, ``e[["tea", "cup"]]`` has those of several as rows, and ``e[:1000]``
    is the embedding of the first thousand words. ``"tea" in e``, ``len(e)`` and iteration are about words;
    ``numpy.asarray(e)`` gives all vectors.

    Attributes
    ----------
    vectors : array
        A row for each name. Cannot be written to; copy them with `numpy.array` to change them.
    vocabulary : Vocabulary
        The names, with their counts.
    spectrum : array
        The singular values or eigenvalues of the axes; empty if they are not known.
    recipe : Recipe
        How the vectors were made.
    measure : {"cosine", "dot"}
        How two vectors are meant to be compared.

    Examples
    --------
    >>> import numpy as np
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> e["queen"], len(e), e.dim
    (array([0., 1.], dtype=float32), 2, 2)
    """

    vectors: Array
    vocabulary: Vocabulary
    spectrum: Array = field(default_factory=lambda: np.zeros(0))
    recipe: Recipe = field(default_factory=Recipe)
    measure: Measure = "cosine"

    def __post_init__(self) -> None:
        """Refuse vectors that do not fit the vocabulary, and freeze them."""
        if self.vectors.ndim != 2 or len(self.vectors) != len(self.vocabulary):
            raise InputError(
                f"vectors of shape {self.vectors.shape} do not fit {len(self.vocabulary)} tokens."
            )
        vectors = self.vectors.view()
        vectors.flags.writeable = False  # what is kept of them, such as their lengths, stays true
        object.__setattr__(self, "vectors", vectors)

    @overload
    def __getitem__(self, asked: str | Sequence[str]) -> Array: ...
    @overload
    def __getitem__(self, asked: slice) -> Embedding: ...
    def __getitem__(self, asked: str | Sequence[str] | slice) -> Array | Embedding:
        """The vector of a word, those of several as rows, or an embedding of the words in a slice.

        An unknown word raises with near spellings.
        """
        from firth.query import vector_of, vectors_of

        if isinstance(asked, slice):
            places = np.arange(len(self))[asked]
            return replace(self, vectors=self.vectors[asked], vocabulary=self.vocabulary.part(places))
        if isinstance(asked, str):
            return vector_of(self, asked)
        if isinstance(asked, int | np.integer):
            raise UnknownArgumentError(
                f"vectors are asked for by word; the one at place {asked} is embedding.vectors[{asked}]."
            )
        words = list(asked)
        if any(isinstance(word, int | np.integer) for word in words):
            listed = ", ".join(map(str, words)).join("[]")
            raise UnknownArgumentError(
                f"vectors are asked for by word; those at places {listed} are embedding.vectors[{listed}]."
            )
        return vectors_of(self, words)

    def __iter__(self) -> Iterator[str]:
        """The words, in the order of the vectors."""
        return iter(self.vocabulary)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """The vectors, for numpy."""
        return np.array(self.vectors, dtype) if copy else np.asarray(self.vectors, dtype)

    def __repr__(self) -> str:
        """How many words, of how many dimensions, by which recipe."""
        made = self.recipe["association"].get("recipe") or self.recipe["imported"].get("format")
        return f"Embedding: {len(self):,} words × {self.dim}{f', {made}' if made else ''}"

    def _repr_html_(self) -> str:
        """The first words with the beginnings of their vectors, for notebooks."""
        first = self[:6]
        shown = min(5, self.dim)
        header = ["", "count", *range(1, shown + 1), *(["…"] if shown < self.dim else [])]
        counts = first.vocabulary.counts.tolist()
        rows = [
            (word, count, *map(float, vector[:shown]))
            for word, count, vector in zip(first, counts, first.vectors, strict=True)
        ]
        return small_table(repr(self), header, rows)

    def __len__(self) -> int:
        """How many vectors there are."""
        return len(self.vocabulary)

    def __contains__(self, word: object) -> bool:
        """Whether the word has a vector."""
        return word in self.vocabulary

    @cached_property
    def lengths(self) -> Array:
        """The Euclidean length of each vector, in float64; computed once."""
        from firth.query import lengths

        return lengths(self.vectors)

    @cached_property
    def inverse_lengths(self) -> Array:
        """1 / length of each vector, and 0 for 0, in the precision of the vectors; computed once."""
        inverse = np.divide(1.0, self.lengths, out=np.zeros(len(self)), where=self.lengths > 0)
        return inverse.astype(self.vectors.dtype)

    @property
    def dim(self) -> int:
        """The length of a vector."""
        return int(self.vectors.shape[1])

    @property
    def index_to_key(self) -> Sequence[str]:
        """The words in the order of the vectors, by gensim's name; the same as ``vocabulary.tokens``."""
        return self.vocabulary.tokens

    @property
    def key_to_index(self) -> dict[str, int]:
        """The place of each word, by gensim's name; the same as ``vocabulary.index``."""
        return self.vocabulary.index

    def neighbors(self, query: str | Array, top: int = 10, **options: Any) -> list[Neighbor]:
        """The names nearest to a word or a vector; see `firth.neighbors`."""
        from firth.query import neighbors

        return neighbors(self, query, top, **options)

    def similarity(self, a: str | Array, b: str | Array) -> float:
        """How alike two words or vectors are, by this embedding's measure; see `firth.similarity`."""
        from firth.query import similarity

        return similarity(self, a, b)

    def analogy(
        self, a: str | Array, b: str | Array, c: str | Array, top: int = 10, **options: Any
    ) -> list[Neighbor]:
        """What is to c as b is to a; see `firth.analogy`."""
        from firth.query import analogy

        return analogy(self, a, b, c, top, **options)

    def most_similar(self, positive: Asked = (), negative: Asked = (), topn: int = 10) -> list[Neighbor]:
        """The words nearest to a sum of words less others; see `firth.query.most_similar`."""
        from firth.query import most_similar

        return most_similar(self, positive, negative, topn)

    def doesnt_match(self, words: Sequence[str]) -> str:
        """The word that is least like the others; see `firth.query.doesnt_match`."""
        from firth.query import doesnt_match

        return doesnt_match(self, words)

    def to_pandas(self) -> pd.DataFrame:
        """A pandas frame: a row for each word, which is its index, and a column for each dimension."""
        try:
            import pandas as pd
        except ImportError as error:
            raise InputError(
                "pandas is not installed; get it with pip install pandas, or use to_polars."
            ) from error
        return pd.DataFrame(self.vectors, index=pd.Index(list(self), name="word"))

    def to_polars(self) -> pl.DataFrame:
        """A polars frame: the words, and a column "1", "2", … for each dimension."""
        import polars as pl

        columns = {str(i + 1): np.ascontiguousarray(self.vectors[:, i]) for i in range(self.dim)}
        return pl.DataFrame({"word": list(self), **columns})

    def save(self, path: str | Path) -> None:
        """Write to a file; the suffix chooses the format."""
        from firth.store import save

        save(self, path)

    def vectors_of(self, words: Sequence[str]) -> Array:
        """The vectors of several known words, as rows."""
        from firth.query import vectors_of

        return vectors_of(self, words)

    def to_gensim(self) -> Any:
        """The same vectors as gensim's KeyedVectors (extra `baselines`)."""
        from firth.store import to_gensim

        return to_gensim(self)


Embedding.other_names = {
    "plot": "pictures are drawn by firth.plots, such as firth.plots.word_scatter(embedding, groups)",
    "wv": "an Embedding is what gensim calls wv: leave .wv out",
    "neighbours": "here it is spelled neighbors: e.neighbors('tea')",
    "nearest": "use e.neighbors('tea')",
    "similar_by_word": "use e.neighbors('tea')",
    "similar_by_key": "use e.neighbors('tea')",
    "similar_by_vector": "use e.neighbors(vector)",
    "most_similar_cosmul": "use e.analogy('man', 'king', 'woman'), which multiplies unless told otherwise",
    "similarities": "use firth.query.similarity_many(e, words, others)",
    "n_similarity": "use firth.similarity(e, e[words].mean(axis=0), e[others].mean(axis=0))",
    "distance": "use 1 - e.similarity('tea', 'cup')",
    "distances": "use 1 - firth.query.similarity_many(e, words, others)",
    "closer_than": "use e.neighbors('tea', top=…) and look where a word stands",
    "rank": "use e.neighbors('tea', top=…) and look where a word stands",
    "get_mean_vector": "use e[words].mean(axis=0)",
    "get_normed_vectors": "use e.vectors / e.lengths[:, None]",
    "add_vector": "an embedding does not change; make another with firth.Embedding(vectors, vocabulary)",
    "T": "use e.vectors.T",
    "mean": "use e.vectors.mean(axis=0)",
    "keys": "use list(e), or e.vocabulary.tokens",
    "items": "use zip(e, e.vectors)",
    "values": "use e.vectors",
    "tolist": "use e.vectors.tolist()",
    "transform": "use firth.SIF(e) or firth.WordMeans(e), which transform documents",
    "wmdistance": "use firth.SIF(e), which gives vectors of documents that can be compared",
    "vector_size": "here it is called dim",
    "n_components": "here it is called dim",
    "shape": "use e.vectors.shape",
    "get_vector": "use e['tea']",
    "word_vec": "use e['tea']",
    "get_vecattr": "counts are e.vocabulary.counts, in the order of the words",
    "has_index_for": "use 'tea' in e",
    "vocab": "use e.vocabulary, or e.key_to_index for the place of each word",
    "words": "use e.vocabulary.tokens, or list(e)",
    "tokens": "use e.vocabulary.tokens, or list(e)",
    "index2word": "use e.index_to_key",
    "index2entity": "use e.index_to_key",
    "syn0": "use e.vectors",
    "vectors_norm": "use e.vectors / e.lengths[:, None]",
    "norms": "use e.lengths",
    "init_sims": "nothing has to be prepared; leave it out",
    "fill_norms": "nothing has to be prepared; leave it out",
    "save_word2vec_format": "use e.save('words.vec'), or .bin for the binary format",
    "evaluate_word_pairs": "use firth.evaluate_similarity(e, pairs)",
    "evaluate_word_analogies": "use firth.evaluate_analogies(e, analogies)",
    "train": "vectors do not go on learning; firth.embed makes new ones",
}
"""What gensim and others call things, and what to write here."""
