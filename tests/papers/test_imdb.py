"""The IMDB experiment on a few invented reviews, and its numbers of the thesis against each other."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest

from firth.core import Embedding, Vocabulary
from firth.evaluate.documents import LEARNERS, Runs, ScoreSummary, welch_p
from firth.runtime.run import Run
from firth_papers.documents import Cabinet, Words, rivals
from firth_papers.engine.text import text_of_documents
from firth_papers.imdb import comparison, paper
from firth_papers.imdb.figure import network_figure
from firth_papers.imdb.judgements import claims
from firth_papers.imdb.methods import OURS
from firth_papers.imdb.settings import QUICK, Settings
from firth_papers.readers.imdb import Reviews

SMALL = Settings(
    train=60,
    test=40,
    repeats=3,
    slow_repeats=2,
    factors=5,
    dim=3,
    min_documents=1,
    doc2vec_epochs=2,
    doc2vecc_epochs=2,
    network_vectors=(),
    network_dim=3,
    network_repeats=2,
    network_epochs=2,
    min_count=1,
)


def invented(n, seed):
    rng = random.Random(seed)
    kinds = {True: ["great", "lovely", "moving"], False: ["dull", "poor", "tedious"]}
    shared = [f"film{letter}" for letter in "abcdefgh"]
    praises = tuple(place % 2 == 0 for place in range(n))
    texts = tuple(
        " ".join(rng.choices(kinds[one], k=3) + rng.choices(kinds[not one], k=1) + rng.choices(shared, k=8))
        for one in praises
    )
    return Reviews(texts, praises)


REVIEWS = {
    "train": invented(80, 1),
    "test": invented(50, 2),
    "unlabelled": Reviews(invented(60, 3).texts, ()),
}


def wikipedia(folder):
    return text_of_documents(invented(40, 4).texts, folder / "cache", Run(), min_count=1)


@pytest.fixture(autouse=True, scope="module")
def small_forests():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("firth.evaluate.documents.learners.TREES", 5)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("imdb")


@pytest.fixture(scope="module")
def results(folder):
    return comparison.compare(REVIEWS, wikipedia(folder), SMALL, Cabinet(folder / "cache", 0, 1), threads=1)


def test_everything_is_measured(results):
    names = [*paper.VECTORS, *OURS]
    assert [(one["vectors"], one["learner"]) for one in results["runs"]] == [
        (name, learner.name) for name in names for learner in LEARNERS["classes"]
    ]
    for one in results["runs"]:
        slow = one["learner"] in ("random-forest", "nearest-neighbors", "logistic")
        assert len(one["scores"]["accuracy"]) == (2 if slow else 3)
        assert np.sum(one["confusion"]) == 40 * (2 if slow else 3)
    assert results["reviews"] == {"train": 60, "test": 40, "unlabelled": 60}
    assert [row["vectors"] for row in results["whole"]] == list(comparison.WHOLE)
    assert {(row["train"], row["test"]) for row in results["whole"]} == {(80, 50)}
    assert max(row["accuracy"] for row in results["whole"]) > 0.8  # praise is easily told here
    json.dumps(results, allow_nan=False)


def test_a_run_that_goes_on_makes_nothing_anew(results, folder, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("made again")

    monkeypatch.setattr("firth_papers.documents.cabinet.measure_runs", refuse)
    monkeypatch.setattr("firth_papers.documents.cabinet.save", refuse)
    again = comparison.compare(REVIEWS, wikipedia(folder), SMALL, Cabinet(folder / "cache", 0, 1), threads=2)
    assert again == results


def test_an_experiment_leaves_its_results_report_and_pictures(results, folder, monkeypatch):
    path = folder.parent / "wikipedia.txt"
    path.write_text(" ".join(REVIEWS["train"].texts))
    monkeypatch.setattr(comparison, "find", lambda name, data: None)
    monkeypatch.setattr(comparison, "read_imdb", lambda found: REVIEWS)
    monkeypatch.setattr(comparison, "read", lambda name, data: path)
    monkeypatch.setattr(comparison, "QUICK", SMALL)
    report = comparison.run(None, folder, quick=True)
    written = {path.name for path in folder.iterdir()} - {"cache"}
    assert written == {"results.json", "report.md", "roc.png", "confusion.png"}
    assert report == (folder / "report.md").read_text()
    assert "## Table 7.11: AUC" in report
    assert "(88.8 ± 0.1)" in report  # TF-IDF with the linear machine
    assert "No network was run here" in report
    assert "| KUBWE | – (88.8 ± 0.4) |" in report
    assert (folder / "roc.png").read_bytes().startswith(b"\x89PNG")


def test_networks_read_vectors_of_both_texts(folder):
    pytest.importorskip("torch")
    asked = replace(SMALL, network_vectors=("SVD-PPMI", "EigenWord"))
    found = comparison.compare(REVIEWS, wikipedia(folder), asked, Cabinet(folder / "cache", 0, 1), threads=1)
    names = ["SVD-PPMI", "EigenWord", "SVD-PPMI of reviews", "EigenWord of reviews"]
    assert [(one["vectors"], one["learner"]) for one in found["sequences"]] == [
        (name, "conv-attention") for name in names
    ]
    for one in found["sequences"]:
        assert len(one["scores"]["accuracy"]) == 2
        assert np.sum(one["confusion"]) == 2 * 40
    page = comparison.as_markdown(found)
    assert "| EigenWord of reviews | " in page
    assert "No network was run here" not in page
    panels = network_figure(found).axes
    assert [one.get_title("left") for one in panels] == [
        "word vectors of Wikipedia",
        "word vectors of reviews",
    ]
    for panel in panels:
        assert [line.get_label() for line in panel.lines[1:]] == ["SVD-PPMI", "EigenWord"]
    again = comparison.compare(REVIEWS, wikipedia(folder), asked, Cabinet(folder / "other", 0, 2), threads=2)
    assert again["sequences"] == found["sequences"]  # for any number of threads


def test_without_pytorch_the_report_says_so(folder, monkeypatch):
    monkeypatch.setattr("firth_papers.imdb.networks.network_missing", lambda: "there is no PyTorch.")
    found = comparison.compare(REVIEWS, wikipedia(folder), SMALL, Cabinet(folder / "cache", 0, 1), threads=1)
    assert "- there is no PyTorch." in comparison.as_markdown(found)


def test_own_vectors_are_held_against_the_known_ones():
    rng = np.random.default_rng(0)

    def runs(name, mean):
        return Runs(name, "conv-attention", {"accuracy": (mean + 0.01 * rng.standard_normal(9)).tolist()})

    known = [runs("Word2Vec", 0.5), runs("GloVe", 0.6), runs("FastText", 0.7)]
    own = [runs("SVD-NS", 0.9), runs("EigenWord", 0.65)]
    judged = {one.statement.split()[0]: one for one in rivals("accuracy", [*known, *own])}
    assert judged["SVD-NS"].verdict == "confirmed"
    assert judged["EigenWord"].verdict == "refuted"
    assert judged["KUBWE"].verdict == "not run"
    assert judged["SVD-NS"].found.count("p = ") == 3
    of_reviews = [replace(one, vectors=f"{one.vectors} of reviews") for one in [*known, *own]]
    found = {one.statement: one.verdict for one in claims([], of_reviews)}
    tail = "is above Word2Vec, GloVe and FastText in the network."
    assert found[f"With vectors of reviews: SVD-NS {tail}"] == "confirmed"
    assert found[f"SVD-NS {tail}"] == "not run"


def test_another_seed_draws_other_reviews():
    small = Settings(train=10, test=10)
    one, other = (comparison._material(REVIEWS, replace(small, seed=s), part=True) for s in (0, 1))
    assert one.digest != other.digest
    assert one.learnt == 10


def test_quick_is_a_part_of_the_whole():
    assert QUICK.repeats < Settings().repeats == 25
    assert Settings().train is None


@pytest.mark.parametrize("measure", paper.TABLES)
def test_the_thesis_tables_are_whole(measure):
    table = paper.TABLES[measure]
    assert list(table) == list(paper.VECTORS)
    assert all(list(row) == list(paper.LEARNERS) for row in table.values())
    assert all(50 < mean < 100 and 0 < sd < 2 for row in table.values() for mean, sd in row.values())


def test_the_thesis_p_values_follow_from_its_means():
    table = paper.TABLES["accuracy"]
    spreads = [ScoreSummary(*table[name]["random-forest"], 25) for name in ("Doc2VecC", "BOW (uni + bi)")]
    assert 1e-23 < welch_p(*spreads) < 1e-14  # printed as 1e-22, from figures that were not rounded
    best = max(table, key=lambda name: table[name]["linear-svm"][0])
    assert best == "TFIDF (uni + bi)"


def thesis_runs():
    """Runs whose means and standard deviations are those of the thesis."""
    steps = np.linspace(-1, 1, 25)
    steps /= np.std(steps, ddof=1)
    return [
        Runs(vectors, learner, {"accuracy": ((mean + sd * steps) / 100).tolist()})
        for vectors, row in paper.TABLES["accuracy"].items()
        for learner, (mean, sd) in row.items()
    ]


def test_the_claims_hold_for_the_thesis_own_numbers():
    found = {claim.statement: claim.verdict for claim in claims(thesis_runs())}
    assert set(found.values()) == {"confirmed"}
    assert len(found) == 6


def test_the_claims_of_networks_hold_for_the_thesis_own_numbers():
    steps = np.linspace(-1, 1, 25)
    steps /= np.std(steps, ddof=1)
    runs = [
        Runs(name, "conv-attention", {"accuracy": ((mean + sd * steps) / 100).tolist()})
        for name, ((mean, sd), *_) in paper.SEQUENCES.items()
    ]
    assert [claim.verdict for claim in rivals("accuracy", runs)] == ["confirmed"] * 3


def test_claims_without_runs_are_not_run():
    assert {claim.verdict for claim in claims([])} == {"not run"}


def test_word_vectors_of_another_seed_or_recipe_are_made_anew(tmp_path):
    words = Vocabulary(("tea", "milk"), np.array([2, 1]))
    kept = {Words(): 1.0, Words("ppmi"): 2.0}
    for seed in (0, 1):
        for how, value in kept.items():
            made = Embedding(np.full((2, 3), value + seed), words)
            Cabinet(tmp_path, seed).embedding("text", lambda made=made: made, **how.settings)
    for seed in (0, 1):
        for how, value in kept.items():
            again = Cabinet(tmp_path, seed).embedding("text", lambda: pytest.fail("again"), **how.settings)
            assert again.vectors[0, 0] == value + seed
    assert Words().settings["options"]["threshold"] == 0  # what is not asked for is known too
