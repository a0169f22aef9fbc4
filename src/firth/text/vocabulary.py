"""Tokens → ids: which words are kept, how they are numbered, and arrays of ids that may exceed memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from firth.core.corpus import DOCUMENT_END, OUT_OF_VOCABULARY
from firth.core.vocabulary import Vocabulary
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.arrays import Array
from firth.runtime.memory import refuse_above_budget
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.storage import ScratchFile, release_pages
from firth.text.read import read_chunks
from firth.text.sources import find_sources
from firth.text.tokenize import Tokenization, TokenizedChunk, shaped_words

Ids = NDArray[np.int32]

_BLOCK = 1 << 21
"""Ids renumbered at once in a file."""


class GrowingIds:
    """Chunks of ids one after the other, renumbered at the end.

    limit: bytes kept in memory; what exceeds it goes to a temporary file that vanishes with its last user.
    """

    def __init__(self, limit: int) -> None:
        """Begin with no ids."""
        self._limit = limit
        self._chunks: list[Ids] = []
        self._file: ScratchFile | None = None
        self.length = 0

    def append(self, ids: Ids) -> None:
        """Add a chunk at the end."""
        self._chunks.append(ids)
        self.length += len(ids)
        if self._file is not None or self.length * 4 > self._limit:
            self._spill()

    def renumbered(self, table: Ids, threads: int = 1) -> Ids:
        """table[ids], read-only; the chunks are freed on the way."""
        return self._in_memory(table, threads) if self._file is None else self._in_file(table)

    def _in_memory(self, table: Ids, threads: int) -> Ids:
        result = np.empty(self.length, np.int32)

        def fill(part: tuple[int, Ids]) -> None:
            start, chunk = part
            result[start : start + len(chunk)] = table[chunk]

        for _ in in_order(fill, self._given_up(), threads):
            pass
        result.flags.writeable = False
        return result

    def _given_up(self) -> Iterator[tuple[int, Ids]]:
        """Where each chunk begins and the chunk, freed once used: there are never two whole copies."""
        start = 0
        self._chunks.reverse()
        while self._chunks:
            chunk = self._chunks.pop()
            yield start, chunk
            start += len(chunk)

    def _in_file(self, table: Ids) -> Ids:
        assert self._file is not None
        ids = self._file.mapped(np.int32, self.length)
        for start, stop in even_blocks(self.length, _BLOCK):
            ids[start:stop] = table[ids[start:stop]]
            release_pages(ids[start:stop])
        ids.flags.writeable = False
        return ids

    def _spill(self) -> None:
        self._file = self._file or ScratchFile()
        for chunk in self._chunks:
            self._file.append(chunk)
        self._chunks.clear()


_BYTES_PER_WORD = 170
"""Memory for each distinct word: the string, its id and their entry in the index."""


class Numbering:
    """The distinct words found so far, each with its id and its count.

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
        """The ids of a chunk, new ones for new words, and DOCUMENT_END for the ends of documents."""
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

    def known(self, words: Sequence[str], ids: Ids) -> None:
        """Take up a part that was numbered after what was numbered so far: its new words, and all its ids."""
        for word in words:
            self.index.setdefault(word, len(self.index))
        counts = np.bincount(ids[ids >= 0], minlength=len(self.index))
        self._count(np.arange(len(self.index), dtype=np.int32), counts)

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
    """A table of old id → new id, in which the word with old id places[i] gets i.

    A negative index counts from the end, so the table's last two entries stand for -2 and -1.
    """
    table: Ids = np.full(distinct + 2, OUT_OF_VOCABULARY, np.int32)
    table[places] = np.arange(len(places), dtype=np.int32)
    table[DOCUMENT_END] = DOCUMENT_END
    return table


@dataclass(frozen=True)
class Selection:
    """Which words are kept: at least min_count times, at most max_vocabulary, and only those allowed."""

    min_count: int = 5
    max_vocabulary: int | None = None
    allow: frozenset[str] | None = None

    def __post_init__(self) -> None:
        """Refuse limits below one."""
        if self.min_count < 1:
            raise InputError(f"min_count is {self.min_count}; it must be at least 1, which keeps every word.")
        if self.max_vocabulary is not None and self.max_vocabulary < 1:
            raise InputError(
                f"max_vocabulary is {self.max_vocabulary}; it must be at least 1, or None for all."
            )

    @property
    def allow_digest(self) -> dict[str, int | str] | None:
        """How many words are allowed and a digest of them, for recipes."""
        if self.allow is None:
            return None
        joined = "\n".join(sorted(self.allow)).encode()
        return {"words": len(self.allow), "digest": hashlib.blake2b(joined, digest_size=8).hexdigest()}


def allowed_words(allow: str | Path | Iterable[str] | None, how: Tokenization) -> frozenset[str] | None:
    """The words of a file (one a line) or of an iterable, normalized and cased as the text is."""
    if allow is None:
        return None
    if isinstance(allow, str | Path):
        lines = b"".join(read_chunks(find_sources(allow))).decode(errors="replace").split("\n")
    else:
        lines = list(allow)
    words = frozenset(shaped_words(lines, how)) - {""}
    if not words:
        raise InputError("the list of allowed words is empty; give one word a line, or None to allow all.")
    return words


def select(words: list[str], counts: Array, selection: Selection, documents: int) -> tuple[Vocabulary, Array]:
    """The vocabulary, by descending count and then by word, and the place in `words` of each of its words.

    documents: how many there are, for what is said of a text that is too short.
    """
    table = pl.DataFrame({"word": words, "count": counts, "place": np.arange(len(words))})
    if selection.allow is not None:
        table = table.filter(pl.col("word").is_in(list(selection.allow)))
        if table.is_empty():
            raise EmptyCorpusError(
                f"none of the {len(selection.allow):,} allowed words occurs in the text "
                f"(one of them is {min(selection.allow)!r}); check their case and spelling."
            )
    frequent = table.filter(pl.col("count") >= selection.min_count)
    if frequent.is_empty():
        most = table.sort("count", "word", descending=[True, False]).row(0, named=True)
        raise EmptyCorpusError(
            f"{_number(documents, 'document')}, {_number(int(counts.sum()), 'word')}, none "
            f"{selection.min_count} times (the most frequent, {most['word']!r}, "
            f"{_number(most['count'], 'time')}): lower min_count, or give more text."
        )
    # Strings are compared byte by byte, which for UTF-8 is the order of Python's own.
    kept = frequent.sort("count", "word", descending=[True, False]).head(
        selection.max_vocabulary or len(frequent)
    )
    vocabulary = Vocabulary(tuple(kept["word"].to_list()), kept["count"].to_numpy().astype(np.int64))
    return vocabulary, kept["place"].to_numpy()


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
