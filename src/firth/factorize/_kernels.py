"""The loop of factorization: a sparse matrix times a block of columns; its slow twin is scipy's product."""

from __future__ import annotations

from collections.abc import Callable

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

WIDTHS = (4, 32)
"""Columns in the blocks of the Krylov solvers."""


def _for_width(known: int) -> Callable[..., None]:
    """A kernel for blocks of `known` columns, or of any number for 0; known widths are unrolled."""

    @compiled(fastmath={"contract"})
    def rows_times_block(
        indptr: Array, indices: Array, data: Array, block: Array, result: Array, first: int, last: int
    ) -> None:
        """result[first:last] = S[first:last] @ block, four non-zeros of a row at a time.

        Adding four products before the row of the result is loaded and stored again saves three quarters of
        that traffic; what is left is reading the rows of the block, which is the physical limit.
        """
        width = known if known else block.shape[1]
        for i in range(first, last):
            total = result[i]
            for c in range(width):
                total[c] = 0
            k = indptr[i]
            end = indptr[i + 1]
            while k + 4 <= end:
                a0, a1, a2, a3 = data[k], data[k + 1], data[k + 2], data[k + 3]
                x0, x1 = block[indices[k]], block[indices[k + 1]]
                x2, x3 = block[indices[k + 2]], block[indices[k + 3]]
                for c in range(width):
                    total[c] += (a0 * x0[c] + a1 * x1[c]) + (a2 * x2[c] + a3 * x3[c])
                k += 4
            while k < end:
                a0 = data[k]
                x0 = block[indices[k]]
                for c in range(width):
                    total[c] += a0 * x0[c]
                k += 1

    kernel: Callable[..., None] = rows_times_block
    return kernel


_any_width = _for_width(0)
_known_widths = {width: _for_width(width) for width in WIDTHS}


def rows_times_block(width: int) -> Callable[..., None]:
    """The kernel for blocks of `width` columns."""
    return _known_widths.get(width, _any_width)
