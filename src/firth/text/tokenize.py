"""Tokenizing: a chunk of bytes as its distinct tokens and a row of codes into them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from firth.runtime.arrays import Array
from firth.text.pieces import pieces_of, tokens_in
from firth.text.records import one_line
from firth.text.tokenization import Case, Digits, Normalize, Tokenization, Tokenizer

Codes = NDArray[np.integer]


def tokenize(
    text: str,
    *,
    tokenizer: Tokenizer = "words",
    case: Case = "lower",
    normalize: Normalize = "NFKC",
    digits: Digits = "keep",
) -> list[str]:
    """The tokens of one text, just as `encode` would find them.

    >>> tokenize("Don't panic: it’s 42!")
    ["don't", 'panic', "it's", '42']
    >>> tokenize("R2-D2", digits="spell")
    ['r', 'two', 'd', 'two']
    """
    chunk = tokenize_chunk(one_line(text), Tokenization(tokenizer, case, normalize, digits))
    return [chunk.words[code] for code in chunk.codes.tolist() if code != chunk.mark]


@dataclass(frozen=True)
class TokenizedChunk:
    """The tokens of a chunk as codes into its own distinct words.

    mark: the code of a document's end, which does not count as a word; -1 if the chunk has none.
    """

    words: list[str]
    codes: Codes
    counts: Array
    mark: int
    bytes_replaced: int


def tokenize_chunk(chunk: bytes, how: Tokenization) -> TokenizedChunk:
    """Tokenize a chunk on its own, without regard to others: this is what threads do."""
    pieces, replaced = pieces_of(chunk, how)
    distinct, codes = _coded(pieces)
    if isinstance(how.tokenizer, str) and not chunk.isascii():
        distinct, codes = _refined(distinct, codes, how)
    words = distinct.to_list()
    mark = words.index("\n") if "\n" in words else -1
    if mark >= 0:
        codes = _without_repeats(codes, mark)
    return TokenizedChunk(words, codes, np.bincount(codes, minlength=len(words)), mark, replaced)


def _coded(tokens: pl.Series) -> tuple[pl.Series, Codes]:
    distinct = tokens.unique(maintain_order=True)
    # The physical type is 8, 16 or 32 bits wide, as polars sees fit.
    return distinct, tokens.cast(pl.Enum(distinct)).to_physical().to_numpy()


def _refined(pieces: pl.Series, codes: Codes, how: Tokenization) -> tuple[pl.Series, Codes]:
    """Distinct tokens and codes from distinct pieces and codes; a piece may have any number of tokens."""
    plain = pieces.str.len_bytes() == pieces.str.len_chars()
    tokens, found = tokens_in(pieces.filter(~plain), how)
    distinct, token_codes = _coded(pl.concat([pieces.filter(plain), tokens]))
    is_plain = plain.to_numpy()
    lengths = np.ones(len(pieces), np.int64)
    lengths[~is_plain] = found.to_numpy()
    ordered = np.argsort(~is_plain, kind="stable")  # the pieces as they were concatenated
    starts = np.empty(len(pieces), np.int64)
    starts[ordered] = np.cumsum(lengths[ordered]) - lengths[ordered]
    return distinct, token_codes[_ranges(starts[codes], lengths[codes])]


def _ranges(starts: Array, lengths: Array) -> Array:
    """start, start + 1, … as many as the length says, for each start one after the other."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(lengths.sum())


def _without_repeats(codes: Codes, mark: int) -> Codes:
    """Codes without the ends of empty documents."""
    ends = codes == mark
    repeated = ends[1:] & ends[:-1]
    return codes[np.concatenate([[True], ~repeated])] if repeated.any() else codes
