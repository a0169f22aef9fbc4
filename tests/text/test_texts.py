"""Texts in memory are taken in every form that people have them in, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.text import encode, encode_texts

TEXTS = ["Tea or coffee?", "", "Milk, tea"]
TOKENS = [["New York", "is", "  "], [], ["is", "\n", "", "New York", "is"]]

FORMS = {
    "list": list,
    "tuple": tuple,
    "generator": iter,
    "array": np.array,
    "array of objects": lambda texts: np.array(texts, dtype=object),
    "pandas": pd.Series,
    "pandas, of strings": lambda texts: pd.Series(texts, dtype="string"),
    "pandas, of categories": lambda texts: pd.Series(texts, dtype="category"),
    "polars": pl.Series,
}
each_form = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def same(one, other):
    return (
        one.ids.tobytes() == other.ids.tobytes()
        and one.vocabulary == other.vocabulary
        and (one.tokens, one.documents) == (other.tokens, other.documents)
    )


@each_form
def test_strings_are_the_same_in_every_form(form):
    assert same(encode_texts(form(TEXTS), min_count=1), encode_texts(TEXTS, min_count=1))


@pytest.mark.parametrize(
    "form", [list, iter, pd.Series, pl.Series], ids=["list", "generator", "pandas", "polars"]
)
def test_tokens_are_taken_as_they_are_but_for_white_space(form):
    corpus = encode_texts(form(TOKENS), min_count=1)
    assert corpus.vocabulary.tokens == ("is", "New York")
    assert corpus.ids.tolist() == [1, 0, -2, 0, 1, 0, -2]
    assert (corpus.tokens, corpus.documents) == (5, 2)


def test_tokens_are_the_same_as_their_text_parted_by_spaces(tmp_path):
    lists = [["Tea", "or", "coffee?"], [], ["Milk,", "Tea", "2"]] * 3
    file = tmp_path / "spaces.txt"
    file.write_text("\n".join(map(" ".join, lists)))
    choices = {"tokenizer": "whitespace", "case": "keep", "normalize": "none"}
    by_spaces = encode(file, min_count=2, **choices)
    found = encode_texts(lists, min_count=2)
    assert same(found, by_spaces)
    assert {**found.recipe["text"], "documents": "line"} == by_spaces.recipe["text"]


def test_many_lists_of_tokens_are_numbered_in_one_vocabulary():
    lists = [[str(i), "all"] for i in range(200_000)]  # more than are taken at once
    corpus = encode_texts(lists, min_count=2)
    assert corpus.vocabulary.tokens == ("all",)
    assert corpus.ids.tolist() == [-1, 0, -2] * 200_000


def test_allowed_words_of_tokens_are_spelled_as_the_tokens_are():
    assert encode_texts([["Tea", "tea"]], min_count=1, allow=["Tea"]).vocabulary.tokens == ("Tea",)


@pytest.mark.parametrize("choice", [{"case": "turkish"}, {"tokenizer": "bigrams"}, {"digits": "drop"}])
def test_choices_that_tokens_leave_no_room_for_are_refused(choice):
    with pytest.raises(InputError, match="but lists of tokens are taken as they are; leave"):
        encode_texts(TOKENS, min_count=1, **choice)


NOTHING = {"None": None, "NaN": float("nan"), "NA": pd.NA, "NaT": pd.NaT}


@pytest.mark.parametrize("nothing", NOTHING.values(), ids=NOTHING)
@pytest.mark.parametrize("texts", [TEXTS, [["tea"], ["or"]]], ids=["strings", "tokens"])
def test_missing_texts_are_skipped_or_refused(nothing, texts):
    holed = [nothing, texts[0], nothing, *texts[1:]]
    found = encode_texts(holed, min_count=1, missing="skip")
    assert same(found, encode_texts(texts, min_count=1))
    with pytest.raises(InputError, match=r"text number 1 is missing \(.*\); leave .* missing='skip'"):
        encode_texts(holed, min_count=1)


def test_a_missing_text_is_named_by_its_row_and_column():
    column = pd.Series(["tea", None], index=["a", "b"], name="body")
    with pytest.raises(InputError, match=r"text number 2 \(row 'b' of column 'body'\) is missing"):
        encode_texts(column)
    column = pd.Series(["tea", None], index=np.array([10, 20]))
    with pytest.raises(InputError, match=r"text number 2 \(row 20\) is missing"):
        encode_texts(column)
    with pytest.raises(InputError, match="text number 2 of column 'body' is missing"):
        encode_texts(pl.Series("body", ["tea", None]))


FRAME = {"n": [1, 2], "body": ["tea", "milk"], "title": [None, "cup"]}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("a text", r"one string was given where texts are expected; write \[text\], or read a file"),
        (pd.DataFrame(FRAME), r"its columns of text are 'body' and 'title': give one .*frame\['body'\]"),
        (pl.DataFrame(FRAME), r"its columns of text are 'body' and 'title': give one .*frame\['body'\]"),
        (pd.DataFrame({"n": [1], "body": ["tea"]}), r"give its column of text, frame\['body'\]"),
        (pd.DataFrame({"n": [1]}), "none of its columns holds text"),
        (pl.LazyFrame(FRAME), r"call collect\(\)"),
        ({"a": "tea"}, r"give its values: list\(texts.values\(\)\)"),
        (b"tea", "a bytes was given where texts are expected"),
        (7, "a int was given where texts are expected; give a list of strings, a column"),
        (None, "a NoneType was given where texts are expected"),
        (np.array([["tea"], ["milk"]]), r"an array of shape \(2, 1\) was given .*texts.ravel\(\)"),
        (encode_texts(["a"], min_count=1), "a Corpus was given where texts are expected"),
        (Embedding(np.eye(1), Vocabulary(("a",), np.ones(1))), "a Embedding was given where texts are"),
        ([3], "text number 1 is a int, not text or a list of tokens."),
        (["tea", 3], "text number 2 is a int, not text, as the first is."),
        (["tea", ["milk"]], "text number 2 is a list, not text, as the first is."),
        ([["tea"], "milk"], "text number 2 is a str, not a list of tokens, as the first is."),
        ([["tea"], ["milk", 3]], r"text number 2 has 3 as a token; tokens are strings: write str\(token\)."),
        ([b"tea"], "text number 1 is a bytes, not text or a list of tokens."),
        ([Path("a.txt")], "'a.txt' is the name of a file, and texts are expected; firth.encode reads files"),
    ],
)  # fmt: skip
def test_what_is_no_list_of_texts_is_refused(given, says):
    with pytest.raises(InputError, match=says):
        encode_texts(given)


def test_names_of_files_are_not_taken_for_texts(tmp_path):
    names = [str(tmp_path / name) for name in "ab"]
    for name in names:
        Path(name).write_text("tea")
    with pytest.raises(
        InputError, match=r"is the name of a file, and texts are expected; firth\.encode reads"
    ):
        encode_texts(names)
    assert encode_texts([names[0], "no file"], min_count=1).documents == 2


def test_an_unknown_way_with_missing_texts_is_refused():
    with pytest.raises(InputError, match="missing is 'drop'; it is 'refuse' or 'skip'"):
        encode_texts(TEXTS, missing="drop")
