"""Corpus: a text as one sequence of word numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary
from firth.runtime.other_names import AnswersOtherNames
from firth.runtime.pickling import Portable
from firth.runtime.small_table import small_table

OUT_OF_VOCABULARY = -1
"""A token that is not in the vocabulary but still counts as a position."""

DOCUMENT_END = -2
"""Stands after the last token of each document: no window crosses it."""


@dataclass(frozen=True, eq=False)
class Corpus(Portable, AnswersOtherNames):
    """The word numbers of a whole text, documents one after the other.

    Attributes
    ----------
    ids : array of int32
        Places in the vocabulary, `OUT_OF_VOCABULARY` or `DOCUMENT_END`; possibly mapped from a file.
    vocabulary : Vocabulary
    documents : int
        The number of documents.
    tokens : int
        The number of tokens that were read, known or not.
    bytes_replaced : int
        The number of bytes that were not UTF-8.
    recipe : Recipe
        How the text was read and tokenized.
    """

    ids: NDArray[np.int32]
    vocabulary: Vocabulary
    documents: int
    tokens: int
    bytes_replaced: int = 0
    recipe: Recipe = field(default_factory=Recipe)

    def __repr__(self) -> str:
        """How many tokens, documents and words."""
        documents = f"{self.documents:,} document{'' if self.documents == 1 else 's'}"
        return f"Corpus: {self.tokens:,} tokens in {documents}, {len(self.vocabulary):,} words"

    def _repr_html_(self) -> str:
        """The most frequent words, for notebooks."""
        words = self.vocabulary
        return small_table(
            repr(self), ["", "count"], zip(words.tokens[:6], words.counts[:6].tolist(), strict=True)
        )


Corpus.other_names = {
    "words": "use corpus.vocabulary.tokens",
    "vocab": "use corpus.vocabulary",
    "token2id": "use corpus.vocabulary.index",
    "texts": "texts are not kept; corpus.ids has the places of their words in corpus.vocabulary",
    "counts": "use corpus.vocabulary.counts for words; firth.count(corpus) counts what stands together",
}
"""What gensim and others call things, and what to write here."""
