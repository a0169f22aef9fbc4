"""Taking out what stands between marks that may be nested, in one walk however deep they go."""

from __future__ import annotations

import re
from functools import cache

Spans = list[tuple[int, int]]


def without_enclosed(text: str, opening: str, closing: str, *, within_lines: bool = False) -> str:
    """The text without what stands between the marks, and without these; a mark that has no partner stays.

    within_lines: partners are on the same line.

    >>> without_enclosed("tea {{a {{b}} c}}with} {milk", "{", "}")
    'tea with} {milk'
    """
    if opening not in text or closing not in text:
        return text
    spans: Spans = []
    unclosed: list[int] = []
    for mark in _marks(opening, closing, within_lines).finditer(text):
        if mark[0] == opening:
            unclosed.append(mark.start())
        elif mark[0] == "\n":
            unclosed.clear()
        elif unclosed:
            start = unclosed.pop()
            while spans and spans[-1][0] > start:  # they were inside
                spans.pop()
            spans.append((start, mark.end()))
    return without_spans(text, spans)


def without_spans(text: str, spans: Spans, instead: str = "") -> str:
    """The text without spans that begin in rising order; one that begins inside another goes on no further.

    >>> without_spans("0123456789", [(1, 4), (2, 3), (6, 8)])
    '04589'
    """
    kept: list[str] = []
    position = 0
    for start, end in spans:
        if start >= position:
            kept.append(text[position:start])
            position = end
        else:
            position = max(position, end)
    kept.append(text[position:])
    return instead.join(kept)


@cache
def _marks(opening: str, closing: str, within_lines: bool) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, (opening, closing, *("\n" if within_lines else "")))))
