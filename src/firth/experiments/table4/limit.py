"""Correspondence analysis at full rank, without an SVD: products of sparse rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from firth.core import Counts
from firth.core.arrays import Array
from firth.evaluate import Sample
from firth.evaluate.words import UNKNOWN, known_places
from firth.experiments.words import Scores, WordTests

Measure = Literal["dot", "cosine"]


def full_rank_similarities(counts: Counts, places: Array, measure: Measure = "dot") -> Array:
    """F_i·F_j = Σ_k p_ik p_jk / (r_i r_j c_k) − 1 of pairs of rows, or the cosine.      (METHODS §9)

    >>> from firth.counting import counts_from_table
    >>> counts = counts_from_table(np.array([[3, 1], [1, 3]]))
    >>> full_rank_similarities(counts, np.array([[0, 0], [0, 1]])).round(9).tolist()
    [0.25, -0.25]
    """
    rows, inverse = np.unique(places, return_inverse=True)
    pairs = inverse.reshape(places.shape)
    profiles: Any = counts.matrix[rows].astype(np.float64)
    sums = np.asarray(profiles.sum(axis=1)).ravel()
    columns = counts.column_sums
    roots = np.sqrt(np.where(columns > 0, columns, 1.0) / columns.sum())
    profiles.data /= np.repeat(sums, np.diff(profiles.indptr)) * roots[profiles.indices]

    def products(a: Sequence[int] | Array, b: Sequence[int] | Array) -> Array:
        return np.asarray(profiles[a].multiply(profiles[b]).sum(axis=1)).ravel() - 1.0

    dots = products(pairs[:, 0], pairs[:, 1])
    if measure == "dot":
        return dots
    lengths = np.sqrt(products(np.arange(len(rows)), np.arange(len(rows))))
    return np.asarray(dots / (lengths[pairs[:, 0]] * lengths[pairs[:, 1]]))


def full_rank_scores(counts: Counts, tests: WordTests, measure: Measure) -> Scores:
    """What such vectors would score on word pairs; unknown words by the rule of the tests."""
    samples, covered = {}, {}
    for name, pairs in tests.battery.pairs.items():
        places = known_places(counts.rows, [pair[:2] for pair in pairs]).reshape(-1, 2)
        known = np.all(places != UNKNOWN, axis=1)
        values = np.zeros(len(pairs))
        values[known] = full_rank_similarities(counts, places[known], measure)
        scored = known if tests.missing == "skip" else np.ones(len(pairs), dtype=bool)
        people = np.array([pair.score for pair in pairs])
        samples[name] = Sample(name, values, scored, people, tests.resampling)
        covered[name] = int(known.sum())
    return Scores(samples, covered, {})
