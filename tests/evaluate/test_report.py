import json
import os

import numpy as np
import pytest
from rich.console import Console

from firth.core import Embedding, Vocabulary
from firth.errors import MissingDataError
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
    assert list(content) == ["similarity", "mean_spearman", "analogy"]
    assert content["similarity"] == {
        "EN-A": {"spearman": 1.0, "covered": 3, "pairs": 3},
        "EN-B": {"spearman": -1.0, "covered": 2, "pairs": 2},
        "EN-C": {"spearman": None, "covered": 0, "pairs": 1},
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


def test_tables_show_scores_and_coverage(animals, data):
    console = Console(width=100)
    with console.capture() as captured:
        for table in evaluate(animals, data=data).tables():
            console.print(table)
    shown = captured.get()
    assert all(text in shown for text in ("EN-A", "1.000", "mean", "covered", "family", "–"))


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
