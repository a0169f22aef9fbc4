import json
import os

import numpy as np
import pytest
from rich.console import Console

import firth
from firth.core import Embedding, Vocabulary
from firth.errors import FormatError, InputError, MissingDataError
from firth.evaluate import evaluate


@pytest.fixture
def data(tmp_path):
    (tmp_path / "wordsim").mkdir()
    (tmp_path / "analogies").mkdir()
    (tmp_path / "wordsim" / "EN-A.txt").write_text("cat dog 9\ncat car 1\ndog car 2\n")
    (tmp_path / "wordsim" / "EN-B.txt").write_text("cat\tdog\t1\ncat\tcar\t2\n")
    (tmp_path / "wordsim" / "EN-C.txt").write_text("sun moon 1\n")
    (tmp_path / "analogies" / "google.txt").write_text(": family\nman woman king queen\n")
    return tmp_path


@pytest.fixture
def animals(make_embedding):
    return make_embedding({"cat": [1.0, 0.0], "dog": [1.0, 0.2], "car": [0.1, 2.0]})


def test_the_json_has_the_agreed_shape(animals, data):
    content = json.loads(json.dumps(evaluate(animals, data=data).as_dict(), allow_nan=False))
    assert {"similarity", "mean_spearman", "analogy"} < set(content)
    agreed = ("spearman", "covered", "pairs")
    assert {name: [found[key] for key in agreed] for name, found in content["similarity"].items()} == {
        "EN-A": [1.0, 3, 3],
        "EN-B": [-1.0, 2, 2],
        "EN-C": [None, 0, 1],
    }
    assert content["analogy"]["total"]["questions"] == 1


def test_the_mean_is_over_the_sets_that_have_a_score(animals, data):
    assert evaluate(animals, data=data).mean_spearman == 0.0


def test_the_mean_of_no_scores_is_none(animals, data):
    report = evaluate(animals, sets=[data / "wordsim" / "EN-C.txt"], analogies=False)
    assert report.mean_spearman is None
    assert report.as_dict()["analogy"] is None


def test_absent_analogies_are_told_before_any_work(animals, data):
    (data / "analogies" / "google.txt").unlink()
    with pytest.raises(MissingDataError, match="questions-words"):
        evaluate(animals, data=data)


def test_a_report_is_printed_in_one_line_and_shown_as_tables_in_notebooks(animals, data):
    report = evaluate(animals, data=data)
    assert repr(report) == "Report: mean Spearman 0.000, analogies –"
    assert report._repr_markdown_() == report.markdown()
    comparison = firth.compare({"one": animals, "two": animals}, data=data)
    assert repr(comparison) == f"Comparison: one, two, on {len(comparison.compared)} measures"
    assert comparison._repr_markdown_() == comparison.markdown()


def test_tables_show_scores_and_coverage(animals, data):
    console = Console(width=100)
    with console.capture() as captured:
        for table in evaluate(animals, data=data).tables():
            console.print(table)
    shown = captured.get()
    assert all(text in shown for text in ("EN-A", "1.000", "mean", "covered", "family", "–"))


def test_notes_tell_what_has_no_score_and_what_is_repeated(animals, data):
    (data / "wordsim" / "EN-D.txt").write_text("cat dog 5\ncat car 1\ndog cat 6\n")
    notes = evaluate(animals, data=data).notes
    assert "EN-C has no score: its only pair is not covered by the vocabulary." in notes
    assert "family has no score: its only question is not covered by the vocabulary." in notes
    assert notes[-1].endswith("are kept as published: 1 in EN-D.")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("cat dog 5\ncat car 5\n", "its 2 scored pairs are all equally alike to people or to the vectors."),
        ("cat dog 5\ncat unicorn 7\n", "only 1 of its 2 pairs is scored, which cannot be ranked."),
        ("cat unicorn 5\nroc unicorn 7\n", "none of its 2 pairs is covered by the vocabulary."),
        ("roc unicorn 7\n", "its only pair is not covered by the vocabulary."),
    ],
)
def test_why_a_set_of_pairs_has_no_score_is_told(animals, tmp_path, content, why):
    (tmp_path / "mine.txt").write_text(content)
    (note,) = evaluate(animals, sets=[tmp_path / "mine.txt"], analogies=False).notes
    assert note == f"mine has no score: {why}"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (
            "pet\tcat\npet\tdog\nmyth\troc\n",
            "the words that could be scored are of fewer than two categories.",
        ),
        ("pet\tfenrir\nmyth\troc\n", "none of its 2 words is covered by the vocabulary."),
    ],
)
def test_why_categories_have_no_score_is_told(animals, tmp_path, content, why):
    (tmp_path / "kinds.tsv").write_text(content)
    (note,) = evaluate(animals, sets=[], analogies=False, categories=[tmp_path / "kinds.tsv"]).notes
    assert note == f"kinds has no score: {why}"


def test_outliers_without_a_score_are_told_once_though_they_have_two_measures(animals, tmp_path):
    (tmp_path / "odd.txt").write_text("fenrir\nroc\n\nunicorn\nsphinx\n")
    report = evaluate(animals, sets=[], analogies=False, outliers=[tmp_path / "odd.txt"])
    assert report.notes == ["odd has no score: none of its 2 cases is covered by the vocabulary."]


def test_categories_and_outliers_join_the_report(animals, data):
    (data / "kinds.tsv").write_text("pet\tcat\npet\tdog\nthing\tcar\nthing\tsun\n")
    (data / "odd.txt").write_text("cat\ndog\n\ncar\nmoon\n")
    asked = {"categories": [data / "kinds.tsv"], "outliers": [data / "odd.txt"]}
    report = evaluate(animals, sets=[], analogies=False, **asked)
    content = report.as_dict()
    assert content["categories"]["kinds"]["purity"] == 1.0
    assert (content["categories"]["kinds"]["covered"], content["categories"]["kinds"]["words"]) == (3, 4)
    assert (content["outliers"]["odd"]["accuracy"], content["outliers"]["odd"]["covered"]) == (1.0, 1)
    assert "| odd, OPP | 100.0% | – | 1 | 2 |" in report.markdown()
    assert content["mean_spearman"] is None


def test_what_is_spoilt_is_told_before_any_work(animals, data, monkeypatch):
    monkeypatch.setattr("firth.evaluate.report.evaluate_similarity", None)
    (data / "kinds.tsv").write_text("pet cat\n")
    with pytest.raises(FormatError, match="line 1"):
        evaluate(animals, data=data, categories=[data / "kinds.tsv"])


def test_two_sets_of_one_name_are_refused(animals, data):
    (data / "EN-A.txt").write_text("cat dog 1\n")
    with pytest.raises(InputError, match="two sets are named EN-A"):
        evaluate(animals, sets=[data / "EN-A.txt", data / "wordsim" / "EN-A.txt"], analogies=False)


def test_markdown_has_scores_intervals_and_coverage(animals, data):
    page = evaluate(animals, data=data).markdown()
    assert "| set | Spearman | 95% interval | covered | pairs |" in page
    assert "| EN-A | 1.000 | – | 3 | 3 |" in page
    assert "- EN-C has no score" in page


@pytest.mark.skipif(
    "FIRTH_DATA" not in os.environ, reason="FIRTH_DATA is not set: the word pairs are not here"
)
def test_the_real_sets_are_covered_by_a_vocabulary_of_their_own_words():
    from firth.datasets import read_pairs, similarity_sets

    pairs = [pair for path in similarity_sets().values() for pair in read_pairs(path)]
    words = tuple(sorted({word.lower() for pair in pairs for word in pair[:2]}))
    vectors = np.random.default_rng(0).normal(size=(len(words), 20)).astype("f4")
    report = evaluate(Embedding(vectors, Vocabulary(words, np.ones(len(words)))), analogies=False)
    assert sum(result.pairs for result in report.similarity) == 8124
    assert all(result.covered == result.pairs for result in report.similarity)
    assert abs(report.mean_spearman) < 0.1


def test_a_score_of_few_known_pairs_is_told_to_say_nothing(tmp_path):
    pairs = [f"a{number} b{number} {number}" for number in range(12)]
    (tmp_path / "mine.txt").write_text("\n".join(pairs))
    words = Vocabulary.from_counts({"a0": 9, "b0": 8, "a1": 7, "b1": 6})
    embedding = Embedding(np.array([[1.0, 0.1], [0.9, 0.2], [0.0, 1.0], [1.0, 0.0]]), words)
    notes = evaluate(embedding, sets=[tmp_path / "mine.txt"], analogies=False).notes
    assert notes == [
        "The vectors know 2 of the 12 pairs of mine: too few to judge them by; give pairs of words of your "
        "own text (--set FILE)."
    ]
