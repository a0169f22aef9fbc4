"""Tests of the cells of a table one by one, by scipy's hypergeometric law."""

from __future__ import annotations

import numpy as np
from scipy.stats import hypergeom, norm


def slow_p(x: float, row: float, column: float, total: float, *, half: bool) -> float:
    """Two-sided p on the side where x lies; half: x counts half, otherwise whole."""
    law = hypergeom(total, row, column)
    if law.support()[0] == law.support()[1]:
        return 1.0
    tail = law.sf(x) if x * total > row * column else law.cdf(x - 1)
    p = 2 * tail + (1 if half else 2) * law.pmf(x)
    return float(2 - p if p > 1 else p)


def is_tail(x: float, row: float, column: float, total: float) -> bool:
    """Whether the doubled tail is not above 1, so that p is not folded."""
    law = hypergeom(total, row, column)
    return bool((law.sf(x - 1) if x * total > row * column else law.cdf(x)) <= 0.5)


def slow_characteristic(
    table: np.ndarray, proba: float, top: int | None = None
) -> list[tuple[int, int, float, float]]:
    """row, column, count and v-test of the significant cells, sorted as `characteristic` sorts them."""
    rows, columns, total = table.sum(axis=1), table.sum(axis=0), table.sum()
    found = []
    for i in np.flatnonzero(rows):
        over, under = [], []
        for j in np.flatnonzero(columns):
            x = table[i, j]
            p = slow_p(x, rows[i], columns[j], total, half=False)
            if proba < 1 and not (p < proba and is_tail(x, rows[i], columns[j], total)):
                continue
            positive = x * total > rows[i] * columns[j]
            v = norm.isf(p / 2) * (1 if positive else -1)
            (over if positive else under).append((int(i), int(j), float(x), float(v)))
        over.sort(key=lambda cell: (round(-cell[3], 9), -cell[1]))
        under.sort(key=lambda cell: (round(-cell[3], 9), -cell[1]))
        found += over[:top] + (under if top is None else under[-top:])
    return found
