import sys

import pytest

from firth.errors import InputError
from firth.text.clean.sentence_splitting import split_by_rules, splitter_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Dr. A. B. Smith vs. St. Paul came. He left.", 2),
        ("It cost 3.5 dollars. That is much.", 2),
        ('He said "No." Then he left.', 2),
        ("Am 3. Oktober war es. Gut.", 2),
        ("Why?! Because... it is so. End", 3),
        ("e.g. this one, i.e. one sentence", 1),
    ],
)
def test_where_sentences_end(text, sentences):
    assert len(split_by_rules(text).split("\n")) == sentences


def test_without_sentencex_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentencex", None)
    with pytest.raises(InputError, match=r"firth\[clean\]"):
        splitter_of("sentencex", "en")
