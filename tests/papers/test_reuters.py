"""The Reuters experiment on a few invented stories, and its numbers of the paper against each other."""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from firth.errors import InputError
from firth_papers.engine.experiment import Context, run
from firth_papers.readers.reuters import ReutersStory
from firth_papers.reuters import (
    CATEGORIES,
    EXPERIMENT,
    PAPER,
    Machine,
    Settings,
    Trial,
    compare,
    labeled_table,
    paper_table,
    random_splits,
)

needs_data = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real data sets are not here"
)
SMALL = Settings(betas=(0.75, 1.0), splits=2, factors=4, choose_cost=True)


def story(number, topics, body, *, split="train", kind="normal"):
    return ReutersStory(number, split, tuple(topics), kind, "a title", body)


def invented_stories(n=160):
    rng = random.Random(0)
    themes = {c: [f"{c.replace('-', '')}{letter}" for letter in "abcdef"] for c in CATEGORIES[:4]}
    shared = [f"shared{letter}" for letter in "abcdefghij"]
    stories = []
    for number in range(1, n + 1):
        topic = rng.choice(list(themes))
        words = rng.choices(themes[topic], k=6) + rng.choices(shared, k=5)
        stories.append(story(number, [topic], " ".join(words)))
    return stories


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """The whole experiment on invented stories: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("reuters")
    experiment = replace(EXPERIMENT, measure=lambda context: compare(invented_stories(), context))
    return run(experiment, output=folder, settings=SMALL, threads=1), folder


@pytest.fixture(scope="module")
def results(done):
    return json.loads((done[1] / "reuters.json").read_text())


def matrix_as_pairs(matrix):
    truth, found = np.indices(matrix.shape)
    return np.repeat(truth.ravel(), matrix.ravel()), np.repeat(found.ravel(), matrix.ravel())


def with_the_misprint_put_right(table):
    matrix = np.array(table["confusion"])
    if table["beta"] == 0.75:
        matrix[0, 0] = 886
    return matrix


@pytest.mark.parametrize("table", PAPER["tables"])
def test_the_papers_kappas_follow_from_its_confusion_matrices(table):
    matrix = with_the_misprint_put_right(table)
    assert matrix.sum() == 2013
    assert cohen_kappa_score(*matrix_as_pairs(matrix)) == pytest.approx(table["kappa"], abs=0.006)


@pytest.mark.parametrize("table", PAPER["tables"])
def test_the_papers_precision_and_recall_follow_from_them_too_once_interchanged(table):
    matrix, rates = with_the_misprint_put_right(table), np.array(table["rates"])
    hits, assigned = np.diag(matrix), matrix.sum(0)
    precision = hits / np.maximum(assigned, 1)
    recall = hits / matrix.sum(1)
    rows = slice(1, None) if table["beta"] == 1.25 else slice(None)  # its earn line is that of another table
    assert np.allclose(precision[rows], rates[rows, 0], atol=0.002)
    assert np.allclose(recall[rows], rates[rows, 1], atol=0.002)


def test_a_story_is_given_the_last_of_the_ten_that_it_names():
    body = "oil oil oil ships ships ships"
    stories = [
        story(1, ["crude", "ship", "gas"], body),
        story(2, ["crude"], body),
        story(3, ["gas"], body),
        story(4, ["earn"], body, split="test"),
        story(5, ["earn"], "", kind="brief"),
    ]
    assert labeled_table(stories).labels.tolist() == ["ship", "crude"]
    assert labeled_table(stories, "only").labels.tolist() == ["crude"]


def test_words_are_letters_seen_three_times_that_are_no_stop_words():
    table = labeled_table(
        [story(1, ["earn"], "Profit profit the the the 12 12 12"), story(2, ["acq"], "PROFIT rare")]
    )
    assert table.table.toarray().tolist() == [[2], [1]]


def test_no_suitable_story_is_refused():
    with pytest.raises(InputError, match="no training story"):
        labeled_table([story(1, ["gas"], "text")])


def test_splits_are_the_papers_shares_and_the_same_for_the_same_seed():
    first, second = random_splits(100, 2, 7), random_splits(100, 2, 7)
    assert [len(part) for part in first[0]] == [66, 34]
    assert np.array_equal(first[1][1], second[1][1])
    assert not np.array_equal(first[0][1], first[1][1])


def test_features_are_scaled_by_training_documents_alone():
    features = np.array([[0.0], [1.0], [0.1], [0.9], [1000.0]])
    labels = np.array(["a", "b", "a", "b", "b"])
    split = np.array([0, 1, 2, 3]), np.array([4])
    assert Machine(cost=100.0).predict(features, labels, split).tolist() == ["b"]


def test_everything_is_measured(results):
    assert [(r["beta"], r["coordinates"], r["svm"]) for r in results["sweep"]] == [
        (beta, coordinates, kernel)
        for beta in (0.75, 1.0)
        for coordinates in ("x*", "x")
        for kernel in ("linear", "gaussian")
    ]
    assert {r["baseline"] for r in results["baselines"]} == {
        "LSI raw",
        "LSI ca",
        "LSI idf",
        "LSI log-idf",
        "TF-IDF, all words",
    }
    assert len(results["variants"]) == 6
    assert [table["beta"] for table in results["tables"]] == [1.25, 1.0, 0.75]
    assert all(len(r["kappas"]) == 2 for r in results["sweep"])
    assert results["best"]["mean"] > 0.9  # the invented categories share few words


def test_confusion_matrices_count_the_test_documents(results):
    for table in results["tables"]:
        assert np.sum(table["confusion"]) == 55  # 34 % of 160


def test_the_same_seed_gives_the_same_numbers(results, tmp_path):
    again = compare(invented_stories(), Context(SMALL, tmp_path, threads=2)).results
    assert json.loads(json.dumps(again)).items() <= results.items()


def test_a_later_run_classifies_nothing_again(results, done):
    (kept,) = [path for path in (done[1] / "cache").iterdir() if "C of 1, 10 or 100" in path.read_text()]
    kept.write_text(kept.read_text().replace("C of 1, 10 or 100", "kept from before"))
    again = compare(invented_stories(), Context(SMALL, done[1], threads=1)).results
    assert [row["variant"] for row in again["variants"]][2] == "kept from before by cross-validation"


def test_the_page_has_the_papers_tables_and_its_misprints(done):
    page, folder = done
    files = {"cache", "reuters.json", "reuters.md", "reuters.png"}
    assert {path.name for path in folder.iterdir()} == files
    assert "interchanged" in page
    assert "| money-fx |" in page
    assert (folder / "reuters.png").read_bytes().startswith(b"\x89PNG")


@needs_data
@pytest.mark.slow
def test_the_real_stories_give_the_papers_table_and_ordering():
    from firth.datasets import find
    from firth_papers.readers import read_reuters

    documents = labeled_table(read_reuters(find("reuters")))
    ours = documents.sizes
    assert sum(ours.values()) == 5920
    assert {c: n - PAPER["documents"][c] for c, n in ours.items() if n != PAPER["documents"][c]} == {
        "money-fx": 1,
        "crude": 1,
    }
    trial = Trial(documents, random_splits(5920, 1, 0), 50, 0, None)
    large, ca, small = (paper_table(trial, table)["kappa"] for table in PAPER["tables"])
    assert large < 0.5 < ca < small
    assert small > 0.86
