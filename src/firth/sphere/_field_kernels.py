"""The loops of the far field: the quadratic of each word, its sums over pairs, and the near pairs."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled
from firth.sphere._force_kernels import four_cosines, one_cosine

_VECTORS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz"}}
_LEAST_PIVOT = 1e-9
_CELLS_AT_ONCE = 32


@compiled()
def field_monomials(vectors: Array, fields: Array, result: Array) -> None:
    """A row (p₀, p₁ w_a for each a, p₂ w_a w_b for each b and a ≤ b) for each vector w and its field p."""
    for i in range(vectors.shape[0]):
        own, row = vectors[i], result[i]
        row[0] = fields[i, 0]
        k = own.size + 1
        for b in range(own.size):
            row[1 + b] = fields[i, 1] * own[b]
            scale = fields[i, 2] * own[b]
            for a in range(b + 1):
                row[k + a] = scale * own[a]
            k += b + 1


@compiled()
def copy_symmetric(total: Array, ends: Array) -> None:
    """total[c, ab] = total[b, ac] for c < b, in the columns of `field_monomials`; b's begin at ends[b]."""
    for b in range(total.shape[0]):
        for a in range(b + 1):
            for c in range(b):
                total[c, ends[b] + a] = total[b, ends[max(a, c)] + min(a, c)]


@compiled(**_VECTORS)
def add_attraction_less_field(
    indptr: Array,
    indices: Array,
    weights: Array,
    vectors: Array,
    fields: Array,
    first: int,
    last: int,
    width: int,
    attraction: Array,
    repulsion: Array,
) -> None:
    """attraction[i] += Σ a_ij w_j and repulsion[i] −= Σ P_i(w_i·w_j) w_j over the pairs of a row and itself.

    Both sums in one pass, as reading w_j takes most of the time. Tiles as in `pair_cosines`.
    """
    words, dim = vectors.shape
    at = indptr[first:last].copy()
    for stop in range(width, words + width, width):
        for i in range(first, last):
            own, pull, push = vectors[i], attraction[i], repulsion[i]
            c0, c1, c2 = fields[i, 0], fields[i, 1], fields[i, 2]
            k, end = at[i - first], indptr[i + 1]
            while k + 4 <= end and indices[k + 3] < stop:
                w0, w1 = vectors[indices[k]], vectors[indices[k + 1]]
                w2, w3 = vectors[indices[k + 2]], vectors[indices[k + 3]]
                x0, x1, x2, x3 = four_cosines(own, w0, w1, w2, w3)
                a0, a1, a2, a3 = weights[k], weights[k + 1], weights[k + 2], weights[k + 3]
                p0, p1 = c0 + x0 * (c1 + x0 * c2), c0 + x1 * (c1 + x1 * c2)
                p2, p3 = c0 + x2 * (c1 + x2 * c2), c0 + x3 * (c1 + x3 * c2)
                for c in range(dim):
                    pull[c] += (a0 * w0[c] + a1 * w1[c]) + (a2 * w2[c] + a3 * w3[c])
                    push[c] -= (p0 * w0[c] + p1 * w1[c]) + (p2 * w2[c] + p3 * w3[c])
                k += 4
            while k < end and indices[k] < stop:
                w0 = vectors[indices[k]]
                x0 = one_cosine(own, w0)
                a0, p0 = weights[k], c0 + x0 * (c1 + x0 * c2)
                for c in range(dim):
                    pull[c] += a0 * w0[c]
                    push[c] -= p0 * w0[c]
                k += 1
            at[i - first] = k
    for i in range(first, last):
        begin, end = indptr[i], indptr[i + 1]
        k = begin + np.searchsorted(indices[begin:end], i)
        if k == end or indices[k] != i:
            p0 = fields[i, 0] + fields[i, 1] + fields[i, 2]
            for c in range(dim):
                repulsion[i, c] -= p0 * vectors[i, c]


@compiled()
def subtract_field(
    indptr: Array, cosines: Array, fields: Array, first: int, last: int, strengths: Array
) -> None:
    """strengths −= P_i(cosines) for the pairs that rows first … last−1 of a list have, in their order."""
    start = indptr[first]
    for i in range(first, last):
        c0, c1, c2 = fields[i, 0], fields[i, 1], fields[i, 2]
        for k in range(indptr[i] - start, indptr[i + 1] - start):
            x = cosines[k]
            strengths[k] -= c0 + x * (c1 + x * c2)


@compiled(**_VECTORS)
def power_sums(cosines: Array, strengths: Array, low: Array, high: Array, sums: Array) -> None:
    """Σ 1, x, x², x³, x⁴ and Σ y, xy, x²y of each row, over cells where the cosine x is from low to high."""
    zero, one = cosines.dtype.type(0), cosines.dtype.type(1)
    for i in range(cosines.shape[0]):
        row, values, bottom, top = cosines[i], strengths[i], low[i], high[i]
        s0, s1, s2, s3, s4, t0, t1, t2 = zero, zero, zero, zero, zero, zero, zero, zero
        for j in range(row.size):
            x = row[j]
            inside = one if (x >= bottom) & (x <= top) else zero
            y = inside * values[j]
            s0 += inside
            s1 += inside * x
            s2 += inside * x * x
            s3 += inside * x * x * x
            s4 += inside * x * x * x * x
            t0 += y
            t1 += y * x
            t2 += y * x * x
        sums[i, 0], sums[i, 1], sums[i, 2], sums[i, 3] = s0, s1, s2, s3
        sums[i, 4], sums[i, 5], sums[i, 6], sums[i, 7] = s4, t0, t1, t2


@compiled()
def least_squares(sums: Array, fields: Array) -> None:
    """The quadratic nearest to the values of each row, from its power sums; powers they leave open get 0."""
    left, right = np.empty((3, 3)), np.empty(3)
    for i in range(sums.shape[0]):
        for a in range(3):
            right[a] = sums[i, 5 + a]
            for b in range(3):
                left[a, b] = sums[i, a + b]
        for p in range(3):
            used = left[p, p] > _LEAST_PIVOT * sums[i, 2 * p]
            for a in range(p + 1, 3):
                factor = left[a, p] / left[p, p] if used else 0.0
                right[a] -= factor * right[p]
                for b in range(p, 3):
                    left[a, b] -= factor * left[p, b]
        for p in range(2, -1, -1):
            value = right[p]
            for b in range(p + 1, 3):
                value -= left[p, b] * fields[i, b]
            fields[i, p] = value / left[p, p] if left[p, p] > _LEAST_PIVOT * sums[i, 2 * p] else 0.0


@compiled()
def ends_beyond(grid: Array, values: Array, fields: Array, limits: Array, low: Array, high: Array) -> None:
    """How far from either end of a grid a word's field is off the values by more than its limit."""
    last = grid.size - 1
    for i in range(limits.size):
        c0, c1, c2 = fields[i, 0], fields[i, 1], fields[i, 2]
        k = 0
        while k < last and abs(values[k] - c0 - grid[k] * (c1 + grid[k] * c2)) > limits[i]:
            k += 1
        low[i] = grid[k]
        k = last
        while k > 0 and abs(values[k] - c0 - grid[k] * (c1 + grid[k] * c2)) > limits[i]:
            k -= 1
        high[i] = grid[k]


@compiled(**_VECTORS)
def places_beyond(
    tile: Array, row: int, column: int, low: Array, high: Array, rows: Array, columns: Array
) -> int:
    """Pairs i < j of a tile that begins at (row, column) whose cosine is beyond the ends of i or of j.

    How many there are; rows and columns have room for all of the tile. Most runs of cells hold none.
    """
    found = 0
    height, width = tile.shape
    zero, one = tile.dtype.type(0), tile.dtype.type(1)
    bottoms, tops = low[column : column + width], high[column : column + width]
    for i in range(height):
        own, bottom, top = tile[i], low[row + i], high[row + i]
        for begin in range(0, width, _CELLS_AT_ONCE):
            end = min(begin + _CELLS_AT_ONCE, width)
            beyond = zero
            for j in range(begin, end):
                x = own[j]
                beyond += one if (x > top) | (x > tops[j]) | (x < bottom) | (x < bottoms[j]) else zero
            if beyond > 0:
                for j in range(begin, end):
                    x = own[j]
                    outside = (x > top) | (x > tops[j]) | (x < bottom) | (x < bottoms[j])
                    if outside and row + i < column + j:
                        rows[found], columns[found] = row + i, column + j
                        found += 1
    return found


@compiled()
def mirror(indptr: Array, columns: Array, starts: Array, result: Array) -> None:
    """Put j in row i and i in row j of the result, where rows begin at starts, for the pairs i < j."""
    at = starts.copy()
    for i in range(indptr.size - 1):
        for k in range(indptr[i], indptr[i + 1]):
            j = columns[k]
            result[at[j]] = i
            at[j] += 1
            result[at[i]] = j
            at[i] += 1


@compiled()
def drop_listed(indptr: Array, indices: Array, listed_indptr: Array, listed: Array) -> int:
    """Take out of sorted rows what a list has in the same row, in place; how much is left."""
    kept = 0
    begin = indptr[0]
    for i in range(indptr.size - 1):
        k, end = listed_indptr[i], listed_indptr[i + 1]
        for place in range(begin, indptr[i + 1]):
            index = indices[place]
            while k < end and listed[k] < index:
                k += 1
            if k == end or listed[k] != index:
                indices[kept] = index
                kept += 1
        begin = indptr[i + 1]
        indptr[i + 1] = kept
    return kept


@compiled()
def exclude_sampled(cosines: Array, indptr: Array, indices: Array, rows: Array, step: int) -> None:
    """Put −2, less than any cosine, where a row has a pair of the list, or the word with itself.

    Columns are those of every so many words.
    """
    for i in range(rows.size):
        for k in range(indptr[rows[i]], indptr[rows[i] + 1]):
            cosines[i, indices[k]] = -2
        if rows[i] % step == 0:
            cosines[i, rows[i] // step] = -2
