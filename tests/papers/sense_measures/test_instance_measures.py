"""Measures of one instance, by hand, and their identities."""

from __future__ import annotations

from itertools import permutations
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth_papers.sense_measures import jaccard_index, positional_tau, weighted_ndcg

RATINGS = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([1.0, 2.0, 3.0, 4.0]), min_size=1)


def test_jaccard_by_hand():
    assert jaccard_index({"a": 4, "b": 1}, {"b": 1, "c": 9}) == 1 / 3
    assert jaccard_index({"a": 4}, {"c": 9}) == 0


@pytest.mark.parametrize(
    ("gold", "answer", "cost", "most"),
    [
        # One swap of the first two places; the reverse, cba, takes three: of 2–3 and 1–2 for a, of 2–3 for b.
        ("abc", "bac", 1 / log2(3), 1 / log2(3) + 2 / log2(4)),
        ("abc", "acb", 1 / log2(4), 1 / log2(3) + 2 / log2(4)),
        # a is brought to the front by a swap of 1–2, and then b to its place by one of 2–3.
        ("abc", "cab", 1 / log2(3) + 1 / log2(4), 1 / log2(3) + 2 / log2(4)),
    ],
)
def test_tau_by_hand(gold, answer, cost, most):
    ratings = [{sense: 9.0 - place for place, sense in enumerate(order)} for order in (gold, answer)]
    assert positional_tau(*ratings) == pytest.approx(1 - cost / most)


def test_a_swap_of_the_first_places_costs_more_than_one_of_the_last():
    gold = {"a": 3.0, "b": 2.0, "c": 1.0}
    assert positional_tau(gold, {"b": 3.0, "a": 2.0, "c": 1.0}) < positional_tau(
        gold, {"a": 3.0, "c": 2.0, "b": 1.0}
    )


@pytest.mark.parametrize("senses", [2, 3, 4, 5])
def test_tau_is_1_for_the_same_order_0_for_the_reverse_and_between_for_all_others(senses):
    gold = {str(place): 9.0 - place for place in range(senses)}
    found = [
        positional_tau(gold, {str(sense): 9.0 - place for place, sense in enumerate(order)})
        for order in permutations(range(senses))
    ]
    assert (found[0], found[-1]) == (pytest.approx(1), pytest.approx(0))
    assert all(0 <= score < 1 for score in found[1:])


def test_senses_that_neither_order_tells_apart_count_half():
    """Gold has a alone; b and c, which it does not tell apart, agree in one of the two orders."""
    whole = 1 / log2(3) + 2 / log2(4)
    assert positional_tau({"a": 4.0}, {"a": 3.0, "b": 2.0, "c": 1.0}) == pytest.approx(
        (1 + 1 - (1 / log2(4)) / whole) / 2
    )


def test_weighted_ndcg_by_hand():
    gold = {"a": 4.0, "b": 2.0}  # 1 and 0.5
    most = 2**2 / log2(2) + 2**1.5 / log2(3)
    # b first, with 1 where people have 0.5; then c, that they have not; then a, with 0.25 where they have 1.
    gain = 0.5 * (2**1.5 - 1) / log2(2) + 0.25 * (2**2 - 1) / log2(4)
    assert weighted_ndcg(gold, {"b": 1.0, "c": 0.5, "a": 0.25}) == pytest.approx(gain / most)


@given(RATINGS)
def test_the_right_answer_has_the_most_of_each_measure(gold):
    most = max(gold.values())
    right = {sense: rating / most for sense, rating in gold.items()}
    assert jaccard_index(gold, right) == 1
    assert weighted_ndcg(gold, right) <= 0.75 + 1e-12
    others = [{sense: 0.4 * value for sense, value in right.items()}, {**right, "z": 2.0}]
    assert all(weighted_ndcg(gold, other) < weighted_ndcg(gold, right) for other in others)
    if len(set(gold.values())) == len(gold):
        assert positional_tau(gold, right) == pytest.approx(1)
