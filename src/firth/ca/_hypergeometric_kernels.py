"""Tails of the hypergeometric law, cell by cell and row by row of a table; slow twin in tests/reference.

X is the count of a cell: of the K occurrences of its row, drawn from all n without return, those that fall
on the M of its column. log P(X = x) is a difference of three binomial laws, each by its saddle point
[Loader2000]: differences of log Γ would lose six digits where n is a thousand million. A tail is P(X = x)
times the sum of the quotients of successive terms, which begins with its largest ones.
"""

from __future__ import annotations

import math

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

_SMALL = 16
_STIRLING = np.array(
    [0.0]
    + [
        math.log(math.factorial(x)) - (0.5 * math.log(2 * math.pi * x) + x * math.log(x) - x)
        for x in range(1, _SMALL)
    ]
)
"""log x! minus Stirling's formula, for the numbers where its series is not exact enough."""

_HALF_LOG_TWO_PI = 0.5 * math.log(2 * math.pi)
_CERTAIN = 1e-13
"""A doubled tail as near to 2 as this belongs to a cell that can have no other count."""


@compiled()
def _stirling_error(x: float) -> float:
    """log x! − log(√(2πx) (x/e)ˣ)."""
    if x < _SMALL:
        return float(_STIRLING[int(x)])
    s = 1.0 / (x * x)
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - s / 1188) * s) * s) * s) / x


@compiled()
def _deviance(x: float, mean: float) -> float:
    """x log(x/mean) + mean − x, exact also where x is near the mean."""
    gap = x - mean
    if abs(gap) < 0.1 * (x + mean):
        v = gap / (x + mean)
        total, term, square = gap * v, 2 * x * v, v * v
        for j in range(1, 1000):
            term *= square
            after = total + term / (2 * j + 1)
            if after == total:
                break
            total = after
        return total
    return x * math.log(x / mean) - gap


@compiled()
def _log_binomial(x: float, trials: float, share: float, rest: float) -> float:
    """log C(trials, x) shareˣ restᵗʳⁱᵃˡˢ⁻ˣ, rest being 1 − share, and neither 0."""
    other = trials - x
    if x == 0.0:
        return trials * (math.log1p(-share) if share < 0.5 else math.log(rest))
    if other == 0.0:
        return trials * (math.log1p(-rest) if rest < 0.5 else math.log(share))
    near = _stirling_error(trials) - _stirling_error(x) - _stirling_error(other)
    far = _deviance(x, trials * share) + _deviance(other, trials * rest)
    return near - far - _HALF_LOG_TWO_PI - 0.5 * math.log(x / trials * other)


@compiled()
def _log_probability(x: float, row: float, column: float, total: float) -> float:
    """log P(X = x)."""
    if row == total or row == 0.0:
        return 0.0  # the only count there can be
    share, rest = row / total, (total - row) / total
    return (
        _log_binomial(x, column, share, rest)
        + _log_binomial(row - x, total - column, share, rest)
        - _log_binomial(row, total, share, rest)
    )


@compiled()
def _further(x: float, row: float, column: float, total: float, over: bool, enough: float) -> float:
    """Σ P(X = y) / P(X = x) over all y beyond x; any number above `enough` once the sum is."""
    none = total - row - column  # what is neither in the row nor in the column, when x is 0
    result, quotient = 0.0, 1.0
    while True:
        if over:
            quotient *= (row - x) * (column - x) / ((x + 1.0) * (none + x + 1.0))
            x += 1.0
        else:
            quotient *= x * (none + x) / ((row - x + 1.0) * (column - x + 1.0))
            x -= 1.0
        result += quotient
        if result > enough or quotient < 1e-17 * result or quotient == 0.0:
            return result


@compiled()
def log_two_sided(
    x: float, row: float, column: float, total: float, weight: float, bound: float
) -> tuple[float, bool]:
    """log p of a cell and whether it is over-used; 1.0 in place of log p where p is above the bound.

    p = 2 P(beyond x) + weight · P(X = x), on the side of the expected count where x lies: weight 2 doubles
    the tail that has x in it, weight 1 counts x half. Without a bound, p above 1 is folded back to 2 − p.
    bound: log of the largest p of interest, or a positive number.
    """
    over = x * total > row * column
    at = _log_probability(x, row, column, total)
    enough = np.inf
    if bound <= 0.0:
        log_enough = bound + 1e-9 - at  # a little more than the bound: the caller decides in the end
        if log_enough < math.log(weight):
            return 1.0, over
        if log_enough < 700.0:
            enough = 0.5 * (math.exp(log_enough) - weight)
    beyond = _further(x, row, column, total, over, enough)
    if beyond > enough:
        return 1.0, over
    log_p = at + math.log(weight + 2.0 * beyond)
    if log_p > 0.0:
        folded = 2.0 - math.exp(log_p)
        log_p = math.log(folded) if folded > _CERTAIN else 0.0
    return log_p, over


@compiled()
def log_two_sided_cells(
    x: Array, rows: Array, columns: Array, total: float, weight: float, log_p: Array, over: Array
) -> None:
    """`log_two_sided` of every cell of a list, without a bound."""
    for cell in range(x.size):
        log_p[cell], over[cell] = log_two_sided(x[cell], rows[cell], columns[cell], total, weight, 1.0)


@compiled()
def _absent_candidates(row: float, sizes: Array, total: float, bound: float) -> int:
    """How many of the columns, the largest first, would be under-used in a row that has none of them.

    A doubled P(X = 0) falls as the column grows, so that bisection finds the smallest column that matters.
    """
    if bound > 0.0:
        return int(sizes.size)
    low, high = 0, sizes.size
    while low < high:
        middle = (low + high) // 2
        possible = total - row >= sizes[middle]
        log_p = math.log(2.0) + _log_probability(0.0, row, sizes[middle], total) if possible else -np.inf
        if log_p < bound:
            low = middle + 1
        else:
            high = middle
    return int(low)


@compiled()
def room_for_cells(
    indptr: Array, row_sums: Array, sizes: Array, total: float, bound: float, top: int, under: bool
) -> int:
    """How many cells of these rows can be found at most; sizes: of the columns, the largest first."""
    room = 0
    for row in range(row_sums.size):
        room += indptr[row + 1] - indptr[row]
        if under and row_sums[row] > 0.0:
            absent = _absent_candidates(row_sums[row], sizes, total, bound)
            room += min(absent, top) if top > 0 and bound <= 0.0 else absent
    return room


@compiled()
def significant_cells(
    indptr: Array,
    indices: Array,
    data: Array,
    row_sums: Array,
    column_sums: Array,
    order: Array,
    total: float,
    bound: float,
    top: int,
    want_over: bool,
    want_under: bool,
    lengths: Array,
    columns: Array,
    counts: Array,
    log_p: Array,
    over: Array,
) -> int:
    """The cells of some rows with log p < bound, or all if the bound is positive; how many there are.

    They are written to the last arrays: within a row the over-used ones by rising p, then the under-used ones
    by falling p, of equal ones the later column first, as FactoMineR has them; only `top` of each kind if top
    is above 0. lengths: how many a row has.
    indptr begins at 0; order: the columns, the largest first; empty rows and columns have none.
    """
    sizes = column_sums[order]
    filled = order.size
    while filled > 0 and sizes[filled - 1] == 0.0:
        filled -= 1
    sizes = sizes[:filled]
    seen = np.full(column_sums.size, -1, np.int64)
    end = 0
    for row in range(row_sums.size):
        start = end
        row_sum = row_sums[row]
        lengths[row] = 0
        if row_sum == 0.0:
            continue
        for place in range(indptr[row], indptr[row + 1]):
            column, x = indices[place], data[place]
            if x == 0.0:
                continue
            seen[column] = row
            is_over = x * total > row_sum * column_sums[column]
            if not (want_over if is_over else want_under):
                continue
            value, is_over = log_two_sided(x, row_sum, column_sums[column], total, 2.0, bound)
            if value < bound:
                columns[end], counts[end], log_p[end], over[end] = column, x, value, is_over
                end += 1
        if want_under:
            absent = 0
            for place in range(_absent_candidates(row_sum, sizes, total, bound)):
                column = order[place]
                if seen[column] == row:
                    continue
                value, is_over = log_two_sided(0.0, row_sum, column_sums[column], total, 2.0, bound)
                if value < bound:
                    columns[end], counts[end], log_p[end], over[end] = column, 0.0, value, is_over
                    end += 1
                    absent += 1
                # Larger columns are missed more, so that the first are the ones to keep.
                if top > 0 and bound <= 0.0 and absent >= top:
                    break
        end = _sorted_and_cut(start, end, top, columns, counts, log_p, over)
        lengths[row] = end - start
    return end


@compiled()
def _sorted_and_cut(
    start: int, end: int, top: int, columns: Array, counts: Array, log_p: Array, over: Array
) -> int:
    """Sort the cells of one row from most over-used to most under-used; the end of those that are kept."""
    by_column = np.argsort(columns[start:end])[::-1]
    key = np.where(over[start:end], log_p[start:end] - 1.0, 1.0 - log_p[start:end])[by_column]
    chosen = by_column[np.argsort(key, kind="mergesort")] + start
    if top > 0:
        kept_over = over[start:end].sum()
        is_kept = np.ones(chosen.size, np.bool_)
        is_kept[top : max(top, kept_over)] = False
        is_kept[kept_over : max(kept_over, chosen.size - top)] = False
        chosen = chosen[is_kept]
    after = start + chosen.size
    columns[start:after], counts[start:after] = columns[chosen], counts[chosen]
    log_p[start:after], over[start:after] = log_p[chosen], over[chosen]
    return after
