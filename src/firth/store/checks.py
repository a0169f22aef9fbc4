"""What is asked of arrays as they pass by, when a file is written and when it is read."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from firth.core import Vocabulary
from firth.runtime.arrays import Array

Check = Callable[[Array, int], str | None]
"""Given some rows of an array and the number of the first, says what is wrong with them, if anything is."""


def finite_vectors(names: Vocabulary) -> Check:
    """Vectors without NaN or infinity; the complaint names the word."""

    def check(vectors: Array, first: int) -> str | None:
        if np.isfinite(vectors).all():
            return None
        row = first + int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
        word = repr(names.tokens[row]) if row < len(names) else f"word number {row + 1}"
        return f"the vector of {word} has a value that is not a finite number"

    return check


def finite_data(data: Array, first: int) -> str | None:
    """Counts without NaN or infinity."""
    if np.isfinite(data).all():
        return None
    place = first + int(np.flatnonzero(~np.isfinite(data))[0])
    return f"entry {place} of the table is not a finite number"


def indices_below(width: int) -> Check:
    """Column numbers inside the table; others would be read outside their arrays."""

    def check(indices: Array, first: int) -> str | None:
        inside = not indices.size or (indices.min() >= 0 and indices.max() < width)
        return None if inside else f"the table has an entry outside its {width} columns"

    return check
