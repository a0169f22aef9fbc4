"""Corpus → Counts: how often words stand near each other, exactly, within a memory budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from firth.core import DOCUMENT_END, OUT_OF_VOCABULARY, Corpus, Counts, Vocabulary
from firth.counting import _kernels
from firth.counting.spill import RowStore
from firth.counting.windows import Contexts, Cut, Weights, Window, make_window
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.arrays import Array
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.parallel import balanced_blocks, in_order, thread_count
from firth.runtime.run import Progress, silent
from firth.runtime.sparse import compressed_rows

BLOCK_CELLS = 1_000_000
"""Cells a block of rows may fill: what a thread holds at a time."""

SHORTEST_SEGMENT = 1_000_000
"""Tokens a stretch of text has at least, however small the budget."""

Table = tuple[NDArray[np.int64], NDArray[np.int32], Array]


def count(
    corpus: Corpus,
    *,
    window: int = 10,
    weights: Weights | Sequence[float] = "harmonic",
    contexts: Contexts = "both",
    close_gaps: bool = False,
    subsample: float | None = None,
    cut: Cut = "none",
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Counts:
    """Count words that stand within a window of each other.

    F[a,b] = Σ_δ g(δ)·#(b stands δ tokens after a);  both F + Fᵀ, right F, left Fᵀ.      (METHODS §2)

    close_gaps: drop unknown tokens before counting instead of letting them keep their place.
    subsample: t of keep(w) = min(1, √(t/f) + t/f); pairs are weighted by keep(a)·keep(b), which is what
    dropping frequent words at random gives on average.
    cut: "independence" leaves out what is seen at a distance no more often than chance would have it,
    #(a •k b) ≤ #(a)·#(b)/n, for each distance and side on its own (paper 000's tail-cut; "printed" divides by
    n², as the paper prints it, which cuts next to nothing).
    memory: a budget such as "1GB"; tables that outgrow it go through temporary files, with the same result.

    >>> from firth.text import encode_texts
    >>> corpus = encode_texts(["this is this is this"], min_count=1)
    >>> count(corpus, window=2, weights="flat", contexts="right").matrix.toarray()
    array([[2, 2],
           [2, 1]])
    """
    if len(corpus.vocabulary) == 0:
        raise EmptyCorpusError("the corpus has no words to count; lower min_count or give it more text.")
    if subsample is not None and not 0 < subsample < 1:
        raise InputError(
            f"subsample is {subsample}; it is a share of the text between 0 and 1, such as 1e-4."
        )
    shape = make_window(window, weights, contexts, cut, tokens=corpus.ids.size)
    budget = memory_budget(memory)
    table = count_table(
        corpus, shape, close_gaps=close_gaps, threads=threads, budget=budget, progress=progress
    )
    counts = _as_counts(table, corpus, shape)
    if subsample is not None:
        counts = _subsampled(counts, corpus, subsample)
    how = corpus.recipe.then(
        "counting",
        window=window,
        weights=weights if isinstance(weights, str) else [float(w) for w in weights],
        contexts=contexts,
        close_gaps=close_gaps,
        subsample=subsample,
        **({} if cut == "none" else {"cut": cut}),
    )
    return replace(counts, how=how)


def count_table(
    corpus: Corpus,
    window: Window,
    *,
    close_gaps: bool,
    threads: int | None,
    budget: int,
    progress: Progress,
) -> Table:
    """CSR arrays of a window's counts: segment by segment of the text where it is too long for the budget."""
    ids = corpus.ids
    if close_gaps:
        ids = ids[ids != OUT_OF_VOCABULARY]
    width = len(corpus.vocabulary) * (2 * window.length if window.positional else 1)
    workers = thread_count(threads)
    cells = _block_cells(width, budget, workers)
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
        for lengths, columns, numerators, tokens in segment.count(cells, workers):
            store.append(lengths, columns, numerators)
            done += tokens
            progress("counting", done, corpus.vocabulary.total, "tokens")
        tables.append(store.finish())
    if len(tables) == 1:
        return tables[0]
    return _merge(tables, width, window, cells, workers, budget, progress)


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

    def count(self, cells: int, workers: int) -> Iterator[tuple[Array, NDArray[np.int32], Array, int]]:
        """Blocks of rows: their lengths, columns and numerators, and tokens counted.

        Columns and numerators are only lent: they are overwritten after the next block is asked for.
        """
        blocks = balanced_blocks(self.room, self.most_cells // cells + 1)
        largest = max(int(self.room[last] - self.room[first]) for first, last in blocks)
        # Fresh memory costs more to touch than to fill; as many buffers as blocks are under way will do.
        free: SimpleQueue[tuple[Array, Array]] = SimpleQueue()
        for _ in range(workers + 2):
            free.put((np.empty(largest, np.int32), np.empty(largest, np.int64)))

        def count_block(block: tuple[int, int]) -> tuple[Array, int, tuple[Array, Array], int]:
            first, last = block
            columns, numerators = free.get()
            lengths = np.zeros(last - first, np.int64)
            written = self.kernel(
                self.ids, self.positions, self.starts, first, last, self.window.left, self.window.right,
                *self.details, columns, numerators, lengths,
            )  # fmt: skip
            return lengths, written, (columns, numerators), int(self.starts[last] - self.starts[first])

        for lengths, written, buffers, tokens in in_order(count_block, blocks, workers):
            yield lengths, buffers[0][:written], buffers[1][:written], tokens
            free.put(buffers)


def _merge(
    tables: list[Table],
    width: int,
    window: Window,
    cells: int,
    workers: int,
    budget: int,
    progress: Progress,
) -> Table:
    """Add up the tables of the segments, block of rows by block of rows."""
    pointers = np.stack([indptr for indptr, _, _ in tables])
    work = pointers.sum(axis=0)

    def merge_block(block: tuple[int, int]) -> tuple[Array, NDArray[np.int32], Array]:
        first, last = block
        bounds = pointers[:, [first, last]]
        columns = np.concatenate([t[1][a:b] for t, (a, b) in zip(tables, bounds, strict=True)])
        values = np.concatenate([t[2][a:b] for t, (a, b) in zip(tables, bounds, strict=True)])
        shift = np.concatenate([[0], np.cumsum(bounds[:, 1] - bounds[:, 0])[:-1]]) - bounds[:, 0]
        starts = pointers[:, first : last + 1] + shift[:, None]
        merged_columns, merged_values = np.empty(len(columns), np.int32), np.empty(len(columns), np.int64)
        lengths = np.zeros(last - first, np.int64)
        written = _kernels.merge_rows(starts, columns, values, width, merged_columns, merged_values, lengths)
        return lengths, merged_columns[:written], merged_values[:written]

    store = RowStore(window.denominator, most_cells=int(work[-1]), limit=budget // 4)
    done = 0
    for lengths, columns, numerators in in_order(
        merge_block, balanced_blocks(work, int(work[-1] // cells) + 1), workers
    ):
        store.append(lengths, columns, numerators)
        done += len(lengths)
        progress("merging", done, len(work) - 1, "rows")
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


def _as_counts(table: Table, corpus: Corpus, window: Window) -> Counts:
    indptr, indices, data = table
    words = corpus.vocabulary
    columns = positional_columns(words, window) if window.positional else words
    matrix = compressed_rows(indptr, indices, data, (len(words), len(columns)))
    return Counts(matrix, words, columns, symmetric=window.symmetric)


def positional_columns(words: Vocabulary, window: Window) -> Vocabulary:
    """Names such as "-1:the" for the columns of positional contexts."""
    tokens = tuple(f"{offset:+d}:{token}" for offset in window.offsets for token in words.tokens)
    return Vocabulary(tokens, np.tile(words.counts, len(window.offsets)))


def _subsampled(counts: Counts, corpus: Corpus, threshold: float) -> Counts:
    """Weight each pair by keep(a)·keep(b)."""
    rarity = threshold * corpus.tokens / np.maximum(corpus.vocabulary.counts, 1)
    keep = np.minimum(1.0, np.sqrt(rarity) + rarity)
    column_keep = np.tile(keep, counts.matrix.shape[1] // len(keep))
    matrix = counts.matrix.astype(np.float64)
    matrix.data *= np.repeat(keep, np.diff(matrix.indptr))
    matrix.data *= column_keep[matrix.indices]
    return replace(counts, matrix=matrix)
