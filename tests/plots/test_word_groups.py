import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import ANIMALS_AND_FOODS, word_cosines, word_scatter
from firth.plots.word_groups import MOST_WORDS
from plots.words import COSINES, GROUPS, HALF, PETS_AND_FOODS, embedding_of


def test_cosines_are_those_computed_by_hand():
    cosines = word_cosines(PETS_AND_FOODS, GROUPS)
    np.testing.assert_allclose(cosines.matrix, COSINES, atol=1e-7)
    assert cosines.chosen.words == ("cat", "dog", "bread", "soup")


def test_means_are_over_pairs_of_different_words():
    cosines = word_cosines(PETS_AND_FOODS, GROUPS)
    within, between = (0.6 + HALF) / 2, -0.8 * HALF / 4
    assert cosines.within == pytest.approx(within, abs=1e-7)
    assert cosines.between == pytest.approx(between, abs=1e-7)
    assert cosines.difference == pytest.approx(within - between, abs=1e-7)
    assert cosines.sentence == "mean cosine within groups 0.654, between groups -0.141, difference 0.795"


def test_pairs_weigh_the_same_whatever_the_size_of_their_group():
    vectors = embedding_of(a=[1, 0], b=[1, 0], c=[1, 0], d=[1, 0], e=[0, 1])
    cosines = word_cosines(vectors, {"three": ["a", "b", "c"], "two": ["d", "e"]})
    assert cosines.within == pytest.approx(3 / 4)
    assert cosines.between == pytest.approx(3 / 6)


@pytest.mark.parametrize(
    ("groups", "within", "between", "sentence"),
    [
        ({"pets": ["cat"]}, None, None, ""),
        ({"pets": ["cat", "dog"]}, 0.6, None, "mean cosine within groups 0.600"),
        ({"pets": ["cat"], "foods": ["dog"]}, None, 0.6, "mean cosine between groups 0.600"),
    ],
)
def test_means_without_a_pair_are_none(groups, within, between, sentence):
    cosines = word_cosines(PETS_AND_FOODS, groups)
    assert (cosines.within, cosines.between) == (
        within and pytest.approx(within),
        between and pytest.approx(between),
    )
    assert (cosines.difference, cosines.sentence) == (None, sentence)


def test_zero_vectors_are_like_nothing():
    cosines = word_cosines(PETS_AND_FOODS, {"all": ["cat", "void"]})
    assert cosines.matrix.tolist() == [[1, 0], [0, 0]]


def test_unknown_words_are_listed_and_groups_without_a_known_word_vanish():
    groups = {"none": ["x"], "pets": ["cat", "y"], "foods": ["soup", "z"]}
    chosen = word_cosines(PETS_AND_FOODS, groups).chosen
    assert (chosen.words, chosen.groups, chosen.unknown) == (
        ("cat", "soup"),
        ("pets", "foods"),
        ("x", "y", "z"),
    )
    assert chosen.membership.tolist() == [0, 1]


def test_a_word_repeated_in_its_group_counts_once():
    assert word_cosines(PETS_AND_FOODS, {"pets": ["cat", "dog", "cat"]}).chosen.words == ("cat", "dog")


def test_the_default_words_are_eleven_of_each_kind():
    assert [len(set(words)) for words in ANIMALS_AND_FOODS.values()] == [11, 11]
    words = [word for group in ANIMALS_AND_FOODS.values() for word in group]
    vectors = embedding_of(**{word: [1, place] for place, word in enumerate(words)})
    assert list(word_cosines(vectors).chosen.words) == words


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        ({"pets": ["Cat", "Dog"]}, "none of the 2 words to be drawn (the first is 'Cat') has a vector"),
        ({}, "none of the 0 words to be drawn has a vector"),
        ({"pets": ["cat"], "foods": ["cat"]}, "'cat' is in both 'pets' and 'foods'"),
        ({"pets": "cat"}, "group 'pets' is 'cat'; give a list of words, such as ['cat']."),
    ],
)
def test_refusals(groups, says):
    with pytest.raises(InputError) as caught:
        word_scatter(PETS_AND_FOODS, groups)
    assert says in str(caught.value)


def test_more_words_than_can_be_drawn_are_refused():
    words = [f"w{i}" for i in range(MOST_WORDS + 1)]
    vectors = embedding_of(**{word: [1.0] for word in words})
    with pytest.raises(InputError, match=r"^2,001 words do not fit into a picture; name at most 2,000\.$"):
        word_cosines(vectors, {"all": words})
