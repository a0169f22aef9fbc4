"""Words typical of groups of texts, and the sentences that carry them."""

from __future__ import annotations

import numpy as np
import pytest

from firth.ca import characteristic, characteristic_words
from firth.counting import counts_from_table
from firth.errors import EmptyCorpusError, InputError

TEXTS = ["tea and tea", "", "milk and milk and milk", "tea tea tea and", "0 milk milk"]
GROUPS = ["x", "x", "y", "x", "y"]


def test_words_are_the_cells_of_the_table_of_groups():
    words, table = ["and", "milk", "tea"], np.array([[2, 0, 5], [2, 5, 0]])
    expected = characteristic(counts_from_table(table, columns=words), proba=1)
    found = characteristic_words(TEXTS, GROUPS, min_count=2, proba=1, top=None).words
    own = {
        (found.columns.tokens[j], i): v
        for i, j, v in zip(found.row, found.column, found.v_tests, strict=True)
    }
    assert own == {
        (words[j], i): v for i, j, v in zip(expected.row, expected.column, expected.v_tests, strict=True)
    }


def test_a_word_that_stands_before_every_text_counts_only_where_it_is_written():
    found = characteristic_words(["0 a 0", "a a", "0 b"], ["x", "x", "y"], min_count=1, proba=1, top=None)
    assert dict(zip(found.words.columns.tokens, found.words.columns.counts.tolist(), strict=True)) == {
        "0": 3,
        "a": 3,
        "b": 1,
    }


def slow_score(text, group, found):
    words = [word.strip(".,!?").lower() for word in text.split()]
    cells = zip(found.words.row, found.words.column, found.words.v_tests, strict=True)
    of = {found.words.columns.tokens[j]: v for i, j, v in cells if found.words.rows.tokens[i] == group}
    known = [word for word in words if word in found.words.columns]
    return sum(of.get(word, 0.0) for word in known) / len(known)


@pytest.mark.parametrize("carriers", ["sentences", "documents"])
def test_carriers_are_ranked_by_the_mean_v_test_of_their_words(carriers):
    rng = np.random.default_rng(2)
    words = np.array(["sea", "ship", "wind", "hill", "sheep", "grass", "day", "night"])
    texts, groups = [], []
    for group, law in (("sailor", [5, 4, 4, 1, 1, 1, 3, 3]), ("shepherd", [1, 1, 2, 5, 4, 4, 3, 3])):
        for _ in range(20):
            sentences = (" ".join(rng.choice(words, 6, p=np.array(law) / sum(law))) for _ in range(3))
            texts.append(". ".join(sentences) + ".")
            groups.append(group)
    found = characteristic_words(
        texts, groups, min_count=1, top=None, carriers=carriers, carriers_per_group=4, shortest=1
    )
    for place, name in enumerate(("sailor", "shepherd")):
        own = np.flatnonzero(found.group == place)
        pieces = [text for text, group in zip(texts, groups, strict=True) if group == name]
        if carriers == "sentences":
            pieces = [sentence.strip(". ") + "." for text in pieces for sentence in text.split(". ")]
        best = sorted({slow_score(piece, name, found) for piece in pieces}, reverse=True)
        assert np.allclose(found.score[own], sorted(found.score[own], reverse=True))
        assert found.score[own[0]] == pytest.approx(best[0])
        for i in own.tolist():
            assert found.score[i] == pytest.approx(slow_score(found.text[i], name, found))
            assert found.text[i] in texts[found.document[i]]
            assert groups[found.document[i]] == name


def test_sentences_end_at_their_marks_and_at_line_ends():
    texts = ['He said "no tea!" and left. "No tea?"\nNo tea… e.g. 3.5 cups', "茶。茶茶！ no milk"]
    found = characteristic_words(texts, ["x", "y"], min_count=1, proba=1, shortest=1, carriers_per_group=20)
    assert set(found.text) <= {
        'He said "no tea!"', "and left.", '"No tea?"', "No tea…", "e.g.", "3.5 cups", "茶。", "茶茶！",
        "no milk",
    }  # fmt: skip


def test_equal_carriers_are_shown_once_and_short_ones_not_at_all():
    found = characteristic_words(
        ["Tea tea tea now."] * 9 + ["Tea!"] * 9 + ["Milk milk milk now."] * 9,
        ["x"] * 18 + ["y"] * 9,
        shortest=3,
    )
    assert found.text == ("Tea tea tea now.", "Milk milk milk now.")
    assert found.carriers_to_polars()["group"].to_list() == ["x", "y"]
    assert "Milk milk milk now." in str(found)


def test_no_carriers_may_be_wanted():
    found = characteristic_words(TEXTS, GROUPS, min_count=1, carriers_per_group=0)
    assert found.text == ()
    assert len(found.carriers_to_polars()) == 0


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"texts": "tea"}, InputError, r"write \[text\]"),
        ({"texts": []}, InputError, "there are no texts"),
        ({"texts": ["tea", None]}, InputError, "text number 2 is missing"),
        ({"texts": [["tea"], ["milk"]]}, InputError, "join them"),
        ({"groups": ["x"]}, InputError, "there are 5 texts, and groups has 1 entries"),
        ({"min_count": 99}, EmptyCorpusError, "the most frequent one 5 times; lower min_count"),
        ({"texts": ["", "!", "", "?", " "]}, EmptyCorpusError, "there is not one word in the texts"),
        ({"carriers": "words"}, InputError, "carriers is 'words'"),
        ({"min_count": 0}, InputError, "min_count is 0; it must be at least 1"),
        ({"carriers_per_group": -1}, InputError, "carriers_per_group is -1"),
        ({"top": 0}, InputError, "top is 0"),
    ],
)
def test_what_cannot_be_is_refused(arguments, error, sentence):
    with pytest.raises(error, match=sentence):
        characteristic_words(**{"texts": TEXTS, "groups": GROUPS, **arguments})


def test_progress_is_told_in_the_pieces_that_are_ranked():
    told = []
    characteristic_words(TEXTS, GROUPS, min_count=1, progress=lambda *state: told.append(state))
    assert list(dict.fromkeys(stage for stage, *_ in told)) == ["splitting", "encoding", "testing"]
    assert ("encoding", 4, 4, "sentences") in told
