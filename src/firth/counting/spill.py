"""Rows of a growing table: in memory while they fit, in a temporary file when they do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from firth.runtime.arrays import Array
from firth.runtime.storage import ScratchFile, refuse_full_scratch


class RowStore:
    """Takes blocks of rows in order and gives back the whole as CSR arrays.

    Values come as numerators and are kept as numerators / denominator: int64 for a denominator of 1, else
    float64. most_cells: how many can come. limit: bytes that may be held; beyond it everything goes to
    unnamed temporary files, and the arrays that come back are mapped. The numbers are the same either way.
    Of the cells that can come about a third do in running text; where the disk has no room for so many, that
    is told before they are written.
    """

    def __init__(self, denominator: int, *, most_cells: int, limit: int) -> None:
        """Begin with no rows."""
        self._denominator = denominator
        dtype = np.dtype(np.int64 if denominator == 1 else np.float64)
        self._most_cells = most_cells
        room = min(most_cells, limit // (4 + dtype.itemsize))
        # Reserved, but only what is written becomes resident: there is never a second copy.
        self._columns = np.empty(room, np.int32)
        self._values = np.empty(room, dtype)
        self._cells = 0
        self._lengths: list[Array] = []
        self._files: tuple[ScratchFile, ScratchFile] | None = None

    def append(self, lengths: Array, columns: NDArray[np.int32], numerators: NDArray[np.int64]) -> None:
        """Add the next rows: how long each is, and their columns and numerators, which are copied."""
        self._lengths.append(lengths)
        start, self._cells = self._cells, self._cells + len(columns)
        if self._files is None and self._cells > len(self._columns):
            self._spill(start)
        if self._files is None:
            self._columns[start : self._cells] = columns
            self._in_units(numerators, self._values[start : self._cells])
        else:
            values = np.empty(len(columns), self._values.dtype)
            self._in_units(numerators, values)
            self._files[0].append(columns)
            self._files[1].append(values)

    @property
    def spilled(self) -> bool:
        """Whether the rows went to disk."""
        return self._files is not None

    def finish(self) -> tuple[NDArray[np.int64], NDArray[np.int32], Array]:
        """indptr, indices and data of all rows."""
        indptr = np.cumsum(np.concatenate([np.zeros(1, np.int64), *self._lengths]), dtype=np.int64)
        if self._files is None:
            return indptr, self._columns[: self._cells], self._values[: self._cells]
        columns_file, values_file = self._files
        return (
            indptr,
            columns_file.mapped(np.int32, self._cells),
            values_file.mapped(self._values.dtype, self._cells),
        )

    def _in_units(self, numerators: NDArray[np.int64], out: Array) -> None:
        if self._denominator == 1:
            out[:] = numerators
        else:
            np.divide(numerators, self._denominator, out=out)

    def _spill(self, held: int) -> None:
        cell = 4 + self._values.itemsize
        refuse_full_scratch(cell * max(self._cells, self._most_cells // 3), "the table of counts")
        self._files = (ScratchFile(), ScratchFile())
        self._files[0].append(self._columns[:held])
        self._files[1].append(self._values[:held])
        self._columns, self._values = self._columns[:0].copy(), self._values[:0].copy()
