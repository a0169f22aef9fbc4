"""B-cubed and mutual information, by hand, and of a key with itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import mutual_info_score

from firth_papers.sense_measures import fuzzy_bcubed, fuzzy_nmi
from firth_papers.sense_measures.cluster_measures import bcubed_of_target, nmi_of_target

RATINGS = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([1.0, 2.0, 3.0, 4.0]), min_size=1)
ANSWERS = st.lists(RATINGS, min_size=2, max_size=12).map(
    lambda all_: dict(zip("ABCDEFGHIJKL", all_, strict=False))
)


def labeled(labels):
    """Answers of one sense each."""
    return {str(place): {label: 1.0} for place, label in enumerate(labels)}


def test_bcubed_of_plain_clusters_is_that_of_pairs():
    """People: 0 1 2 | 3 4; given: 0 1 | 2 3 4."""
    found = bcubed_of_target(labeled("aaabb"), labeled("xxyyy"))
    assert found.precision == pytest.approx(np.mean([1, 1, 0, 0.5, 0.5]))
    assert found.recall == pytest.approx(np.mean([0.5, 0.5, 0, 1, 1]))


def test_bcubed_of_graded_senses_by_hand():
    gold = {"0": {"a": 4.0}, "1": {"a": 4.0, "b": 2.0}}
    answers = {"0": {"x": 1.0}, "1": {"x": 1.0, "y": 4.0}}
    # People share a, both with 1: C = 1. Given share x with 1 and 0.25: C = 0.25.
    assert bcubed_of_target(gold, answers) == (pytest.approx(1.0), pytest.approx(0.25))


def test_instances_that_people_did_not_rate_lower_precision_alone():
    gold, answers = labeled("aab"), labeled("xxy")
    with_more = {**answers, "more": {"x": 1.0}}
    before, after = bcubed_of_target(gold, answers), bcubed_of_target(gold, with_more)
    assert (before.precision, after.precision) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert before.recall == after.recall


def test_nmi_of_two_plain_halves_is_that_of_scikit_learn():
    people, ours = "aaaabbbb", "xxxyyyyy"
    information = mutual_info_score(list(people), list(ours)) / np.log(2)
    entropy = mutual_info_score(list(people), list(people)) / np.log(2)
    # Either cluster of two tells the same as both: I and H of the pair are those of one, twice.
    assert nmi_of_target(labeled(people), labeled(ours)) == pytest.approx(information / entropy)


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
