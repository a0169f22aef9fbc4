"""firth documents."""

from __future__ import annotations

import json
import re

import numpy as np
import polars as pl
import pytest
from scipy import sparse

from cli.conftest import small_text
from firth.cli import documents
from firth.datasets import read_documents
from firth.estimators.document_kinds import DOCUMENT_KINDS, DocumentChoices, document_vectors
from firth.evaluate.documents.learners import LEARNERS

TEXTS = small_text(60).splitlines()
TOPICS = ["animals" if line % 2 else "vehicles" for line in range(60)]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("documents") / "d.csv"
    pl.DataFrame({"body": TEXTS, "topic": TOPICS, "legs": [4.0 + i % 2 for i in range(60)]}).write_csv(path)
    return path


def test_kinds_of_vectors_are_compared_and_results_saved(firth, table, tmp_path):
    result = firth(
        f"documents compare {table} --column body --label topic --kinds tfidf,nlca --learners "
        f"linear-svm,naive-bayes --folds 3 --repeats 1 -q -o {tmp_path}/found"
    )
    assert result.exit_code == 0, result.output
    assert "100.0 ± 0.0" in result.output  # topics share no words
    assert "Welch's p-value" in result.output
    assert {path.name for path in (tmp_path / "found").iterdir()} == {
        "results.json", "report.md", "roc.png", "confusion.png", "analysis.json",
    }  # fmt: skip
    found = json.loads((tmp_path / "found" / "results.json").read_text())
    assert found["classes"] == ["animals", "vehicles"]
    assert [(one["vectors"], one["learner"]) for one in found["runs"]] == [
        (vectors, learner) for vectors in ("tfidf", "nlca") for learner in ("linear-svm", "naive-bayes")
    ]
    assert all(np.sum(one["confusion"]) == 60 for one in found["runs"])
    assert "100 × Cohen's κ" in (tmp_path / "found" / "report.md").read_text()


def test_the_first_line_says_what_will_be_done_and_one_kind_is_compared_with_none(firth, tmp_path):
    texts = [*TEXTS[:30], " "]
    pl.DataFrame({"text": texts, "label": ["a"] * 20 + ["b"] * 11}).write_csv(tmp_path / "d.csv")
    command = f"documents compare {tmp_path}/d.csv --kinds tfidf --folds 2 --repeats 1"
    told = firth(f"{command} --learners linear-svm,naive-bayes").stdout
    assert told.splitlines()[0] == (
        "31 documents in 2 groups, 1 without text, largest group 65%; 1 kind × 2 learners × 2 fits"
    )
    assert "p-value" not in told
    quiet = firth(f"{command} --learners linear-svm --json")
    assert json.loads(quiet.stdout)["documents"] == 31


def test_json_is_the_same_for_any_number_of_threads(firth_process, table):
    command = (
        f"documents compare {table} --column body --label topic --kinds ca --learners logistic --repeats 1"
    )
    one, two = (firth_process(f"{command} --json -q --threads {threads}") for threads in (1, 2))
    assert one.returncode == 0, one.stderr
    assert json.loads(one.stdout)["documents"] == 60
    assert one.stdout == two.stdout


def test_numbers_are_predicted_and_word_vectors_taken(firth, table, trained):
    result = firth(
        f"documents compare {table} --column body --label legs --numbers --learners linear-svr "
        f"--folds 3 --repeats 1 --embedding {trained}/vectors.safetensors --markdown -q"
    )
    assert result.exit_code == 0, result.output
    rows = [line.split("|")[1].strip() for line in result.output.splitlines() if line.startswith("| ")]
    assert [name for name in rows if name in DOCUMENT_KINDS][:7] == [
        "counts", "tfidf", "ca", "nlca", "mean", "sif", "power-means",
    ]  # fmt: skip
    assert "Spearman" in result.output


@pytest.mark.parametrize("suffix", ["npy", "csv", "parquet"])
def test_vectors_of_documents_are_those_of_the_transformer(firth, table, tmp_path, suffix):
    path = tmp_path / f"v.{suffix}"
    result = firth(f"documents embed {table} --column body --dim 3 -o {path}")
    assert result.exit_code == 0, result.output
    assert "60 documents × 3" in result.output
    match suffix:
        case "npy":
            found = np.load(path)
        case "csv":
            found = pl.read_csv(path).to_numpy()
        case _:
            found = pl.read_parquet(path).to_numpy()
    transformer = document_vectors("nlca", DocumentChoices(60, dim=3))
    expected = transformer.fit_transform(list(read_documents(table, column="body")))
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_tables_of_words_stay_sparse_and_new_documents_see_old_words(firth, tmp_path):
    (tmp_path / "old.txt").write_text("tea with milk\ntea\nmilk\n")
    (tmp_path / "new.txt").write_text("tea tea\nnothing known\n")
    result = firth(
        f"documents embed {tmp_path}/new.txt --fit {tmp_path}/old.txt --kind counts -o {tmp_path}/v.npz"
    )
    assert result.exit_code == 0, result.output
    assert "2 documents × 2, 1 of them without a known word" in result.output
    assert sparse.load_npz(tmp_path / "v.npz").toarray().tolist() == [[0, 2], [0, 0]]  # milk, tea


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("compare {table} --column body", "there is no column 'label' in"),
        ("compare {table} --column body --label topic --numbers", "label of document number 1 is 'vehicles'"),
        ("compare {table} --column body --label topic --kinds bert", "there are no vectors 'bert'"),
        ("compare {table} --column body --label topic --learners oracle", "there is no learner 'oracle'"),
        ("compare {table} --column body --label topic --kinds sif", "sif vectors are made of word vectors"),
        ("compare {table} --column body --label topic --folds 99", "99 folds were asked for"),
        ("compare {table} --column body --label topic --json --markdown", "choose one"),
        ("compare {lone} ", "class 'cold' has one document only"),
        ("embed {table} --column body -o {folder}/v.npz", "vectors of documents go to files ending in .npy"),
        ("embed {table} --column body --kind tfidf -o {folder}/v.npy", "go to files ending in .npz"),
        ("embed {table} --column body --dim 500 -o {folder}/v.npy", "lower --dim"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_a_sentence_and_nothing_is_written(
    firth, table, tmp_path, command, sentence
):
    lone = tmp_path / "lone.csv"
    lone.write_text("text,label\ntea,warm\nmilk,warm\nice,cold\n")
    folder = tmp_path / "out"
    folder.mkdir()
    result = firth("documents " + command.format(table=table, lone=lone, folder=folder) + " -q")
    assert result.exit_code == 2, result.output
    assert sentence in " ".join(result.output.split())
    assert list(folder.iterdir()) == []


def test_every_kind_has_a_transformer_that_scikit_learn_can_clone(trained):
    from sklearn.base import clone

    from firth import load

    choices = DocumentChoices(60, words=load(trained / "vectors.safetensors"))
    for name in DOCUMENT_KINDS:
        made = document_vectors(name, choices)
        assert clone(made).get_params().keys() == made.get_params().keys()


def test_few_documents_have_few_columns():
    assert DocumentChoices(60).columns == 15
    assert DocumentChoices(3).columns == 1
    assert DocumentChoices(10**6).columns == 200
    assert DocumentChoices(60, dim=7).columns == 7


def test_the_help_names_every_kind_and_every_learner():
    classes, _, numbers = documents._LEARNERS.partition("; with --numbers ")
    assert classes.split(", ") == [learner.name for learner in LEARNERS["classes"]]
    assert numbers.split(", ") == [learner.name for learner in LEARNERS["numbers"]]
    assert set(re.findall(r"[a-z2-]+", documents._KINDS)) - {"or", "with", "also", "--embedding"} == set(
        DOCUMENT_KINDS
    )


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("tfidff", "no vectors 'tfidff'; did you mean tfidf? All are"),
        ("mean", "made, with --embedding FILE."),
    ],
)
def test_a_kind_that_cannot_be_made_is_told_with_what_to_write(firth, table, kind, said):
    refused = firth(f"documents compare {table} --column body --label topic --kinds {kind}")
    assert refused.exit_code == 2
    assert said in refused.stderr
