"""The measures on keys small enough to be scored by hand, and their identities."""

from __future__ import annotations

from itertools import permutations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import mutual_info_score

from firth.errors import InputError
from firth_papers.sense_measures import (
    fuzzy_bcubed,
    fuzzy_nmi,
    jaccard_index,
    mapped_answers,
    positional_tau,
    score_senses,
    weighted_ndcg,
)
from firth_papers.sense_measures.fuzzy_bcubed import bcubed_of_target
from firth_papers.sense_measures.fuzzy_nmi import nmi_of_target

RATINGS = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([1.0, 2.0, 3.0, 4.0]), min_size=1)
ANSWERS = st.lists(RATINGS, min_size=2, max_size=12).map(
    lambda all_: dict(zip("ABCDEFGHIJKL", all_, strict=False))
)


def labelled(labels):
    """Answers of one sense each."""
    return {str(place): {label: 1.0} for place, label in enumerate(labels)}


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


def test_the_mapping_learns_from_the_other_four_fifths_alone():
    gold = labelled("aaaab" * 2)
    answers = mapped_answers(gold, labelled("xxxxy" * 2))
    assert answers["0"] == {"a": 1.0}
    assert "4" not in answers  # y stands at places 4 and 9, which are in one part
    assert "9" not in answers


def test_the_mapping_by_hand():
    gold = {"0": {"a": 4.0}, "1": {"a": 4.0}, "2": {"a": 2.0, "b": 4.0}, "3": {"b": 3.0}, "4": {"b": 1.0}}
    given_ = {"0": {"x": 8.0, "y": 4.0}, "1": {"x": 1.0}, "2": {"x": 1.0}, "3": {"y": 1.0}, "4": {"y": 1.0}}
    # Without 0: x was seen with a 1 + 0.5 and with b 1; y with b alone, twice.
    assert mapped_answers(gold, given_)["0"] == pytest.approx({"a": 1.5 / 2.5, "b": 1 / 2.5 + 0.5})


def test_bcubed_of_plain_clusters_is_that_of_pairs():
    """People: 0 1 2 | 3 4; given: 0 1 | 2 3 4."""
    found = bcubed_of_target(labelled("aaabb"), labelled("xxyyy"))
    assert found.precision == pytest.approx(np.mean([1, 1, 0, 0.5, 0.5]))
    assert found.recall == pytest.approx(np.mean([0.5, 0.5, 0, 1, 1]))


def test_bcubed_of_graded_senses_by_hand():
    gold = {"0": {"a": 4.0}, "1": {"a": 4.0, "b": 2.0}}
    answers = {"0": {"x": 1.0}, "1": {"x": 1.0, "y": 4.0}}
    # People share a, both with 1: C = 1. Given share x with 1 and 0.25: C = 0.25.
    assert bcubed_of_target(gold, answers) == (pytest.approx(1.0), pytest.approx(0.25))


def test_instances_that_people_did_not_rate_lower_precision_alone():
    gold, answers = labelled("aab"), labelled("xxy")
    with_more = {**answers, "more": {"x": 1.0}}
    before, after = bcubed_of_target(gold, answers), bcubed_of_target(gold, with_more)
    assert (before.precision, after.precision) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert before.recall == after.recall


def test_nmi_of_two_plain_halves_is_that_of_scikit_learn():
    people, ours = "aaaabbbb", "xxxyyyyy"
    information = mutual_info_score(list(people), list(ours)) / np.log(2)
    entropy = mutual_info_score(list(people), list(people)) / np.log(2)
    # Either cluster of two tells the same as both: I and H of the pair are those of one, twice.
    assert nmi_of_target(labelled(people), labelled(ours)) == pytest.approx(information / entropy)


def test_a_cluster_that_is_the_complement_of_a_sense_tells_nothing_of_it():
    gold = {str(n): {"a": 1.0} if n < 7 else {"b": 1.0} for n in range(10)}
    answers = {str(n): {"x": 1.0} for n in range(7, 10)} | {str(n): {"y": 1.0, "x": 0.01} for n in range(7)}
    assert nmi_of_target(gold, {name: {"x": r["x"]} for name, r in answers.items()}) == 0


@given(ANSWERS)
def test_a_key_agrees_with_itself(answers):
    target = {"t": answers}
    if any(len({s for r in answers.values() for s in r}) > 1 for _ in "1"):
        assert fuzzy_nmi(target, target) == pytest.approx(1) or fuzzy_nmi(target, target) == 0
    alone = [
        n for n, r in answers.items() if not any(r.keys() & o.keys() for m, o in answers.items() if m != n)
    ]
    assert fuzzy_bcubed(target, target).precision == pytest.approx(1 - len(alone) / len(answers))
    assert fuzzy_bcubed(target, target).recall == pytest.approx(1 - len(alone) / len(answers))


@given(ANSWERS, ANSWERS)
def test_names_and_scales_of_given_senses_change_no_score(gold, answers):
    names = dict(zip("abcdef", "fzqatm", strict=True))
    renamed = {n: {names[s]: 8 * v for s, v in ratings.items()} for n, ratings in answers.items()}
    first, second = ({"t": key} for key in (answers, renamed))
    people = {"t": gold}
    assert score_senses(people, first) == pytest.approx(score_senses(people, second))


@given(ANSWERS, ANSWERS)
def test_scores_are_between_0_and_1(gold, answers):
    assert all(0 <= score <= 1 + 1e-12 for score in score_senses({"t": gold}, {"t": answers}))


def test_a_perfect_key_has_1_but_for_the_ndcg_of_the_task():
    gold = {"t": labelled("aaaaabbbbb")}
    assert score_senses(gold, {"t": labelled("xxxxxyyyyy")}) == pytest.approx((1, 1, 0.75, 1, 1))
    assert score_senses(gold, gold, induced=False) == pytest.approx((1, 1, 0.75, 1, 1))


def test_one_sense_for_all_tells_nothing_and_finds_all_pairs():
    gold = {"t": labelled("aaaaabbbbb")}
    found = score_senses(gold, {"t": labelled("x" * 10)})
    assert found.fuzzy_nmi == pytest.approx(0)
    assert found.jaccard == pytest.approx(0.5)
    assert found.fuzzy_bcubed == pytest.approx(2 * (4 / 9) / (4 / 9 + 1))


def test_instances_without_an_answer_count_0_in_recall():
    gold = {"t": labelled("aaaa")}
    half = {"t": dict(list(labelled("aaaa").items())[:2])}
    assert score_senses(gold, half, induced=False).jaccard == pytest.approx(2 * 1 * 0.5 / 1.5)


def test_a_key_of_other_instances_is_refused():
    with pytest.raises(InputError, match="answers none of the instances"):
        score_senses({"t": labelled("ab")}, {"t": {"other": {"a": 1.0}}})
