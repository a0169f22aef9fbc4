"""Pieces: bytes parted at ASCII white space and punctuation, and the tokens inside each piece.

Almost all pieces of most texts are plain ASCII and so are tokens already: a table of bytes finds them.
The distinct ones that are not get Unicode's full treatment, each only once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from sys import maxunicode

import polars as pl

from firth.errors import InputError
from firth.text.tokenization import Tokenization

_LETTER, _INSIDE = r"[\p{L}\p{N}]", r"[\p{L}\p{M}\p{N}]"
# The joiners of Persian and Indic scripts stand inside words, as apostrophes do.
_PATTERNS = {
    "words": rf"{_LETTER}{_INSIDE}*(?:['\x{{200C}}\x{{200D}}]{_INSIDE}+)*",
    "whitespace": r"[^\s\p{Cc}\x{FFFD}]+",
}
_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def pieces_of(data: bytes, how: Tokenization) -> tuple[pl.Series, int]:
    """The pieces of a chunk, a newline for each document's end, and how many bytes were not UTF-8.

    Pieces of ASCII are tokens; the others become tokens by `tokens_in`. A function's are all tokens.
    """
    if callable(how.tokenizer):
        text, replaced = _decoded(data)
        return _called(how.tokenizer, _cased(_normalized(pl.Series([text]), how), how).item()), replaced
    if how.digits == "spell":
        for value, name in enumerate(_NAMES):
            data = data.replace(b"%d" % value, b" %s " % name.encode())
    if how.tokenizer == "words":
        data = data.replace("’".encode(), b"'")
    data = data.translate(_table(how)).replace(b"\n", b" \n ")
    if how.tokenizer == "words" and b"'" in data:
        # Two in a row, or one at the edge of a word, are quotation marks.
        data = b" " + data.replace(b"''", b"  ") + b" "
        data = data.replace(b" '", b"  ").replace(b"' ", b"  ")
    text, replaced = _decoded(data)
    pieces = pl.Series([text]).str.split(" ").explode()
    return pieces.filter(pieces != ""), replaced


def tokens_in(pieces: pl.Series, how: Tokenization) -> tuple[pl.Series, pl.Series]:
    """The tokens of all pieces one after the other, and how many each piece has."""
    assert isinstance(how.tokenizer, str)
    found = _normalized(pieces, how).str.extract_all(_PATTERNS[how.tokenizer])
    return _cased(found.explode().drop_nulls(), how), found.list.len()


def shaped_words(words: list[str], how: Tokenization) -> list[str]:
    """Words of a list, normalized and cased as those of the text."""
    series = pl.Series(words, dtype=pl.String).str.strip_chars()
    if how.tokenizer == "words":
        series = series.str.replace_all("’", "'", literal=True)
    return _cased(_normalized(series, Tokenization(normalize=how.normalize)), how).to_list()


def _decoded(data: bytes) -> tuple[str, int]:
    try:
        return data.decode(), 0
    except UnicodeDecodeError:
        text = data.decode(errors="replace")
    # What was good is what is left without the replacements, and those that stood in the text already.
    good = len(text.replace("\ufffd", "").encode()) + len(data) - len(data.replace(b"\xef\xbf\xbd", b""))
    return text, len(data) - good


def _normalized(texts: pl.Series, how: Tokenization) -> pl.Series:
    if how.normalize != "none":
        texts = texts.str.normalize(how.normalize)
    if how.digits != "keep":
        digits, names = _digit_names()
        texts = texts.str.replace_many(digits, names if how.digits == "spell" else [" "] * len(digits))
    return texts


def _cased(texts: pl.Series, how: Tokenization) -> pl.Series:
    return texts.str.to_lowercase() if how.case == "lower" else texts


@cache
def _digit_names() -> tuple[list[str], list[str]]:
    """Every decimal digit of Unicode and its English word between spaces."""
    values = {chr(code): unicodedata.decimal(chr(code), None) for code in range(maxunicode + 1)}
    found = {digit: f" {_NAMES[value]} " for digit, value in values.items() if value is not None}
    return list(found), list(found.values())


@cache
def _table(how: Tokenization) -> bytes:
    """What each byte becomes: itself, its lower case, or a space where no token can be."""
    table = bytearray(range(256))
    for code in set(range(128)) - {ord("\n")}:
        character = chr(code)
        inside = character.isalnum() or character == "'" if how.tokenizer == "words" else 32 < code < 127
        if not inside or (how.digits == "drop" and character.isdigit()):
            table[code] = ord(" ")
        elif how.case == "lower":
            table[code] = ord(character.lower())
    return bytes(table)


def _called(tokenizer: Callable[[str], list[str]], text: str) -> pl.Series:
    found: list[str] = []
    *documents, rest = text.replace("\ufffd", " ").split("\n")
    for document in documents:
        found += _tokens_by(tokenizer, document)
        found.append("\n")
    found += _tokens_by(tokenizer, rest)
    series = pl.Series(found, dtype=pl.String)
    return series.filter(series != "")


def _tokens_by(tokenizer: Callable[[str], list[str]], document: str) -> list[str]:
    if not document:
        return []
    tokens = tokenizer(document)
    if not isinstance(tokens, list | tuple) or not all(isinstance(token, str) for token in tokens):
        raise InputError(
            f"the tokenizer returned {tokens!r:.60} for {document!r:.60}; it must return a list of str."
        )
    return list(tokens)
