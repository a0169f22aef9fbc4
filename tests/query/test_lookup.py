import numpy as np
import pytest

from firth.core import Vocabulary
from firth.errors import InputError, UnknownWordsError
from firth.query import lookup, near_spellings, places_of, vectors_of


def vocabulary_of(*tokens: str) -> Vocabulary:
    return Vocabulary(tokens, np.arange(len(tokens), 0, -1))


def test_vectors_come_in_the_order_asked_for(compass):
    assert compass["east"].tolist() == [0, 3]
    assert vectors_of(compass, ["east", "north", "east"]).tolist() == [[0, 3], [2, 0], [0, 3]]
    assert vectors_of(compass, []).shape == (0, 2)
    assert type(compass["east"]) is np.ndarray


def test_a_single_string_is_not_a_list_of_letters(compass):
    with pytest.raises(InputError, match=r"write \['east'\]"):
        vectors_of(compass, "east")


def test_an_unknown_word_is_named_with_near_spellings(compass):
    with pytest.raises(
        UnknownWordsError, match=r"^'norht' is not among the 5 words; did you mean 'north'\?$"
    ):
        compass["norht"]
    with pytest.raises(UnknownWordsError, match=r"did you mean 'north' or 'south'\?$"):
        compass["noth"]
    with pytest.raises(
        UnknownWordsError, match=r"'qqq' is not among the 5 words, and no word is spelled like it"
    ):
        compass["qqq"]


def test_several_unknown_words_are_named_together(compass):
    words = ["north", "South", "zzz", *(f"x{i}" for i in range(9)), "zzz"]
    with pytest.raises(UnknownWordsError) as caught:
        places_of(compass.vocabulary, words)
    assert str(caught.value) == (
        "11 of 12 words are not among the 5 known ones: 'South' (near: 'south'), 'zzz', 'x0', 'x1', 'x2', "
        "and others. Leave them out or correct them."
    )


@pytest.mark.parametrize(
    ("word", "first"),
    [("Paris", "paris"), ("nasa", "NASA"), ("london", "London"), ("recieve", "receive"), ("kueen", "queen"),
     ("ikng", "king"), ("colours", "colour"), ("Recieve", "receive")],
)  # fmt: skip
def test_the_likely_word_comes_first(word, first):
    known = vocabulary_of(
        "paris", "parish", "NASA", "London", "receive", "relieve", "queen", "king", "colour"
    )
    assert near_spellings(known, word)[0] == first


def test_among_equally_near_words_the_more_frequent_comes_first():
    assert near_spellings(vocabulary_of("cat", "car"), "caz") == ["cat", "car"]
    assert near_spellings(vocabulary_of("car", "cat"), "caz") == ["car", "cat"]


def test_only_so_many_words_are_compared(monkeypatch):
    monkeypatch.setattr(lookup, "MOST_COMPARED", 1)
    assert near_spellings(vocabulary_of("cab", "cat"), "catt") == []


def test_odd_words_have_no_near_spellings():
    for word in ("", "x", "\ud800", "日本"):
        assert near_spellings(vocabulary_of("paris", "london"), word) == []
