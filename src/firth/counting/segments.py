"""The table of a window's counts: segment by segment where a text is too long for the memory budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from firth.core import DOCUMENT_END, OUT_OF_VOCABULARY, Corpus
from firth.counting import _kernels
from firth.counting.spill import RowStore
from firth.counting.windows import Window
from firth.runtime.arrays import Array
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.parallel import balanced_blocks, in_order, thread_count
from firth.runtime.run import Run

BLOCK_CELLS = 1_000_000
"""Cells a block of rows may fill: what a thread holds at a time."""

SHORTEST_SEGMENT = 1_000_000
"""Tokens a stretch of text has at least, however small the budget."""

Table = tuple[NDArray[np.int64], NDArray[np.int32], Array]
"""indptr, indices and data of compressed rows."""


@dataclass(frozen=True)
class _Work:
    """How a table is counted within its budget.

    width: columns of the table. cells: how many a block of rows may fill.
    """

    window: Window
    width: int
    cells: int
    workers: int
    budget: int
    run: Run


def count_table(corpus: Corpus, window: Window, run: Run, *, close_gaps: bool = False) -> Table:
    """The arrays of compressed rows, within the memory budget of the run."""
    budget = memory_budget(run.memory)
    ids = corpus.ids
    if close_gaps:
        ids = ids[ids != OUT_OF_VOCABULARY]
    width = len(corpus.vocabulary) * (2 * window.length if window.positional else 1)
    workers = thread_count(run.threads)
    work = _Work(window, width, _block_cells(width, budget, workers), workers, budget, run)
    most = max(budget // 32, SHORTEST_SEGMENT)
    if window.cut != "none":  # what is seen often enough is known of the whole text only
        refuse_above_budget(
            ids.size * 10, budget, f"cutting the counts of {ids.size:,} tokens",
            "use less text, or allow more memory",
        )  # fmt: skip
        most = max(ids.size, 1)
    segments = _segments(ids, window.length, most=most)
    # What is still to be added up stays in whole numbers; sums of rounded parts would depend on the parts.
    denominator = window.denominator if len(segments) == 1 else 1
    tables = []
    done = 0
    for start, end, keep in segments:
        segment = _Segment(ids[start:end], keep, corpus, window, width)
        store = RowStore(denominator, most_cells=segment.most_cells, limit=budget // 4 // len(segments))
        for rows in segment.count(work.cells, workers):
            store.append(rows.lengths, rows.columns, rows.numerators)
            done += rows.tokens
            run.progress("counting", done, corpus.vocabulary.total, "tokens")
        tables.append(store.finish())
    if len(tables) == 1:
        return tables[0]
    return _merge(tables, work)


class _Rows(NamedTuple):
    """Some rows of a table.

    Columns and numerators are only lent: they are overwritten after the next rows are asked for.
    """

    lengths: Array
    columns: NDArray[np.int32]
    numerators: Array
    tokens: int


class _Segment:
    """One stretch of text, with the places of each word in it.

    keep: the part of the stretch whose words are counted; the rest is there to be seen from it.
    """

    def __init__(
        self, ids: NDArray[np.int32], keep: slice, corpus: Corpus, window: Window, width: int
    ) -> None:
        words = len(corpus.vocabulary)
        own = ids[keep]
        frequency = _kernels.count_words(own, words)
        self.starts = np.concatenate([[0], np.cumsum(frequency)]).astype(np.int64)
        self.positions = np.empty(int(self.starts[-1]), np.int32)
        _kernels.sort_positions(own, self.starts, self.positions)
        self.positions += keep.start
        sides = int(np.any(window.left)) + int(np.any(window.right))
        bound = np.minimum(frequency * (sides * window.length), width)
        self.room = np.concatenate([[0], np.cumsum(bound)])
        self.ids, self.window, self.width = ids, window, width
        if window.cut == "none":
            self.kernel: Callable[..., int] = _kernels.count_rows
            self.details: tuple[Any, ...] = (*_shifts(window, words), width)
        else:
            self.kernel = _kernels.count_rows_cut
            tokens = float(np.count_nonzero(ids != DOCUMENT_END))
            scale = tokens if window.cut == "independence" else tokens**2
            self.details = (*_kernels.tokens_on_either_side(ids, window.length), frequency, scale)

    @property
    def most_cells(self) -> int:
        """Cells that the table cannot exceed."""
        return int(self.room[-1])

    def count(self, cells: int, workers: int) -> Iterator[_Rows]:
        """All rows, a block at a time."""
        blocks = balanced_blocks(self.room, self.most_cells // cells + 1)
        largest = max(int(self.room[last] - self.room[first]) for first, last in blocks)
        # Fresh memory costs more to touch than to fill; as many buffers as blocks are under way will do.
        free: SimpleQueue[tuple[Array, Array]] = SimpleQueue()
        for _ in range(workers + 2):
            free.put((np.empty(largest, np.int32), np.empty(largest, np.int64)))

        def count_block(block: tuple[int, int]) -> tuple[_Rows, tuple[Array, Array]]:
            first, last = block
            columns, numerators = buffers = free.get()
            lengths = np.zeros(last - first, np.int64)
            written = self.kernel(
                self.ids, self.positions, self.starts, first, last, self.window.left, self.window.right,
                *self.details, columns, numerators, lengths,
            )  # fmt: skip
            tokens = int(self.starts[last] - self.starts[first])
            return _Rows(lengths, columns[:written], numerators[:written], tokens), buffers

        for rows, buffers in in_order(count_block, blocks, workers):
            yield rows
            free.put(buffers)


def _merge(tables: list[Table], work: _Work) -> Table:
    """Add up the tables of the segments, block of rows by block of rows."""
    pointers = np.stack([indptr for indptr, _, _ in tables])
    cells = pointers.sum(axis=0)

    def merge_block(block: tuple[int, int]) -> tuple[Array, NDArray[np.int32], Array]:
        first, last = block
        bounds = pointers[:, [first, last]]
        columns = np.concatenate([t[1][a:b] for t, (a, b) in zip(tables, bounds, strict=True)])
        values = np.concatenate([t[2][a:b] for t, (a, b) in zip(tables, bounds, strict=True)])
        shift = np.concatenate([[0], np.cumsum(bounds[:, 1] - bounds[:, 0])[:-1]]) - bounds[:, 0]
        starts = pointers[:, first : last + 1] + shift[:, None]
        merged_columns, merged_values = np.empty(len(columns), np.int32), np.empty(len(columns), np.int64)
        lengths = np.zeros(last - first, np.int64)
        written = _kernels.merge_rows(
            starts, columns, values, work.width, merged_columns, merged_values, lengths
        )
        return lengths, merged_columns[:written], merged_values[:written]

    most = int(cells[-1])
    store = RowStore(work.window.denominator, most_cells=most, limit=work.budget // 4)
    blocks = balanced_blocks(cells, most // work.cells + 1)
    done = 0
    for lengths, columns, numerators in in_order(merge_block, blocks, work.workers):
        store.append(lengths, columns, numerators)
        done += len(lengths)
        work.run.progress("merging", done, len(cells) - 1, "rows")
    return store.finish()


def _segments(ids: Array, reach: int, *, most: int) -> list[tuple[int, int, slice]]:
    """Stretches of at most `most` tokens to count, each with the tokens its windows reach on both sides."""
    segments = []
    for first in range(0, max(ids.size, 1), most):
        last = min(first + most, ids.size)
        start, end = max(first - reach, 0), min(last + reach, ids.size)
        segments.append((start, end, slice(first - start, last - start)))
    return segments


def _block_cells(width: int, budget: int, workers: int) -> int:
    """Cells per block such that what is under way stays within a quarter of the budget."""
    buffers = workers + 2
    cell = 4 + 8  # a column and a numerator
    least = workers * width * 8 + buffers * max(width, BLOCK_CELLS // 16) * cell
    refuse_above_budget(
        least,
        budget,
        f"counting {width:,} columns with {workers} threads",
        "use fewer threads, a larger min_count or max_vocabulary, or more memory",
    )
    return int(np.clip(budget // 4 // buffers // cell, BLOCK_CELLS // 16, BLOCK_CELLS))


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
