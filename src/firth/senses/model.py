"""SenseModel: words, their contexts, and how much of each context belongs to which sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.core import Recipe, Vocabulary
from firth.errors import InputError, UnknownWordsError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.pickling import Portable
from firth.runtime.small_table import small_table
from firth.senses.split import parts_of

if TYPE_CHECKING:
    from firth.core import Embedding
    from firth.senses.tagging import Tagging

_WORDS_SHOWN = 6
"""Of the table that a notebook shows."""


@dataclass(frozen=True, eq=False)
class WordSenses:
    """The senses of one word, the largest first.

    Attributes
    ----------
    word : str
        The word.
    contexts : array of int, length m
        Its contexts, as ascending places in the vocabulary.
    weights : array of float, length m
        The word's row p of P on these contexts.
    memberships : array of int, shape (m, k)
        How much of each context belongs to each sense, in whole numbers that sum to 32768 in each row.
    """

    word: str
    contexts: Array
    weights: Array
    memberships: Array

    @property
    def number(self) -> int:
        """How many senses there are, k."""
        return int(self.memberships.shape[1])

    @property
    def parts(self) -> Array:
        """The sparse sense vectors s_j = h_j ∘ p on the word's contexts, as columns (m×k, float64).

        Rows sum to `weights` exactly.
        """
        return parts_of(self.weights, self.memberships)

    @property
    def shares(self) -> Array:
        """How much of the word's weight each sense has; they sum to 1 and fall."""
        sums = self.parts.sum(axis=0)
        return np.asarray(sums / sums.sum())


@dataclass(frozen=True, eq=False)
class SenseModel(Portable):
    """Words split into senses: the positive PMI of all words, and how some of its rows are split.

    Made by `firth.induce`. ``model[word]`` gives the senses of a word, ``word in model`` tells whether it was
    split, and ``len(model)`` is the number of words that were split.

    Attributes
    ----------
    association : sparse array of shape (n, n), float32
        P, the positive PMI of words and contexts, symmetric.
    vocabulary : Vocabulary
        All n words.
    masses : array of float, length n
        The share of each word in the counts.
    words : array of int
        The words that were split, as ascending places in the vocabulary.
    numbers : array of int
        How many senses each of them has.
    memberships : array of int
        For each of them a block of contexts × senses, one after the other, in whole numbers of 1/32768.
    recipe : Recipe
        How the model was made.
    """

    association: Sparse
    vocabulary: Vocabulary
    masses: Array
    words: Array
    numbers: Array
    memberships: Array
    recipe: Recipe = field(default_factory=Recipe)

    def __post_init__(self) -> None:
        """Refuse parts that do not fit each other."""
        n = len(self.vocabulary)
        fits = self.association.shape == (n, n) and len(self.masses) == n
        if not (fits and len(self.words) == len(self.numbers) and self.starts[-1] == len(self.memberships)):
            raise InputError("the parts of this sense model do not fit each other.")

    def __repr__(self) -> str:
        """How many words were split into how many senses."""
        words, senses = len(self.words), int(self.numbers.sum())
        return f"SenseModel: {words:,} of {len(self.vocabulary):,} words in {senses:,} senses"

    def _repr_html_(self) -> str:
        """The first words that were split, for notebooks."""
        numbers = zip(self.places, self.numbers.tolist(), strict=False)
        return small_table(repr(self), ["", "senses"], list(islice(numbers, _WORDS_SHOWN)))

    @cached_property
    def starts(self) -> Array:
        """Where the block of each split word begins among the memberships."""
        lengths = np.diff(self.association.indptr)[self.words].astype(np.int64)
        return np.concatenate([[0], np.cumsum(lengths * self.numbers)])

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each split word among the split words."""
        return {self.vocabulary.tokens[word]: place for place, word in enumerate(self.words.tolist())}

    def __len__(self) -> int:
        """How many words were split."""
        return len(self.words)

    def __contains__(self, word: object) -> bool:
        """Whether the word was split."""
        return word in self.places

    def __getitem__(self, word: str) -> WordSenses:
        """The senses of a word; a word that was not split is refused."""
        place = self.place_of(word)
        row = int(self.words[place])
        cells = slice(self.association.indptr[row], self.association.indptr[row + 1])
        block = self.memberships[self.starts[place] : self.starts[place + 1]]
        return WordSenses(
            word,
            self.association.indices[cells],
            self.association.data[cells],
            block.reshape(-1, int(self.numbers[place])),
        )

    def place_of(self, word: str) -> int:
        """The place of a word among the split ones."""
        if word in self.places:
            return self.places[word]
        from firth.query.lookup import places_of

        places_of(self.vocabulary, [word])  # raises where the word is not known at all
        raise UnknownWordsError(
            f"{word!r} was not split into senses, as {len(self):,} other words were; train with it."
        )

    @property
    def ambiguous(self) -> list[str]:
        """The words with more than one sense, the most frequent first."""
        return [self.vocabulary.tokens[i] for i in self.words[self.numbers > 1].tolist()]

    def tag(self, tokens: Sequence[str], position: int, *, word: str | None = None) -> Tagging:
        """The sense of the token at a position; see `firth.tag`."""
        from firth.senses.tagging import tag

        return tag(self, tokens, position, word=word)

    def tag_many(self, sentences: Sequence[str], word: str) -> list[Tagging]:
        """The sense that a word has in each of many sentences; see `firth.senses.tag_many`."""
        from firth.senses.tagging import tag_many

        return tag_many(self, sentences, word)

    def embedding(self, **options: Any) -> Embedding:
        """Vectors for words and senses in one space; see `firth.sense_embedding`."""
        from firth.senses.vectors import sense_embedding

        return sense_embedding(self, **options)
