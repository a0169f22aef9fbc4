"""Arrays in chunks of a few megabytes, so that mapped files pass through memory without staying there."""

from __future__ import annotations

import mmap
from collections.abc import Iterator

import numpy as np

from firth.core.arrays import Array

CHUNK_BYTES = 4 * 2**20


def rows_per_chunk(shape: tuple[int, ...], itemsize: int) -> int:
    """How many rows make a chunk; at least one."""
    row_bytes = itemsize * int(np.prod(shape[1:], dtype=np.int64))
    return max(1, CHUNK_BYTES // max(1, row_bytes))


def chunks_of(array: Array, dtype: np.dtype[np.generic]) -> Iterator[Array]:
    """The rows of an array in order, in chunks that are contiguous and of the given type.

    Pages of a memory map are let go behind the reader.
    """
    step = rows_per_chunk(array.shape, array.itemsize)
    for start in range(0, len(array), step):
        part = array[start : start + step]
        with np.errstate(over="ignore"):  # too large for float32 is found as infinite by those who check
            yield np.ascontiguousarray(part, dtype=dtype)
        _let_go_of_pages(part)


def _let_go_of_pages(part: Array) -> None:
    """Drop the whole pages up to the end of this part from resident memory; the file keeps the content."""
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
