"""Sparse tables in blocks of rows, so that a mapped one passes through memory without staying there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import DTypeLike

from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import balanced_blocks, in_order
from firth.runtime.storage import release_pages

CELLS_PER_BLOCK = 500_000

CELLS_AT_ONCE = 100_000
"""What `map_cells` gives to a function: what is computed on the way stays in the processor's cache."""


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
    # Room for all cells is reserved but only what is written becomes resident; while no cell was dropped,
    # the columns are those of the table itself, and need no copy.
    new_indices, new_data = indices, np.empty(len(data), dtype)
    lengths, end = [np.zeros(1, np.int64)], 0
    for block, result in zip(blocks, in_order(task, blocks, threads), strict=True):
        block_lengths, block_columns, block_values = result
        start, end = end, end + len(block_values)
        if new_indices is indices and end < indptr[block[1]]:
            new_indices = np.empty(len(data), indices.dtype)
            new_indices[:start] = indices[:start]
        if new_indices is not indices:
            new_indices[start:end] = block_columns
        new_data[start:end] = block_values
        lengths.append(block_lengths)
        release_rows(matrix, *block)
    pointer = np.cumsum(np.concatenate(lengths)).astype(indptr.dtype)
    return compressed_rows(pointer, new_indices[:end], new_data[:end], matrix.shape)


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
