"""Arrays that outgrow their share of memory, in temporary files without a name."""

from __future__ import annotations

import tempfile
from typing import IO

import numpy as np
from numpy.typing import DTypeLike

from firth.core.arrays import Array
from firth.errors import OutputError


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
