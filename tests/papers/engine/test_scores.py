"""Models are scored once, and a run that goes on says the same."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from firth.datasets import read
from firth.errors import InputError
from firth.evaluate import Resampling, evaluate
from firth.runtime.run import Run
from firth_papers.engine.models import Form, Model, learned, spectral, unavailable
from firth_papers.engine.scores import find_tests, score_model, score_models
from firth_papers.engine.text import text_of_file

COUNTING = {"window": 2, "weights": "flat"}
FORMS = (Form(), Form(2), Form(exponent=0.5))


@pytest.fixture
def text(word_data, tmp_path):
    return text_of_file(read("wiki100m", word_data), tmp_path, Run())


@pytest.fixture(scope="module")
def tests(word_data):
    return find_tests(word_data, resampling=Resampling(200))


def ppmi(keep=False, seed=0, dim=4):
    return spectral("ppmi", "ppmi", counting=COUNTING, dim=dim, run=Run(seed), forms=FORMS, keep=keep)


def refusing(model):
    """The same model, which must not be made."""

    def make(_):
        raise AssertionError(f"{model.name} was made again")

    return replace(model, make=make)


def everything_of(outcome):
    return json.dumps(outcome.as_dict())


def test_scores_are_those_of_evaluate(text, tests, word_data):
    model = ppmi()
    scores = score_model(text, tests, model).scores[Form()]
    report = evaluate(text.vectors(model), data=word_data, resampling=Resampling(200))
    told = scores.as_dict()
    assert told["mean"] == report.mean_spearman
    assert told["mean_interval"] == report.mean_interval
    for result in report.similarity:
        assert told["similarity"][result.name]["spearman"] == result.spearman
        assert told["similarity"][result.name]["covered"] == result.covered == 30
    for kind in ("total", "semantic", "syntactic"):
        assert told["analogy"][kind]["accuracy"] == getattr(report.analogy, kind).accuracy
        assert told["analogy"][kind]["scored"] == getattr(report.analogy, kind).scored
    assert told["analogy"]["semantic"]["questions"] == 12


def test_a_run_that_goes_on_makes_nothing_again_and_says_the_same(text, tests):
    first = score_model(text, tests, ppmi())
    assert everything_of(score_model(text, tests, refusing(ppmi()))) == everything_of(first)
    for other in (ppmi(seed=1), ppmi(dim=3)):
        with pytest.raises(AssertionError, match="made again"):
            score_model(text, tests, refusing(other))


def test_other_forms_are_measured_anew(text, tests):
    two, four = (score_model(text, tests, replace(ppmi(), forms=(Form(dim),))) for dim in (2, 4))
    assert two.scores[Form(2)].as_dict() != four.scores[Form(4)].as_dict()


def test_scores_on_other_tests_are_measured_anew(text, tests, word_data):
    score_model(text, tests, ppmi())
    fewer = find_tests(word_data, sets=["EN-MC-30"], resampling=Resampling(200))
    assert list(score_model(text, fewer, ppmi()).scores[Form()].pairs) == ["EN-MC-30"]
    zero = find_tests(word_data, missing="zero", resampling=Resampling(200))
    scores = score_model(text, zero, ppmi()).scores[Form()]
    assert {sample.size for sample in scores.pairs.values()} == {31}
    assert set(scores.covered.values()) == {30}


def test_tests_are_those_that_are_asked_for(word_data):
    found = find_tests(
        word_data, sets=["EN-MC-30"], analogies=False, missing="zero", resampling=Resampling(seed=3)
    )
    assert list(found.sets.pairs) == ["EN-MC-30"]
    assert found.sets.questions is None
    assert (found.missing, found.resampling.seed) == ("zero", 3)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"seconds": 1.0}', '{"seconds": 1.0, "scores": []}'])
def test_spoiled_scores_are_measured_anew(text, tests, tmp_path, content):
    first = score_model(text, tests, ppmi())
    (file,) = (tmp_path / "cache").glob("scores-*.json")
    file.write_text(content)
    assert score_model(text, tests, ppmi()).scores[Form()].as_dict() == first.scores[Form()].as_dict()


def test_kept_vectors_are_scored_again_but_not_made_again(text, tests, tmp_path):
    first = score_model(text, tests, ppmi(keep=True))
    for file in (tmp_path / "cache").glob("scores-*.json"):
        file.unlink()
    assert everything_of(score_model(text, tests, refusing(ppmi(keep=True)))) == everything_of(first)


def test_what_cannot_be_run_says_why_and_reads_no_text(text, tests):
    def read_again():
        raise AssertionError("the text was read")

    unread = replace(text, encode=read_again)
    found = score_models(unread, tests, [unavailable("kubwe", "not yet in firth.")])["kubwe"]
    assert (found.seconds, found.scores, found.missing) == (None, {}, "not yet in firth.")


def test_a_model_that_is_refused_says_why(text, tests):
    def make(_):
        raise InputError("gensim is not installed; get it.")

    assert score_model(text, tests, Model("sgns", {}, make)).missing == "gensim is not installed; get it."


def test_baselines_learn_from_the_corpus(text, tests, fake_baselines):
    model = learned("sgns-5", "sgns", run=Run(7), dim=3, negative=5)
    found = score_model(text, tests, model)
    assert fake_baselines == [("sgns", {"dim": 3, "seed": 7, "negative": 5})]
    assert found.scores[Form()].as_dict()["mean"] is not None
    score_model(text, tests, model)
    assert len(fake_baselines) == 1
