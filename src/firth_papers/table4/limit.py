"""Correspondence analysis at full rank, without an SVD: products of sparse rows."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from firth.core import Counts
from firth.evaluate import Sample
from firth.evaluate.words import UNKNOWN, known_places
from firth.runtime.arrays import Array
from firth_papers.words import Scores, WordTests

Measure = Literal["dot", "cosine"]
MEASURES: tuple[Measure, ...] = ("dot", "cosine")


def full_rank_similarities(counts: Counts, places: Array) -> dict[Measure, Array]:
    """F_i·F_j = Σ_k p_ik p_jk / (r_i r_j c_k) − 1 of pairs of rows, and the cosines.      (METHODS §9)

    >>> from firth.counting import counts_from_table
    >>> counts = counts_from_table(np.array([[3, 1], [1, 3]]))
    >>> full_rank_similarities(counts, np.array([[0, 0], [0, 1]]))["dot"].round(9).tolist()
    [0.25, -0.25]
    """
    rows, inverse = np.unique(places, return_inverse=True)
    first, second = inverse.reshape(places.shape).T
    profiles: Any = counts.matrix[rows].astype(np.float64)
    sums = np.asarray(profiles.sum(axis=1)).ravel()
    columns = counts.column_sums
    roots = np.sqrt(np.where(columns > 0, columns, 1.0) / columns.sum())
    profiles.data /= np.repeat(sums, np.diff(profiles.indptr)) * roots[profiles.indices]
    dots = np.asarray(profiles[first].multiply(profiles[second]).sum(axis=1)).ravel() - 1.0
    lengths = np.sqrt(np.asarray(profiles.power(2).sum(axis=1)).ravel() - 1.0)
    return {"dot": dots, "cosine": dots / (lengths[first] * lengths[second])}


def full_rank_scores(counts: Counts, tests: WordTests) -> dict[Measure, Scores]:
    """What such vectors would score on word pairs; unknown words by the rule of the tests."""
    sets = tests.battery.pairs
    words = [pair[:2] for pairs in sets.values() for pair in pairs]
    places = known_places(counts.rows, words).reshape(-1, 2)
    known = np.all(places != UNKNOWN, axis=1)
    scored = known if tests.missing == "skip" else np.ones(len(known), dtype=bool)
    ends = np.cumsum([len(pairs) for pairs in sets.values()])[:-1]
    covered = {name: int(part.sum()) for name, part in zip(sets, np.split(known, ends), strict=True)}
    scores = {}
    for measure, found in full_rank_similarities(counts, places[known]).items():
        values = np.zeros(len(known))
        values[known] = found
        parts = zip(sets.items(), np.split(values, ends), np.split(scored, ends), strict=True)
        samples = {
            name: Sample(name, ours, use, np.array([pair.score for pair in pairs]), tests.resampling)
            for (name, pairs), ours, use in parts
        }
        scores[measure] = Scores(samples, covered, {})
    return scores
