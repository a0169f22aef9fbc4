"""No pair is on both sides, whatever its order, its capitals and its set."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firth.core import Vocabulary
from firth.datasets import WordPair
from firth.errors import InputError
from firth.evaluate.similarity import FEWEST_PAIRS
from firth.tune import Development, HeldOut, split_sets
from firth.tune.split import known_side, scorable

words = st.text("abcdeABCDEé ", min_size=1, max_size=4)
pairs = st.lists(st.builds(WordPair, words, words, st.floats(0, 10)), max_size=30)


def names(side):
    return {frozenset(word.lower() for word in pair[:2]) for found in side.sets.values() for pair in found}


@given(pairs, pairs, st.floats(0.1, 0.9), st.integers(0, 5))
def test_a_pair_is_on_one_side_in_every_set_in_either_order_and_in_capitals(first, second, share, seed):
    turned = [WordPair(pair.second.upper(), pair.first, 1.0) for pair in first]
    one, other = split_sets({"a": first, "b": second, "c": turned}, development=share, seed=seed)
    assert not names(one) & names(other)
    assert sorted(one.sets["a"] + other.sets["a"]) == sorted(first)


@given(pairs, st.integers(0, 5))
def test_split_by_words_no_word_is_on_both_sides(found, seed):
    one, other = split_sets({"a": found}, by="words", seed=seed)
    assert not set().union(*names(one)) & set().union(*names(other))


@pytest.mark.parametrize("share", [0.2, 0.5, 0.75])
def test_the_shares_are_those_asked_for(share):
    many = [WordPair(f"w{number}", f"v{number}", 1.0) for number in range(4000)]
    one, other = split_sets({"a": many}, development=share)
    assert abs(one.pairs / 4000 - share) < 4 * sqrt(share * (1 - share) / 4000)
    assert one.pairs + other.pairs == 4000


def test_another_seed_splits_otherwise():
    many = [WordPair(f"w{number}", "v", 1.0) for number in range(100)]
    first, second = (split_sets({"a": many}, seed=seed)[0].sets["a"] for seed in (0, 1))
    assert first != second


def test_only_pairs_of_two_known_words_are_kept():
    side = HeldOut({"a": [WordPair("Tea", "cup", 1), WordPair("tea", "ox", 2)], "b": []})
    known = known_side(side, Vocabulary.from_counts({"tea": 2, "cup": 1}))
    assert isinstance(known, HeldOut)
    assert known.sets == {"a": [WordPair("Tea", "cup", 1)], "b": []}


def test_sets_with_few_pairs_or_of_one_score_do_not_count():
    enough = [WordPair(f"w{number}", "v", number) for number in range(FEWEST_PAIRS)]
    alike = [WordPair(f"w{number}", "v", 1.0) for number in range(FEWEST_PAIRS)]
    assert scorable(Development({"a": enough, "b": enough[1:], "c": alike})).sets == {"a": enough}
    with pytest.raises(InputError, match=f"held-out side has {FEWEST_PAIRS} pairs"):
        scorable(HeldOut({"c": alike}))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"development": 0.0}, "development is 0"),
        ({"development": 1.0}, "development is 1"),
        ({"by": "letters"}, "letters"),
        ({"seed": -1}, "seed is -1"),
    ],
)
def test_what_cannot_be_split_is_refused(given, said):
    with pytest.raises(InputError, match=said):
        split_sets({}, **given)
