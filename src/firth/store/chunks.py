"""Arrays in chunks of a few megabytes, so that mapped files pass through memory without staying there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.storage import let_go_of_pages

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
        let_go_of_pages(part)
