"""Words in groups, and how alike they are within the groups and between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.query import vectors_of
from firth.query.nearest import inverse_or_zero, lengths
from firth.runtime.arrays import Array

MOST_WORDS = 2_000

Groups = Mapping[str, Sequence[str]]
"""Name of a group → its words; a word stands in one group."""

ANIMALS_AND_FOODS: Groups = {
    "animals": ("bear", "cat", "cow", "dog", "horse", "lion", "pig", "rabbit", "sheep", "tiger", "wolf"),
    "foods": (
        "bread", "butter", "cake", "cheese", "potato", "rice", "salad", "sauce", "soup", "sugar", "tomato",
    ),
}  # fmt: skip
"""Eleven words of each kind, as many as in the figures of paper 004 §4.4.5, which does not print them."""


@dataclass(frozen=True, eq=False)
class WordGroups:
    """The known words of groups, group by group.

    groups: the names of those with a known word. membership: the place of each word's group among them.
    unknown: the words that were left out.
    """

    words: tuple[str, ...]
    groups: tuple[str, ...]
    membership: Array
    unknown: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class WordCosines:
    """The cosine of every word with every other, and the means over pairs of different words.

    within: of pairs in one group, whichever it is; between: of pairs from two groups. None where there is no
    such pair.
    """

    chosen: WordGroups
    matrix: Array

    @cached_property
    def within(self) -> float | None:
        """The mean over pairs from the same group."""
        return self._mean(self._same)

    @cached_property
    def between(self) -> float | None:
        """The mean over pairs from different groups."""
        return self._mean(~self._same)

    @property
    def difference(self) -> float | None:
        """How much more alike words of one group are than words of two."""
        if self.within is None or self.between is None:
            return None
        return self.within - self.between

    @property
    def sentence(self) -> str:
        """The means in words, or nothing for a word alone."""
        means = {"within groups": self.within, "between groups": self.between, "difference": self.difference}
        known = [f"{name} {mean:z.3f}" for name, mean in means.items() if mean is not None]
        return f"mean cosine {', '.join(known)}" if known else ""

    @property
    def _same(self) -> Array:
        return np.asarray(np.equal.outer(self.chosen.membership, self.chosen.membership))

    def _mean(self, wanted: Array) -> float | None:
        pairs = self.matrix[np.triu(wanted, k=1)]
        return float(pairs.mean()) if pairs.size else None


def word_cosines(embedding: Embedding, groups: Groups = ANIMALS_AND_FOODS) -> WordCosines:
    """The numbers behind `cosine_matrix`; zero vectors have a cosine of 0 with all, themselves included.

    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 2.0]])
    >>> e = Embedding(vectors, Vocabulary(("cat", "dog", "bread"), np.array([3, 2, 1])))
    >>> cosines = word_cosines(e, {"animals": ["cat", "dog"], "foods": ["bread", "plov"]})
    >>> cosines.matrix.round(2).tolist()
    [[1.0, 0.6, 0.0], [0.6, 1.0, 0.8], [0.0, 0.8, 1.0]]
    >>> cosines.sentence, cosines.chosen.unknown
    ('mean cosine within groups 0.600, between groups 0.400, difference 0.200', ('plov',))
    """
    chosen = known_words(groups, [embedding.vocabulary])
    return cosines_of(embedding, chosen)


def known_words(groups: Groups, vocabularies: Sequence[Vocabulary]) -> WordGroups:
    """The words that all vocabularies have, each once."""
    membership = _membership(groups)
    known = {word: group for word, group in membership.items() if all(word in v for v in vocabularies)}
    if not known:
        first = f" (the first is {next(iter(membership))!r})" if membership else ""
        raise InputError(
            f"none of the {len(membership)} words to be drawn{first} has a vector; check their spelling and "
            "capitals, or name others."
        )
    if len(known) > MOST_WORDS:
        raise InputError(f"{len(known):,} words do not fit into a picture; name at most {MOST_WORDS:,}.")
    names = tuple(dict.fromkeys(known.values()))
    unknown = tuple(word for word in membership if word not in known)
    return WordGroups(
        tuple(known), names, np.array([names.index(group) for group in known.values()]), unknown
    )


def cosines_of(embedding: Embedding, chosen: WordGroups) -> WordCosines:
    """The cosines of words that are known."""
    unit = unit_vectors(embedding, chosen.words)
    return WordCosines(chosen, np.clip(np.einsum("ik,jk->ij", unit, unit), -1.0, 1.0))


def unit_vectors(embedding: Embedding, words: Sequence[str]) -> Array:
    """Vectors of length 1 in float64; zero vectors stay zero."""
    vectors = vectors_of(embedding, words).astype(np.float64)
    return np.asarray(vectors * inverse_or_zero(lengths(vectors))[:, None])


def _membership(groups: Groups) -> dict[str, str]:
    """The group of each word."""
    found: dict[str, str] = {}
    for name, words in groups.items():
        if isinstance(words, str):
            raise InputError(f"group {name!r} is {words!r}; give a list of words, such as [{words!r}].")
        for word in words:
            if found.setdefault(word, name) != name:
                raise InputError(
                    f"{word!r} is in both {found[word]!r} and {name!r}; a word stands in one group."
                )
    return found
