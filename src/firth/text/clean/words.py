"""Words and nothing else: what `firth embed` takes for words by default, separated by single spaces."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby

_LAST_MARK = 0x1E95F
"""Marks beyond it do not occur with letters."""

_JOINERS = "'\u200c\u200d"
"""Characters inside words: the apostrophe of don't, and the joiners of Persian and Indic scripts."""

_KEPT = bytes(
    code if code >= 128 or chr(code).isalnum() or chr(code) in "'\n" else ord(" ") for code in range(256)
)
"""What each byte of UTF-8 becomes: most of what is no part of a word is ASCII, and is removed at once."""


_ADDRESS = re.compile(r"(?:[Hh]ttps?://|[Ff]tp://|[Ww]ww\.|mailto:|\[//)[^\s\]\[<>{}|]*")


def without_addresses(line: str) -> str:
    """A line without addresses of pages and of mail.

    >>> without_addresses("See https://tea.org/cups, or www.tea.org for tea.")
    'See  or  for tea.'
    """
    if "//" in line or "www." in line.lower() or "mailto:" in line:
        return _ADDRESS.sub("", line)
    return line


def only_words(text: str) -> str:
    """Letters with their marks, digits, and apostrophes and joiners inside words; empty lines go.

    >>> only_words("rock 'n' roll, don’t!\\n\\n — \\n3.5 नमस्ते")
    "rock n roll don't\\n3 5 नमस्ते\\n"
    """
    ascii_cleaned = text.replace("’", "'").encode(errors="replace").translate(_KEPT).decode()
    lines = map(_line_words, ascii_cleaned.split("\n"))
    return "".join(line + "\n" for line in lines if line)


def _line_words(line: str) -> str:
    others, loose_joiner = _patterns()
    if not line.isascii():
        line = loose_joiner.sub(" ", others.sub(" ", line))
    elif "'" in line:
        line = loose_joiner.sub(" ", line)
    return " ".join(line.split())


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What is no part of a word, and a joiner that is not inside a word."""
    inside = rf"[\w{letter_marks()}]"
    return (
        re.compile(rf"[^\w\s{_JOINERS}{letter_marks()}]+"),
        # The class comes first, since a search then skips to the next joiner.
        re.compile(rf"[{_JOINERS}](?:(?<!{inside}.)|(?!{inside}))"),
    )


@cache
def letter_marks() -> str:
    """Accents and vowel signs that follow their letter, as ranges of a character class."""
    codes = [code for code in range(0x300, _LAST_MARK) if unicodedata.category(chr(code))[0] == "M"]
    runs = [list(run) for _, run in groupby(enumerate(codes), lambda place: place[1] - place[0])]
    return "".join(f"{chr(run[0][1])}-{chr(run[-1][1])}" for run in runs)
