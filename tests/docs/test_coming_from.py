"""What the pages for users of other libraries claim, against those libraries."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np
import pandas as pd
import polars as pl
import pytest

import firth
from blocks import ROOT
from firth.core import Embedding, Vocabulary
from firth.datasets import fisher_eyes_and_hair

models = pytest.importorskip("gensim.models")
prince = pytest.importorskip("prince")

QUESTIONS = ["breakfast", "drink", "shopping", "recipes", "lunch", "dinner", "organic"]


def code(page: str, column: int) -> list[str]:
    """The code in one column of the tables of a page."""
    rows = re.findall(r"^\|(.+?)\|(.+?)\|.*$", (ROOT / "docs" / page).read_text(), re.MULTILINE)
    return list(chain.from_iterable(re.findall(r"`([^`]+)`", row[column]) for row in rows))


@pytest.fixture(scope="module")
def words() -> Embedding:
    vectors = np.random.default_rng(0).standard_normal((200, 12), dtype=np.float32)
    return Embedding(vectors, Vocabulary(tuple(f"word{i}" for i in range(200)), np.arange(200, 0, -1)))


@pytest.fixture(scope="module")
def eyes() -> pd.DataFrame:
    return pd.DataFrame(fisher_eyes_and_hair().to_dict(as_series=False)).set_index("eyes")


@pytest.fixture(scope="module")
def answers() -> pd.DataFrame:
    survey = pl.read_csv(ROOT / "docs" / "pictures" / "survey.csv").drop_nulls().select(QUESTIONS)
    return pd.DataFrame(survey.to_dict(as_series=False))


def test_every_attribute_of_gensims_vectors_that_is_named_exists(words):
    named = {name for text in code("coming-from-gensim.md", 0) for name in re.findall(r"^wv\.(\w+)", text)}
    assert len(named) > 10
    assert named <= set(dir(words.to_gensim()))


def test_every_argument_of_word2vec_that_is_named_exists():
    from inspect import signature

    named = {text.partition("=")[0] for text in code("coming-from-gensim.md", 0)}
    taken = set(signature(models.Word2Vec.__init__).parameters)
    assert {"shrink_windows", "max_final_vocab", "ns_exponent", "cbow_mean"} <= named & taken


def test_most_similar_agrees_with_gensim(words):
    asked = {"positive": ["word1", "word2"], "negative": ["word3"], "topn": 5}
    theirs, ours = words.to_gensim().most_similar(**asked), words.most_similar(**asked)
    assert [found.word for found in ours] == [word for word, _ in theirs]
    np.testing.assert_allclose(
        [found.similarity for found in ours], [value for _, value in theirs], atol=1e-6
    )


@pytest.mark.filterwarnings(
    "ignore:Call to deprecated `init_sims`:DeprecationWarning"
)  # gensim calls it itself
def test_analogies_are_gensims_most_similar_cosmul(words):
    theirs = words.to_gensim().most_similar_cosmul(positive=["word1", "word2"], negative=["word3"], topn=5)
    assert [found.word for found in words.analogy("word3", "word1", "word2", 5)] == [
        word for word, _ in theirs
    ]


def test_doesnt_match_agrees_with_gensim(words):
    asked = ["word4", "word9", "word17", "word40"]
    assert words.doesnt_match(asked) == words.to_gensim().doesnt_match(asked)


def test_every_attribute_of_prince_that_is_named_exists(eyes):
    named = {name for text in code("coming-from-prince.md", 0) for name in re.findall(r"^ca\.(\w+)", text)}
    assert len(named) > 8
    assert named <= set(dir(prince.CA().fit(eyes)))


def test_correspondence_analysis_has_princes_numbers(eyes):
    theirs, ours = prince.CA(n_components=2).fit(eyes), firth.correspondence(eyes)
    np.testing.assert_allclose(ours.inertias[:2], theirs.eigenvalues_)
    np.testing.assert_allclose(ours.total_inertia, theirs.total_inertia_)
    np.testing.assert_allclose(100 * ours.shares[:2], theirs.percentage_of_variance_)
    np.testing.assert_allclose(ours.rows.masses, theirs.row_masses_)
    for axis in (0, 1):
        place, given = ours.rows.principal[:, axis], theirs.row_coordinates(eyes).to_numpy()[:, axis]
        np.testing.assert_allclose(place * np.sign(place[0] * given[0]), given)
    np.testing.assert_allclose(ours.rows.contributions[:, :2], theirs.row_contributions_)
    np.testing.assert_allclose(ours.rows.cos2[:, :2], theirs.row_cosine_similarities(eyes))
    np.testing.assert_allclose(ours.columns.contributions[:, :2], theirs.column_contributions_)


def test_shares_of_multiple_analysis_are_princes_with_a_correction(answers):
    ours = firth.multiple_correspondence(answers)
    raw = prince.MCA(n_components=2).fit(answers)
    np.testing.assert_allclose(100 * ours.indicator_shares[:2], raw.percentage_of_variance_)
    adjusted = prince.MCA(n_components=2, correction="greenacre").fit(answers)
    np.testing.assert_allclose(100 * ours.greenacre_shares[:2], adjusted.percentage_of_variance_)


def test_princes_benzecri_shares_are_of_the_axes_kept(answers):
    ours = firth.multiple_correspondence(answers).benzecri_shares
    theirs = prince.MCA(n_components=2, correction="benzecri").fit(answers).percentage_of_variance_
    np.testing.assert_allclose(sum(theirs), 100)
    np.testing.assert_allclose(theirs / 100, ours[:2] / ours[:2].sum())


def test_none_is_the_seed_0(eyes):
    first, second = (
        firth.NonlinearCA(2, random_state=seed, function=firth.association.power(0.5)).fit(eyes)
        for seed in (None, 0)
    )
    np.testing.assert_array_equal(first.components_, second.components_)
