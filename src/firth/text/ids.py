"""Ids: a row of word numbers that grows in memory and moves to an unnamed file when it grows too long."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.storage import ScratchFile

Ids = NDArray[np.int32]

_BLOCK = 1 << 21
"""Ids renumbered at once in a file."""


class GrowingIds:
    """Chunks of ids one after the other, renumbered at the end.

    limit: bytes kept in memory; what is longer goes to a temporary file that vanishes with its last user.
    """

    def __init__(self, limit: int) -> None:
        """Begin with no ids."""
        self._limit = limit
        self._chunks: list[Ids] = []
        self._file: ScratchFile | None = None
        self.length = 0

    def append(self, ids: Ids) -> None:
        """Add a chunk at the end."""
        self._chunks.append(ids)
        self.length += len(ids)
        if self._file is not None or self.length * 4 > self._limit:
            self._spill()

    def renumbered(self, table: Ids, threads: int = 1) -> Ids:
        """table[ids], read-only; the chunks are given up on the way."""
        return self._in_memory(table, threads) if self._file is None else self._in_file(table)

    def _in_memory(self, table: Ids, threads: int) -> Ids:
        result = np.empty(self.length, np.int32)

        def fill(part: tuple[int, Ids]) -> None:
            start, chunk = part
            result[start : start + len(chunk)] = table[chunk]

        for _ in in_order(fill, self._given_up(), threads):
            pass
        result.flags.writeable = False
        return result

    def _given_up(self) -> Iterator[tuple[int, Ids]]:
        """Where each chunk begins and the chunk, freed once used: there are never two whole copies."""
        start = 0
        self._chunks.reverse()
        while self._chunks:
            chunk = self._chunks.pop()
            yield start, chunk
            start += len(chunk)

    def _in_file(self, table: Ids) -> Ids:
        assert self._file is not None
        ids = self._file.mapped(np.int32, self.length)
        for start, stop in even_blocks(self.length, _BLOCK):
            ids[start:stop] = table[ids[start:stop]]
        ids.flags.writeable = False
        return ids

    def _spill(self) -> None:
        self._file = self._file or ScratchFile()
        for chunk in self._chunks:
            self._file.append(chunk)
        self._chunks.clear()
