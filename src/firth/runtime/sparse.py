"""Sparse tables in blocks of rows, so that a mapped one passes through memory without staying there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import pairwise

import numpy as np
from numpy.typing import DTypeLike

from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import balanced_blocks, in_order
from firth.runtime.storage import ScratchFile, is_scratch, release_pages

CELLS_PER_BLOCK = 500_000

CELLS_AT_ONCE = 100_000
"""What `map_cells` gives to a function: what is computed on the way stays in the processor's cache."""

CELLS_TO_TURN = 1_000_000
"""Cells of a table on disk that are put into the order of its columns at a time."""

MOST_FILES = 200
"""Temporary files that are open at a time; systems allow 256 or more."""

_on_disk: ContextVar[bool] = ContextVar("cells_on_disk", default=False)


@contextmanager
def cells_on_disk() -> Iterator[None]:
    """What `map_cells` makes here goes to temporary files, and is read without staying in memory."""
    before = _on_disk.set(True)
    try:
        yield
    finally:
        _on_disk.reset(before)


def cell_blocks(matrix: Sparse, cells: int | None = None) -> list[tuple[int, int]]:
    """Blocks of rows with about half a million cells each, or as many as said, for any number of threads."""
    return balanced_blocks(matrix.indptr, len(matrix.data) // (cells or CELLS_PER_BLOCK) + 1)


def release_rows(matrix: Sparse, first: int, last: int) -> None:
    """Drop these rows of a mapped table from resident memory."""
    begin, end = matrix.indptr[first], matrix.indptr[last]
    release_pages(matrix.data[begin:end])
    release_pages(matrix.indices[begin:end])


def sums_of_cells(
    matrix: Sparse, function: Callable[[Array], Array] = lambda n: n, threads: int | None = None
) -> tuple[Array, Array]:
    """Row sums and column sums of function(n) over the observed cells, in float64."""
    rows, columns = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])

    def task(block: tuple[int, int]) -> tuple[Array, Array]:
        first, last = block
        begin, end = matrix.indptr[first], matrix.indptr[last]
        values = function(matrix.data[begin:end].astype(np.float64))
        owners = np.repeat(np.arange(last - first), np.diff(matrix.indptr[first : last + 1]))
        by_column = np.bincount(matrix.indices[begin:end], values, minlength=len(columns))
        return np.bincount(owners, values, minlength=last - first), by_column

    blocks = cell_blocks(matrix)
    for (first, last), (by_row, by_column) in zip(blocks, in_order(task, blocks, threads), strict=True):
        rows[first:last] = by_row
        columns += by_column
        release_rows(matrix, first, last)
    return rows, columns


PerCell = Callable[[Array], Array]
CellFunction = Callable[[Array, PerCell, PerCell], Array]


def map_cells(
    matrix: Sparse, function: CellFunction, *, dtype: DTypeLike, threads: int | None = None
) -> Sparse:
    """function(n, row, column) in every observed cell of a table; cells that become 0 are dropped.

    The function gets the counts of many cells at once as float64; row(a) and column(a) give for each cell the
    entry of a that belongs to its row or column: `lambda n, row, column: n / row(r) / column(c)`.
    """
    dtype = np.dtype(dtype)
    indptr, indices, data = matrix.indptr, matrix.indices, matrix.data

    def task(block: tuple[int, int]) -> tuple[Array, Array, Array]:
        first, last = block
        lengths = np.diff(indptr[first : last + 1])
        columns = indices[indptr[first] : indptr[last]]
        values = function(
            data[indptr[first] : indptr[last]].astype(np.float64),
            lambda a: np.repeat(a[first:last], lengths),
            lambda a: a[columns],
        ).astype(dtype)
        kept = values != 0
        if kept.all():
            return lengths, columns, values
        ends = np.concatenate([[0], np.cumsum(kept)])[indptr[first : last + 1] - indptr[first]]
        return np.diff(ends), columns[kept], values[kept]

    blocks = cell_blocks(matrix, CELLS_AT_ONCE)
    # While no cell was dropped, the columns are those of the table itself, and need no copy.
    room: type[_Disk] | type[_Memory] = _Disk if _on_disk.get() else _Memory
    new_indices: _Disk | _Memory | None = None
    new_data = room(dtype, len(data))
    lengths, end = [np.zeros(1, np.int64)], 0
    for block, result in zip(blocks, in_order(task, blocks, threads), strict=True):
        block_lengths, block_columns, block_values = result
        start, end = end, end + len(block_values)
        if new_indices is None and end < indptr[block[1]]:
            new_indices = room(indices.dtype, len(data))
            for first in range(0, start, CELLS_PER_BLOCK):
                new_indices.append(indices[first : min(first + CELLS_PER_BLOCK, start)])
        if new_indices is not None:
            new_indices.append(block_columns)
        new_data.append(block_values)
        lengths.append(block_lengths)
        release_rows(matrix, *block)
    pointer = np.cumsum(np.concatenate(lengths)).astype(indptr.dtype)
    columns = indices[:end] if new_indices is None else new_indices.array()
    return compressed_rows(pointer, columns, new_data.array(), matrix.shape)


class _Memory:
    """An array that grows: room for all is reserved, but only what is written becomes resident."""

    def __init__(self, dtype: DTypeLike, most: int) -> None:
        self._array, self._length = np.empty(most, dtype), 0

    def append(self, part: Array) -> None:
        self._array[self._length : self._length + len(part)] = part
        self._length += len(part)

    def array(self) -> Array:
        return self._array[: self._length]


class _Disk:
    """An array that grows in a temporary file."""

    def __init__(self, dtype: DTypeLike, _most: int) -> None:
        self._file, self.dtype, self._length = ScratchFile(), np.dtype(dtype), 0

    def append(self, part: Array) -> None:
        self._file.append(part)
        self._length += len(part)

    def array(self) -> Array:
        return self._file.mapped(self.dtype, self._length)


def transposed(matrix: Sparse) -> Sparse:
    """Mᵀ in row order; of a table in temporary files, in temporary files too."""
    if not is_scratch(matrix.data):
        turned: Sparse = matrix.T.tocsr()
        return turned
    return _transposed_on_disk(matrix)


def _transposed_on_disk(matrix: Sparse) -> Sparse:
    """Cells are dealt out to files by ranges of columns, and each file is put into order on its own."""
    from scipy.sparse import coo_array

    rows, columns = matrix.shape
    counted = np.zeros(columns, np.int64)
    blocks = cell_blocks(matrix)
    for first, last in blocks:
        begin, end = matrix.indptr[first], matrix.indptr[last]
        counted += np.bincount(matrix.indices[begin:end], minlength=columns)
        release_rows(matrix, first, last)
    pointer = np.concatenate([[0], np.cumsum(counted)])
    ranges = balanced_blocks(pointer, min(int(pointer[-1]) // CELLS_TO_TURN + 1, MOST_FILES))
    range_of = np.repeat(np.arange(len(ranges)), [last - first for first, last in ranges])
    cell = np.dtype([("row", np.int32), ("column", np.int32), ("value", matrix.data.dtype)])
    files = [_Disk(cell, 0) for _ in ranges]
    for first, last in blocks:
        begin, end = matrix.indptr[first], matrix.indptr[last]
        cells = np.empty(end - begin, cell)
        cells["row"] = np.repeat(np.arange(first, last), np.diff(matrix.indptr[first : last + 1]))
        cells["column"], cells["value"] = matrix.indices[begin:end], matrix.data[begin:end]
        owner = range_of[cells["column"]]
        order = np.argsort(owner, kind="stable")
        bounds = np.searchsorted(owner[order], np.arange(len(ranges) + 1))
        for file, (a, b) in zip(files, pairwise(bounds), strict=True):
            file.append(cells[order[a:b]])
        release_rows(matrix, first, last)
    new_indices, new_data = _Disk(matrix.indices.dtype, 0), _Disk(matrix.data.dtype, 0)
    for (first, last), file in zip(ranges, files, strict=True):
        cells = file.array()
        place = (cells["column"] - first, cells["row"])
        part = coo_array((cells["value"], place), shape=(last - first, rows)).tocsr()
        new_indices.append(part.indices)
        new_data.append(part.data)
    return compressed_rows(
        pointer.astype(matrix.indptr.dtype), new_indices.array(), new_data.array(), (columns, rows)
    )


def compressed_rows(indptr: Array, indices: Array, data: Array, shape: tuple[int, int]) -> Sparse:
    """A scipy CSR array over the very arrays given; columns are sorted within rows, none twice.

    scipy's own constructor brings indptr and indices to one type, which above 2³¹ entries, or with an int64
    indptr at any size, means a wider copy of the largest array there is.
    """
    from scipy.sparse import csr_array

    if indices.dtype == np.int32 and len(data) < 2**31:
        indptr = indptr.astype(np.int32, copy=False)
    matrix = csr_array(shape, dtype=data.dtype)
    matrix.indptr, matrix.indices, matrix.data = indptr, indices, data
    matrix.has_sorted_indices = True
    matrix.has_canonical_format = True
    return matrix
