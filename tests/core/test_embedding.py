"""Embeddings answer as gensim's do, and names that they do not have with those that they do."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from firth.core import Embedding, Recipe, Vocabulary
from firth.errors import InputError, UnknownArgumentError, UnknownAttributeError, UnknownWordsError

WORDS = ("man", "king", "woman", "queen", "<tea>", "milk", "cup")
VECTORS = np.array(
    [[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1], [0, -1, 0.1], [0.1, -1, 0], [0.3, -2, 0.1]], dtype="f4"
)
MADE = Recipe().then("association", recipe="eigenword")
E = Embedding(VECTORS, Vocabulary(WORDS, np.arange(7000, 0, -1000)), recipe=MADE)


def test_vectors_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="do not fit 1 tokens"):
        Embedding(np.zeros((2, 3)), Vocabulary(("x",), np.array([1])))


def test_vectors_cannot_be_changed_behind_what_is_kept_of_them():
    with pytest.raises(ValueError, match="read-only"):
        E.vectors[0] = 1
    assert E.lengths.tolist() == np.linalg.norm(VECTORS.astype(float), axis=1).tolist()
    assert E.lengths is E.lengths


def test_it_is_asked_by_a_word_a_list_or_a_slice():
    assert np.array_equal(E["king"], [1, 1, 0])
    assert np.array_equal(E[["queen", "man"]], VECTORS[[3, 0]])
    assert np.array_equal(E[np.array(["queen", "man"])], VECTORS[[3, 0]])
    first = E[:2]
    assert (first.vocabulary.tokens, first.recipe) == (("man", "king"), MADE)
    assert np.array_equal(first.vectors, VECTORS[:2])
    assert E[::-3].vocabulary.counts.tolist() == [1000, 4000, 7000]
    with pytest.raises(UnknownWordsError, match="did you mean 'queen'"):
        E[["king", "quen"]]
    with pytest.raises(TypeError, match=r"asked for by word; the one at place 3 is embedding\.vectors\[3\]"):
        E[3]


def test_iteration_membership_and_length_are_about_words():
    assert list(E) == list(WORDS)
    assert "king" in E
    assert "prince" not in E
    assert len(E) == 7


def test_numpy_pandas_and_polars_get_all_vectors():
    assert np.array_equal(np.asarray(E), VECTORS)
    assert np.asarray(E, dtype=np.float64).dtype == np.float64
    assert np.array(E).flags.writeable
    frame = E.to_pandas()
    assert frame.loc["king"].tolist() == [1, 1, 0]
    assert isinstance(frame, pd.DataFrame)
    polars = E.to_polars()
    assert polars.columns == ["word", "1", "2", "3"]
    assert polars.row(1) == ("king", 1.0, 1.0, 0.0)


def test_the_names_of_gensim_that_are_here_too():
    theirs = E.to_gensim()
    assert list(E.index_to_key) == theirs.index_to_key
    assert E.key_to_index == theirs.key_to_index
    for asked in (
        {"positive": ["woman", "king"], "negative": ["man"]},
        {"positive": "king"},
        {"positive": ["king", VECTORS[4]], "topn": 2},
        {"negative": ["milk"], "topn": 2},
    ):
        expected, found = theirs.most_similar(**asked), E.most_similar(**asked)
        assert [word for word, _ in found] == [word for word, _ in expected]
        assert [value for _, value in found] == pytest.approx([value for _, value in expected], abs=1e-6)
    for words in (["king", "queen", "cup"], ["milk", "cup", "<tea>", "man"]):
        assert E.doesnt_match(words) == theirs.doesnt_match(words)
    assert E.most_similar(positive=["woman", "king"], negative=["man"], topn=1)[0].word == "queen"


@pytest.mark.parametrize("places", [[1, 2], np.array([1, 2])], ids=["list", "array"])
def test_places_are_no_words(places):
    with pytest.raises(UnknownArgumentError, match=r"at places \[1, 2\] are embedding.vectors\[\[1, 2\]\]"):
        E[places]
    with pytest.raises(UnknownArgumentError, match=r"the one at place 5 is embedding\.vectors\[5\]"):
        E[5]


def test_questions_without_words_are_refused():
    with pytest.raises(InputError, match="asked for nothing"):
        E.most_similar()
    with pytest.raises(InputError, match=r"a list of words; write \['king', 'cup'\]"):
        E.doesnt_match("king cup")
    with pytest.raises(InputError, match="was given no words"):
        E.doesnt_match([])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("wv", r"^an Embedding has no 'wv'; an Embedding is what gensim calls wv: leave \.wv out\.$"),
        ("neighbours", "here it is spelled neighbors"),
        ("vector_size", "here it is called dim"),
        ("get_vector", r"use e\['tea'\]"),
        ("similar_by_word", "use e.neighbors"),
        ("index2word", "use e.index_to_key"),
        ("get_mean_vector", r"use e\[words\]\.mean\(axis=0\)"),
        ("keys", r"use list\(e\)"),
        ("dims", "did you mean 'dim'"),
        ("colour", r"^an Embedding has no 'colour'\.$"),
    ],
)
def test_names_of_other_libraries_are_answered_with_ours(name, sentence):
    assert not hasattr(E, name)
    with pytest.raises(UnknownAttributeError, match=sentence):
        getattr(E, name)


def test_arguments_of_other_libraries_are_answered_with_ours():
    with pytest.raises(TypeError, match="neighbors has no argument 'topn'; here it is called 'top'"):
        E.neighbors("king", topn=3)
    assert issubclass(UnknownArgumentError, TypeError)


def test_it_is_printed_in_one_line_and_shown_as_a_small_table():
    assert repr(E) == "Embedding: 7 words × 3, eigenword"
    assert repr(Embedding(VECTORS, E.vocabulary)) == "Embedding: 7 words × 3"
    shown = E._repr_html_()
    assert "<th>man</th><td>7,000</td><td>1</td><td>0</td><td>0</td>" in shown
    assert "&lt;tea&gt;" in shown
    assert "<tea>" not in shown
    assert "<th>cup</th>" not in shown


def test_pictures_are_asked_for_at_their_own_place():
    embedding = Embedding(np.eye(2), Vocabulary.from_counts({"king": 3, "queen": 2}))
    with pytest.raises(AttributeError, match=r"drawn by firth\.plots, such as"):
        embedding.plot()
