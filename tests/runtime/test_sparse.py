"""Tables whose cells are in temporary files: the same as in memory, to the byte."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from firth.runtime import sparse as cells
from firth.runtime.sparse import cells_on_disk, map_cells, transposed
from firth.runtime.storage import is_scratch


def bytes_of(matrix):
    return [array.tobytes() for array in (matrix.indptr, matrix.indices, matrix.data)]


@pytest.fixture
def table(monkeypatch):
    """A table of many blocks and ranges, with rows and columns that are empty."""
    for name, size in (("CELLS_PER_BLOCK", 70), ("CELLS_AT_ONCE", 50), ("CELLS_TO_TURN", 90)):
        monkeypatch.setattr(cells, name, size)
    values = np.random.default_rng(0).poisson(0.6, (40, 60)).astype(float)
    values[7] = values[:, 5] = values[:, 59] = 0
    return sparse.csr_array(values)


@pytest.mark.parametrize("dropped", [0, 1, 2])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_cells_on_disk_are_those_in_memory(table, dropped, threads, dtype):
    def cell(n, row, column):
        return np.where(n == dropped, 0, n / row(np.arange(1.0, 41)))

    in_memory = map_cells(table, cell, dtype=dtype, threads=threads)
    with cells_on_disk():
        on_disk = map_cells(table, cell, dtype=dtype, threads=threads)
    assert is_scratch(on_disk.data)
    assert not is_scratch(in_memory.data)
    assert bytes_of(on_disk) == bytes_of(in_memory)
    assert np.allclose(on_disk.toarray(), np.where(table.toarray() == dropped, 0, in_memory.toarray()))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_table_on_disk_is_transposed_on_disk_as_scipy_does_it(table, dtype):
    with cells_on_disk():
        on_disk = map_cells(table, lambda n, row, column: n, dtype=dtype)
    turned = transposed(on_disk)
    assert is_scratch(turned.data)
    assert bytes_of(turned) == bytes_of(table.astype(dtype).T.tocsr())


def test_nothing_on_disk_can_be_transposed_too(table):
    with cells_on_disk():
        empty = map_cells(table, lambda n, row, column: 0 * n, dtype=np.float32)
    assert transposed(empty).nnz == 0
    assert transposed(empty).shape == (60, 40)
