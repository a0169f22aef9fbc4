"""WordVectors learns its words from the documents in fit, and is at home in scikit-learn's tools."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline

import firth
from firth import SIF, PowerMeans, WordMeans, WordVectors
from firth.errors import InputError

RNG = np.random.default_rng(0)
THEMES = {"drink": ["tea", "milk", "cup", "water"], "sport": ["goal", "ball", "team", "match"]}
LABELS = list(THEMES) * 20
TEXTS = [" ".join(RNG.choice([*THEMES[label], "the", "of"], 20)) for label in LABELS]


def test_the_words_are_those_that_embed_makes_of_the_same_texts():
    asked = {"recipe": "sppmi", "window": 2, "min_count": 2, "post": ("unit",)}
    found = WordVectors(3, **asked, options={"shift": 2, "weights": "flat"}, random_state=3).fit(TEXTS)
    expected = firth.embed(TEXTS, dim=3, **asked, shift=2, weights="flat", seed=3)
    assert found.embedding_.vectors.tobytes() == expected.vectors.tobytes()
    assert found.embedding_.vocabulary == expected.vocabulary


@pytest.mark.parametrize(
    ("pooling", "made"), [("mean", WordMeans), ("sif", SIF), ("power-means", PowerMeans)]
)
def test_documents_are_pooled_as_by_the_estimator_of_that_name(pooling, made):
    found = WordVectors(3, min_count=1, pooling=pooling)
    vectors = found.fit_transform(TEXTS)
    assert np.array_equal(vectors, made(found.embedding_).fit_transform(TEXTS))
    assert np.allclose(found.transform(TEXTS), vectors)


def test_a_generator_is_gone_through_once():
    found = WordVectors(3, min_count=1).fit_transform(text for text in TEXTS)
    assert np.array_equal(found, WordVectors(3, min_count=1).fit_transform(TEXTS))


def test_what_is_known_of_new_documents_is_known_from_fit_alone():
    fitted = WordVectors(3, min_count=1).fit(TEXTS[:20])
    before = fitted.embedding_.vectors.tobytes()
    one = fitted.transform(["tea of the unheard"])
    fitted.transform(TEXTS)
    assert fitted.embedding_.vectors.tobytes() == before
    assert np.allclose(fitted.transform(["tea of the"]), one)


def test_columns_have_names_and_frames_come_out_where_they_are_asked_for():
    frame = WordVectors(2, min_count=1).set_output(transform="pandas").fit_transform(pd.Series(TEXTS))
    assert list(frame.columns) == ["wordvectors0", "wordvectors1"]
    names = WordVectors(2, min_count=1, pooling="power-means").fit(TEXTS).get_feature_names_out()
    assert len(names) == 6


def test_recipe_and_dimensions_are_searched_for():
    model = make_pipeline(WordVectors(min_count=1), LogisticRegression())
    grid = {"wordvectors__recipe": ["eigenword", "ppmi"], "wordvectors__n_components": [1, 3]}
    found = GridSearchCV(model, grid, cv=2, error_score="raise").fit(TEXTS, LABELS)
    assert found.best_params_.keys() == grid.keys()
    assert found.best_score_ > 0.9
    assert found.predict(["milk in the water"]) == ["drink"]


def test_two_processes_score_as_one():
    model = make_pipeline(WordVectors(3, min_count=1), LogisticRegression())
    one, two = (cross_val_score(model, TEXTS, LABELS, cv=2, n_jobs=n).tolist() for n in (1, 2))
    assert one == two


def test_choices_that_there_are_not_are_refused():
    with pytest.raises(InputError, match="pooling is 'max'; choose among mean, sif, power-means"):
        WordVectors(pooling="max").fit(TEXTS)
    with pytest.raises(InputError, match="'nothing'"):
        WordVectors(recipe="nothing").fit(TEXTS)
    with pytest.raises(InputError, match="one string was given"):
        WordVectors().fit("tea")
    with pytest.raises(InputError, match="document number 2 is missing"):
        WordVectors().fit(["tea", None])
