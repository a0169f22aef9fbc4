"""Text → counts on workers: pieces are encoded and counted where they are, and rows are merged there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import getitem
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from firth.core import DOCUMENT_END, OUT_OF_VOCABULARY, Counts, Recipe, Vocabulary
from firth.counting import make_window
from firth.counting.cooccurrence import (
    check_subsample,
    counting_recipe,
    positional_columns,
    shares_kept,
    subsampled_cells,
)
from firth.counting.parts import Table, count_groups, in_units, merge_tables, row_groups, table_width
from firth.counting.windows import Window
from firth.distributed.pieces import Reading, chunks_of, find_origins, text_pieces
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import compressed_rows, sums_of_cells
from firth.text.encode import text_recipe
from firth.text.parts import TextPart, encode_part, merge_words, renumbered_ids, vocabulary_of
from firth.text.tokenize import Tokenization
from firth.text.vocabulary import Selection, allowed_words

if TYPE_CHECKING:
    from distributed import Future
    from firth.distributed.workers import Workers


MOST_TABLES = 500_000
"""Pieces times groups of rows; Dask takes about a millisecond of its scheduler for each."""

FEWEST_GROUPS = 64


@dataclass(frozen=True, eq=False)
class RowBlock:
    """Some rows of a table that a worker holds.

    Attributes
    ----------
    first, last : int
        The first row and the last + 1.
    matrix : Future
        Of a csr_array with all columns.
    """

    first: int
    last: int
    matrix: Future


@dataclass(frozen=True, eq=False)
class DistributedCounts:
    """A table of counts in blocks of rows, each with one of the workers.

    Attributes
    ----------
    workers : Workers
    blocks : tuple of RowBlock
        All rows, in order.
    rows, columns : Vocabulary
    how : Recipe
        How the table was counted.
    symmetric : bool
        Whether N = Nᵀ is known to hold.
    bytes_replaced : int
        The number of bytes of the text that were not UTF-8.
    """

    workers: Workers
    blocks: tuple[RowBlock, ...]
    rows: Vocabulary
    columns: Vocabulary
    how: Recipe
    symmetric: bool = False
    bytes_replaced: int = 0

    def __repr__(self) -> str:
        """How many rows, columns and blocks."""
        return f"DistributedCounts: {len(self.rows):,} × {len(self.columns):,} in {len(self.blocks)} blocks"

    def cells(self) -> tuple[int, float]:
        """How many cells are not 0, and the sum of all."""
        found = self.workers.results([self.workers.submit(_cells, block.matrix) for block in self.blocks])
        return sum(cells for cells, _ in found), float(sum(total for _, total in found))

    def collect(self) -> Counts:
        """The table on this machine: that of `firth.count`, to the byte."""
        tables = self.workers.results([block.matrix for block in self.blocks], "collecting")
        lengths = np.concatenate([np.zeros(1, np.int64), *(np.diff(table.indptr) for table in tables)])
        matrix = compressed_rows(
            np.cumsum(lengths, dtype=np.int64),
            np.concatenate([table.indices for table in tables]),
            np.concatenate([table.data for table in tables]),
            (len(self.rows), len(self.columns)),
        )
        return Counts(matrix, self.rows, self.columns, self.how, self.symmetric)

    def without_empty(self, row_sums: Array, column_sums: Array) -> DistributedCounts:
        """The same table without rows and columns that have no counts."""
        if row_sums.all() and column_sums.all():
            return self
        columns = self.workers.everywhere(np.flatnonzero(column_sums))
        blocks, first = [], 0
        for block in self.blocks:
            kept = np.flatnonzero(row_sums[block.first : block.last])
            if len(kept):
                part = self.workers.submit(_part, block.matrix, kept, columns)
                blocks.append(RowBlock(first, first + len(kept), part))
                first += len(kept)
        return replace(
            self,
            blocks=tuple(blocks),
            rows=self.rows.part(np.flatnonzero(row_sums)),
            columns=self.columns.part(np.flatnonzero(column_sums)),
        )


def distribute(counts: Counts, workers: Workers) -> DistributedCounts:
    """A table of this machine in blocks of rows, about four for each worker."""
    from firth.runtime.parallel import balanced_blocks

    matrix = counts.matrix
    blocks = tuple(
        RowBlock(first, last, workers.submit(_of_arrays, *rows_of(matrix, first, last)))
        for first, last in balanced_blocks(matrix.indptr, 4 * workers.count)
    )
    return DistributedCounts(workers, blocks, counts.rows, counts.columns, counts.how, counts.symmetric)


def count(
    sources: str | Path | Sequence[str | Path],
    workers: Workers,
    *,
    documents: Any = "line",
    column: str = "text",
    tokenizer: Any = "words",
    case: Any = "lower",
    normalize: Any = "NFKC",
    digits: Any = "keep",
    min_count: int = 5,
    max_vocabulary: int | None = None,
    allow: Any = None,
    window: int = 10,
    weights: Any = "harmonic",
    contexts: Any = "both",
    close_gaps: bool = False,
    subsample: float | None = None,
    cut: Any = "none",
) -> DistributedCounts:
    """Read text and count it on the workers of a cluster.

    The options are those of `firth.encode` and `firth.count`, and so are the numbers, to the byte.

    Parameters
    ----------
    sources : str, Path or sequence of them
        Files, folders and patterns that all workers can read under the same name, and URLs of any file system
        that fsspec opens, such as ``s3://bucket/part-*.txt.gz``. Many files, or plain text, are read by all
        workers; a packed file is read by one.
    workers : Workers
        What `firth.distributed.connected` gives.
    **options
        See `firth.encode` and `firth.count`. ``cut`` needs the whole text in one place, and is refused.

    Returns
    -------
    DistributedCounts
        Its blocks of rows stay with the workers; ``collect()`` brings them here.
    """
    if cut != "none":
        raise InputError(
            f"cut is {cut!r}, which needs the whole text in one place; count without a cluster, or leave it "
            "out."
        )
    check_subsample(subsample)
    how = Tokenization(tokenizer, case, normalize, digits)
    selection = Selection(min_count, max_vocabulary, allowed_words(allow, how))
    shape = make_window(window, weights, contexts, cut)
    origins = find_origins(sources)
    pieces = text_pieces(origins, Reading(documents, column), workers)
    parts = [workers.submit(encode_piece, piece, how) for piece in pieces]
    workers.wait(parts, "encoding", "pieces")
    found = workers.results([workers.submit(_facts_of, part) for part in parts])
    vocabulary = _vocabulary(parts, selection, sum(documents for documents, _ in found), workers)
    ids = _numbered(parts, vocabulary, workers, reach=shape.length, close_gaps=close_gaps)
    shape = make_window(window, weights, contexts, cut, tokens=ids.tokens + ids.documents)
    recipe = counting_recipe(
        text_recipe(how, selection, documents, ids.tokens, ids.documents),
        window=window, weights=weights, contexts=contexts, close_gaps=close_gaps, subsample=subsample,
    )  # fmt: skip
    shares = None if subsample is None else shares_kept(vocabulary, ids.tokens, subsample)
    blocks = _counted(ids, vocabulary, shape, shares, workers)
    columns = positional_columns(vocabulary, shape) if shape.positional else vocabulary
    replaced = sum(replaced for _, replaced in found)
    return DistributedCounts(workers, blocks, vocabulary, columns, recipe, shape.symmetric, replaced)


def encode_piece(piece: bytes, how: Tokenization) -> TextPart:
    """The tokens of a piece, numbered by its own words."""
    return encode_part(chunks_of(piece), how)


def _vocabulary(
    parts: Sequence[Future], selection: Selection, documents: int, workers: Workers
) -> Vocabulary:
    words = [workers.submit(_words_of, part) for part in parts]
    if not words:
        raise EmptyCorpusError("there is not one token in the text; give text with words in it.")
    (found,) = workers.results([workers.reduced(words, merge_words)], "merging", "vocabularies")
    vocabulary = vocabulary_of(found[0], found[1], selection, documents)
    if len(vocabulary) == 0:
        raise EmptyCorpusError("the corpus has no words to count; lower min_count or give it more text.")
    return vocabulary


class _Edges(NamedTuple):
    """What the neighbors of a part must know of it.

    head, tail: its first and last tokens; as many as windows reach, and one more at the beginning, which may
    be the end of an empty document.
    """

    length: int
    ends: int
    head: NDArray[np.int32]
    tail: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class _Numbered:
    """The ids of all parts, with what each has around it.

    drops: whether a part begins with the end of an empty document, which does not count. before, after: the
    tokens that windows reach on both sides.
    """

    parts: list[Future]
    drops: list[bool]
    before: list[NDArray[np.int32]]
    after: list[NDArray[np.int32]]
    tokens: int
    documents: int


def _numbered(
    parts: Sequence[Future], vocabulary: Vocabulary, workers: Workers, *, reach: int, close_gaps: bool
) -> _Numbered:
    words = workers.everywhere(vocabulary)
    ids = [workers.submit(renumbered_ids, part, words) for part in parts]
    every = workers.results([workers.submit(_edges, one, reach) for one in ids])
    drops, ended, documents, tokens = [], True, 0, 0
    for edges in every:
        drop = bool(ended and edges.length > 0 and edges.head[0] == DOCUMENT_END)
        drops.append(drop)
        tokens += edges.length - edges.ends
        documents += edges.ends - drop
        if edges.length > drop:
            ended = bool(edges.tail[-1] == DOCUMENT_END)
    end = [] if ended else [DOCUMENT_END]
    documents += len(end)
    if close_gaps:
        ids = [workers.submit(_without_gaps, one) for one in ids]
        every = workers.results([workers.submit(_edges, one, reach) for one in ids])
    heads = [edges.head[drop:][:reach] for edges, drop in zip(every, drops, strict=True)]
    tails = [
        edges.tail[max(len(edges.tail) - (edges.length - drop), 0) :]
        for edges, drop in zip(every, drops, strict=True)
    ]
    heads.append(np.array(end, np.int32))
    before, after = [], []
    for place in range(len(ids)):
        before.append(_gathered(tails[:place], reach, last=True))
        after.append(_gathered(heads[place + 1 :], reach, last=False))
    return _Numbered(ids, drops, before, after, tokens, documents)


def _gathered(edges: Sequence[NDArray[np.int32]], reach: int, *, last: bool) -> NDArray[np.int32]:
    """The last tokens of all that stand before a part, or the first of all that stand after it."""
    found = np.empty(0, np.int32)
    for edge in reversed(edges) if last else edges:
        found = np.concatenate([edge, found])[-reach:] if last else np.concatenate([found, edge])[:reach]
        if len(found) >= reach:
            break
    return found


def _counted(
    ids: _Numbered, vocabulary: Vocabulary, shape: Window, shares: Array | None, workers: Workers
) -> tuple[RowBlock, ...]:
    groups = row_groups(vocabulary.counts, shape, at_most=max(MOST_TABLES // len(ids.parts), FEWEST_GROUPS))
    tables = [
        workers.submit(_count_groups, *each, shape, len(vocabulary), groups)
        for each in zip(ids.parts, ids.drops, ids.before, ids.after, strict=True)
    ]
    workers.wait(tables, "counting", "pieces")
    width = table_width(len(vocabulary), shape)
    everywhere = None if shares is None else workers.everywhere(shares)
    blocks = []
    for number, (first, last) in enumerate(groups):
        of_group = [workers.submit(getitem, table, number) for table in tables]
        # As a tree: a worker holds a few tables of a group at a time, however long the text is.
        table = workers.reduced(of_group, partial(merge_tables, width=width))
        matrix = workers.submit(_as_counts, table, width, shape.denominator, (first, last), everywhere)
        blocks.append(RowBlock(first, last, matrix))
    workers.wait([block.matrix for block in blocks], "merging")
    return tuple(blocks)


def _count_groups(
    ids: NDArray[np.int32],
    drop: bool,
    before: NDArray[np.int32],
    after: NDArray[np.int32],
    shape: Window,
    words: int,
    groups: Sequence[tuple[int, int]],
) -> list[Table]:
    """The counts of a part, in whole numbers, for each group of rows."""
    own = ids[1:] if drop else ids
    surrounded = np.concatenate([before, own, after])
    keep = slice(len(before), len(before) + len(own))
    return count_groups(surrounded, shape, words, groups, keep=keep)


def _as_counts(
    table: Table, width: int, denominator: int, rows: tuple[int, int], shares: Array | None
) -> Sparse:
    """Rows in whole numbers as counts."""
    indptr, columns, numerators = table
    shape = (len(indptr) - 1, width)
    matrix = compressed_rows(indptr, columns, in_units(numerators, denominator), shape)
    return matrix if shares is None else subsampled_cells(matrix, shares[slice(*rows)], shares)


def margins_of(matrix: Sparse) -> tuple[Array, Array]:
    """Row sums and column sums of some rows."""
    return sums_of_cells(matrix, threads=1)


def _words_of(part: TextPart) -> tuple[Sequence[str], Array]:
    return part.words, part.counts


def _facts_of(part: TextPart) -> tuple[int, int]:
    return part.documents, part.bytes_replaced


def _cells(matrix: Sparse) -> tuple[int, float]:
    return len(matrix.data), float(matrix.data.sum())


def _edges(ids: NDArray[np.int32], reach: int) -> _Edges:
    ends = int(np.count_nonzero(ids == DOCUMENT_END))
    return _Edges(len(ids), ends, ids[: reach + 1].copy(), ids[max(len(ids) - reach, 0) :].copy())


def _without_gaps(ids: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.asarray(ids[ids != OUT_OF_VOCABULARY])


def _part(matrix: Sparse, rows: Array, columns: Array) -> Sparse:
    part = matrix[rows][:, columns]
    part.sort_indices()
    return part


def rows_of(matrix: Sparse, first: int, last: int) -> tuple[Array, Array, Array, int]:
    """Some rows of a table as arrays of their own: indptr, indices, data, and how many columns it has."""
    begin, end = matrix.indptr[first], matrix.indptr[last]
    pointer = np.asarray(matrix.indptr[first : last + 1] - begin, np.int64)
    return pointer, np.asarray(matrix.indices[begin:end]), np.asarray(matrix.data[begin:end]), matrix.shape[1]


def _of_arrays(indptr: Array, indices: Array, data: Array, width: int) -> Sparse:
    return compressed_rows(indptr, indices, data, (len(indptr) - 1, width))
