"""Words on the unit ball on a small invented text, the thesis's numbers, and claims about quicker modes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import spearmanr

from firth.counting import count
from firth.datasets import read_pairs, similarity_sets
from firth.evaluate import Sample
from firth.recipes import embed
from firth.runtime.run import Run
from firth.sphere.vptree import Pruning
from firth.store import load_embedding
from firth.text import encode
from firth_papers.engine.experiment import run
from firth_papers.engine.word_tables import scores_of
from firth_papers.kubwe import EXPERIMENT, Settings
from firth_papers.kubwe.claims import tree_claim, within
from firth_papers.kubwe.measure import TRIED, estimated_seconds, exact_sweeps
from firth_papers.kubwe.models import ALGORITHMS, BALL, PAPER, TABLE, all_models, rows_of, table_name

SMALL = Settings(
    dims=(5, 8),
    degrees=(1, 3, 13),
    degree_dims=(3, 5),
    degree_words=30,
    sweeps=4,
    tree_dims=(3, 10),
    tree_points=300,
    window=3,
    rounds=1,
)
PICTURES = {
    "cosines.png",
    "degrees.png",
    "dimensions.png",
    "kernels.png",
    "kubwe.png",
    "spheres.png",
    "tree.png",
}


@pytest.fixture(scope="module")
def done(word_data, no_gensim, tmp_path_factory):
    """The whole experiment, without what learns from the text: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("results")
    return run(EXPERIMENT, settings=SMALL, data=word_data, output=folder), folder


@pytest.fixture(scope="module")
def results(done):
    return json.loads((done[1] / "results.json").read_text())


def test_the_thesis_counts_its_best_right():
    """§3.4.2: the best in 7 of 8 sets in 100 dimensions, and in 6 of 8 in 300, the fast mode included."""
    for dim, wins in ((100, 7), (300, 6)):
        table = TABLE[dim]
        first = [max(table, key=lambda name, k=k: table[name][k]) for k in range(len(PAPER["sets"]))]
        assert sum(name.endswith("KUBWE") for name in first) == wins
    assert max(TABLE[100], key=lambda name: TABLE[100][name][0]) == "SGNS (k = 10)"


def test_every_row_of_the_table_has_a_model_with_the_thesis_options():
    settings = Settings()
    models = {model.name: model for model in all_models(settings, Run())}
    assert len(models) == sum(len(rows_of(dim, settings)) for dim in settings.dims) + 40
    for dim, rows in TABLE.items():
        assert set(rows) <= set(rows_of(dim, settings))
        for name in rows_of(dim, settings):
            model = models[table_name(name, dim)]
            assert (model.settings["dim"], model.forms) == (dim, ALGORITHMS[name].forms)
    exact = models["kubwe-100"].settings["options"]
    assert (exact["mode"], exact["degree"], exact["alpha"]) == ("exact", 13, 0.75)
    assert models["ppmi-100"].settings["options"]["alpha"] == 1
    assert models["sppmi-100"].settings["options"]["shift"] == 5
    assert models["glove-300"].settings["options"]["x_max"] == 100
    assert models["sgns-10-300"].settings["negative"] == 10
    assert models["degree-21-10"].settings["words"] == 12_000


def test_kubwe_scores_as_its_vectors_on_the_ball_do(word_data, results):
    counts = count(encode(word_data / "corpora" / "wiki100m.txt.xz", min_count=5), window=3)
    vectors = embed(counts, recipe="kubwe", dim=5, options={"sweeps": 4})
    assert np.allclose(np.linalg.norm(vectors.vectors, axis=1), 1, atol=1e-5)
    (row,) = [row for row in results["table"]["5"] if row["algorithm"] == "KUBWE"]
    scores = scores_of(results, row["model"], exponent=row["exponent"])
    found = []
    for name, path in similarity_sets(None, word_data).items():
        known = [pair for pair in read_pairs(path) if pair[0] in vectors and pair[1] in vectors]
        cosines = [vectors[first] @ vectors[second] for first, second, _ in known]
        expected = spearmanr([score for *_, score in known], cosines).statistic
        # Some pairs are a word and itself, and rounding orders their cosines of 1.
        assert scores["similarity"][name]["spearman"] == pytest.approx(expected, abs=0.01)
        if name in PAPER["sets"].values():
            found.append(scores["similarity"][name]["spearman"])
    assert len(found) == 8
    assert row["mean"] == pytest.approx(np.mean(found))


def test_degrees_are_tried_on_the_most_frequent_words(word_data):
    counts = count(encode(word_data / "corpora" / "wiki100m.txt.xz", min_count=5), window=3)
    models = {model.name: model for model in all_models(SMALL, Run())}
    made = models["degree-3-5"].make(counts)
    assert made.vocabulary.tokens == counts.rows.tokens[:30]
    part = counts.matrix.toarray()[:30, :30]
    inside = embed(
        counts.part(np.arange(30), np.arange(30)), recipe="kubwe", dim=5, options={"sweeps": 4, "degree": 3}
    )
    assert part.sum() < counts.matrix.sum()
    assert np.allclose(BALL.of(made).vectors, inside.vectors)


def sides(first, second, words=400):
    """Scores of a test with one right answer of two: the shares that each side has right."""
    everyone = np.ones(words, dtype=bool)

    def side(share):
        right = np.zeros(words)
        right[: round(share * words)] = 1
        return [Sample("asked", right, everyone)]

    return {"quick": side(first), "exact": side(second)}


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (0.5, 0.5, "confirmed"),  # the same answers: no resample has a difference
        (0.5025, 0.5, "not refuted"),  # one answer more: inside, but some resamples draw it three times
        (0.51, 0.5, "undecided"),  # outside, but some resamples are inside
        (0.6, 0.5, "refuted"),
        (0.5, 0.6, "refuted"),
    ],
)
def test_nearness_is_judged_by_the_interval_of_the_difference(first, second, verdict):
    assert within("They are near.", "quick", "exact", sides(first, second), 0.005).verdict == verdict


def test_nearness_to_what_was_not_run_is_not_judged():
    claim = within("They are near.", "quick", "exact", {**sides(0.5, 0.5), "exact": None}, 0.005)
    assert (claim.verdict, claim.found) == ("not run", "there are no vectors of exact.")


def test_the_tree_is_judged_by_its_worst_dimension():
    good, bad = Pruning(10, 0.2, 0.995, 0.9), Pruning(300, 0.1, 0.8, 1.0)
    assert tree_claim([good]).verdict == "confirmed"
    assert tree_claim([good, bad]).verdict == "refuted"


def test_work_is_estimated_by_hand_counted_sweeps():
    exact, fast, far = ({"mode": mode, "sweeps": None} for mode in ("exact", "fast", "far-field"))
    assert exact_sweeps(exact, 10_000, 100) == 50
    # 800 neighbours: a search in every fifth sweep, and 8 % of all pairs at ten times the price.
    assert exact_sweeps(fast, 10_000, 100) == pytest.approx(100 * (0.5 / 5 + 10 * 0.08))
    assert exact_sweeps(far, 68_000, 100) < exact_sweeps(exact, 68_000, 100) / 5
    assert exact_sweeps(far, 68_000, 300) > exact_sweeps(exact, 68_000, 300) / 2
    models = {model.name: model for model in all_models(Settings(), Run())}
    text = {"words": 2 * TRIED, "tokens": 10**7, "cells": 10**7}

    def estimated(name, text):
        return estimated_seconds([models[name]], text, sweep=lambda dim, threads: dim / 100)

    assert estimated("kubwe-300", text) == pytest.approx(50 * 3 * 4)
    assert estimated("degree-3-100", text) == pytest.approx(
        4 * estimated("degree-3-100", {**text, "words": TRIED})
    )
    assert estimated("degree-3-100", {**text, "words": 30_000}) == estimated(
        "degree-3-100", {**text, "words": 90_000}
    )


def test_the_experiment_leaves_results_page_pictures_and_vectors(done):
    page, folder = done
    assert {path.name for path in folder.iterdir()} == PICTURES | {
        "cache",
        "report.md",
        "results.json",
        "vectors",
    }
    assert page == (folder / "report.md").read_text()
    for name in PICTURES:
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    for mode in ("kubwe-5", "kubwe-fast-5", "kubwe-far-field-5"):
        (file,) = (folder / "vectors").glob(f"{mode}-*.safetensors")
        assert np.allclose(np.linalg.norm(BALL.of(load_embedding(file)).vectors, axis=1), 1, atol=1e-5)


def test_the_report_has_the_thesis_numbers_and_what_was_not_run(done, results):
    printed = done[0]
    assert "| SGNS (k = 10) | – (0.651) | – (0.774) |" in printed
    assert "- sgns-10-5: gensim is not installed; get it with" in printed
    assert "(0.770)" in printed
    verdicts = {claim["statement"]: claim["verdict"] for claim in results["claims"]}
    assert verdicts["GloVe answers more analogies than SGNS (k = 10) (§3.4.2)."] == "not run"
    assert verdicts["KUBWE, far field is within 0.005 of KUBWE in 5 dimensions (all sets)."] != "not run"
    assert len(verdicts) == 2 + 6 + 3 + 2 + 2 + 1


def test_a_second_run_makes_nothing_again_and_says_first_how_long_it_takes(done, word_data, capsys):
    page, folder = done
    before = (folder / "results.json").read_bytes()  # the seconds of all models included
    assert run(EXPERIMENT, settings=SMALL, data=word_data, output=folder) == page
    assert (folder / "results.json").read_bytes() == before
    assert capsys.readouterr().err.startswith("About 1 minute; ")
