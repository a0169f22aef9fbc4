"""The experiment on names, on invented files."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from firth.errors import InputError
from firth.plots import ANIMALS_AND_FOODS
from firth_papers import reproduce
from firth_papers.engine.experiment import run
from firth_papers.ner import EXPERIMENT, Settings, f1, interval, resampled_f1

SMALL = Settings(dim=4, clusters=6, iterations=20, epochs=1)
ANIMALS, FOODS = (list(words) for words in ANIMALS_AND_FOODS.values())


def conll(sentences, seed, *, animals, foods):
    """Names among words of no kind, in IOB1."""
    rng = random.Random(seed)
    lines = []
    for _ in range(sentences):
        for _ in range(3):
            kind, words = rng.choice([("ANIMAL", animals), ("FOOD", foods)])
            lines += [f"{rng.choice(['the', 'of', 'and'])} X O", f"{rng.choice(words)} X I-{kind}"]
        lines.append("")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("conll")
    written = {
        "train.txt": conll(30, 0, animals=ANIMALS[:6], foods=FOODS[:6]),
        "known.txt": conll(15, 1, animals=ANIMALS[:6], foods=FOODS[:6]),
        "new.txt": conll(15, 2, animals=ANIMALS[6:], foods=FOODS[6:]),
    }
    for name, text in written.items():
        (folder / name).write_text(text)
    return [folder / name for name in written]


@pytest.fixture(scope="module")
def done(word_data, files, tmp_path_factory):
    """The whole experiment: its page, and where its files are."""
    folder = tmp_path_factory.mktemp("results")
    return run(EXPERIMENT, settings=SMALL, data=word_data, files=files, output=folder), folder


def test_each_row_is_scored_on_each_test_file(done):
    results = json.loads((done[1] / "results.json").read_text())
    assert [row["name"] for row in results["rows"]] == [
        "words alone",
        "sqrt-cca",
        "ppmi",
        "eigenword",
        "word2vec",
        "clusters of sqrt-cca",
        "sqrt-cca and its clusters",
    ]
    for row in results["rows"]:
        assert list(row["tests"]) == ["known.txt", "new.txt"]
        for test in row["tests"].values():
            low, high = test["f1_interval"]
            assert low <= test["scores"]["all"]["f1"] <= high
    plain = results["rows"][0]["tests"]
    assert plain["known.txt"]["scores"]["all"]["f1"] == 1  # every name was seen
    assert (plain["new.txt"]["gain"], plain["new.txt"]["gain_interval"]) == (0, [0, 0])
    assert results["files"]["train.txt"] == {"sentences": 30, "words": 180}


def test_the_page_is_kept(done):
    shown, folder = done
    assert shown == (folder / "report.md").read_text()
    assert "| words alone |" in shown
    assert "ANIMAL" in shown


def test_a_later_run_finds_what_was_done(done, word_data, files):
    page, folder = done
    before = (folder / "results.json").read_bytes()  # the seconds of all rows included
    assert run(EXPERIMENT, settings=SMALL, data=word_data, files=files, output=folder) == page
    assert (folder / "results.json").read_bytes() == before


def test_intervals_are_those_of_drawing_sentences():
    counts = np.array([[2, 2, 2], [1, 1, 0], [1, 3, 1], [0, 0, 0]] * 20)
    assert f1(counts.sum(axis=0)) == pytest.approx(2 * 3 / 10)
    drawn = resampled_f1(counts, 0)
    low, high = interval(drawn)
    assert low < 0.6 < high
    assert np.std(drawn) == pytest.approx((high - low) / (2 * 1.96), rel=0.15)
    np.testing.assert_array_equal(drawn, resampled_f1(counts, 0))


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("ner", [], "ner needs CoNLL files"),
        ("ner", ["train.txt"], "one to learn from, then one or more"),
        ("ner", ["a", "x/b", "y/b"], "two test files have one name"),
        ("reuters", ["mine.txt"], "reuters reads no files of your own; leave out mine.txt"),
    ],
)
def test_files_that_do_not_fit_the_experiment_are_refused(name, given, sentence, tmp_path):
    with pytest.raises(InputError, match=sentence):
        reproduce(name, output=tmp_path / "out", files=given)
