"""How many senses a word has."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

MOST_SENSES = 8
"""The most senses that the spectrum may find; people hardly tell more apart in a list."""

CLEAR_OF_NOISE = 1.5
"""The threshold of eigenvalues that count, as a multiple of the largest that noise has."""

Number = int | str | Mapping[str, int]


def number_by_spectrum(values: Array, least: float, *, most: int = MOST_SENSES) -> int:
    """How many clusters the contexts of a word fall into: at least 1, and at most `most`.

    The eigenvalues of noise lie as far below zero as above it, so that |least| is about the largest that
    noise has: values above 1.5·|least| are structure. Of these, λ_1 ≥ … ≥ λ_s, the number is the k ≥ 2 before
    the widest gap λ_k − λ_{k+1}, and 1 if only the first is there (it always is: all contexts go with the
    word).

    values: eigenvalues of the context graph, descending, one more than `most` where there are as many.

    >>> import numpy as np
    >>> number_by_spectrum(np.array([0.54, 0.28, 0.27, 0.22, 0.21, 0.19]), -0.15)
    3
    >>> number_by_spectrum(np.array([0.54, 0.17, 0.16, 0.16]), -0.15)
    1
    """
    structure = int((values > CLEAR_OF_NOISE * abs(least)).sum())
    if structure < 2 or len(values) < 2:
        return 1
    last = min(structure, most)
    below = np.append(values, 0.0)[1 : last + 1]
    gaps = values[1:last] - below[1:]
    return 2 + int(gaps.argmax())


def number_asked(senses: Number, word: str) -> int | None:
    """The number of senses asked for a word; None where the spectrum chooses it."""
    if isinstance(senses, str):
        if senses != "auto":
            raise InputError(
                f"senses is {senses!r}; it must be 'auto', a whole number, or a number for each word."
            )
        return None
    if isinstance(senses, Mapping):
        if word not in senses:
            raise InputError(f"no number of senses was given for {word!r}; add it, or use auto.")
        number = senses[word]
    else:
        number = senses
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
        raise InputError(f"{word!r} was to have {number!r} senses; it must be a whole number of 1 or more.")
    return int(number)
