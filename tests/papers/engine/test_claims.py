"""Claims are judged by differences in the same resamples."""

from __future__ import annotations

import numpy as np
import pytest

from firth.evaluate import Sample
from firth_papers.engine.claims import above, best


def answers(share, n=200, name="q"):
    return Sample(name, (np.arange(n) % 100 < 100 * share).astype(float), np.ones(n, dtype=bool))


@pytest.mark.parametrize(
    ("first", "second", "at_least", "verdict"),
    [
        (0.6, 0.3, False, "confirmed"),
        (0.3, 0.6, False, "refuted"),
        (0.3, 0.6, True, "refuted"),
        (0.6, 0.3, True, "confirmed"),
        (0.5, 0.5, False, "undecided"),
        (0.5, 0.5, True, "not refuted"),
    ],
)
def test_a_claim_is_judged_by_what_is_beyond_chance(first, second, at_least, verdict):
    sides = {"A": [answers(first)], "B": [answers(second)]}
    claim = above("A.", "A", "B", sides, pool="items", at_least=at_least)
    assert claim.verdict == verdict
    assert f"A: {100 * first:.1f}%, B: {100 * second:.1f}%; difference " in claim.found


def test_what_was_not_run_confirms_and_refutes_nothing():
    claim = above("A.", "A", "B", {"A": [answers(0.5)], "B": None})
    assert (claim.verdict, claim.found) == ("not run", "there are no vectors of B.")
    assert best("A.", "A", {"A": None, "B": [answers(0.5)]}).verdict == "not run"


def test_the_best_is_above_all_others_beyond_chance():
    sides = {"A": [answers(0.6)], "B": [answers(0.3)], "C": [answers(0.2)], "D": None}
    claim = best("A is the best.", "A", sides, pool="items")
    assert claim.verdict == "confirmed"
    assert "A is number 1 of 3 with 60.0%; the best other is B with 30.0%: +30.0 [" in claim.found
    assert claim.found.endswith("Beyond chance below A: 2; above it: none. Not run: D.")
    worse = best("B is the best.", "B", sides, pool="items")
    assert worse.verdict == "refuted"
    assert worse.found.endswith("below B: 1; above it: A. Not run: D.")
    tied = best("A is the best.", "A", {**sides, "E": [answers(0.6)]}, pool="items")
    assert tied.verdict == "undecided"
