"""One rule for the sign of each axis, so that equal input gives equal bytes."""

from __future__ import annotations

import numpy as np

from firth.core.arrays import Array


def fix_signs(left: Array, right: Array) -> tuple[Array, Array]:
    """Turn each axis so that the entry of largest magnitude in its left vector is positive.

    >>> import numpy as np
    >>> fix_signs(np.array([[0.6], [-0.8]]), np.array([[1.0]]))[0].ravel().tolist()
    [-0.6, 0.8]
    """
    if left.shape[1] == 0:
        return left, right
    peaks = np.abs(left).argmax(axis=0)
    signs = np.where(left[peaks, np.arange(left.shape[1])] < 0, -1, 1).astype(left.dtype)
    turned = left * signs
    return turned, turned if right is left else right * signs.astype(right.dtype)
