"""Arrays outside of memory: temporary files without a name, and mapped files read through without staying."""

from __future__ import annotations

import mmap
import tempfile
from typing import IO

import numpy as np
from numpy.typing import DTypeLike

from firth.errors import OutputError
from firth.runtime.arrays import Array


class ScratchFile:
    """Grows by appending; then becomes a mapped array, and vanishes with it."""

    def __init__(self) -> None:
        """Begin an empty file."""
        self._file: IO[bytes] | None = None

    def append(self, array: Array) -> None:
        """Add the bytes of an array at the end."""
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="firth-")  # noqa: SIM115 - the map outlives it
            self._file.write(np.ascontiguousarray(array).data.cast("B"))
            self._file.flush()
        except OSError as error:
            raise OutputError(
                f"a temporary file in {tempfile.gettempdir()} could not be written ({error.strerror}); "
                "set TMPDIR to a place with room, or raise the memory budget."
            ) from error

    def mapped(self, dtype: DTypeLike, length: int) -> Array:
        """All of it as a mapped array that may be written to; the file itself is closed."""
        if self._file is None or length == 0:
            return np.empty(0, dtype)
        with self._file:
            return np.memmap(self._file, dtype, mode="r+", shape=(length,))


def release_pages(part: Array) -> None:
    """Drop the pages of this part of a mapped file from resident memory; the file keeps the content.

    Arrays that are not mapped are left alone.
    """
    source = _mapping_behind(part)
    if source is None or not part.flags.c_contiguous or not hasattr(mmap, "MADV_DONTNEED"):
        return
    map_start = np.frombuffer(source, dtype=np.uint8).ctypes.data
    start = part.ctypes.data - map_start
    stop = start + part.nbytes
    first_page, last_page = start // mmap.PAGESIZE, stop // mmap.PAGESIZE
    if last_page > first_page:
        length = (last_page - first_page) * mmap.PAGESIZE
        source.madvise(mmap.MADV_DONTNEED, first_page * mmap.PAGESIZE, length)


def _mapping_behind(array: object) -> mmap.mmap | None:
    """The mapped file an array is a view of; None for copy-on-write maps, whose changes live in memory."""
    while isinstance(array, np.ndarray):
        if isinstance(array, np.memmap):
            source = getattr(array, "_mmap", None)
            shared = array.mode in ("r", "r+", "w+")
            return source if shared and isinstance(source, mmap.mmap) else None
        array = array.base
    return None
