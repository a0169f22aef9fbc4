"""Names found in a file, sentence by sentence, and intervals from drawing sentences again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firth.runtime.arrays import Array
from firth_papers.tagging import spans_of

RESAMPLES = 1000


def counts_by_sentence(true: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> Array:
    """Sentences × (true, found, right) names.

    >>> counts_by_sentence([["B-LOC", "O"], ["O"]], [["B-LOC", "B-LOC"], ["O"]]).tolist()
    [[1, 2, 1], [0, 0, 0]]
    """
    rows = []
    for theirs, ours in zip(true, found, strict=True):
        wanted, given = set(spans_of(theirs)), set(spans_of(ours))
        rows.append((len(wanted), len(given), len(wanted & given)))
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def f1(counts: Array) -> Array:
    """2 · right / (true + found) of the last axis; 0 where there is nothing."""
    true, found, right = np.moveaxis(np.asarray(counts), -1, 0)
    return np.asarray(2 * right / np.maximum(true + found, 1))


def resampled_f1(counts: Array, seed: int) -> Array:
    """F1 of as many sentences drawn with replacement, again and again; the same draws for the same seed."""
    rng = np.random.default_rng(seed)
    sums = [counts[rng.integers(0, len(counts), len(counts))].sum(axis=0) for _ in range(RESAMPLES)]
    return f1(np.array(sums))


def interval(values: Array) -> list[float]:
    """The middle 95 %."""
    return [float(value) for value in np.quantile(values, (0.025, 0.975))]
