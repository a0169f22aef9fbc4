"""The obvious way to count: two loops over each document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction


def slow_cooccurrence(
    documents: Sequence[Sequence[int]],
    weights: Sequence[Fraction],
    *,
    left: bool = True,
    right: bool = True,
    positional: bool = False,
    words: int = 0,
    close_gaps: bool = False,
) -> dict[tuple[int, int], Fraction]:
    """(row, column) → exact count; ids below 0 are unknown words."""
    table: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    reach = len(weights)
    for given in documents:
        document = [w for w in given if w >= 0] if close_gaps else list(given)
        for i, word in enumerate(document):
            for j, other in enumerate(document):
                distance = abs(i - j)
                if word < 0 or other < 0 or not 1 <= distance <= reach:
                    continue
                if (j < i and not left) or (j > i and not right):
                    continue
                block = (reach - distance if j < i else reach + distance - 1) if positional else 0
                if weights[distance - 1]:
                    table[word, block * words + other] += weights[distance - 1]
    return dict(table)
