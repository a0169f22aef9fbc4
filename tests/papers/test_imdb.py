"""The IMDB experiment on a few invented reviews, and its numbers of the thesis against each other."""

from __future__ import annotations

import json
import lzma
import random
import sys
from dataclasses import replace
from shutil import copytree

import numpy as np
import polars as pl
import pytest

from firth.core import Embedding, Vocabulary
from firth.evaluate.documents import LEARNERS, Runs, ScoreSummary, welch_p
from firth.store import embedding_kind
from firth_papers.engine.document_claims import own_vectors_above_known
from firth_papers.engine.documents import WordVectors
from firth_papers.engine.experiment import Context, run
from firth_papers.imdb import (
    EXPERIMENT,
    OURS,
    PAPER,
    QUICK,
    TABLES,
    VECTORS,
    WHOLE,
    Settings,
    claims,
    labeled_reviews,
    network_figure,
)
from firth_papers.readers.imdb import read_imdb

SMALL = Settings(
    train=24,
    test=20,
    repeats=2,
    slow_repeats=1,
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
    praises = [place % 2 == 0 for place in range(n)]
    texts = [
        " ".join(rng.choices(kinds[one], k=3) + rng.choices(kinds[not one], k=1) + rng.choices(shared, k=8))
        for one in praises
    ]
    return texts, praises


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A data folder with invented reviews, and a text in place of Wikipedia."""
    folder = tmp_path_factory.mktemp("data")
    rows = [
        (split, label or ("pos" if praise else "neg"), text)
        for split, label, n, seed in (("train", "", 30, 1), ("test", "", 24, 2), ("train", "unsup", 24, 3))
        for text, praise in zip(*invented(n, seed), strict=True)
    ]
    frame = pl.DataFrame(rows, schema=["split", "label", "text"], orient="row")
    frame.write_parquet(folder / "imdb.parquet")
    (folder / "corpora").mkdir()
    packed = lzma.compress(" ".join(invented(40, 4)[0]).encode(), preset=0)
    (folder / "corpora" / "wiki100m.txt.xz").write_bytes(packed)
    return folder


@pytest.fixture(scope="module")
def done(data, small_forests, tmp_path_factory):
    """The whole experiment without networks: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("imdb")
    return run(EXPERIMENT, settings=SMALL, data=data, output=folder, threads=1), folder


@pytest.fixture(scope="module")
def results(done):
    return read_results(done[1])


@pytest.fixture
def copied(done, tmp_path):
    """Copies of the folder, for runs that go on there."""
    return lambda name: copytree(done[1], tmp_path / name)


@pytest.fixture
def folder(copied):
    return copied("again")


def read_results(folder):
    return json.loads((folder / "results.json").read_text())


def test_everything_is_measured(results):
    names = [*VECTORS, *OURS]
    assert [(one["vectors"], one["learner"]) for one in results["runs"]] == [
        (name, learner.name) for name in names for learner in LEARNERS["classes"]
    ]
    for one in results["runs"]:
        slow = one["learner"] in ("random-forest", "nearest-neighbors", "logistic")
        assert len(one["scores"]["accuracy"]) == (1 if slow else 2)
        assert np.sum(one["confusion"]) == 20 * (1 if slow else 2)
    assert results["reviews"] == {"train": 24, "test": 20, "unlabelled": 24}
    assert [row["vectors"] for row in results["whole"]] == list(WHOLE)
    assert {(row["train"], row["test"]) for row in results["whole"]} == {(30, 24)}
    assert max(row["accuracy"] for row in results["whole"]) > 0.8  # praise is easily told here


def test_a_run_that_goes_on_makes_nothing_again(folder, data, small_forests):
    before = (folder / "results.json").read_bytes()
    run(EXPERIMENT, settings=SMALL, data=data, output=folder, threads=2)
    assert (folder / "results.json").read_bytes() == before  # seconds included


def test_an_experiment_leaves_its_results_report_and_pictures(done):
    page, folder = done
    files = {path.name for path in folder.iterdir()} - {"cache"}
    assert files == {"results.json", "report.md", "roc.png", "confusion.png"}
    assert page == (folder / "report.md").read_text()
    assert "## Table 7.11: AUC" in page
    assert "(88.8 ± 0.1)" in page  # TF-IDF with the linear machine
    assert "No network was run here" in page
    assert "| KUBWE | – (88.8 ± 0.4) |" in page
    assert (folder / "roc.png").read_bytes().startswith(b"\x89PNG")


def test_networks_read_vectors_of_both_texts(copied, data, small_forests):
    pytest.importorskip("torch")
    asked = replace(SMALL, network_vectors=("SVD-PPMI", "EigenWord"))
    folder, other = copied("one"), copied("two")
    page = run(EXPERIMENT, settings=asked, data=data, output=folder, threads=1)
    found = read_results(folder)
    names = ["SVD-PPMI", "EigenWord", "SVD-PPMI of reviews", "EigenWord of reviews"]
    assert [(one["vectors"], one["learner"]) for one in found["sequences"]] == [
        (name, "conv-attention") for name in names
    ]
    for one in found["sequences"]:
        assert len(one["scores"]["accuracy"]) == 2
        assert np.sum(one["confusion"]) == 2 * 20
    assert "| EigenWord of reviews | " in page
    assert "No network was run here" not in page
    assert (folder / "networks.png").read_bytes().startswith(b"\x89PNG")
    panels = network_figure(found).axes
    assert [one.get_title("left") for one in panels] == [
        "word vectors of Wikipedia",
        "word vectors of reviews",
    ]
    for panel in panels:
        assert [line.get_label() for line in panel.lines[1:]] == ["SVD-PPMI", "EigenWord"]
    run(EXPERIMENT, settings=asked, data=data, output=other, threads=2)
    assert read_results(other)["sequences"] == found["sequences"]  # for any number of threads


def test_without_pytorch_the_report_says_so(folder, data, small_forests, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    page = run(EXPERIMENT, settings=SMALL, data=data, output=folder, threads=1)
    assert "Not run:\n\n- PyTorch is not installed" in page


def test_own_vectors_are_held_against_the_known_ones():
    rng = np.random.default_rng(0)

    def runs(name, mean):
        return Runs(name, "conv-attention", {"accuracy": (mean + 0.01 * rng.standard_normal(9)).tolist()})

    known = [runs("Word2Vec", 0.5), runs("GloVe", 0.6), runs("FastText", 0.7)]
    own = [runs("SVD-NS", 0.9), runs("EigenWord", 0.65)]
    judged = {one.statement.split()[0]: one for one in own_vectors_above_known("accuracy", [*known, *own])}
    assert judged["SVD-NS"].verdict == "confirmed"
    assert judged["EigenWord"].verdict == "refuted"
    assert judged["KUBWE"].verdict == "not run"
    assert judged["SVD-NS"].found.count("p = ") == 3
    of_reviews = [replace(one, vectors=f"{one.vectors} of reviews") for one in [*known, *own]]
    found = {one.statement: one.verdict for one in claims([], of_reviews)}
    tail = "is above Word2Vec, GloVe and FastText in the network."
    assert found[f"With vectors of reviews: SVD-NS {tail}"] == "confirmed"
    assert found[f"SVD-NS {tail}"] == "not run"


def test_another_seed_draws_other_reviews(data):
    reviews, small = read_imdb(data / "imdb.parquet"), Settings(train=10, test=10)
    one, other = (labeled_reviews(reviews, replace(small, seed=seed), part=True) for seed in (0, 1))
    assert one.digest != other.digest
    assert one.training == 10


def test_quick_is_a_part_of_the_whole():
    assert QUICK.repeats < Settings().repeats == 25
    assert Settings().train is None


@pytest.mark.parametrize("measure", TABLES)
def test_the_thesis_tables_are_whole(measure):
    table = TABLES[measure]
    assert list(table) == list(VECTORS)
    assert all(list(row) == list(PAPER["learners"]) for row in table.values())
    assert all(50 < mean < 100 and 0 < sd < 2 for row in table.values() for mean, sd in row.values())


def test_the_thesis_p_values_follow_from_its_means():
    table = TABLES["accuracy"]
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
        for vectors, row in TABLES["accuracy"].items()
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
        for name, ((mean, sd), *_) in PAPER["networks"].items()
    ]
    assert [claim.verdict for claim in own_vectors_above_known("accuracy", runs)] == ["confirmed"] * 3


def test_claims_without_runs_are_not_run():
    assert {claim.verdict for claim in claims([])} == {"not run"}


def test_word_vectors_of_another_seed_or_recipe_are_made_anew(tmp_path):
    words = Vocabulary(("tea", "milk"), np.array([2, 1]))
    texts, kind = ["tea milk", "tea"], embedding_kind("words")
    contexts = [Context(Settings(seed=seed), tmp_path) for seed in (0, 1)]
    kept = {WordVectors(): 1.0, WordVectors("ppmi"): 2.0}
    for seed, context in enumerate(contexts):
        for how, value in kept.items():
            made = Embedding(np.full((2, 3), value + seed), words)
            context.kept.put(how.recipe_of(texts, seed), made, kind)
    for seed, context in enumerate(contexts):
        for how, value in kept.items():
            assert how.kept(texts, context).vectors[0, 0] == value + seed
    assert WordVectors().settings["options"]["threshold"] == 0  # what is not asked for is known too
