"""The conditional random field against all ways to tag a sentence, and its gradient."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from firth import Embedding, Vocabulary
from firth_papers.tagging.chain import Chain, best_tags, expectations
from firth_papers.tagging.features import feature_names, frequent_features, observe
from reference.slow_chain import slow_best, slow_expectations

LENGTHS = [3, 0, 1, 4]
STARTS = np.concatenate([[0], np.cumsum(LENGTHS)])


def random_chain(seed, tags=3, size=1.0):
    rng = np.random.default_rng(seed)
    return [size * rng.standard_normal(shape) for shape in ((sum(LENGTHS), tags), (tags,), (tags, tags))]


def sentences_of(scores):
    return [scores[a:b] for a, b in pairwise(STARTS) if b > a]


@pytest.mark.parametrize(("seed", "size"), [(0, 1.0), (1, 30.0)])
def test_sums_over_all_ways_are_those_of_listing_them(seed, size):
    scores, begin, steps = random_chain(seed, size=size)
    marginals, pairs = np.empty_like(scores), np.zeros_like(steps)
    total = expectations(scores, begin, steps, STARTS, marginals, pairs)
    slow = [slow_expectations(part, begin, steps) for part in sentences_of(scores)]
    assert total == pytest.approx(sum(log_z for log_z, _, _ in slow))
    np.testing.assert_allclose(marginals, np.concatenate([m for _, m, _ in slow]), atol=1e-10)
    np.testing.assert_allclose(pairs, sum(p for _, _, p in slow), atol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_tags_are_the_best_of_all_ways(seed):
    scores, begin, steps = random_chain(seed)
    slow = [tag for part in sentences_of(scores) for tag in slow_best(part, begin, steps)]
    assert best_tags(scores, begin, steps, STARTS).tolist() == slow


def some_vectors(words, dim=3):
    rng = np.random.default_rng(0)
    return Embedding(rng.standard_normal((len(words), dim)), Vocabulary(tuple(words), np.ones(len(words))))


@pytest.mark.parametrize("with_vectors", [False, True])
def test_the_slope_is_that_of_small_steps(with_vectors):
    words = [["Ann", "saw", "Bob"], ["rain"], ["Bob", "saw"]]
    embedding = some_vectors(["Ann", "bob", "rain"]) if with_vectors else None
    names = feature_names(words, None)
    features = frequent_features(names, 3)
    seen = observe(words, names, features, embedding, 2.0)
    gold, tags = np.array([1, 0, 1, 0, 2, 0]), 3
    sizes = (len(features), len(seen.picks), seen.table.shape[1], tags)
    flat = np.random.default_rng(1).normal(size=tags * (sizes[0] + sizes[1] * sizes[2] + 1 + tags))

    def loss(weights):
        return Chain.from_flat(weights, *sizes).loss(seen, gold, 0.7)[0]

    slope = Chain.from_flat(flat, *sizes).loss(seen, gold, 0.7)[1].flat()
    np.testing.assert_allclose(slope, approx_fprime(flat, loss, 1e-6), atol=1e-4)
