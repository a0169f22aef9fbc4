"""Rows of a growing table: in memory while they fit, in a temporary file when they do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike, NDArray

from firth.core.arrays import Array
from firth.core.scratch import ScratchFile


class RowStore:
    """Takes blocks of rows in order and gives back the whole as CSR arrays.

    limit: bytes that may be held; beyond it everything goes to unnamed temporary files, and the arrays
    that come back are memory-mapped. The numbers are the same either way.
    """

    def __init__(self, dtype: DTypeLike, limit: int) -> None:
        """Begin with no rows."""
        self._dtype = np.dtype(dtype)
        self._limit = limit
        self._held: list[tuple[NDArray[np.int32], Array]] = []
        self._held_bytes = 0
        self._lengths: list[Array] = []
        self._files: tuple[ScratchFile, ScratchFile] | None = None

    def append(self, lengths: Array, columns: NDArray[np.int32], values: Array) -> None:
        """Add the next rows: how long each is, and their columns and values."""
        self._lengths.append(lengths)
        values = values.astype(self._dtype, copy=False)
        if self._files is None:
            self._held.append((columns, values))
            self._held_bytes += columns.nbytes + values.nbytes
            if self._held_bytes > self._limit:
                self._spill()
        else:
            self._write(columns, values)

    @property
    def spilled(self) -> bool:
        """Whether the rows went to disk."""
        return self._files is not None

    def finish(self) -> tuple[NDArray[np.int64], NDArray[np.int32], Array]:
        """indptr, indices and data of all rows."""
        lengths = np.concatenate([np.zeros(1, np.int64), *self._lengths])
        indptr = np.cumsum(lengths, dtype=np.int64)
        if self._files is not None:
            columns_file, values_file = self._files
            length = int(indptr[-1])
            return indptr, columns_file.mapped(np.int32, length), values_file.mapped(self._dtype, length)
        columns = np.empty(int(indptr[-1]), np.int32)
        values = np.empty(int(indptr[-1]), self._dtype)
        end = 0
        # Each block is let go as soon as it is copied: the peak is one table, not two.
        for _ in range(len(self._held)):
            block_columns, block_values = self._held.pop(0)
            start, end = end, end + len(block_columns)
            columns[start:end] = block_columns
            values[start:end] = block_values
        return indptr, columns, values

    def _spill(self) -> None:
        self._files = (ScratchFile(), ScratchFile())
        for columns, values in self._held:
            self._write(columns, values)
        self._held.clear()

    def _write(self, columns: NDArray[np.int32], values: Array) -> None:
        assert self._files is not None
        self._files[0].append(columns)
        self._files[1].append(values)
