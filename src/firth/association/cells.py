"""A function of every observed cell of a table, block by block of rows, in parallel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import DTypeLike

from firth.core.arrays import Array, Sparse
from firth.core.cells import cell_blocks, let_go_of_rows
from firth.core.compressed import compressed_rows
from firth.core.parallel import in_order

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

    blocks = cell_blocks(matrix)
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
        let_go_of_rows(matrix, *block)
    pointer = np.cumsum(np.concatenate(lengths)).astype(indptr.dtype)
    return compressed_rows(pointer, new_indices[:end], new_data[:end], matrix.shape)
