"""Documents × terms as a sparse table of counts; terms are words, and pairs of adjacent words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from firth.documents.tokens import UNKNOWN, TokenizedDocuments
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse


@dataclass(frozen=True, eq=False)
class Terms:
    """The columns of a table: words in alphabetical order, then pairs of adjacent words.

    Attributes
    ----------
    words : tuple of str
        The words.
    pairs : array of int
        Codes first · n + second of two words' places, where n is the number of words; ascending.
    """

    words: tuple[str, ...]
    pairs: Array

    def __len__(self) -> int:
        """How many columns there are."""
        return len(self.words) + len(self.pairs)

    @property
    def names(self) -> list[str]:
        """The words, and the pairs with a space between their words."""
        first, second = np.divmod(self.pairs, max(1, len(self.words)))
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        return [*self.words, *(f"{self.words[a]} {self.words[b]}" for a, b in pairs)]

    @cached_property
    def places(self) -> dict[str, int]:
        """Word → column."""
        return {word: place for place, word in enumerate(self.words)}

    def table(self, documents: TokenizedDocuments) -> Sparse:
        """How often each document has each term; other words are not counted."""
        ids, rows = documents.ids_by(self.places), documents.rows
        columns = [ids]
        if len(self.pairs):
            codes = _pair_codes(ids, rows, len(self.words))
            found = np.searchsorted(self.pairs, codes)
            known = (codes >= 0) & (self.pairs[np.minimum(found, len(self.pairs) - 1)] == codes)
            columns.append(np.where(known, len(self.words) + found, UNKNOWN))
        return _summed(rows, columns, (len(documents), len(self)))


def find_terms(documents: TokenizedDocuments, *, longest: int = 1, min_documents: int = 1) -> Terms:
    """Find the terms of documents.

    Parameters
    ----------
    documents : TokenizedDocuments
        The documents.
    longest : {1, 2}, default 1
        The length of terms: words, or words and pairs of adjacent words.
    min_documents : int, default 1
        Keep only terms that at least this many documents have.

    Returns
    -------
    Terms
        The columns of the table; ``terms.table(documents)`` counts them.

    Examples
    --------
    >>> from firth.documents.tokens import tokenize_documents
    >>> texts = tokenize_documents(["not good", "good", "not good at all"])
    >>> find_terms(texts, longest=2, min_documents=2).names
    ['good', 'not', 'not good']
    """
    if longest not in (1, 2):
        raise InputError(f"longest is {longest!r}; terms are words (1) or words and pairs of them (2).")
    if min_documents < 1:
        raise InputError(f"min_documents is {min_documents}; it must be at least 1.")
    rows = documents.rows
    having = _documents_having(documents.ids.astype(np.int64), rows)
    kept = [documents.words[code] for code in having[0][having[1] >= min_documents].tolist()]
    words = Terms(tuple(sorted(kept)), np.zeros(0, np.int64))
    if longest == 1:
        return words
    codes = _pair_codes(documents.ids_by(words.places), rows, len(words))
    found, counts = _documents_having(codes, rows)
    return Terms(words.words, found[counts >= min_documents])


def word_table(documents: TokenizedDocuments, places: Mapping[str, int]) -> Sparse:
    """Count given words in documents.

    Parameters
    ----------
    documents : TokenizedDocuments
        The documents.
    places : mapping of str to int
        The column of each word.

    Returns
    -------
    sparse array of shape (documents, words)
        How often each document has each word.

    Examples
    --------
    >>> from firth.documents.tokens import tokenize_documents
    >>> word_table(tokenize_documents(["tea or tea", "milk"]), {"tea": 0, "cup": 1}).toarray().tolist()
    [[2.0, 0.0], [0.0, 0.0]]
    """
    return _summed(documents.rows, [documents.ids_by(places)], (len(documents), len(places)))


def _pair_codes(ids: Array, rows: Array, n: int) -> Array:
    """The code of each word with the next one of its document; UNKNOWN where there is no such pair."""
    if not len(ids):
        return ids
    joined = (rows[1:] == rows[:-1]) & (ids[1:] != UNKNOWN) & (ids[:-1] != UNKNOWN)
    codes = np.where(joined, ids[:-1] * n + ids[1:], UNKNOWN)
    return np.append(codes, UNKNOWN)


def _documents_having(codes: Array, rows: Array) -> tuple[Array, Array]:
    """Distinct codes, ascending, and how many rows have each of them; rows ascend."""
    known = codes != UNKNOWN
    codes, rows = codes[known], rows[known]
    order = np.argsort(codes, kind="stable")
    codes, rows = codes[order], rows[order]
    first = np.diff(codes, prepend=UNKNOWN) != 0
    new = first | (np.diff(rows, prepend=UNKNOWN) != 0)
    return codes[first], np.bincount(np.cumsum(first)[new] - 1, minlength=int(first.sum()))


def _summed(rows: Array, columns: list[Array], shape: tuple[int, int]) -> Sparse:
    from scipy import sparse

    known = [column != UNKNOWN for column in columns]
    where = np.concatenate([rows[there] for there in known])
    which = np.concatenate([column[there] for column, there in zip(columns, known, strict=True)])
    # Many of scikit-learn's learners refuse indices of 64 bits.
    narrow = np.int32 if max(*shape, len(where)) < 2**31 else np.int64
    places = where.astype(narrow), which.astype(narrow)
    table: Sparse = sparse.csr_array((np.ones(len(where)), places), shape=shape)
    table.sum_duplicates()
    return table
