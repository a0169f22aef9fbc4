"""The Reuters experiment on a few invented stories, and its numbers of the paper against each other."""

from __future__ import annotations

import json
import os
import random

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from typer.testing import CliRunner

from firth.cli.app import app
from firth.errors import InputError
from firth_papers.readers.reuters import ReutersStory
from firth_papers.reuters import Settings, compare, comparison, paper
from firth_papers.reuters.classify import Machine, random_splits
from firth_papers.reuters.corpus import labelled_table

needs_data = pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the real data sets are not here"
)
SMALL = Settings(betas=(0.75, 1.0), splits=2, factors=4, choose_cost=True)


def story(number, topics, body, *, split="train", kind="normal"):
    return ReutersStory(number, split, tuple(topics), kind, "a title", body)


def invented_stories(n=160):
    rng = random.Random(0)
    themes = {c: [f"{c.replace('-', '')}{letter}" for letter in "abcdef"] for c in paper.CATEGORIES[:4]}
    shared = [f"shared{letter}" for letter in "abcdefghij"]
    stories = []
    for number in range(1, n + 1):
        topic = rng.choice(list(themes))
        words = rng.choices(themes[topic], k=6) + rng.choices(shared, k=5)
        stories.append(story(number, [topic], " ".join(words)))
    return stories


@pytest.fixture(scope="module")
def results():
    return compare(invented_stories(), SMALL, threads=1)


def matrix_as_pairs(matrix):
    truth, found = np.indices(matrix.shape)
    return np.repeat(truth.ravel(), matrix.ravel()), np.repeat(found.ravel(), matrix.ravel())


def with_the_misprint_put_right(beta):
    matrix = paper.CONFUSION[beta].copy()
    if beta == 0.75:
        matrix[0, 0] = 886
    return matrix


@pytest.mark.parametrize("beta", paper.BETAS)
def test_the_papers_kappas_follow_from_its_confusion_matrices(beta):
    matrix = with_the_misprint_put_right(beta)
    assert matrix.sum() == 2013
    assert cohen_kappa_score(*matrix_as_pairs(matrix)) == pytest.approx(paper.KAPPA[beta], abs=0.006)


@pytest.mark.parametrize("beta", paper.BETAS)
def test_the_papers_precision_and_recall_follow_from_them_too_once_interchanged(beta):
    matrix = with_the_misprint_put_right(beta)
    hits, assigned = np.diag(matrix), matrix.sum(0)
    precision = hits / np.maximum(assigned, 1)
    recall = hits / matrix.sum(1)
    rows = slice(1, None) if beta == 1.25 else slice(None)  # its earn line is that of another table
    assert np.allclose(precision[rows], paper.PRECISION_RECALL_F[beta][rows, 0], atol=0.002)
    assert np.allclose(recall[rows], paper.PRECISION_RECALL_F[beta][rows, 1], atol=0.002)


def test_a_story_is_given_the_last_of_the_ten_that_it_names():
    body = "oil oil oil ships ships ships"
    stories = [
        story(1, ["crude", "ship", "gas"], body),
        story(2, ["crude"], body),
        story(3, ["gas"], body),
        story(4, ["earn"], body, split="test"),
        story(5, ["earn"], "", kind="brief"),
    ]
    assert labelled_table(stories).labels.tolist() == ["ship", "crude"]
    assert labelled_table(stories, "only").labels.tolist() == ["crude"]


def test_words_are_letters_seen_three_times_that_are_no_stop_words():
    table = labelled_table(
        [story(1, ["earn"], "Profit profit the the the 12 12 12"), story(2, ["acq"], "PROFIT rare")]
    )
    assert table.table.toarray().tolist() == [[2], [1]]


def test_no_suitable_story_is_refused():
    with pytest.raises(InputError, match="no training story"):
        labelled_table([story(1, ["gas"], "text")])


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


def test_the_same_seed_gives_the_same_numbers(results):
    assert compare(invented_stories(), SMALL, threads=2) == results


def test_an_experiment_leaves_its_results_report_and_picture(tmp_path, monkeypatch):
    monkeypatch.setattr(comparison, "read", lambda name, data: invented_stories())
    monkeypatch.setattr(comparison, "QUICK", SMALL)
    shown = CliRunner().invoke(app, ["reproduce", "reuters", "--quick", "-o", str(tmp_path / "new" / "out")])
    assert shown.exit_code == 0, shown.output
    folder = tmp_path / "new" / "out"
    assert sorted(path.name for path in folder.iterdir()) == ["reuters.json", "reuters.md", "reuters.png"]
    assert shown.stdout == (folder / "reuters.md").read_text()
    assert "interchanged" in shown.stdout
    assert "| money-fx |" in shown.stdout
    assert json.loads((folder / "reuters.json").read_text())["settings"]["splits"] == 2
    assert (folder / "reuters.png").read_bytes().startswith(b"\x89PNG")


@needs_data
@pytest.mark.slow
def test_the_real_stories_give_the_papers_table_and_ordering():
    from firth.datasets import find
    from firth_papers.readers import read_reuters
    from firth_papers.reuters import trials

    documents = labelled_table(read_reuters(find("reuters")))
    ours = documents.sizes
    assert sum(ours.values()) == 5920
    assert {c: n - paper.DOCUMENTS[c] for c, n in ours.items() if n != paper.DOCUMENTS[c]} == {
        "money-fx": 1,
        "crude": 1,
    }
    trial = trials.Trial(documents, random_splits(5920, 1, 0), 50, 0, None)
    large, ca, small = (trials.paper_table(trial, beta)["kappa"] for beta in (1.25, 1.0, 0.75))
    assert large < 0.5 < ca < small
    assert small > 0.86
