"""The loops of counting: arrays in, arrays out, no interpreter lock; slow twins in tests/reference."""

from __future__ import annotations

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

_ONE = np.uint64(1)


@compiled()
def count_words(ids: Array, words: int) -> Array:
    """How often each word occurs; other ids are ignored."""
    frequency = np.zeros(words, np.int64)
    for place in range(ids.size):
        word = ids[place]
        if 0 <= word < words:
            frequency[word] += 1
    return frequency


@compiled()
def sort_positions(ids: Array, starts: Array, positions: Array) -> None:
    """Write the places of each word, in text order, from starts[word] on (a counting sort)."""
    cursor = starts.copy()
    for place in range(ids.size):
        word = ids[place]
        if word >= 0:
            positions[cursor[word]] = place
            cursor[word] += 1


@compiled()
def count_rows(
    ids: Array,
    positions: Array,
    starts: Array,
    first: int,
    last: int,
    left: Array,
    right: Array,
    left_shift: Array,
    right_shift: Array,
    width: int,
    columns: Array,
    values: Array,
    lengths: Array,
) -> int:
    """Rows first … last−1 of the co-occurrence table, by Gustavson's row algorithm.

    Neighbors of every place of a word are added into one dense accumulator; a bitmap of touched columns
    (and a bitmap of its words) gives them back in order without sorting. A document end (−2) stops a walk.
    """
    sums = np.zeros(width, np.int64)
    touched = np.zeros((width >> 6) + 1, np.uint64)
    groups = np.zeros((touched.size >> 6) + 1, np.uint64)
    reach = left.size
    written = 0
    for row in range(first, last):
        for k in range(starts[row], starts[row + 1]):
            place = positions[k]
            for d in range(min(reach, place)):
                word = ids[place - 1 - d]
                if word == -2:
                    break
                if word >= 0 and left[d] > 0:
                    column = word + left_shift[d]
                    if sums[column] == 0:
                        touched[column >> 6] |= _ONE << np.uint64(column & 63)
                        groups[column >> 12] |= _ONE << np.uint64((column >> 6) & 63)
                    sums[column] += left[d]
            for d in range(min(reach, ids.size - 1 - place)):
                word = ids[place + 1 + d]
                if word == -2:
                    break
                if word >= 0 and right[d] > 0:
                    column = word + right_shift[d]
                    if sums[column] == 0:
                        touched[column >> 6] |= _ONE << np.uint64(column & 63)
                        groups[column >> 12] |= _ONE << np.uint64((column >> 6) & 63)
                    sums[column] += right[d]
        before = written
        written = _emit(sums, touched, groups, columns, values, written)
        lengths[row - first] = written - before
    return written


@compiled()
def tokens_on_either_side(ids: Array, most: int) -> tuple[Array, Array]:
    """How many tokens, `most` at most, stand before and after each place in its document."""
    before, after = np.zeros(ids.size, np.int16), np.zeros(ids.size, np.int16)
    for place in range(1, ids.size):
        if ids[place - 1] != -2 and ids[place] != -2:
            before[place] = min(most, before[place - 1] + 1)
    for place in range(ids.size - 2, -1, -1):
        if ids[place + 1] != -2 and ids[place] != -2:
            after[place] = min(most, after[place + 1] + 1)
    return before, after


@compiled()
def count_rows_cut(
    ids: Array,
    positions: Array,
    starts: Array,
    first: int,
    last: int,
    left: Array,
    right: Array,
    before: Array,
    after: Array,
    frequency: Array,
    scale: float,
    columns: Array,
    values: Array,
    lengths: Array,
) -> int:
    """Rows first … last−1 of a table in which the counts of each distance, on each side, are cut apart.

    A pair counts at a distance where #(a •k b) · scale > #(a)·#(b). Each distance fills an accumulator of its
    own, and what is left of it goes to the one of the row.
    """
    width = frequency.size
    here = np.zeros(width, np.int64)
    seen = np.empty(width, np.int32)
    sums = np.zeros(width, np.int64)
    touched = np.zeros((width >> 6) + 1, np.uint64)
    groups = np.zeros((touched.size >> 6) + 1, np.uint64)
    written = 0
    for row in range(first, last):
        own = np.float64(frequency[row])
        for side in range(2):
            weights, room = (left, before) if side == 0 else (right, after)
            step = 2 * side - 1
            for d in range(weights.size):
                if weights[d] == 0:
                    continue
                found = 0
                for k in range(starts[row], starts[row + 1]):
                    place = positions[k]
                    if room[place] <= d:
                        continue
                    word = ids[place + step * (d + 1)]
                    if word < 0:
                        continue
                    if here[word] == 0:
                        seen[found] = word
                        found += 1
                    here[word] += 1
                for k in range(found):
                    column = np.int64(seen[k])
                    together = here[column]
                    here[column] = 0
                    if together * scale > own * frequency[column]:
                        if sums[column] == 0:
                            touched[column >> 6] |= _ONE << np.uint64(column & 63)
                            groups[column >> 12] |= _ONE << np.uint64((column >> 6) & 63)
                        sums[column] += together * weights[d]
        before_row = written
        written = _emit(sums, touched, groups, columns, values, written)
        lengths[row - first] = written - before_row
    return written


@compiled()
def merge_rows(
    starts: Array,
    piece_columns: Array,
    piece_values: Array,
    width: int,
    columns: Array,
    values: Array,
    lengths: Array,
) -> int:
    """Add up the same rows of several tables; starts[s, i] is where row i of table s begins in the pieces."""
    sums = np.zeros(width, np.int64)
    touched = np.zeros((width >> 6) + 1, np.uint64)
    groups = np.zeros((touched.size >> 6) + 1, np.uint64)
    written = 0
    for row in range(starts.shape[1] - 1):
        for table in range(starts.shape[0]):
            for k in range(starts[table, row], starts[table, row + 1]):
                column = np.int64(piece_columns[k])
                if sums[column] == 0:
                    touched[column >> 6] |= _ONE << np.uint64(column & 63)
                    groups[column >> 12] |= _ONE << np.uint64((column >> 6) & 63)
                sums[column] += piece_values[k]
        before = written
        written = _emit(sums, touched, groups, columns, values, written)
        lengths[row] = written - before
    return written


@compiled(inline="always")
def _emit(sums: Array, touched: Array, groups: Array, columns: Array, values: Array, written: int) -> int:
    """Write the touched columns in order with their sums, and clear them all again."""
    for g in range(groups.size):
        group = groups[g]
        if group == 0:
            continue
        groups[g] = 0
        while group != 0:
            t = (g << 6) + np.int64(trailing_zeros(group))  # type: ignore[call-arg]
            group &= group - _ONE
            bits = touched[t]
            touched[t] = 0
            while bits != 0:
                column = (t << 6) + np.int64(trailing_zeros(bits))
                bits &= bits - _ONE
                columns[written] = column
                values[written] = sums[column]
                sums[column] = 0
                written += 1
    return written


@compiled()
def count_pair(ids: Array, first: int, second: int, distance: int) -> int:
    """How often `second` stands exactly `distance` tokens after `first` in one document."""
    found = 0
    for place in range(ids.size - distance):
        if ids[place] == first and ids[place + distance] == second:
            inside = True
            for between in range(place + 1, place + distance):
                if ids[between] == -2:
                    inside = False
                    break
            if inside:
                found += 1
    return found
