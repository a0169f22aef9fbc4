"""Texts in memory: what people have at hand, a list, a generator or a column, told apart and checked once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

import numpy as np

from firth.core import Corpus, Counts, Embedding
from firth.errors import InputError
from firth.runtime.run import Progress, silent
from firth.text.tokenize import TokenizedChunk

Missing = Literal["refuse", "skip"]

GivenTexts: TypeAlias = "Iterable[str | None] | Iterable[Sequence[str] | None]"
"""Strings, or lists of tokens, with None where one is missing; a column of pandas or polars is one too."""

_TOKENS_AT_ONCE = 1 << 18
_LOOKED_AT = 100
"""Rows of a frame's column that tell whether it holds text."""

_NAMES_OF_MISSING = {"NAType", "NaTType"}


@dataclass(frozen=True)
class Texts:
    """Texts of one kind, checked one by one as they are taken.

    Attributes
    ----------
    each : iterator
        Strings or lists of tokens.
    tokenized : bool
        Whether they are lists of tokens.
    length : int
        How many there are; 0 if nobody knows, as of a generator.
    """

    each: Iterator[Any]
    tokenized: bool
    length: int = 0


def texts_in(given: Any, *, missing: Missing = "refuse", noun: str = "text", way_out: str = "") -> Texts:
    """The texts in what was given, or a sentence that says why there are none.

    noun: what messages call one of them. way_out: what to do about those that are missing, unless they are
    skipped.
    """
    if missing not in get_args(Missing):
        raise InputError(f"missing is {missing!r}; it is 'refuse' or 'skip'.")
    _refuse_others(given, noun)
    try:
        numbered = enumerate(given)
    except TypeError:
        raise InputError(
            f"a {type(given).__name__} was given where {noun}s are expected; give a list of strings, a "
            "column of a frame, or lists of tokens."
        ) from None
    before = list(_up_to_the_first(numbered))
    first = before[-1][1] if before else ""
    if not before or is_missing(first):
        first = ""
    _refuse_names_of_files(given, first, noun)
    tokenized = not isinstance(first, str)
    checked = _Checked(given, first, tokenized, missing, noun, way_out or _WAY_OUT)
    length = len(given) if isinstance(given, Sized) else 0
    return Texts(checked.over(chain(before, numbered)), tokenized, length)


_WAY_OUT = "write '' in its place"


def is_missing(value: Any) -> bool:
    """Whether a value stands for none: None, NaN, or the marks of pandas.

    >>> [is_missing(value) for value in (None, float("nan"), "", 0)]
    [True, True, False, False]
    """
    if value is None or type(value).__name__ in _NAMES_OF_MISSING:
        return True
    return isinstance(value, float) and value != value


def _up_to_the_first(numbered: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """All up to the first that is not missing, which says of what kind the texts are."""
    for place, value in numbered:
        yield place, value
        if not is_missing(value):
            return


def _refuse_others(given: Any, noun: str) -> None:
    """Refuse what is no collection of texts, though Python could go through most of it."""
    if isinstance(given, str):
        raise InputError(
            f"one string was given where {noun}s are expected; write [text], or read a file with "
            "firth.encode."
        )
    if hasattr(type(given), "columns"):
        raise InputError(_column_of(given, noun))
    if isinstance(given, Mapping):
        raise InputError(
            f"a {type(given).__name__} was given where {noun}s are expected; give its values: "
            "list(texts.values())."
        )
    if isinstance(given, bytes | Corpus | Counts | Embedding):
        raise InputError(f"a {type(given).__name__} was given where {noun}s are expected; give the texts.")
    if getattr(given, "ndim", 1) != 1:
        raise InputError(
            f"an array of shape {tuple(given.shape)} was given where {noun}s are expected; give one with a "
            "single dimension, such as texts.ravel()."
        )


def _column_of(frame: Any, noun: str) -> str:
    """Which columns of a frame may have been meant."""
    kind = f"a {type(frame).__name__} was given where {noun}s are expected"
    if hasattr(frame, "collect"):
        return f"{kind}; call collect() and give the column that holds them, such as frame['text']."
    found = [repr(name) for name in frame.columns if _holds_text(frame[name])]
    if not found:
        return f"{kind}, and none of its columns holds text."
    if len(found) == 1:
        return f"{kind}; give its column of text, frame[{found[0]}]."
    named = ", ".join(found[:-1]) + f" and {found[-1]}"
    return f"{kind}; its columns of text are {named}: give one of them, such as frame[{found[0]}]."


def _holds_text(column: Any) -> bool:
    head = [value for value in islice(column, _LOOKED_AT) if not is_missing(value)]
    return bool(head) and all(isinstance(value, str) for value in head)


def _refuse_names_of_files(given: Any, first: Any, noun: str) -> None:
    """A list of which every entry is the name of a file was meant to be read, not taken for texts."""
    listed = isinstance(given, Sized) and is_file_name(first) and all(map(is_file_name, cast(Any, given)))
    if listed or isinstance(first, Path):
        raise InputError(
            f"{str(first)!r} is the name of a file, and {noun}s are expected; firth.encode reads files, and "
            "firth.embed reads those that are given as pathlib.Path."
        )


def is_file_name(text: Any) -> bool:
    """Whether a string is the name of a file that is there.

    >>> is_file_name("a text, and no file")
    False
    """
    if not isinstance(text, str) or len(text) > 255 or "\n" in text or "\0" in text:
        return False
    return Path(text).is_file()


@dataclass(frozen=True)
class _Checked:
    """What is expected of each text, and how one is named that is otherwise."""

    given: Any
    first: Any
    tokenized: bool
    missing: Missing
    noun: str
    way_out: str

    def over(self, numbered: Iterable[tuple[int, Any]]) -> Iterator[Any]:
        """The texts, without those that are missing if these are skipped."""
        for place, value in numbered:
            if self.tokenized:
                value = value.to_list() if hasattr(value, "to_list") else value  # a cell of polars
                if _is_tokens(value):
                    yield value
                    continue
            elif isinstance(value, str):
                yield value
                continue
            if not is_missing(value):
                raise InputError(self._other_kind(place, value))
            if self.missing == "refuse":
                raise InputError(f"{self._named(place)} is missing ({value}); {self.way_out}.")

    def _named(self, place: int) -> str:
        """Its number, and for a column of pandas its label and the column's name."""
        where = f"{self.noun} number {place + 1:,}"
        if not hasattr(self.given, "iloc"):
            name = getattr(self.given, "name", "")
            return f"{where} of column {name!r}" if isinstance(name, str) and name else where
        label = self.given.index[place]
        row = f"row {label.item() if isinstance(label, np.generic) else label!r}"
        return (
            f"{where} ({row})"
            if self.given.name is None
            else f"{where} ({row} of column {self.given.name!r})"
        )

    def _other_kind(self, place: int, value: Any) -> str:
        kinds = (list, tuple, np.ndarray)
        if self.tokenized and isinstance(value, kinds):
            odd = next(token for token in value if not isinstance(token, str))
            return f"{self._named(place)} has {odd!r:.40} as a token; tokens are strings: write str(token)."
        wanted = "text or a list of tokens"
        if value is not self.first:
            wanted = f"{'a list of tokens' if self.tokenized else 'text'}, as the first is"
        return f"{self._named(place)} is a {type(value).__name__}, not {wanted}."


def _is_tokens(value: Any) -> bool:
    listed = isinstance(value, list | tuple | np.ndarray)
    return listed and all(isinstance(token, str) for token in value)


def token_chunks(texts: Texts, progress: Progress = silent) -> Iterator[TokenizedChunk]:
    """Lists of tokens as chunks, each token as it is; one of white space only is none."""
    index, codes = {"\n": 0}, []
    for place, tokens in enumerate(texts.each):
        codes += [index.setdefault(token, len(index)) for token in tokens if token and not token.isspace()]
        codes.append(0)
        if place % 1000 == 0:
            progress("reading", place, texts.length, "texts")
        if len(codes) > _TOKENS_AT_ONCE:
            yield _chunk(index, codes)
            index, codes = {"\n": 0}, []
    if codes:
        yield _chunk(index, codes)
    progress("reading", texts.length, texts.length, "texts")


def _chunk(index: dict[str, int], codes: list[int]) -> TokenizedChunk:
    coded = np.array(codes, np.int32)
    repeated = (coded[1:] == 0) & (coded[:-1] == 0)
    coded = coded[np.concatenate([[True], ~repeated])]
    return TokenizedChunk(list(index), coded, np.bincount(coded, minlength=len(index)), 0, 0)
