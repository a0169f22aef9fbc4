"""Selection: which of the words that were read make up the vocabulary."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from firth.core.vocabulary import Vocabulary
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.arrays import Array
from firth.text.pieces import shaped_words
from firth.text.read import read_chunks
from firth.text.sources import find_sources
from firth.text.tokenization import Tokenization


@dataclass(frozen=True)
class Selection:
    """Words that occur at least min_count times, the max_vocabulary most frequent, only those allowed."""

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


def select(words: list[str], counts: Array, selection: Selection) -> tuple[Vocabulary, Array]:
    """The vocabulary, by falling count and then by word, and the place in `words` of each of its words."""
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
            f"no word occurs {selection.min_count} times: the most frequent, {most['word']!r}, occurs "
            f"{most['count']} times. Lower min_count or give more text."
        )
    # Strings are compared byte by byte, which for UTF-8 is the order of Python's own.
    kept = frequent.sort("count", "word", descending=[True, False]).head(
        selection.max_vocabulary or len(frequent)
    )
    vocabulary = Vocabulary(tuple(kept["word"].to_list()), kept["count"].to_numpy().astype(np.int64))
    return vocabulary, kept["place"].to_numpy()
