"""Word pairs with human scores."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

from firth.datasets.lines import numbered_lines
from firth.errors import FormatError


class WordPair(NamedTuple):
    """Two words and how alike people say they are."""

    first: str
    second: str
    score: float


def read_pairs(path: str | Path) -> list[WordPair]:
    """Pairs from lines of `word1 word2 score`, apart by tabs or blanks; pairs given twice are kept.

    Scores are numbers from here on: ranking them as text, where "10.0" < "9.2", has spoiled published
    tables.

    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "pairs.txt"
    >>> _ = path.write_text("tiger\\tcat\\t7.35\\nbook paper 10\\n")
    >>> read_pairs(path)[1]
    WordPair(first='book', second='paper', score=10.0)
    """
    pairs = [_pair(path, number, line) for number, line in numbered_lines(path)]
    if not pairs:
        raise FormatError(f"{path} has no word pairs; each line should be: word1 word2 score.")
    return pairs


def _pair(path: str | Path, number: int, line: str) -> WordPair:
    parts = line.split("\t") if "\t" in line else line.split()
    if len(parts) != 3:
        raise FormatError(
            f"{path}, line {number}: {line[:60]!r} is not two words and a score; write word1 word2 score."
        )
    first, second, given = (part.strip() for part in parts)
    try:
        score = float(given)
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise FormatError(f"{path}, line {number}: the score {given!r} is not a finite number.")
    return WordPair(first, second, score)
