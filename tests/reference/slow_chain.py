"""A conditional random field by listing every way to tag a sentence."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np


def slow_ways(scores: np.ndarray, begin: np.ndarray, steps: np.ndarray) -> dict[tuple[int, ...], float]:
    """The score of each way to tag one sentence."""
    ways = {}
    for way in product(range(scores.shape[1]), repeat=len(scores)):
        total = begin[way[0]] + sum(scores[t, tag] for t, tag in enumerate(way))
        ways[way] = total + sum(steps[a, b] for a, b in pairwise(way))
    return ways


def slow_expectations(
    scores: np.ndarray, begin: np.ndarray, steps: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """log Z, how likely each tag is at each word, and how often each pair is expected."""
    ways = slow_ways(scores, begin, steps)
    log_z = float(np.logaddexp.reduce(list(ways.values())))
    marginals, pairs = np.zeros(scores.shape), np.zeros(steps.shape)
    for way, score in ways.items():
        share = np.exp(score - log_z)
        for t, tag in enumerate(way):
            marginals[t, tag] += share
        for a, b in pairwise(way):
            pairs[a, b] += share
    return log_z, marginals, pairs


def slow_best(scores: np.ndarray, begin: np.ndarray, steps: np.ndarray) -> list[int]:
    ways = slow_ways(scores, begin, steps)
    return list(max(ways, key=ways.__getitem__))
