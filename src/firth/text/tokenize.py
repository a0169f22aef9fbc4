"""Text → tokens: the rules, the fast path through distinct pieces, and tokenizers of the user's own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from sys import maxunicode
from typing import Any, Literal, get_args

import numpy as np
import polars as pl
from numpy.typing import NDArray

from firth.core.recipe import Recipe
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.text.records import one_line
from firth.text.unspaced import SEGMENTING, cut_runs, require_segmenter

TokenizerName = Literal["words", "whitespace", "icu", "characters", "bigrams", "trigrams"]
Tokenizer = TokenizerName | Callable[[str], list[str]]
Case = Literal["lower", "keep", "turkish"]
Normalize = Literal["NFKC", "NFC", "none"]
Digits = Literal["keep", "spell", "drop"]


@dataclass(frozen=True)
class Tokenization:
    """How text becomes tokens.

    Attributes
    ----------
    tokenizer : {"words", "whitespace", "icu", "characters", "bigrams", "trigrams"} or callable
        What tokens are. By default "words": letters, marks and digits, with apostrophes inside words, as in
        don't (’ is read as '). "whitespace": what stands between white space. The others are "words" that cut
        runs of scripts without spaces, such as Chinese or Thai: into words by ICU (extra ``icu``), or into
        overlapping n-grams of characters. A function from a text to its tokens may be given too.
    case : {"lower", "keep", "turkish"}, default "lower"
        Whether tokens are lower-cased; "turkish" makes I ı and İ i.
    normalize : {"NFKC", "NFC", "none"}, default "NFKC"
        The Unicode normalization.
    digits : {"keep", "spell", "drop"}, default "keep"
        Keep digits, make each a word of its own ("two", as in text8), or make them spaces.
    """

    tokenizer: Tokenizer = "words"
    case: Case = "lower"
    normalize: Normalize = "NFKC"
    digits: Digits = "keep"

    def __post_init__(self) -> None:
        """Refuse unknown choices."""
        if not callable(self.tokenizer):
            require_choice("tokenizer", self.tokenizer, TokenizerName, "or a function from str to list[str]")
            if self.tokenizer == "icu":
                require_segmenter()
        require_choice("case", self.case, Case)
        require_choice("normalize", self.normalize, Normalize)
        require_choice("digits", self.digits, Digits)

    @classmethod
    def recorded(cls, recipe: Recipe) -> Tokenization:
        """How a text was tokenized, by the recipe of what was made of it; the default if it does not say.

        A function of the user's is known by its name only, and refused.
        """
        stage = recipe["text"]
        given = {field.name: stage[field.name] for field in fields(cls) if field.name in stage}
        if given.get("tokenizer", "words") not in get_args(TokenizerName):
            raise InputError(
                f"the text was tokenized by {given['tokenizer']}, a function that is not stored; call it and "
                "give lists of its tokens instead of texts."
            )
        return cls(**given)

    @property
    def name(self) -> str:
        """The tokenizer's name, for recipes."""
        if isinstance(self.tokenizer, str):
            return self.tokenizer
        made_by = type(self.tokenizer)
        module = getattr(self.tokenizer, "__module__", made_by.__module__)
        return f"{module}.{getattr(self.tokenizer, '__qualname__', made_by.__qualname__)}"


def require_choice(option: str, value: object, choices: Any, more: str = "") -> None:
    """Refuse a value that is not among the choices of a Literal type, and name them."""
    if value not in get_args(choices):
        allowed = ", ".join(map(repr, get_args(choices)))
        raise InputError(f"{option} is {value!r}; it must be one of {allowed} {more}".rstrip() + ".")


_LETTER, _INSIDE = r"[\p{L}\p{N}]", r"[\p{L}\p{M}\p{N}]"
JOINERS = "'\u200c\u200d·״"
"""Characters inside words: the apostrophe, the joiners of Persian and Indic scripts, the dot of Catalan
(paral·lel) and the mark of Hebrew acronyms."""

IGNORED = "\u00ad\u2060\ufeff\u0640\u055b\u055c\u055e"
"""Characters inside words that are no part of their spelling: soft hyphens, invisible joiners, the stroke
that lengthens Arabic words, and the tone marks of Armenian."""

_WORD = rf"{_LETTER}{_INSIDE}*(?:[{JOINERS}]{_INSIDE}+)*"
_BETWEEN_SPACES = r"[^\s\p{Cc}\x{FFFD}]+"
_HEBREW_ACRONYM = re.compile(rb'(?<=\xd7[\x90-\xaa])"(?=\xd7[\x90-\xaa])')
_TURKISH = {"I\u0307": "i", "İ": "i", "I": "ı"}
_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def pieces_of(data: bytes, how: Tokenization) -> tuple[pl.Series, int]:
    """The pieces of a chunk, a newline for each document's end, and how many bytes were not UTF-8.

    Pieces of ASCII are tokens; the others become tokens by `tokens_in`. A function's are all tokens.
    """
    if how.case == "turkish":
        for capital, small in _TURKISH.items():
            data = data.replace(capital.encode(), small.encode())
    if callable(how.tokenizer):
        text, replaced = _decoded(data)
        return _called(how.tokenizer, _cased(_normalized(pl.Series([text]), how), how).item()), replaced
    if how.digits == "spell":
        for value, name in enumerate(_NAMES):
            data = data.replace(b"%d" % value, b" %s " % name.encode())
    letters_only = how.tokenizer != "whitespace"
    if letters_only:
        data = data.replace("’".encode(), b"'")
        if b"\xd7" in data and b'"' in data:
            data = _HEBREW_ACRONYM.sub("״".encode(), data)
    data = data.translate(_table(how)).replace(b"\n", b" \n ")
    if letters_only and b"'" in data:
        # Two in a row, or one at the edge of a word, are quotation marks.
        data = b" " + data.replace(b"''", b"  ") + b" "
        data = data.replace(b" '", b"  ").replace(b"' ", b"  ")
    text, replaced = _decoded(data)
    pieces = pl.Series([text]).str.split(" ").explode()
    return pieces.filter(pieces != ""), replaced


def tokens_in(pieces: pl.Series, how: Tokenization) -> tuple[pl.Series, Array]:
    """The tokens of all pieces one after the other, and how many each piece has."""
    assert isinstance(how.tokenizer, str)
    texts = _normalized(pieces, how)
    if how.tokenizer == "whitespace":
        found = texts.str.extract_all(_BETWEEN_SPACES)
    else:
        found = texts.str.replace_all(f"[{IGNORED}]", "").str.extract_all(_WORD)
    tokens, lengths = _cased(found.explode().drop_nulls(), how), found.list.len().to_numpy()
    if how.tokenizer in SEGMENTING:
        tokens, parts = cut_runs(tokens, how.tokenizer, JOINERS)
        piece = np.repeat(np.arange(len(pieces)), lengths)
        lengths = np.bincount(piece, weights=parts, minlength=len(pieces)).astype(np.int64)
    return tokens, lengths


def shaped_words(words: list[str], how: Tokenization) -> list[str]:
    """The words of a list, normalized and cased as the text is."""
    series = pl.Series(words, dtype=pl.String).str.strip_chars()
    if how.case == "turkish":
        for capital, small in _TURKISH.items():
            series = series.str.replace_all(capital, small, literal=True)
    if isinstance(how.tokenizer, str) and how.tokenizer != "whitespace":
        series = series.str.replace_all("’", "'", literal=True).str.replace_all(f"[{IGNORED}]", "")
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
    if how.case == "keep":
        return texts
    # Unicode makes İ an i with one more dot above, which is no letter of any language.
    return texts.str.to_lowercase().str.replace_all("i\u0307", "i", literal=True)


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
        inside = 32 < code < 127 if how.tokenizer == "whitespace" else character.isalnum() or character == "'"
        if not inside or (how.digits == "drop" and character.isdigit()):
            table[code] = ord(" ")
        elif how.case != "keep":
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


Codes = NDArray[np.integer]


def tokenize(
    text: str,
    *,
    tokenizer: Tokenizer = "words",
    case: Case = "lower",
    normalize: Normalize = "NFKC",
    digits: Digits = "keep",
) -> list[str]:
    """Tokenize one text, as `firth.encode` does.

    Parameters
    ----------
    text : str
        The text.
    tokenizer : {"words", "whitespace", "icu", "characters", "bigrams", "trigrams"} or callable
        What tokens are. By default "words": letters, marks and digits, with apostrophes inside words.
        "whitespace": what stands between white space. The others are "words" that cut scripts without spaces,
        such as Chinese or Thai: into words by ICU (extra ``icu``), or into overlapping n-grams of characters.
        A function from a text to a list of tokens may be given too.
    case : {"lower", "keep", "turkish"}, default "lower"
        Whether tokens are lower-cased; "turkish" makes I ı and İ i.
    normalize : {"NFKC", "NFC", "none"}, default "NFKC"
        The Unicode normalization.
    digits : {"keep", "spell", "drop"}, default "keep"
        Keep digits, make each a word of its own ("two", as in text8), or make them spaces.

    Returns
    -------
    list of str
        The tokens.

    Examples
    --------
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
    """Tokenize a chunk independently of others: this is what threads do."""
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
    lengths[~is_plain] = found
    ordered = np.argsort(~is_plain, kind="stable")  # the pieces as they were concatenated
    starts = np.empty(len(pieces), np.int64)
    starts[ordered] = np.cumsum(lengths[ordered]) - lengths[ordered]
    return distinct, token_codes[_ranges(starts[codes], lengths[codes])]


def _ranges(starts: Array, lengths: Array) -> Array:
    """start, start + 1, … as many as the length says, for each start one after the other."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(lengths.sum())


def _without_repeats(codes: Codes, mark: int) -> Codes:
    """The codes without the ends of empty documents."""
    ends = codes == mark
    repeated = ends[1:] & ends[:-1]
    return codes[np.concatenate([[True], ~repeated])] if repeated.any() else codes
