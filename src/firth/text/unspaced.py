"""Scripts written without spaces between words: noticed, and cut into words or character n-grams.

A run is a stretch of letters of such scripts. What is cut depends on the run alone, so neither chunks nor
threads change it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import chain

import numpy as np
import polars as pl

from firth.errors import InputError
from firth.runtime.arrays import Array

GRAMS = {"characters": 1, "bigrams": 2, "trigrams": 3}
"""Tokenizers that cut runs into overlapping n-grams, and how many characters each has."""

SEGMENTING = ("icu", *GRAMS)
"""Tokenizers that cut runs; other text they cut as `words` does."""

IDEOGRAPHIC = r"\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}"
SOUTHEAST_ASIAN = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"

_UNSPACED = rf"[{IDEOGRAPHIC}{SOUTHEAST_ASIAN}]"
_LETTER, _INSIDE = rf"[\p{{L}}\p{{N}}--{_UNSPACED}]", rf"[\p{{L}}\p{{M}}\p{{N}}--{_UNSPACED}]"
_RUN = rf"[{_UNSPACED}&&[\p{{L}}\p{{M}}\p{{N}}]]"

_LANGUAGES = {  # by scripts that no other of them has
    "Japanese": r"[\p{Hiragana}\p{Katakana}]",
    "Chinese": r"\p{Han}",
    "Thai": r"\p{Thai}",
    "Lao": r"\p{Lao}",
    "Khmer": r"\p{Khmer}",
    "Burmese": r"\p{Myanmar}",
    "Tibetan": r"\p{Tibetan}",
}
_LEAST_SHARE = 0.3
"""Of the letters of a text that are of such scripts, if it is taken for one of these languages."""

_LONGEST_WORDS = {IDEOGRAPHIC: 3, SOUTHEAST_ASIAN: 10}
"""Mean characters between spaces and punctuation above which text is not cut: words have about 2 and 5."""


def language_without_spaces(sample: str) -> str:
    """The language of a text that is not cut into words, by its script; "" for any other.

    >>> language_without_spaces("茶はどこでも飲まれています。"), language_without_spaces("茶 は 飲み物 です")
    ('Japanese', '')
    """
    text = pl.Series([sample])

    def count(pattern: str) -> int:
        return int(text.str.count_matches(pattern).item())

    letters = count(r"\p{L}")
    found = {language: count(pattern) for language, pattern in _LANGUAGES.items()}
    if not letters or sum(found.values()) < _LEAST_SHARE * letters:
        return ""
    if found["Japanese"] > found["Chinese"] / 10:  # a Chinese text may have some words of Japanese
        found["Japanese"] += found["Chinese"]
    language = max(found, key=lambda name: found[name])
    script = IDEOGRAPHIC if language in ("Japanese", "Chinese") else SOUTHEAST_ASIAN
    runs = count(rf"[{script}]+")
    segmented = language != "Tibetan" and count(f"[{script}]") <= _LONGEST_WORDS[script] * runs
    return "" if segmented else language


def require_segmenter() -> None:
    """Refuse to go on without ICU, and say how to get it and how to do without."""
    try:
        import icu4py.breakers  # noqa: F401
    except ImportError as error:
        raise InputError(
            "the tokenizer 'icu' needs icu4py, which is not installed; get it with pip install 'firth[icu]', "
            "or choose tokenizer='bigrams', which needs nothing."
        ) from error


def segmenter_version() -> str:
    """The version of ICU, whose word lists differ between versions."""
    from icu4py import _version

    return f"ICU {_version.icu_version}"


def cut_runs(tokens: pl.Series, tokenizer: str, joiners: str) -> tuple[pl.Series, Array]:
    """The parts of all tokens one after the other, and how many parts each token has.

    joiners: what may stand inside words, as characters of a class of regular expressions.
    """
    word = rf"{_LETTER}{_INSIDE}*(?:[{joiners}]{_INSIDE}+)*"
    found = tokens.str.extract_all(rf"{_RUN}+|{word}")
    parts = found.explode().drop_nulls()
    runs = parts.filter(parts.str.contains(f"^{_RUN}")).unique(maintain_order=True).to_list()
    cut = words_by_icu(runs) if tokenizer == "icu" else _grams(runs, GRAMS[tokenizer])
    of_run = dict(zip(runs, cut, strict=True))
    pieces = [of_run.get(part, (part,)) for part in parts.to_list()]
    token = np.repeat(np.arange(len(tokens)), found.list.len().to_numpy())
    counts = np.bincount(token, weights=list(map(len, pieces)), minlength=len(tokens))
    return pl.Series(list(chain.from_iterable(pieces)), dtype=pl.String), counts.astype(np.int64)


def words_by_icu(runs: list[str]) -> list[list[str]]:
    """The words of each run, by the word lists of ICU for Chinese, Japanese, Thai, Lao, Khmer and Burmese."""
    from icu4py.breakers import WordBreaker

    cut: list[list[str]] = [[]]
    # All runs at once, which is four times as fast; ICU never looks beyond the end of a line. The locale is
    # fixed, so that the same text has the same words on every machine.
    for word in WordBreaker("\n".join(runs), "en"):
        if word == "\n":
            cut.append([])
        else:
            cut[-1].append(word)
    return cut[: len(runs)]


def _grams(runs: list[str], length: int) -> list[list[str]]:
    """Overlapping n-grams of each run, marks with their letters; a run that is shorter is one itself."""
    marks = "".join(sorted(c for c in set("".join(runs)) if unicodedata.category(c)[0] == "M"))
    letters: Callable[[str], list[str]] = re.compile(f".[{marks}]*").findall if marks else list
    return [
        ["".join(grams) for grams in zip(*(characters[at:] for at in range(length)), strict=False)] or [run]
        for run in runs
        for characters in [letters(run)]
    ]
