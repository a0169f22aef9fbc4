"""All measures of keys small enough to be scored by hand, and the mapping of senses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.errors import InputError
from firth_papers.sense_measures import mapped_answers, score_senses

RATINGS = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([1.0, 2.0, 3.0, 4.0]), min_size=1)
ANSWERS = st.lists(RATINGS, min_size=2, max_size=12).map(
    lambda all_: dict(zip("ABCDEFGHIJKL", all_, strict=False))
)


def labeled(labels):
    """Answers of one sense each."""
    return {str(place): {label: 1.0} for place, label in enumerate(labels)}


def test_the_mapping_learns_from_the_other_four_fifths_alone():
    gold = labeled("aaaab" * 2)
    answers = mapped_answers(gold, labeled("xxxxy" * 2))
    assert answers["0"] == {"a": 1.0}
    assert "4" not in answers  # y stands at places 4 and 9, which are in one part
    assert "9" not in answers


def test_the_mapping_by_hand():
    gold = {"0": {"a": 4.0}, "1": {"a": 4.0}, "2": {"a": 2.0, "b": 4.0}, "3": {"b": 3.0}, "4": {"b": 1.0}}
    given_ = {"0": {"x": 8.0, "y": 4.0}, "1": {"x": 1.0}, "2": {"x": 1.0}, "3": {"y": 1.0}, "4": {"y": 1.0}}
    # Without 0: x was seen with a 1 + 0.5 and with b 1; y with b alone, twice.
    assert mapped_answers(gold, given_)["0"] == pytest.approx({"a": 1.5 / 2.5, "b": 1 / 2.5 + 0.5})


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
    gold = {"t": labeled("aaaaabbbbb")}
    assert score_senses(gold, {"t": labeled("xxxxxyyyyy")}) == pytest.approx((1, 1, 0.75, 1, 1))
    assert score_senses(gold, gold, induced=False) == pytest.approx((1, 1, 0.75, 1, 1))


def test_one_sense_for_all_tells_nothing_and_finds_all_pairs():
    gold = {"t": labeled("aaaaabbbbb")}
    found = score_senses(gold, {"t": labeled("x" * 10)})
    assert found.fuzzy_nmi == pytest.approx(0)
    assert found.jaccard == pytest.approx(0.5)
    assert found.fuzzy_bcubed == pytest.approx(2 * (4 / 9) / (4 / 9 + 1))


def test_instances_without_an_answer_count_0_in_recall():
    gold = {"t": labeled("aaaa")}
    half = {"t": dict(list(labeled("aaaa").items())[:2])}
    assert score_senses(gold, half, induced=False).jaccard == pytest.approx(2 * 1 * 0.5 / 1.5)


def test_a_key_of_other_instances_is_refused():
    with pytest.raises(InputError, match="answers none of the instances"):
        score_senses({"t": labeled("ab")}, {"t": {"other": {"a": 1.0}}})
