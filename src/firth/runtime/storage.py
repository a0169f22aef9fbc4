"""Arrays outside of memory: temporary files without a name, and mapped files read through without staying."""

from __future__ import annotations

import mmap
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import DTypeLike

from firth.errors import OutputError
from firth.runtime.arrays import Array
from firth.runtime.memory import format_size


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
        if self._file is None:
            return np.empty(0, dtype)
        with self._file:
            if length == 0:
                return np.empty(0, dtype)
            return np.memmap(self._file, dtype, mode="r+", shape=(length,))


def refuse_full_disk(folder: str | Path, needed: float, what: str) -> None:
    """Raise before work is written for which there is no room on the disk."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError:  # nobody can tell; writing will
        return
    if needed > free:
        way_out = (
            "set TMPDIR to a place with room, or raise the memory budget"
            if Path(folder) == Path(tempfile.gettempdir())
            else "make room there, or write to another place"
        )
        raise OutputError(
            f"{what} takes about {format_size(needed)}, and {folder} has {format_size(free)} free; {way_out}."
        )


def refuse_full_scratch(needed: float, what: str) -> None:
    """Raise before temporary files are written for which there is no room in TMPDIR."""
    refuse_full_disk(tempfile.gettempdir(), needed, what)


@dataclass(frozen=True)
class Place:
    """Where an array begins in a file."""

    path: Path
    offset: int


def place_in_file(array: Array) -> Place | None:
    """The piece of a file that an array shows, unchanged and in one piece; None for others."""
    mapped = _map_behind(array)
    if mapped is None or mapped.mode != "r" or mapped.filename is None or not array.flags.c_contiguous:
        return None
    begins = mapped.offset - mapped.offset % mmap.ALLOCATIONGRANULARITY  # of the pages that are mapped
    return Place(Path(mapped.filename), begins + array.ctypes.data - _address(mapped))


def release_pages(part: Array) -> None:
    """Drop the pages of this part of a mapped file from resident memory; the file keeps the content.

    Arrays that are not mapped are left alone.
    """
    mapped = _map_behind(part)
    if mapped is None or not part.flags.c_contiguous or not hasattr(mmap, "MADV_DONTNEED"):
        return
    if mapped.mode not in ("r", "r+", "w+"):  # changes of copy-on-write maps live in memory only
        return
    start = part.ctypes.data - _address(mapped)
    stop = start + part.nbytes
    first_page, last_page = start // mmap.PAGESIZE, stop // mmap.PAGESIZE
    if last_page > first_page:
        length = (last_page - first_page) * mmap.PAGESIZE
        mapped._mmap.madvise(mmap.MADV_DONTNEED, first_page * mmap.PAGESIZE, length)


def is_scratch(array: Array) -> bool:
    """Whether an array is that of a `ScratchFile`, or a view of it."""
    mapped = _map_behind(array)
    return mapped is not None and mapped.mode == "r+"


def _map_behind(array: object) -> Any:
    """The mapped file (numpy.memmap) that an array is a view of, if it is one."""
    while isinstance(array, np.ndarray):
        if isinstance(array, np.memmap):
            return array if isinstance(getattr(array, "_mmap", None), mmap.mmap) else None
        array = array.base
    return None


def _address(mapped: Any) -> int:
    """Where the first mapped page lies in memory."""
    return int(np.frombuffer(mapped._mmap, dtype=np.uint8).ctypes.data)
