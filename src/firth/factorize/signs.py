"""One rule for the sign of each axis, so that equal input gives equal bytes."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks

_ROWS_AT_ONCE = 8_192


def fix_signs(left: Array, right: Array) -> tuple[Array, Array]:
    """Turn each axis so that the entry of largest magnitude in its left vector is positive.

    >>> import numpy as np
    >>> fix_signs(np.array([[0.6], [-0.8]]), np.array([[1.0]]))[0].ravel().tolist()
    [-0.6, 0.8]
    """
    signs = axis_signs(left)
    turned = left * signs
    return turned, turned if right is left else right * signs.astype(right.dtype)


def axis_signs(left: Array) -> Array:
    """1 or −1 for each column: the sign of its entry of largest magnitude, the first of several."""
    peaks = np.zeros(left.shape[1], left.dtype)
    for first, last in even_blocks(len(left), _ROWS_AT_ONCE):  # a copy of it all would be as large again
        part = left[first:last]
        own = np.take_along_axis(part, np.abs(part).argmax(axis=0)[None], axis=0)[0]
        peaks = np.where(np.abs(own) > np.abs(peaks), own, peaks)
    return np.where(peaks < 0, -1, 1).astype(left.dtype)
