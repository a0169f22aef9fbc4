"""What a score rests on: the items of a test with their values, from which intervals are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np

from firth.evaluate.resampling import (
    DEFAULT,
    FEWEST,
    Difference,
    Interval,
    Resampling,
    interval_of,
    p_value,
    resampled_mean,
    resampled_spearman,
)
from firth.evaluate.spearman import spearman
from firth.runtime.arrays import Array

Pool = Literal["items", "tests"]
"""Scores of several samples together: each item weighs the same, or each test does."""


@dataclass(frozen=True, eq=False)
class Sample:
    """One value for each item of a test, and which items are scored.

    The score is Spearman's ρ between the values and what people say; without people, the mean of the values.

    >>> right = Sample("family", np.array([1.0, 0, 1, 0]), np.array([True, True, True, False]))
    >>> right.size, round(right.score, 3)
    (3, 0.667)
    """

    name: str
    values: Array
    scored: Array
    people: Array | None = None
    resampling: Resampling = DEFAULT

    @property
    def size(self) -> int:
        """How many items are scored."""
        return int(self.scored.sum())

    @cached_property
    def score(self) -> float | None:
        """None where it is not defined."""
        values = self.values[self.scored]
        if self.people is not None:
            return spearman(self.people[self.scored], values)
        return float(values.mean()) if len(values) else None

    @cached_property
    def resampled(self) -> Array:
        """The score in each resample; only for samples that have a score."""
        values, draws = self.values[self.scored], self.resampling.draws(self.name, self.size)
        if self.people is None:
            return resampled_mean(values, draws)
        return resampled_spearman(self.people[self.scored], values, draws)

    def within(self, items: Array) -> Sample:
        """Scored on no more than these items."""
        both = self.scored & items
        return self if np.array_equal(both, self.scored) else replace(self, scored=both)


def pooled_score(samples: Sequence[Sample], pool: Pool = "items") -> float | None:
    """One score of several samples; those without a score take no part.

    >>> everyone = np.ones(3, dtype=bool)
    >>> halves = [Sample("a", np.array([1.0, 1, 0]), everyone), Sample("b", np.array([1.0]), everyone[:1])]
    >>> pooled_score(halves), round(pooled_score(halves, "tests"), 3)
    (0.75, 0.833)
    """
    parts = [(sample.score, sample.size) for sample in samples if sample.score is not None]
    if not parts:
        return None
    if pool == "tests":
        return sum(score for score, _ in parts) / len(parts)
    return sum(score * size for score, size in parts) / sum(size for _, size in parts)


def pooled_interval(samples: Sequence[Sample], pool: Pool = "items") -> Interval | None:
    """The percentile interval of the pooled score; every sample is resampled within itself.

    None of fewer than five items, and where there is no score.

    >>> even = Sample("coin", np.tile([0.0, 1.0], 50), np.ones(100, dtype=bool))
    >>> low, high = pooled_interval([even])
    >>> 0.38 < low < 0.42 and 0.58 < high < 0.62
    True
    """
    used = [sample for sample in samples if sample.score is not None]
    if not _enough(used):
        return None
    scores = _pooled([sample.resampled for sample in used], [sample.size for sample in used], pool)
    return interval_of(scores, used[0].resampling.level)


def paired_difference(
    first: Sequence[Sample], second: Sequence[Sample], pool: Pool = "items"
) -> Difference | None:
    """The first score less the second, on the items that both are scored on, in the same resamples.

    The samples stand in the same order, test by test. None where no interval could be given.

    >>> everyone = np.ones(200, dtype=bool)
    >>> better, worse = np.arange(200) % 4 > 0, np.arange(200) % 2 > 0
    >>> found = paired_difference([Sample("q", better, everyone)], [Sample("q", worse, everyone)])
    >>> found.value, found.interval.low > 0, found.p < 0.01
    (0.25, True, True)
    """
    both = [(a.within(b.scored), b.within(a.scored)) for a, b in zip(first, second, strict=True)]
    both = [(a, b) for a, b in both if a.score is not None and b.score is not None]
    ours, theirs = ([pair[side] for pair in both] for side in (0, 1))
    if not _enough(ours):
        return None
    value, other = pooled_score(ours, pool), pooled_score(theirs, pool)
    differences = _pooled([a.resampled - b.resampled for a, b in both], [a.size for a in ours], pool)
    interval = interval_of(differences, ours[0].resampling.level)
    if value is None or other is None or interval is None:
        return None
    return Difference(value - other, interval, p_value(differences))


def _enough(samples: Sequence[Sample]) -> bool:
    """Whether there is anything to resample, and resamples are wanted."""
    return sum(sample.size for sample in samples) >= FEWEST and samples[0].resampling.resamples > 0


def _pooled(resampled: Sequence[Array], sizes: Sequence[int], pool: Pool) -> Array:
    """Resample by resample; a test that has no score in a resample takes no part in it."""
    scores = np.array(resampled)
    weights = np.array(sizes if pool == "items" else [1] * len(sizes))[:, None] * ~np.isnan(scores)
    total = weights.sum(axis=0)
    weighted = (weights * np.nan_to_num(scores)).sum(axis=0)
    return np.asarray(np.divide(weighted, total, out=np.full(len(total), np.nan), where=total > 0))
