"""Every estimator, fitted or not, and every analysis survives pickle, copy and joblib."""

from __future__ import annotations

import copy
import pickle
from io import BytesIO

import joblib
import numpy as np
import polars as pl
import pytest
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

import firth
from firth import estimators
from firth.association import logarithm, power

TEXTS = ["tea with milk", "milk in the tea", "goal by the team", "the team in goal"] * 8
LABELS = np.array([0, 0, 1, 1] * 8)
CORPUS = firth.encode_texts(TEXTS, min_count=1)
COUNTS = firth.count(CORPUS, window=2)
WORDS = firth.embed(COUNTS, recipe="ppmi", dim=3)
TABLE = np.random.default_rng(4).poisson(2.0, (12, 6)) + 1
RECORDS = pl.DataFrame({"drink": ["tea", "tea", "milk", "milk", "tea"], "size": ["s", "l", "l", "s", "s"]})
POINTS = np.random.default_rng(5).normal(size=(30, 4))

MADE = {
    "BagOfWords": (estimators.BagOfWords(weighting="tfidf"), TEXTS),
    "WordMeans": (estimators.WordMeans(WORDS), TEXTS),
    "SIF": (estimators.SIF(WORDS), TEXTS),
    "PowerMeans": (estimators.PowerMeans(WORDS), TEXTS),
    "WordVectors": (estimators.WordVectors(3, min_count=1), TEXTS),
    "Doc2Vec": (estimators.Doc2Vec(4, epochs=1), TEXTS),
    "Doc2VecC": (estimators.Doc2VecC(4, epochs=1), TEXTS),
    "CorrespondenceAnalysis": (estimators.CorrespondenceAnalysis(), TABLE),
    "MultipleCorrespondenceAnalysis": (estimators.MultipleCorrespondenceAnalysis(1), RECORDS),
    "NonlinearCA": (estimators.NonlinearCA(2, function=logarithm(pseudo_count=0.5)), TABLE),
    "KernelCA": (estimators.KernelCA(), TABLE),
    "SemiSupervisedCA": (estimators.SemiSupervisedCA(), TABLE),
    "CenteredPCA": (estimators.CenteredPCA(), TABLE),
    "UnitBallEmbedding": (estimators.UnitBallEmbedding(), POINTS),
}

COPIES = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "joblib": lambda thing: _through_joblib(thing),
}
each_copy = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)


def _through_joblib(thing):
    file = BytesIO()
    joblib.dump(thing, file)
    file.seek(0)
    return joblib.load(file)


def test_every_public_estimator_is_tried_here():
    public = {getattr(estimators, name) for name in estimators.__all__}
    assert {made.__name__ for made in public if issubclass(made, BaseEstimator)} == set(MADE)


@each_copy
@pytest.mark.parametrize("name", MADE)
def test_estimators_give_the_same_bytes_after_it(name, copied):
    estimator, data = MADE[name]
    fitted = clone(estimator)
    expected = _dense(fitted.fit_transform(data))
    assert _dense(copied(clone(estimator)).fit_transform(data)).tobytes() == expected.tobytes()
    if hasattr(fitted, "transform"):
        again = _dense(fitted.transform(data))
        assert _dense(copied(fitted).transform(data)).tobytes() == again.tobytes()


def _dense(found):
    return found.toarray() if hasattr(found, "toarray") else np.asarray(found)


ANALYSES = {
    "ca": firth.correspondence(TABLE),
    "mca": firth.multiple_correspondence(RECORDS),
    "nlca": firth.nonlinear_correspondence(TABLE, function=power(0.5)),
    "joint": firth.multiple_correspondence(RECORDS, inertia="joint", joint_axes=1),
}


@each_copy
@pytest.mark.parametrize("name", ANALYSES)
def test_analyses_keep_their_numbers_and_names(name, copied):
    analysis = ANALYSES[name]
    same = copied(analysis)
    assert type(same) is type(analysis)
    assert repr(same) == repr(analysis)
    assert same.rows.principal.tobytes() == analysis.rows.principal.tobytes()
    assert same.columns.names == analysis.columns.names
    assert same.report == analysis.report


@each_copy
def test_sense_models_keep_their_senses(copied):
    model = firth.induce(COUNTS, ["milk"], senses=2)
    assert copied(model).ambiguous == ["milk"]
    assert copied(model)["milk"].memberships.tobytes() == model["milk"].memberships.tobytes()


@each_copy
def test_factors_and_associations_keep_their_numbers(copied):
    association = firth.associate(COUNTS, "ppmi")
    factors = firth.decompose(association, 2)
    assert copied(factors).left.tobytes() == factors.left.tobytes()
    assert copied(association).operator.to_dense().tobytes() == association.operator.to_dense().tobytes()
    assert copied(association).recipe == association.recipe


@pytest.mark.parametrize("mapped", [False, True], ids=["in memory", "mapped"])
def test_two_processes_score_as_one(mapped, tmp_path):
    words = WORDS
    if mapped:
        firth.save(WORDS, tmp_path / "words.safetensors")
        words = firth.load_embedding(tmp_path / "words.safetensors")
    model = make_pipeline(firth.SIF(words), LogisticRegression())
    one, two = (cross_val_score(model, TEXTS, LABELS, cv=2, n_jobs=n).tolist() for n in (1, 2))
    assert one == two
