"""Counts of one part of a text, and the sum of several: functions of arrays alone, for threads and workers.

A part is a stretch of word numbers with the tokens that its windows reach on both sides. Its table has whole
numbers, numerators over the window's denominator, so that sums are exact and do not depend on how a text was
cut: merged and brought to units they are the table of `firth.count`, to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from firth.core import DOCUMENT_END
from firth.counting import _kernels
from firth.counting.windows import Window
from firth.runtime.arrays import Array
from firth.runtime.parallel import balanced_blocks, in_order, thread_count

BLOCK_CELLS = 1_000_000
"""Cells a block of rows may fill: what a thread holds at a time."""

GROUP_CELLS = 8_000_000
"""Cells that a group of rows may have: what is kept, sent and merged as one; 96 MB of whole numbers."""

Table = tuple[NDArray[np.int64], NDArray[np.int32], Array]
"""indptr, indices and data of compressed rows."""


class Rows(NamedTuple):
    """Some rows of a table.

    Columns and numerators are only lent: they are overwritten after the next rows are asked for.
    """

    lengths: Array
    columns: NDArray[np.int32]
    numerators: Array
    tokens: int


def table_width(words: int, window: Window) -> int:
    """How many columns the table of a window has."""
    return words * (2 * window.length if window.positional else 1)


def row_groups(counts: Array, window: Window, *, at_most: int | None = None) -> list[tuple[int, int]]:
    """Groups of rows with about equal work, first and last row + 1 of each; any part of a text has the same.

    counts: of the words in the whole text, in the order of the vocabulary. at_most: so many groups.
    """
    sides = int(np.any(window.left)) + int(np.any(window.right))
    most = np.minimum(np.asarray(counts) * (sides * window.length), table_width(len(counts), window))
    room = np.concatenate([[0], np.cumsum(most)])
    groups = int(room[-1]) // GROUP_CELLS + 1
    return balanced_blocks(room, groups if at_most is None else min(groups, at_most))


def parts_of(length: int, reach: int, *, most: int) -> list[tuple[int, int, slice]]:
    """Stretches of at most `most` tokens to count, each with the tokens its windows reach on both sides.

    Each is where it begins and ends in the text, and which of its tokens are its own.
    """
    parts = []
    for first in range(0, max(length, 1), most):
        last = min(first + most, length)
        start, end = max(first - reach, 0), min(last + reach, length)
        parts.append((start, end, slice(first - start, last - start)))
    return parts


def count_part(
    ids: NDArray[np.int32],
    window: Window,
    words: int,
    *,
    keep: slice = slice(None),
    rows: tuple[int, int] | None = None,
    threads: int | None = 1,
) -> Table:
    """The table of one part of a text, in whole numbers.

    ids: places in the vocabulary of the whole text, with the tokens that windows reach on both sides. keep:
    those whose words are counted. words: of the vocabulary. rows: first and last + 1; all if not given.

    >>> from firth.counting import make_window
    >>> shape = make_window(1, "flat", "right")
    >>> halves = [count_part(np.array(ids, np.int32), shape, 2, keep=keep)
    ...           for ids, keep in (([0, 1, 0], slice(0, 2)), ([1, 0, 1], slice(1, 3)))]
    >>> [part.tolist() for part in merge_tables(halves, 2)]
    [[0, 1, 2], [1, 0], [2, 1]]
    """
    return count_groups(ids, window, words, [rows or (0, words)], keep=keep, threads=threads)[0]


def count_groups(
    ids: NDArray[np.int32],
    window: Window,
    words: int,
    groups: Sequence[tuple[int, int]],
    *,
    keep: slice = slice(None),
    threads: int | None = 1,
) -> list[Table]:
    """`count_part` for several groups of rows, each a table of its own."""
    part = Part(ids, keep, words, window)
    return [
        joined_rows(
            [
                (one.lengths, one.columns.copy(), one.numerators.copy())
                for one in part.count(BLOCK_CELLS, threads, *group)
            ]
        )
        for group in groups
    ]


def joined_rows(blocks: Sequence[tuple[Array, NDArray[np.int32], Array]]) -> Table:
    """Blocks of rows, each as the lengths of its rows, columns and values, one below the other."""
    lengths = [np.zeros(1, np.int64), *(block[0] for block in blocks)]
    columns = [block[1] for block in blocks] or [np.empty(0, np.int32)]
    values = [block[2] for block in blocks] or [np.empty(0, np.int64)]
    return np.cumsum(np.concatenate(lengths), dtype=np.int64), np.concatenate(columns), np.concatenate(values)


def merge_tables(tables: Sequence[Table], width: int) -> Table:
    """The sum of tables of the same rows, in whole numbers."""
    blocks = merge_blocks([indptr for indptr, _, _ in tables], BLOCK_CELLS)
    return joined_rows([merged_block(tables, block, width) for block in blocks])


def merge_blocks(pointers: Sequence[Array], cells: int) -> list[tuple[int, int]]:
    """Blocks of rows in which the tables together have about so many cells."""
    together = np.sum(pointers, axis=0)
    return balanced_blocks(together, int(together[-1]) // cells + 1)


def merged_block(
    tables: Sequence[Table], block: tuple[int, int], width: int
) -> tuple[Array, NDArray[np.int32], Array]:
    """Some rows of the sum: their lengths, columns and numerators."""
    first, last = block
    bounds = np.array([indptr[[first, last]] for indptr, _, _ in tables])
    columns = np.concatenate([t[1][a:b] for t, (a, b) in zip(tables, bounds, strict=True)])
    values = np.concatenate([t[2][a:b] for t, (a, b) in zip(tables, bounds, strict=True)])
    shift = np.concatenate([[0], np.cumsum(bounds[:, 1] - bounds[:, 0])[:-1]]) - bounds[:, 0]
    starts = np.stack([indptr[first : last + 1] for indptr, _, _ in tables]) + shift[:, None]
    merged_columns, merged_values = np.empty(len(columns), np.int32), np.empty(len(columns), np.int64)
    lengths = np.zeros(last - first, np.int64)
    written = _kernels.merge_rows(starts, columns, values, width, merged_columns, merged_values, lengths)
    return lengths, merged_columns[:written], merged_values[:written]


def in_units(numerators: Array, denominator: int) -> Array:
    """Numerators as counts: whole numbers over 1, and float64 otherwise."""
    return numerators if denominator == 1 else np.divide(numerators, denominator)


class Part:
    """One stretch of text, with the places of each word in it.

    keep: the part of the stretch whose words are counted; the rest is there to be seen from it.
    """

    def __init__(self, ids: NDArray[np.int32], keep: slice, words: int, window: Window) -> None:
        """Sort the places by word."""
        keep = slice(*keep.indices(len(ids)))
        own = ids[keep]
        frequency = _kernels.count_words(own, words)
        self.starts = np.concatenate([[0], np.cumsum(frequency)]).astype(np.int64)
        self.positions = np.empty(int(self.starts[-1]), np.int32)
        _kernels.sort_positions(own, self.starts, self.positions)
        self.positions += keep.start
        sides = int(np.any(window.left)) + int(np.any(window.right))
        width = table_width(words, window)
        bound = np.minimum(frequency * (sides * window.length), width)
        self.room = np.concatenate([[0], np.cumsum(bound)])
        self.ids, self.window, self.words = ids, window, words
        if window.cut == "none":
            self.kernel: Callable[..., int] = _kernels.count_rows
            self.details: tuple[Any, ...] = (*_shifts(window, words), width)
        else:
            self.kernel = _kernels.count_rows_cut
            tokens = float(np.count_nonzero(ids != DOCUMENT_END))
            scale = tokens if window.cut == "independence" else tokens**2
            self.details = (*_kernels.tokens_on_either_side(ids, window.length), frequency, scale)

    def most_cells(self, first: int, last: int) -> int:
        """Cells that these rows cannot exceed."""
        return int(self.room[last] - self.room[first])

    def count(self, cells: int, threads: int | None, first: int, last: int) -> Iterator[Rows]:
        """Rows first … last−1, a block at a time, each of which has room for about so many cells."""
        within = self.room[first : last + 1] - self.room[first]
        blocks = [(a + first, b + first) for a, b in balanced_blocks(within, int(within[-1]) // cells + 1)]
        largest = max(self.most_cells(*block) for block in blocks)
        # Fresh memory costs more to touch than to fill; as many buffers as blocks are under way will do.
        free: SimpleQueue[tuple[Array, Array]] = SimpleQueue()
        for _ in range(min(thread_count(threads) + 2, len(blocks))):
            free.put((np.empty(largest, np.int32), np.empty(largest, np.int64)))

        def count_block(block: tuple[int, int]) -> tuple[Rows, tuple[Array, Array]]:
            first, last = block
            columns, numerators = buffers = free.get()
            lengths = np.zeros(last - first, np.int64)
            written = self.kernel(
                self.ids, self.positions, self.starts, first, last, self.window.left, self.window.right,
                *self.details, columns, numerators, lengths,
            )  # fmt: skip
            tokens = int(self.starts[last] - self.starts[first])
            return Rows(lengths, columns[:written], numerators[:written], tokens), buffers

        for rows, buffers in in_order(count_block, blocks, threads):
            yield rows
            free.put(buffers)


def _shifts(window: Window, words: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What is added to a word's number for each distance, to find its column."""
    if not window.positional:
        zeros = np.zeros(window.length, np.int64)
        return zeros, zeros
    blocks = {offset: block * words for block, offset in enumerate(window.offsets)}
    distances = range(1, window.length + 1)
    return (
        np.array([blocks[-d] for d in distances], np.int64),
        np.array([blocks[d] for d in distances], np.int64),
    )
