"""The bootstrap: how far a score would move, had other items of the same kind been asked.

A resample draws as many items as there are, with replacement; it is kept as how often each item was drawn, so
that ranks in it need no sorting. The draws depend on the seed, the name of the test and the number of items
alone: two embeddings scored on the same items meet the same resamples, and their differences are paired.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from zlib import crc32

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks

FEWEST = 5
"""Of fewer items no interval is given: many of their resamples are one item, many times."""

_DRAWN_AT_ONCE = 100_000
"""Items drawn in one block: its arrays stay in the processor's cache."""


@dataclass(frozen=True)
class Resampling:
    """How intervals are drawn: by the percentile bootstrap over the items of a test.

    Attributes
    ----------
    resamples : int
        The number of bootstrap resamples; 0 computes no intervals.
    seed : int
        The random seed; the same seed gives the same intervals.
    level : float
        The share of resamples that an interval holds.

    Examples
    --------
    >>> Resampling(seed=7)
    Resampling(resamples=1000, seed=7, level=0.95)
    """

    resamples: int = 1000
    seed: int = 0
    level: float = 0.95

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn."""
        if self.resamples < 0:
            raise InputError(
                f"resamples is {self.resamples}; ask for 1 or more, or for 0 to have no intervals."
            )
        if self.seed < 0:
            raise InputError(f"seed is {self.seed}; it must be 0 or more.")
        if not 0 < self.level < 1:
            raise InputError(f"level is {self.level}; it is a share between 0 and 1, such as 0.95.")

    def draws(self, name: str, items: int) -> Iterator[Array]:
        """How often each item is drawn, one row a resample, in blocks of rows."""
        rng = np.random.default_rng([self.seed, crc32(name.encode())])
        for start, stop in even_blocks(self.resamples, max(1, _DRAWN_AT_ONCE // items)):
            rows = stop - start
            drawn = rng.integers(items, size=(rows, items)) + items * np.arange(rows)[:, None]
            yield np.bincount(drawn.ravel(), minlength=rows * items).reshape(rows, items).astype(np.float64)


DEFAULT = Resampling()
"""1,000 resamples, seed 0, intervals of 95 %."""


class Interval(NamedTuple):
    """From the lower to the upper percentile of the resamples."""

    low: float
    high: float


class Difference(NamedTuple):
    """How much higher the first of two scores is, its interval, and its two-sided p-value."""

    value: float
    interval: Interval
    p: float


def interval_of(scores: Array, level: float) -> Interval | None:
    """The percentiles that leave equal shares of the resamples outside; those without a score are left out.

    >>> interval_of(np.arange(101.0), 0.5)
    Interval(low=25.0, high=75.0)
    """
    defined = scores[~np.isnan(scores)]
    if not len(defined):
        return None
    low, high = np.percentile(defined, [50 * (1 - level), 50 * (1 + level)])
    return Interval(float(low), float(high))


def p_value(differences: Array) -> float:
    """Twice the share of resampled differences on the rarer side of 0, each side with one more added.

    Where it is below 1 − level, the percentile interval of that level leaves 0 out.

    >>> p_value(np.array([0.1] * 99))
    0.02
    """
    defined = differences[~np.isnan(differences)]
    rarer = min(int((defined <= 0).sum()), int((defined >= 0).sum()))
    return min(1.0, 2 * (1 + rarer) / (1 + len(defined)))


def resampled_spearman(x: Array, y: Array, draws: Iterator[Array]) -> Array:
    """Spearman's ρ in each resample, ranked anew within it; NaN where a side does not vary.

    In a resample that draws item i cᵢ times, a group g of equal values has w_g = Σ_{i∈g} cᵢ items and, with
    b_g items before it, the average rank b_g + (w_g + 1)/2; ρ is the correlation of ranks with weights cᵢ.
    """
    ranked_x, ranked_y = _Groups(x), _Groups(y)
    return np.concatenate([_correlations(counts, ranked_x, ranked_y) for counts in draws])


def resampled_mean(values: Array, draws: Iterator[Array]) -> Array:
    """The mean in each resample."""
    # Not by BLAS, whose number of threads could show in the last digits.
    return np.concatenate([np.einsum("ij,j->i", counts, values) for counts in draws]) / len(values)


class _Groups:
    """Items by equal value: the order they stand in, where each group begins, and which group each is in."""

    def __init__(self, values: Array) -> None:
        self.order = np.argsort(values, kind="stable")
        ordered = values[self.order]
        first = np.concatenate([[True], ordered[1:] != ordered[:-1]])
        self.starts = np.flatnonzero(first)
        self.of_item = np.empty(len(values), dtype=np.intp)
        self.of_item[self.order] = np.cumsum(first) - 1

    def centered_ranks(self, counts: Array) -> tuple[Array, Array]:
        """Twice the average rank of each group less the mean rank, and the items in the group; both whole."""
        sizes = np.add.reduceat(counts[:, self.order], self.starts, axis=1)
        last = np.cumsum(sizes, axis=1)
        return 2 * last - sizes - counts.shape[1], sizes


def _correlations(counts: Array, x: _Groups, y: _Groups) -> Array:
    (x_ranks, x_sizes), (y_ranks, y_sizes) = x.centered_ranks(counts), y.centered_ranks(counts)
    products = np.einsum("ij,ij->i", counts * x_ranks[:, x.of_item], y_ranks[:, y.of_item])
    squares = np.einsum("ij,ij->i", x_sizes * x_ranks, x_ranks) * np.einsum(
        "ij,ij->i", y_sizes * y_ranks, y_ranks
    )
    norms = np.sqrt(squares)
    return np.asarray(np.divide(products, norms, out=np.full(len(counts), np.nan), where=norms > 0))
