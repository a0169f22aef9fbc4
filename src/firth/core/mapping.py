"""Memory-mapped arrays: read through without staying in memory."""

from __future__ import annotations

import mmap

import numpy as np

from firth.core.arrays import Array


def let_go_of_pages(part: Array) -> None:
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
