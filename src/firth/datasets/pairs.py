"""Word pairs with human scores."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from firth.datasets.lines import numbered_lines
from firth.errors import FormatError, InputError

_MOST_SHOWN = 60


class WordPair(NamedTuple):
    """Two words and how similar people say they are.

    Attributes
    ----------
    first, second : str
        The words.
    score : float
        The mean of people's ratings, on whatever scale.
    """

    first: str
    second: str
    score: float


def read_pairs(path: str | Path) -> list[WordPair]:
    """Read pairs of words with scores.

    Scores are numbers from here on: ranking them as text, where "10.0" < "9.2", has spoiled published
    tables.

    Parameters
    ----------
    path : str or Path
        A file with two words and a score on each line, separated by tabs or spaces.

    Returns
    -------
    list of WordPair
        All pairs, those given twice too.

    Examples
    --------
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


def checked_pairs(rows: Iterable[tuple[str, str, float]]) -> list[WordPair]:
    """Rows of two words and a score, which becomes a number or is refused.

    >>> checked_pairs([("tiger", "cat", "7.35")])
    [WordPair(first='tiger', second='cat', score=7.35)]
    """
    pairs = []
    for row in rows:
        first, second, given = row if len(row) == 3 else (None, None, None)
        score = _number(given)
        if score is None or not isinstance(first, str) or not isinstance(second, str):
            raise InputError(
                f"{row!r} is not a pair of words with a finite number; give (word, word, score)."
            )
        pairs.append(WordPair(first, second, score))
    return pairs


def repeated_pairs(pairs: Iterable[WordPair]) -> int:
    """How many pairs were given before, in either order.

    >>> repeated_pairs([WordPair("bank", "money", 8.1), WordPair("money", "bank", 8.5)])
    1
    """
    named = [tuple(sorted(pair[:2])) for pair in pairs]
    return len(named) - len(set(named))


def _pair(path: str | Path, number: int, line: str) -> WordPair:
    parts = line.split("\t") if "\t" in line else line.split()
    shown = repr(line[:_MOST_SHOWN])
    if len(parts) == 2 and _number(parts[1]) is None:
        raise FormatError(
            f"{path}, line {number}: {shown} has two words but no score; write word1 word2 score."
        )
    if len(parts) != 3:
        raise FormatError(
            f"{path}, line {number}: {shown} is not two words and a score, separated by tabs or spaces; "
            "write word1 word2 score."
        )
    first, second, given = (part.strip() for part in parts)
    score = _number(given)
    if score is None:
        raise FormatError(
            f"{path}, line {number}: the score {given!r} is not a finite number; write one such as 7.5, and "
            "leave out headings."
        )
    if not first or not second:
        raise FormatError(f"{path}, line {number}: {shown} lacks a word; write word1 word2 score.")
    return WordPair(first, second, score)


def _number(given: object) -> float | None:
    """A finite number, or None; Python would also take 1_000, which no set of pairs means."""
    if isinstance(given, str) and "_" in given:
        return None
    try:
        number = float(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
