"""Window weights as exact fractions, so that counts add up the same in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, lcm
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from firth.errors import InputError

Weights = Literal["flat", "harmonic", "dynamic"]
Contexts = Literal["left", "right", "both", "positional"]
Cut = Literal["none", "independence", "published"]

LONGEST = 10_000
HEAVIEST = 1e6
_ROOM = 2**62
"""Sums of numerators stay below this; int64 holds twice as much."""


@dataclass(frozen=True, eq=False)
class Window:
    """The weights of a window: g(δ) = numerators[δ−1] / denominator for δ = 1 … L.

    Attributes
    ----------
    left, right : array of int64
        The numerators to either side, 0 where a side does not count.
    denominator : int
    positional : bool
        Whether each signed offset has columns of its own.
    cut : {"none", "independence", "published"}
        What is left out of the counts of each distance; see `count`.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    denominator: int
    positional: bool = False
    cut: Cut = "none"

    @property
    def length(self) -> int:
        """L."""
        return len(self.left)

    @property
    def offsets(self) -> list[int]:
        """Signed distances of the positional column blocks: −L … −1, 1 … L."""
        return [*range(-self.length, 0), *range(1, self.length + 1)]

    @property
    def symmetric(self) -> bool:
        """Whether the counts of this window are symmetric."""
        return not self.positional and np.array_equal(self.left, self.right)


def make_window(
    window: int,
    weights: Weights | Sequence[float] = "harmonic",
    contexts: Contexts = "both",
    cut: Cut = "none",
    *,
    tokens: int = 1,
) -> Window:
    """The weights of a window as integers over one denominator.

    flat g(δ) = 1; harmonic 1/δ; dynamic (L−δ+1)/L; or L numbers of the user's
    (docs/mathematics/counting.md)

    tokens: the length of the corpus. Where exact fractions could overflow for it, weights are rounded to a
    power of two as small as the length allows.

    >>> w = make_window(3, "harmonic")
    >>> w.right.tolist(), w.denominator
    ([6, 3, 2], 6)
    """
    _check(window, weights, contexts, cut)
    exact = _fractions(window, weights)
    denominator = lcm(*(g.denominator for g in exact))
    largest = max(exact) * 2 * window * max(tokens, 1)
    if largest * denominator >= _ROOM:
        denominator = 1 << (int(_ROOM / largest).bit_length() - 1)
    numerators = np.array([round(g * denominator) for g in exact], dtype=np.int64)
    nothing = np.zeros_like(numerators)
    return Window(
        left=nothing if contexts == "right" else numerators,
        right=nothing if contexts == "left" else numerators,
        denominator=denominator,
        positional=contexts == "positional",
        cut=cut,
    )


def _check(window: int, weights: Weights | Sequence[float], contexts: Contexts, cut: Cut) -> None:
    if not 1 <= window <= LONGEST:
        raise InputError(f"window is {window}; a window reaches 1 to {LONGEST:,} tokens.")
    if contexts not in get_args(Contexts):
        raise InputError(f"contexts is {contexts!r}; choose one of {', '.join(get_args(Contexts))}.")
    if cut not in get_args(Cut):
        raise InputError(f"cut is {cut!r}; choose one of {', '.join(get_args(Cut))}.")
    if cut != "none" and contexts == "positional":
        raise InputError(
            "positional contexts keep distances apart already; cut goes with the other contexts."
        )
    if isinstance(weights, str):
        if weights not in get_args(Weights):
            raise InputError(
                f"weights is {weights!r}; choose {', '.join(get_args(Weights))} or give {window} numbers."
            )
        return
    if len(weights) != window:
        raise InputError(f"{len(weights)} window weights were given for a window of {window}.")
    for weight in weights:
        if not isfinite(weight) or weight < 0:
            raise InputError(f"the window weight {weight} is not a number of 0 or more.")
    if not any(weights):
        raise InputError("all window weights are 0; at least one must be positive.")
    if max(weights) > HEAVIEST:
        raise InputError(f"the window weight {max(weights)} is too large; weights go up to {HEAVIEST:g}.")


def _fractions(window: int, weights: Weights | Sequence[float]) -> list[Fraction]:
    distances = range(1, window + 1)
    if not isinstance(weights, str):
        # repr gives the decimal the user wrote: 0.1 means one tenth.
        return [Fraction(repr(float(weight))) for weight in weights]
    if weights == "flat":
        return [Fraction(1) for _ in distances]
    if weights == "harmonic":
        return [Fraction(1, distance) for distance in distances]
    return [Fraction(window - distance + 1, window) for distance in distances]
