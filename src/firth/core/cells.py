"""The cells of a table in blocks of rows, so that a mapped table passes through without staying."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from firth.core.arrays import Array, Sparse
from firth.core.mapping import let_go_of_pages
from firth.core.parallel import balanced_blocks

CELLS_PER_BLOCK = 500_000


def cell_blocks(matrix: Sparse) -> list[tuple[int, int]]:
    """Blocks of rows with about half a million cells each, whatever the number of threads."""
    return balanced_blocks(matrix.indptr, len(matrix.data) // CELLS_PER_BLOCK + 1)


def let_go_of_rows(matrix: Sparse, first: int, last: int) -> None:
    """Drop these rows of a mapped table from resident memory."""
    begin, end = matrix.indptr[first], matrix.indptr[last]
    let_go_of_pages(matrix.data[begin:end])
    let_go_of_pages(matrix.indices[begin:end])


def sums_of_cells(matrix: Sparse, function: Callable[[Array], Array] = lambda n: n) -> tuple[Array, Array]:
    """Row sums and column sums of function(n) over the observed cells, in float64."""
    rows, columns = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    for first, last in cell_blocks(matrix):
        begin, end = matrix.indptr[first], matrix.indptr[last]
        values = function(matrix.data[begin:end].astype(np.float64))
        owners = np.repeat(np.arange(last - first), np.diff(matrix.indptr[first : last + 1]))
        rows[first:last] = np.bincount(owners, values, minlength=last - first)
        columns += np.bincount(matrix.indices[begin:end], values, minlength=len(columns))
        let_go_of_rows(matrix, first, last)
    return rows, columns
