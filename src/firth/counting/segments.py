"""The table of a window's counts: segment by segment where a text is too long for the memory budget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.core import OUT_OF_VOCABULARY, Corpus
from firth.counting.parts import BLOCK_CELLS, Part, Table, merge_blocks, merged_block, parts_of, table_width
from firth.counting.spill import RowStore
from firth.counting.windows import Window
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.parallel import in_order, thread_count
from firth.runtime.run import Run

SHORTEST_SEGMENT = 1_000_000
"""Tokens a stretch of text has at least, however small the budget."""


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
    words = len(corpus.vocabulary)
    width = table_width(words, window)
    workers = thread_count(run.threads)
    work = _Work(window, width, _block_cells(width, budget, workers), workers, budget, run)
    most = max(budget // 32, SHORTEST_SEGMENT)
    if window.cut != "none":  # what is seen often enough is known of the whole text only
        refuse_above_budget(
            ids.size * 10, budget, f"cutting the counts of {ids.size:,} tokens",
            "use less text, or allow more memory",
        )  # fmt: skip
        most = max(ids.size, 1)
    segments = parts_of(ids.size, window.length, most=most)
    # What is still to be added up stays in whole numbers; sums of rounded parts would depend on the parts.
    denominator = window.denominator if len(segments) == 1 else 1
    tables = []
    done = 0
    for start, end, keep in segments:
        segment = Part(ids[start:end], keep, words, window)
        most_cells = segment.most_cells(0, words)
        store = RowStore(denominator, most_cells=most_cells, limit=budget // 4 // len(segments))
        for rows in segment.count(work.cells, workers, 0, words):
            store.append(rows.lengths, rows.columns, rows.numerators)
            done += rows.tokens
            run.progress("counting", done, corpus.vocabulary.total, "tokens")
        tables.append(store.finish())
    if len(tables) == 1:
        return tables[0]
    return _merge(tables, work)


def _merge(tables: list[Table], work: _Work) -> Table:
    """Add up the tables of the segments, block of rows by block of rows."""
    pointers = [indptr for indptr, _, _ in tables]
    most = sum(int(indptr[-1]) for indptr in pointers)
    store = RowStore(work.window.denominator, most_cells=most, limit=work.budget // 4)
    blocks = merge_blocks(pointers, work.cells)
    done = 0
    for lengths, columns, numerators in in_order(
        lambda block: merged_block(tables, block, work.width), blocks, work.workers
    ):
        store.append(lengths, columns, numerators)
        done += len(lengths)
        work.run.progress("merging", done, len(pointers[0]) - 1, "rows")
    return store.finish()


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
