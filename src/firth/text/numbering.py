"""Numbering: one number for each distinct word of all chunks, in the order they are met."""

from __future__ import annotations

import numpy as np

from firth.core.corpus import DOCUMENT_END, OUT_OF_VOCABULARY
from firth.runtime.arrays import Array
from firth.runtime.memory import refuse_above_budget
from firth.text.ids import Ids
from firth.text.tokenize import TokenizedChunk

_BYTES_PER_WORD = 170
"""What a distinct word costs while its number is looked up: the string, the number and their place."""


class Numbering:
    """The distinct words met so far, each with its number and its count.

    budget: bytes that they may take; more distinct words are refused.
    """

    def __init__(self, budget: int) -> None:
        """Begin with no words."""
        self.index: dict[str, int] = {}
        self._counts = np.zeros(1 << 16, np.int64)
        self._budget = budget

    @property
    def counts(self) -> Array:
        """How often each word occurred, in the order of the index."""
        return self._counts[: len(self.index)]

    def numbered(self, chunk: TokenizedChunk) -> Ids:
        """The chunk with these numbers, new ones for new words, and DOCUMENT_END for the marks."""
        index, words, counts, mark = self.index, chunk.words, chunk.counts, chunk.mark
        if mark >= 0:
            words = words[:mark] + words[mark + 1 :]
            counts = np.delete(counts, mark)
        numbers: Ids = np.array([index.setdefault(word, len(index)) for word in words], np.int32)
        self._count(numbers, counts)
        if mark >= 0:
            numbers = np.insert(numbers, mark, DOCUMENT_END)
        ids: Ids = numbers[chunk.codes]
        return ids

    def _count(self, numbers: Ids, counts: Array) -> None:
        distinct = len(self.index)
        refuse_above_budget(
            distinct * _BYTES_PER_WORD,
            self._budget,
            f"telling {distinct:,} distinct words apart",
            "raise memory or clean the text first",
        )
        if distinct > len(self._counts):
            self._counts = np.concatenate([self._counts, np.zeros(distinct, np.int64)])
        self._counts[numbers] += counts


def renumbering(places: Array, distinct: int) -> Ids:
    """Old number → new number, where the word that was number places[i] becomes i.

    A negative index counts from the end, so the table's last two entries stand for -2 and -1.
    """
    table: Ids = np.full(distinct + 2, OUT_OF_VOCABULARY, np.int32)
    table[places] = np.arange(len(places), dtype=np.int32)
    table[DOCUMENT_END] = DOCUMENT_END
    return table
