"""The table of a window's counts: segment by segment where a text is too long for the memory budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firth.core import OUT_OF_VOCABULARY, Corpus
from firth.counting.parts import (
    BLOCK_CELLS,
    Part,
    Rows,
    Table,
    joined_rows,
    merge_blocks,
    merged_block,
    parts_of,
    row_groups,
    table_width,
)
from firth.counting.spill import RowStore
from firth.counting.windows import Window
from firth.runtime.arrays import Array
from firth.runtime.blocks import Block, Blocks, digest_of_arrays, digest_of_plain
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.parallel import in_order, thread_count
from firth.runtime.run import Run
from firth.runtime.storage import refuse_full_scratch, release_pages

SHORTEST_SEGMENT = 1_000_000
"""Tokens a stretch of text has at least, however small the budget."""


@dataclass(frozen=True)
class _Work:
    """How a table is counted within its budget.

    words, total: of the vocabulary, and how often they occur. width: columns of the table. cells: how many a
    block of rows may fill.
    """

    window: Window
    words: int
    total: float
    width: int
    cells: int
    workers: int
    budget: int
    run: Run

    def told(self, tokens: int) -> None:
        self.run.progress("counting", tokens, self.total, "tokens")


def count_table(corpus: Corpus, window: Window, run: Run, *, close_gaps: bool = False) -> Table:
    """The arrays of compressed rows, within the memory budget of the run."""
    budget = memory_budget(run.memory)
    ids = corpus.ids
    if close_gaps:
        ids = ids[ids != OUT_OF_VOCABULARY]
    words = len(corpus.vocabulary)
    width = table_width(words, window)
    workers = thread_count(run.threads)
    cells = _block_cells(width, budget, workers)
    work = _Work(window, words, corpus.vocabulary.total, width, cells, workers, budget, run)
    most = max(budget // 32, SHORTEST_SEGMENT)
    if window.cut != "none":  # what is seen often enough is known of the whole text only
        refuse_above_budget(
            ids.size * 10, budget, f"cutting the counts of {ids.size:,} tokens",
            "use less text, or allow more memory",
        )  # fmt: skip
        most = max(ids.size, 1)
    segments = parts_of(ids.size, window.length, most=most)
    if run.blocks is not None:
        groups = row_groups(corpus.vocabulary.counts, window)
        return _Kept(run.blocks, ids, segments, groups, work).table()
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
            work.told(done)
        tables.append(store.finish())
        release_pages(ids[start:end])
        if store.spilled and len(tables) == 1 < len(segments):
            cells = len(tables[0][1]) * (len(segments) - 1)
            refuse_full_scratch(12 * cells, f"counting the other {len(segments) - 1} parts of the text")
    if len(tables) == 1:
        return tables[0]
    return _merge(tables, work)


def _merge(tables: list[Table], work: _Work) -> Table:
    """Add up the tables of the segments, block of rows by block of rows."""
    pointers = [indptr for indptr, _, _ in tables]
    most = sum(int(indptr[-1]) for indptr in pointers)
    if 12 * most > work.budget // 4:  # a row of the sum is as long as the longest of its parts, or longer
        least = int(np.max([np.diff(indptr) for indptr in pointers], axis=0).sum())
        refuse_full_scratch(12 * least, f"adding up the {len(tables)} parts of the counts")
    store = RowStore(work.window.denominator, most_cells=most, limit=work.budget // 4)
    done = 0
    for lengths, columns, numerators in _merged_blocks(tables, work):
        store.append(lengths, columns, numerators)
        for indptr, own_columns, own_values in tables:
            own = slice(indptr[done], indptr[done + len(lengths)])
            release_pages(own_columns[own])
            release_pages(own_values[own])
        done += len(lengths)
        work.run.progress("merging", done, len(pointers[0]) - 1, "rows")
    return store.finish()


def _merged_blocks(tables: list[Table], work: _Work) -> Iterator[tuple[Array, NDArray[np.int32], Array]]:
    blocks = merge_blocks([indptr for indptr, _, _ in tables], work.cells)
    return in_order(lambda block: merged_block(tables, block, work.width), blocks, work.workers)


class _Kept:
    """The same table from blocks that are kept: groups of rows of each segment, and the sums of each group.

    All are whole numbers, so that nothing depends on where the text is cut.
    """

    def __init__(
        self,
        blocks: Blocks,
        ids: NDArray[np.int32],
        segments: list[tuple[int, int, slice]],
        groups: list[tuple[int, int]],
        work: _Work,
    ) -> None:
        self._blocks, self._ids, self._segments, self._groups = blocks, ids, segments, groups
        self._work, self._done = work, 0
        window = work.window
        self._how = digest_of_plain(
            [digest_of_arrays(window.left, window.right), window.positional, window.cut, work.words]
        )

    def table(self) -> Table:
        counted = [self._segment(place) for place in range(len(self._segments))]
        of_groups = list(zip(*counted, strict=True))
        most = sum(len(block.arrays["columns"]) for parts in of_groups for block in parts)
        store = RowStore(self._work.window.denominator, most_cells=most, limit=self._work.budget // 4)
        done = 0
        for place, parts in enumerate(of_groups):
            block = parts[0] if len(parts) == 1 else self._sum(place, parts)
            arrays = block.arrays
            store.append(np.diff(arrays["indptr"]), arrays["columns"], arrays["numerators"])
            for part in (*parts, block):
                release_pages(part.arrays["columns"])
                release_pages(part.arrays["numerators"])
            done += len(arrays["indptr"]) - 1
            self._work.run.progress("merging", done, self._work.words, "rows")
        return store.finish()

    def _segment(self, place: int) -> list[Block]:
        """The groups of rows of a segment."""
        start, end, keep = self._segments[place]
        ids = self._ids[start:end]
        content = digest_of_arrays(ids)
        part: Part | None = None
        found = []
        for number, group in enumerate(self._groups):
            key = f"counts-{place:04d}-{number:04d}"
            made_of = {"ids": content, "keep": [keep.start, keep.stop], "rows": list(group), "how": self._how}
            block = self._blocks.find(key, made_of)
            if block is None:
                part = part or Part(ids, keep, self._work.words, self._work.window)
                block = self._blocks.put(key, made_of, self._counted(part, group))
            found.append(block)
        self._done += int(np.count_nonzero(ids[keep] >= 0))
        release_pages(ids)
        self._work.told(self._done)
        return found

    def _counted(self, part: Part, group: tuple[int, int]) -> dict[str, Array]:
        work, done = self._work, self._done

        def told(rows: Rows) -> Rows:
            nonlocal done
            done += rows.tokens
            work.told(done)
            return rows

        blocks = (told(rows) for rows in part.count(work.cells, work.workers, *group))
        table = joined_rows([(rows.lengths, rows.columns.copy(), rows.numerators.copy()) for rows in blocks])
        return dict(zip(("indptr", "columns", "numerators"), table, strict=True))

    def _sum(self, place: int, parts: tuple[Block, ...]) -> Block:
        """The same rows of all segments added up."""

        def merged() -> tuple[dict[str, Array], dict[str, int]]:
            tables = [
                (part.arrays["indptr"], part.arrays["columns"], part.arrays["numerators"]) for part in parts
            ]
            table = joined_rows(list(_merged_blocks(tables, self._work)))
            return dict(zip(("indptr", "columns", "numerators"), table, strict=True)), {}

        made_of = {"parts": [part.checksum for part in parts]}
        return self._blocks.get(f"counts-sum-{place:04d}", made_of, merged)


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
