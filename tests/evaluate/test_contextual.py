"""avgSimC and maxSimC by hand, and files of pairs, whole and broken."""

from __future__ import annotations

import numpy as np
import pytest

from firth.errors import FormatError, InputError, MissingDataError
from firth.evaluate.contextual import (
    ContextPair,
    ContextualSimilarity,
    WordInSentence,
    contextual_similarity,
    read_context_pairs,
)

VECTORS = {"bank": np.array([[1.0, 0.0], [0.0, 2.0]]), "shore": np.array([[0.0, 3.0]]), "loan": np.eye(2)[:1]}


def line(first="bank", second="shore", sentence="By the <b>Bank</b>, sand.", rating="8.5"):
    return "\t".join(["1", first, "n", second, "n", sentence, f"A <b> {second} </b>.", rating, "10", "7"])


def weigh(word, tokens, position):
    """The money sense of bank where a loan is near."""
    if word == "bank":
        return np.array([0.8, 0.2]) if "loan" in tokens else np.array([0.1, 0.9])
    return np.ones(1) if word in VECTORS else None


def pair(first, sentence, second, rating):
    tokens = tuple(sentence.split())
    return ContextPair(WordInSentence(first, tokens, 0), WordInSentence(second, (second,), 0), rating)


def test_pairs_are_read_with_the_words_in_their_places(tmp_path):
    path = tmp_path / "ratings.txt"
    path.write_text(line() + "\n" + line("loan", rating="1") + "\n")
    first, second = read_context_pairs(path)
    assert first.first == WordInSentence("bank", ("by", "the", "bank", "sand"), 2)
    assert first.second == WordInSentence("shore", ("a", "shore"), 1)
    assert (first.rating, second.rating) == (8.5, 1.0)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (line() + "\n" + line(rating="high"), "line 2 is not number, word"),
        ("bank shore 8", "line 1 is not number, word"),
        (line(sentence="By the bank."), "the sentence of 'bank' does not have it between"),
        (line(), "fewer than two pairs"),
    ],
)
def test_bad_files_are_refused_in_a_sentence(tmp_path, content, sentence):
    path = tmp_path / "ratings.txt"
    path.write_text(content)
    with pytest.raises(FormatError, match=sentence):
        read_context_pairs(path)
    with pytest.raises(MissingDataError, match="there is no file"):
        read_context_pairs(tmp_path / "absent.txt")


def test_both_measures_by_hand():
    pairs = [
        pair("bank", "bank of sand", "shore", 9.0),  # average 0.9, best sense 1
        pair("bank", "bank with a loan", "shore", 5.0),  # 0.2, 0
        pair("bank", "bank of sand", "loan", 1.0),  # 0.1, 0
        pair("unheardof", "unheardof", "loan", 4.0),
    ]
    found = contextual_similarity(pairs, weigh, VECTORS.__getitem__)
    ranks_of_best = np.array([3, 1.5, 1.5])
    rho = np.corrcoef(ranks_of_best, [3, 2, 1])[0, 1]
    assert found == ContextualSimilarity(pytest.approx(1.0), pytest.approx(rho), 3, 4)


def test_a_model_that_knows_none_of_the_words_is_refused():
    with pytest.raises(InputError, match="only 0 of 1 pairs"):
        contextual_similarity([pair("x", "x", "y", 1.0)], lambda *_: None, VECTORS.__getitem__)
