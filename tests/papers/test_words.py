"""What the experiments on word vectors share: nothing is done twice, and claims are judged by numbers."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from firth.counting import count
from firth.datasets import read
from firth.errors import InputError
from firth.evaluate import Resampling, Sample, evaluate
from firth.plots import heatmap
from firth.recipes import embed
from firth.text import encode
from firth_papers.template import Settings as TemplateSettings
from firth_papers.words import (
    Beside,
    Form,
    Model,
    Side,
    WordText,
    Workshop,
    above,
    beside_paper,
    best,
    find_tests,
    learned,
    open_workshop,
    publish,
    spectral,
    unavailable,
)
from firth_papers.words.figures import Panel, dots_beside_paper, sweep_figure

COUNTING = {"window": 2, "weights": "flat"}
FORMS = (Form(), Form(2), Form(exponent=0.5))


@pytest.fixture
def workshop(word_data, tmp_path):
    return new_workshop(word_data, tmp_path)


def new_workshop(data, folder, **text):
    words = WordText(read("wiki100m", data), folder / "cache", **text)
    return Workshop(words, find_tests(data, resampling=Resampling(200)), folder)


def ppmi(keep=False, seed=0, dim=4):
    return spectral("ppmi", "ppmi", counting=COUNTING, dim=dim, seed=seed, forms=FORMS, keep=keep)


def refusing(model):
    """The same model, which must not be made."""

    def make(_):
        raise AssertionError(f"{model.name} was made again")

    return replace(model, make=make)


def everything_of(outcome):
    return json.dumps(outcome.as_dict())


def test_a_text_is_counted_once(word_data, tmp_path, monkeypatch):
    first = WordText(read("wiki100m", word_data), tmp_path)
    counts = first.counts(**COUNTING)
    direct = count(encode(first.path), **COUNTING)
    assert (counts.matrix != direct.matrix).nnz == 0
    monkeypatch.setattr("firth_papers.words.text.count", None)
    again = WordText(first.path, tmp_path).counts(**COUNTING)
    assert (again.matrix != direct.matrix).nnz == 0
    with pytest.raises(TypeError, match="not callable"):  # other counts are to be made
        WordText(first.path, tmp_path).counts(window=3, weights="flat")
    with pytest.raises(TypeError, match="not callable"):
        WordText(first.path, tmp_path, min_count=6).counts(**COUNTING)


def test_the_beginning_of_a_text_is_a_text_of_its_own(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("tea milk " * 100_000 + "cup tea " * 20_000)
    whole, part = (WordText(path, tmp_path / "cache", megabytes) for megabytes in (None, 1))
    assert whole.recipe.digest != part.recipe.digest
    assert whole.corpus.tokens == 240_000
    assert part.corpus.tokens == 200_000 + 2 * 100_000 // 8
    told = part.described(part.counts(**COUNTING))
    assert told["tokens"] == part.corpus.tokens
    assert (told["words"], told["cells"]) == (3, part.counts(**COUNTING).matrix.nnz)


def test_forms_are_what_embed_makes_with_that_exponent(workshop):
    counts = workshop.text.counts(**COUNTING)
    plain = embed(counts, recipe="ppmi", dim=4, exponent=0.0)
    root = embed(counts, recipe="ppmi", dim=4, exponent=0.5)
    assert np.allclose(Form(exponent=0.5).of(plain).vectors, root.vectors, atol=1e-6)
    cut = Form(2, 0.5).of(plain)
    assert np.allclose(cut.vectors, root.vectors[:, :2], atol=1e-6)
    assert len(cut.spectrum) == 2


def test_axes_with_negative_eigenvalues_weigh_nothing(workshop):
    found = embed(workshop.text.counts(**COUNTING), recipe="ppmi", dim=3, exponent=0.0)
    turned = replace(found, spectrum=np.array([4.0, 1.0, -1.0]))
    assert np.allclose(Form(exponent=0.5).of(turned).vectors, found.vectors * [2, 1, 0])


def test_scores_are_those_of_evaluate(workshop, word_data):
    model = ppmi()
    scores = workshop.outcome(model).scores[Form()]
    report = evaluate(workshop.vectors(model), data=word_data, resampling=Resampling(200))
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


def test_a_run_that_goes_on_makes_nothing_again_and_says_the_same(workshop, word_data, tmp_path):
    first = workshop.outcome(ppmi())
    again = new_workshop(word_data, tmp_path).outcome(refusing(ppmi()))
    assert everything_of(again) == everything_of(first)
    for other in (ppmi(seed=1), ppmi(dim=3)):
        with pytest.raises(AssertionError, match="made again"):
            workshop.outcome(refusing(other))


def test_other_forms_are_measured_anew(workshop):
    two, four = (workshop.outcome(replace(ppmi(), forms=(Form(dim),))) for dim in (2, 4))
    assert two.scores[Form(2)].as_dict() != four.scores[Form(4)].as_dict()


def test_recipes_that_descend_keep_the_weights_they_found(workshop):
    counts = workshop.text.counts(**COUNTING)
    model = spectral("glove", "glove", counting=COUNTING, dim=4, seed=0, options={"x_max": 20.0})
    found = workshop.vectors(model).vectors
    assert np.array_equal(found, embed(counts, recipe="glove", dim=4, options={"x_max": 20.0}).vectors)


def test_scores_on_other_tests_are_measured_anew(workshop, word_data):
    workshop.outcome(ppmi())
    fewer = replace(workshop, tests=find_tests(word_data, sets=["EN-MC-30"], resampling=Resampling(200)))
    assert list(fewer.outcome(ppmi()).scores[Form()].pairs) == ["EN-MC-30"]
    zero = find_tests(word_data, missing="zero", resampling=Resampling(200))
    scores = replace(workshop, tests=zero).outcome(ppmi()).scores[Form()]
    assert {sample.size for sample in scores.pairs.values()} == {31}
    assert set(scores.covered.values()) == {30}


@pytest.mark.parametrize("content", ["", "{", "[]", '{"seconds": 1.0}', '{"seconds": 1.0, "scores": []}'])
def test_spoilt_scores_are_measured_anew(workshop, tmp_path, content):
    first = workshop.outcome(ppmi())
    (file,) = (tmp_path / "cache").glob("scores-*.json")
    file.write_text(content)
    assert workshop.outcome(ppmi()).scores[Form()].as_dict() == first.scores[Form()].as_dict()


def test_kept_vectors_are_scored_again_but_not_made_again(workshop, tmp_path):
    first = workshop.outcome(ppmi(keep=True))
    for file in (tmp_path / "cache").glob("scores-*.json"):
        file.unlink()
    assert everything_of(workshop.outcome(refusing(ppmi(keep=True)))) == everything_of(first)
    (vectors,) = (tmp_path / "vectors").glob("ppmi-*.safetensors")
    vectors.write_bytes(vectors.read_bytes()[:100])
    with pytest.raises(AssertionError, match="made again"):
        workshop.vectors(refusing(ppmi(keep=True)))
    assert len(workshop.vectors(ppmi(keep=True))) == len(workshop.text.counts(**COUNTING).rows)


def test_what_cannot_be_run_says_why_and_reads_no_text(workshop, monkeypatch):
    monkeypatch.setattr("firth_papers.words.text.encode", None)
    found = workshop.outcomes([unavailable("kubwe", "not yet in firth.")])["kubwe"]
    assert (found.seconds, found.scores, found.missing) == (None, {}, "not yet in firth.")
    assert (
        spectral("x", "no-such", counting=COUNTING, dim=2, seed=0).missing == "there is no recipe 'no-such'."
    )
    assert learned("y", "no_such_function").missing == "there is no firth_papers.baselines.no_such_function."


def test_a_model_that_is_refused_says_why(workshop):
    def make(_):
        raise InputError("gensim is not installed; get it.")

    assert workshop.outcome(Model("sgns", {}, make)).missing == "gensim is not installed; get it."


def test_baselines_learn_from_the_corpus(workshop, fake_baselines):
    found = workshop.outcome(learned("sgns-5", "sgns", dim=3, seed=7, negative=5))
    assert fake_baselines == [("sgns", {"dim": 3, "seed": 7, "negative": 5})]
    assert found.scores[Form()].as_dict()["mean"] is not None
    workshop.outcome(learned("sgns-5", "sgns", dim=3, seed=7, negative=5))
    assert len(fake_baselines) == 1


def answers(share, n=200, name="q"):
    return Sample(name, (np.arange(n) % 100 < 100 * share).astype(float), np.ones(n, dtype=bool))


@pytest.mark.parametrize(
    ("first", "second", "at_least", "verdict"),
    [
        (0.6, 0.3, False, "confirmed"),
        (0.3, 0.6, False, "refuted"),
        (0.3, 0.6, True, "refuted"),
        (0.6, 0.3, True, "confirmed"),
        (0.5, 0.5, False, "undecided"),
        (0.5, 0.5, True, "not refuted"),
    ],
)
def test_a_claim_is_judged_by_what_is_beyond_chance(first, second, at_least, verdict):
    claim = above(
        "A.",
        Side("A", [answers(first)]),
        Side("B", [answers(second)]),
        pool="items",
        at_least=at_least,
    )
    assert claim.verdict == verdict
    assert f"A: {100 * first:.1f}%, B: {100 * second:.1f}%; difference " in claim.found


def test_what_was_not_run_confirms_and_refutes_nothing():
    claim = above("A.", Side("A", [answers(0.5)]), Side("B", None))
    assert (claim.verdict, claim.found) == ("not run", "there are no vectors of B.")
    assert best("A.", "A", {"A": None, "B": [answers(0.5)]}).verdict == "not run"


def test_the_best_is_above_all_others_beyond_chance():
    sides = {"A": [answers(0.6)], "B": [answers(0.3)], "C": [answers(0.2)], "D": None}
    claim = best("A is the best.", "A", sides, pool="items")
    assert claim.verdict == "confirmed"
    assert "A is number 1 of 3 with 60.0%; the best other is B with 30.0%: +30.0 [" in claim.found
    assert claim.found.endswith("Beyond chance below A: 2; above it: none. Not run: D.")
    worse = best("B is the best.", "B", sides, pool="items")
    assert worse.verdict == "refuted"
    assert worse.found.endswith("below B: 1; above it: A. Not run: D.")
    tied = best("A is the best.", "A", {**sides, "E": [answers(0.6)]}, pool="items")
    assert tied.verdict == "undecided"


def test_tables_have_the_papers_numbers_in_brackets_and_our_best_in_bold():
    rows = {
        "svd": [Beside(0.4, paper=0.9)],
        "ppmi": [Beside(0.5, paper=0.6)],
        "kubwe": [Beside(None, paper=0.7)],
    }
    shown = beside_paper("means", ("recipe", "mean"), rows).markdown()
    assert "| svd | 0.400 (0.900) |" in shown
    assert "| ppmi | **0.500 (0.600)** |" in shown
    assert "| kubwe | – (0.700) |" in shown


def test_figures_have_a_dot_for_each_score_and_a_star_for_each_of_the_papers():
    rows = {
        "sqrt-cca": {"500": Beside(0.5, (0.4, 0.6), 0.678), "1000": Beside(0.52, (0.4, 0.6), 0.69)},
        "log-cca": {"500": Beside(0.45, (0.4, 0.5)), "1000": Beside(None)},
    }
    ax = dots_beside_paper(rows, ["500", "1000"], title="t", scale="ρ").axes[0]
    stars = [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "*" and len(line.get_xdata())]
    assert sorted(stars) == [0.678, 0.69]
    dots = {line.get_label(): list(line.get_xdata()) for line in ax.lines if line.get_marker() != "*"}
    assert dots == {"500": [0.5, 0.45], "1000": [0.52]}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["sqrt-cca", "log-cca"]


def test_a_sweep_is_drawn_in_the_order_of_its_places():
    line = {1.0: Beside(0.3, (0.2, 0.4), share=True), 0.5: Beside(0.5, (0.4, 0.6), share=True)}
    figure = sweep_figure([Panel("share", {"cca": line}, (0.5, "theirs"))], along="a", title="t")
    ax = figure.axes[0]
    assert list(ax.lines[0].get_xdata()) == [0.5, 1.0]
    assert list(ax.lines[0].get_ydata()) == [0.5, 0.3]
    figure.draw_without_rendering()
    assert all(label.get_text().endswith("%") for label in ax.get_yticklabels())


def test_a_workshop_is_opened_on_the_text_and_tests_that_are_asked_for(word_data, tmp_path):
    settings = TemplateSettings(megabytes=1, min_count=7, seed=3)
    opened = open_workshop(
        word_data, tmp_path, settings, sets=["EN-MC-30"], analogies=False, missing="zero", threads=1
    )
    assert (opened.text.path, opened.folder) == (read("wiki100m", word_data), tmp_path)
    assert (opened.text.megabytes, opened.text.min_count, opened.text.threads) == (1, 7, 1)
    assert list(opened.tests.battery.pairs) == ["EN-MC-30"]
    assert opened.tests.battery.questions is None
    assert (opened.tests.missing, opened.tests.resampling.seed) == ("zero", 3)
    assert list(tmp_path.iterdir()) == []


def test_results_and_report_are_kept_though_a_figure_fails(tmp_path):
    def broken(results):
        raise InputError(f"no picture of {results['models']}")

    figures = {"one.png": lambda results: heatmap(np.eye(2), ["a", "b"]), "two.png": broken}
    with pytest.raises(InputError, match="no picture of 5"):
        publish(tmp_path, {"models": 5}, lambda results: f"{results['models']} models\n", figures)
    assert json.loads((tmp_path / "results.json").read_text()) == {"models": 5}
    assert (tmp_path / "report.md").read_text() == "5 models\n"
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
