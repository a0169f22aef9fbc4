"""A function of every observed cell of a table, block by block of rows, in parallel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import DTypeLike

from firth.core.arrays import Array, Sparse
from firth.core.compressed import compressed_rows
from firth.core.parallel import balanced_blocks, in_order

CELLS_PER_TASK = 500_000

Spread = Callable[[Array], Array]
CellFunction = Callable[[Array, Spread, Spread], Array]


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

    tasks = balanced_blocks(indptr, len(data) // CELLS_PER_TASK + 1)
    # Room for all cells is reserved but only what is written becomes resident.
    new_indices, new_data = np.empty(len(data), indices.dtype), np.empty(len(data), dtype)
    lengths, end = [np.zeros(1, np.int64)], 0
    for block_lengths, block_columns, block_values in in_order(task, tasks, threads):
        start, end = end, end + len(block_values)
        new_indices[start:end], new_data[start:end] = block_columns, block_values
        lengths.append(block_lengths)
    pointer = np.cumsum(np.concatenate(lengths)).astype(indptr.dtype)
    return compressed_rows(pointer, new_indices[:end], new_data[:end], matrix.shape)


def sum_of_cells(matrix: Sparse, function: Callable[[Array], Array]) -> tuple[Array, Array]:
    """Row sums and column sums of function(n) over the observed cells, without a copy of the table."""
    rows, columns = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    blocks = balanced_blocks(matrix.indptr, matrix.nnz // CELLS_PER_TASK + 1)
    for first, last in blocks:
        begin, end = matrix.indptr[first], matrix.indptr[last]
        values = function(matrix.data[begin:end].astype(np.float64))
        owners = np.repeat(np.arange(last - first), np.diff(matrix.indptr[first : last + 1]))
        rows[first:last] = np.bincount(owners, values, minlength=last - first)
        columns += np.bincount(matrix.indices[begin:end], values, minlength=len(columns))
    return rows, columns
