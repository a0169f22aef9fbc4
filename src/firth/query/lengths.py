"""Lengths of vectors; the zero vector is like nothing, not like NaN."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks

_ROWS_AT_ONCE = 4096


def lengths(vectors: Array) -> NDArray[np.float64]:
    """The Euclidean length of each row, in float64, so that large and small values keep their squares."""
    squares: NDArray[np.float64] = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64)
    return np.sqrt(squares)


def unit_rows(vectors: Array) -> NDArray[np.float32]:
    """Rows of length 1 in float32; zero rows stay zero."""
    inverse = inverse_or_zero(lengths(vectors))[:, None]
    unit = np.empty(vectors.shape, dtype=np.float32)
    for start, stop in even_blocks(len(vectors), _ROWS_AT_ONCE):
        unit[start:stop] = vectors[start:stop] * inverse[start:stop]
    return unit


def inverse_or_zero(values: Array) -> NDArray[np.float64]:
    """1/x, and 0 for 0."""
    return np.divide(1.0, values, out=np.zeros(values.shape), where=values > 0)
