"""Mapped files that others write to: what was computed from them cannot be trusted, and is not written.

A file that is replaced by another of its name stays whole in the map; one that is overwritten or cut in place
does not.
"""

from __future__ import annotations

import os
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

from firth.errors import InputError

if TYPE_CHECKING:
    from firth.runtime.arrays import Array

_mapped: list[tuple[ref[mmap], Path, os.stat_result]] = []
"""The maps that live, with the state of their files when they were mapped."""


def mapped_bytes(path: Path) -> Array:
    """The bytes of a file, mapped for reading; the file is watched as long as they are used."""
    import numpy as np  # here, for the command line reads this file before it needs any

    status = path.stat()
    content = np.memmap(path, dtype=np.uint8, mode="r")
    _mapped[:] = [entry for entry in _mapped if entry[0]() is not None]
    held: Any = content
    _mapped.append((ref(held._mmap), path, status))
    return content


def changed_in_place(*, cut: bool = False) -> Path | None:
    """A file that is mapped and has been written to since, if there is one; cut: and is shorter now."""
    for held, path, status in _mapped:
        if held() is None:
            continue
        try:
            now = path.stat()
        except OSError:  # it is gone, but not for the map
            continue
        written = now.st_size < status.st_size if cut else _state(now) != _state(status)
        if written and os.path.samestat(now, status):
            return path
    return None


def forget_map(path: Path) -> None:
    """Watch this file no longer: it is known not to be whole, and will be made again."""
    _mapped[:] = [entry for entry in _mapped if entry[1] != path]


def refuse_changed_maps() -> None:
    """Raise if a file that is mapped was written to: for those about to keep what came of it."""
    if (path := changed_in_place()) is not None:
        raise InputError(sentence_of_change(path))


def sentence_of_change(path: Path) -> str:
    """What there is to say about a file that was changed in place."""
    return (
        f"{path} was written to while it was in use, so no result is kept; run the command again when it is "
        "at rest, or load the file anew."
    )


def _state(status: os.stat_result) -> tuple[int, int]:
    return status.st_size, status.st_mtime_ns
