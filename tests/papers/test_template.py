"""The spectral template on a small invented text, and the slides' numbers against what they claim."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import spearmanr

from firth.datasets import read_pairs, similarity_sets
from firth.store import load_counts
from firth_papers.engine.experiment import run
from firth_papers.engine.word_tables import scores_of
from firth_papers.template import EXPERIMENT, PAPER, Settings, model_name

SMALL = Settings(dims=(3, 6), powers=(0.25, 0.5, 2 / 3, 1.0))


@pytest.fixture(scope="module")
def done(word_data, tmp_path_factory):
    """The whole experiment: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("results")
    return run(EXPERIMENT, settings=SMALL, data=word_data, output=folder), folder


@pytest.fixture(scope="module")
def results(done):
    return json.loads((done[1] / "results.json").read_text())


def by_definition(counts, transform, scale, alpha):
    """Ω of the slides, dense."""
    n = counts.matrix.toarray().astype(float)
    change = {
        "none": lambda x: x,
        "log": np.log1p,
        "sqrt": np.sqrt,
        "two-thirds": lambda x: x ** (2 / 3),
    }.get(transform, lambda x: x**transform)
    cells, w, c = change(n), change(n.sum(1))[:, None], change(n.sum(0))[None, :]
    total = (c**alpha).sum()
    if scale == "none":
        return cells
    if scale == "reg":
        return cells / w
    if scale == "cca":
        return cells / np.sqrt(w * c**alpha) * np.sqrt(total / c.sum())
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(cells * total / (w * c**alpha)), 0)


@pytest.mark.parametrize(
    ("transform", "scale", "dim", "exponent", "alpha"),
    [
        ("sqrt", "cca", 6, 0.0, 1.0),
        ("sqrt", "cca", 3, 0.5, 0.75),
        ("none", "pmi", 6, 0.0, 1.0),
        ("none", "pmi", 6, 0.5, 0.75),
        ("log", "reg", 3, 0.0, 1.0),
        ("two-thirds", "none", 6, 0.5, 1.0),
        (0.25, "cca", 6, 0.0, 1.0),
    ],
)
def test_scores_are_those_of_the_slides_definition(
    done, results, word_data, transform, scale, dim, exponent, alpha
):
    (file,) = (done[1] / "cache").glob("counts-*.safetensors")
    counts = load_counts(file)
    u, sigma, _ = np.linalg.svd(by_definition(counts, transform, scale, alpha))
    vectors = u[:, :dim] * sigma[:dim] ** exponent
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    place = {word: i for i, word in enumerate(counts.rows.tokens)}
    found = scores_of(results, model_name(transform, scale, alpha), dim=dim, exponent=exponent)
    means = []
    for name, path in similarity_sets(None, word_data).items():
        pairs = [pair for pair in read_pairs(path) if pair[1] != "unheardof"]
        cosines = [vectors[place[a]] @ vectors[place[b]] for a, b, _ in pairs]
        means.append(spearmanr(cosines, [pair.score for pair in pairs])[0])
        assert found["similarity"][name]["spearman"] == pytest.approx(
            means[-1], abs=0.02
        )  # near ties, float32
    assert found["mean"] == pytest.approx(np.mean(means), abs=0.005)


def test_every_combination_is_scored_in_every_form(results):
    names = [model["name"] for model in results["models"]]
    assert len(names) == len(set(names)) == 16 + 2 + 1
    for model in results["models"]:
        forms = {(scores["dim"], scores["exponent"]) for scores in model["scores"]}
        assert {(3, 0.0), (6, 0.0)} <= forms
        assert model["seconds"] > 0
    assert scores_of(results, "0.25-cca", dim=6)["mean"] is not None


def test_the_experiment_leaves_results_page_and_pictures(done):
    printed, folder = done
    assert {path.name for path in folder.iterdir()} == {
        "cache",
        "powers.png",
        "report.md",
        "results.json",
        "template.png",
    }
    assert printed == (folder / "report.md").read_text()
    for name in ("template.png", "powers.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")


def test_the_report_has_the_papers_numbers_and_says_what_differs(done, results):
    printed, _ = done
    ours = scores_of(results, "sqrt-cca", dim=3, exponent=0.0)
    low, high = ours["mean_interval"]
    row = f"| sqrt-cca | {ours['mean']:.3f} [{low:.2f},{high:.2f}] (0.678) |"
    assert row in printed.replace("**", "")
    assert "6 dimensions (the paper's have 1000)" in printed
    assert "and not text8" in printed
    assert "1.4 billion words" in printed
    for claim in results["claims"]:
        assert f"{claim['statement']} **{claim['verdict'].capitalize()}:** {claim['found']}" in printed


@pytest.mark.parametrize(
    ("power", "transform"), [(0.25, 0.25), (0.5, "sqrt"), (0.67, "two-thirds"), (1, "none")]
)
def test_powers_have_the_scores_of_their_transforms(done, results, power, transform):
    ours = scores_of(results, model_name(transform, "cca"), dim=6, exponent=0.0)
    low, high = ours["mean_interval"]
    at_six = done[0].replace("**", "").partition("## The power a of cca")[2].partition("6 dimensions")[2]
    assert f"| {power} | {ours['mean']:.3f} [{low:.2f},{high:.2f}] |" in at_six


def test_a_second_run_factorizes_nothing(done, word_data):
    page, folder = done
    before = (folder / "results.json").read_bytes()  # the seconds of all models included
    assert run(EXPERIMENT, settings=SMALL, data=word_data, output=folder) == page
    assert (folder / "results.json").read_bytes() == before


def test_the_proposed_model_is_the_slides_best_but_for_one_column():
    for place, dim in enumerate(PAPER["dims"]):
        for column, name in enumerate(("avg_sim", "syn", "mixed")):
            winner = max(PAPER["table"], key=lambda model, p=place, c=column: PAPER["table"][model][p][c])
            assert winner == ("sqrt-reg" if (dim, name) == (1000, "syn") else PAPER["proposed"])


def test_the_full_experiment_has_the_dimensions_and_the_power_of_the_slides():
    assert list(EXPERIMENT.settings.dims) == PAPER["dims"]
    assert {0.5, 1.0} < set(EXPERIMENT.settings.powers)
