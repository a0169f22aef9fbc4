"""Documents as rows of token ids: each document keeps its place, even if it is empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from firth.core.recipe import Recipe
from firth.runtime.arrays import Array
from firth.runtime.parallel import in_order
from firth.text.records import one_line
from firth.text.sample import look_at_language
from firth.text.texts import GivenTexts, Texts, texts_in
from firth.text.tokenize import Tokenization, tokenize_chunk

UNKNOWN = -1
"""The id of a word that is not among those asked for."""

_KEEPS_ITS_ROW = (
    "each document keeps its row, so write '' in its place: column.fillna('') in pandas, "
    "column.fill_null('') in polars"
)

_CHUNK = 1 << 22
_FIRST = "x "
"""Put before every text, and removed again, since the tokenizer would drop texts that are empty."""


@dataclass(frozen=True, eq=False)
class TokenizedDocuments:
    """Documents as token ids.

    Attributes
    ----------
    words : tuple of str
        The distinct words, in the order in which they were first seen.
    ids : array of int
        The places of all tokens in `words`; document i has ``ids[starts[i]:starts[i + 1]]``.
    starts : array of int
        Where each document begins, and the end of the last one.
    """

    words: tuple[str, ...]
    ids: Array
    starts: Array

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self.starts) - 1

    @property
    def rows(self) -> Array:
        """The document of each token."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def reordered(self, order: Array) -> TokenizedDocuments:
        """The documents at these places, in this order.

        >>> tokenize_documents(["tea or milk", "", "milk"]).reordered(np.array([2, 0])).ids.tolist()
        [2, 0, 1, 2]
        """
        begins, lengths = self.starts[order], np.diff(self.starts)[order]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        ids = self.ids[np.arange(starts[-1]) + np.repeat(begins - starts[:-1], lengths)]
        return TokenizedDocuments(self.words, ids, starts)

    def ids_by(self, places: Mapping[str, int]) -> Array:
        """The ids in another vocabulary, given as word → place; words that it lacks are UNKNOWN."""
        chosen = np.array([places.get(word, UNKNOWN) for word in self.words], dtype=np.int64)
        return chosen[self.ids] if len(chosen) else np.zeros(0, np.int64)


def tokenize_documents(
    documents: GivenTexts, *, recipe: Recipe | None = None, threads: int | None = None
) -> TokenizedDocuments:
    """Tokenize documents.

    Parameters
    ----------
    documents : iterable of str, or of lists of tokens
        Texts, which are tokenized as `firth.encode` does by default, or lists of tokens: a list, a generator,
        an array, or a column of a pandas or polars frame. A missing one is refused, since each has a row.
    recipe : Recipe, optional
        That of word vectors: texts are tokenized as theirs was. Where spaces parted the tokens of that text
        (``tokenizer="whitespace"``), it was cut beforehand, and texts are tokenized by default.
    threads : int, optional
        The number of threads; the result does not depend on it.

    Returns
    -------
    TokenizedDocuments
        The documents in their order, empty ones too.

    Examples
    --------
    >>> found = tokenize_documents(["Tea or coffee?", "", "Tea!"])
    >>> found.words, found.ids.tolist(), found.starts.tolist()
    (('tea', 'or', 'coffee'), [0, 1, 2, 0], [0, 3, 3, 4])
    """
    found = documents_in(documents)
    given = list(found.each)
    index: dict[str, int] = {}
    if not found.tokenized:
        how = Tokenization.recorded(recipe) if recipe is not None else Tokenization()
        if how.tokenizer == "whitespace":
            how = Tokenization()
        chunks = look_at_language(_chunks(given), how)
        tokenized = in_order(partial(tokenize_chunk, how=how), chunks, threads)
        parts, lengths = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for chunk in tokenized:
            places = np.array([index.setdefault(word, len(index)) for word in chunk.words], dtype=np.int64)
            ends = np.flatnonzero(chunk.codes == chunk.mark)
            starts = np.concatenate([[0], ends[:-1] + 1])
            kept = np.ones(len(chunk.codes), dtype=bool)
            kept[ends] = kept[starts] = False
            parts.append(places[chunk.codes[kept]])
            lengths.append(ends - starts - 1)
        return _without_unused(tuple(index), np.concatenate(parts), np.concatenate(lengths))
    ids = [index.setdefault(token, len(index)) for document in given for token in document]
    sizes = np.array([len(document) for document in given], dtype=np.int64)
    return _without_unused(tuple(index), np.array(ids, dtype=np.int64), sizes)


def documents_in(given: GivenTexts) -> Texts:
    """Documents one by one, strings or lists of tokens; a missing one is refused, since each has a row.

    >>> list(documents_in(["tea", ""]).each)
    ['tea', '']
    """
    return texts_in(given, noun="document", way_out=_KEEPS_ITS_ROW)


def _chunks(texts: list[str]) -> Iterator[bytes]:
    """Texts as lines, about four million bytes at a time."""
    lines: list[bytes] = []
    size = 0
    for text in texts:
        lines.append(one_line(_FIRST + text))
        size += len(lines[-1])
        if size > _CHUNK:
            yield b"".join(lines)
            lines, size = [], 0
    if lines:
        yield b"".join(lines)


def _without_unused(words: tuple[str, ...], ids: Array, lengths: Array) -> TokenizedDocuments:
    """Without marks and other words that no document has."""
    used = np.bincount(ids, minlength=len(words)) > 0
    places = np.cumsum(used) - 1
    kept = tuple(word for word, there in zip(words, used.tolist(), strict=True) if there)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return TokenizedDocuments(
        kept, places[ids].astype(np.int32) if len(ids) else ids.astype(np.int32), starts
    )
