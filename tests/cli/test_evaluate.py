"""firth evaluate and firth compare."""

import json
from itertools import pairwise

import numpy as np
import pytest

from firth.cli.evaluate import labels
from firth.core import Embedding
from firth.store import load_embedding, save

ANIMALS = ["cat", "dog", "horse", "cow", "sheep", "goat", "hen", "duck"]
VEHICLES = ["car", "bus", "train", "tram", "lorry", "ship", "plane", "bike"]


@pytest.fixture
def folder(trained, tmp_path):
    """The trained vectors, a part of them as text, noise in their place, and tests of one's own."""
    vectors = load_embedding(trained / "vectors.safetensors")
    part = np.array([place for place, word in enumerate(vectors.vocabulary) if word not in ("bike", "duck")])
    save(Embedding(np.asarray(vectors.vectors[part]), vectors.vocabulary.part(part)), tmp_path / "part.txt")
    noise = np.random.default_rng(0).normal(size=vectors.vectors.shape).astype("f4")
    save(Embedding(noise, vectors.vocabulary), tmp_path / "noise.safetensors")
    save(vectors, tmp_path / "good.safetensors")
    alike = [f"{a} {b} 9\n" for a, b in pairwise(ANIMALS)]
    unlike = [f"{a} {b} 1\n" for a, b in zip(ANIMALS, VEHICLES, strict=True)]
    (tmp_path / "mine.txt").write_text("".join(alike + unlike))
    kinds = [("animal", word) for word in ANIMALS] + [("vehicle", word) for word in VEHICLES]
    (tmp_path / "kinds.tsv").write_text("".join(f"{kind}\t{word}\n" for kind, word in kinds))
    (tmp_path / "odd.txt").write_text("\n".join(ANIMALS) + "\n\n" + "\n".join(VEHICLES) + "\n")
    return tmp_path


@pytest.fixture
def asked(folder):
    groups = f"--categories {folder}/kinds.tsv --outliers {folder}/odd.txt"
    return f"--set {folder}/mine.txt --no-analogies {groups}"


def test_files_of_any_format_are_compared_on_what_all_cover(firth, folder, asked):
    files = f"{folder}/good.safetensors {folder}/part.txt {folder}/noise.safetensors"
    made = firth(f"compare {files} {asked} --json")
    assert made.exit_code == 0, made.output
    content = json.loads(made.stdout)
    scores = {name: found["similarity"]["mine"] for name, found in content["embeddings"].items()}
    # hen and duck, and duck and bike, are not in the part.
    assert {name: found["covered"] for name, found in scores.items()} == {"good": 15, "part": 13, "noise": 15}
    assert {found["scored"] for found in scores.values()} == {13}
    assert scores["good"]["spearman"] == pytest.approx(scores["part"]["spearman"])
    assert content["embeddings"]["good"]["categories"]["kinds"]["purity"] == 1.0
    assert content["embeddings"]["good"]["outliers"]["odd"]["accuracy"] == 1.0
    mine = next(row for row in content["contests"] if row["name"] == "mine")
    assert mine["differences"]["noise"]["value"] < 0
    assert "know different words" in content["notes"][0]


def test_each_on_its_own(firth, folder, asked):
    made = firth(f"compare {folder}/good.safetensors {folder}/part.txt {asked} --own --json")
    content = json.loads(made.stdout)
    assert content["scored_on"] == "own"
    assert [found["similarity"]["mine"]["scored"] for found in content["embeddings"].values()] == [15, 13]


def test_the_tables_show_coverage_sentences_and_neighbours(firth, folder, asked):
    files = f"{folder}/good.safetensors {folder}/part.txt"
    shown = firth(f"compare {files} {asked} --words cat,bike -n 3").stdout
    tables = ("word similarity", "kinds", "odd, OPP", "compared on", "nearest to cat", "unknown", "overlap")
    assert all(text in shown for text in tables)
    assert "The embeddings know different words" in shown
    assert "Bold: the best." in shown


def test_markdown_and_picture(firth, folder, asked):
    files = f"{folder}/good.safetensors {folder}/noise.safetensors"
    made = firth(f"compare {files} {asked} --markdown --figure {folder}/scores.png --words cat")
    assert made.stdout.startswith("**word similarity, unknown pairs left out**\n\n| set | good | noise |")
    assert "**nearest to cat**" in made.stdout
    assert made.stderr == f"saved     {folder}/scores.png\n"
    assert (folder / "scores.png").read_bytes().startswith(b"\x89PNG")


def test_the_picture_is_the_same_bytes_each_time(firth, folder, asked):
    for name in ("one.png", "two.png"):
        made = firth(f"evaluate {folder}/good.safetensors {asked} --figure {folder}/{name}")
        assert made.exit_code == 0, made.output
    assert (folder / "one.png").read_bytes() == (folder / "two.png").read_bytes()


def test_seed_and_resamples_reach_the_intervals(firth, folder, asked):
    def interval(options):
        made = firth(f"evaluate {folder}/noise.safetensors {asked} --json {options}")
        return json.loads(made.stdout)["similarity"]["mine"]["interval"]

    assert interval("") == interval("--seed 0 --resamples 1000") != interval("--seed 1")
    assert interval("--resamples 0") is None


def test_evaluate_prints_categories_outliers_and_markdown(firth, folder, asked):
    made = firth(f"evaluate {folder}/good.safetensors {asked} --markdown")
    assert "| kinds | 100.0% | [100.0,100.0] | 16 | 16 |" in made.stdout
    assert "| odd, accuracy | 100.0% |" in made.stdout


def test_without_a_folder_the_pairs_and_analogies_that_come_with_firth_are_asked(firth, folder, monkeypatch):
    monkeypatch.delenv("FIRTH_DATA", raising=False)
    content = json.loads(firth(f"evaluate {folder}/good.safetensors --json").stdout)
    assert content["similarity"]["firth-pairs"]["pairs"] == 426
    assert content["similarity"]["firth-pairs"]["covered"] > 0
    assert content["analogy"]["total"]["questions"] == 522
    assert "graded by classes of pairs, not by people" in content["notes"][-1]
    shown = firth(f"evaluate {folder}/good.safetensors").stdout
    assert "firth-pairs" in shown
    assert "gram-plurals" in shown


def test_the_sets_that_come_with_firth_are_asked_by_name_beside_others(firth, folder):
    made = firth(
        f"evaluate {folder}/good.safetensors --set {folder}/mine.txt --set firth-pairs --no-analogies --json"
    )
    assert list(json.loads(made.stdout)["similarity"]) == ["mine", "firth-pairs"]


def test_two_embeddings_are_compared_without_a_folder(firth, folder, monkeypatch):
    monkeypatch.delenv("FIRTH_DATA", raising=False)
    made = firth(f"compare {folder}/good.safetensors {folder}/noise.safetensors --json")
    assert "firth-pairs comes with firth" in " ".join(json.loads(made.stdout)["notes"])


def test_groups_alone_need_no_data_folder(firth, folder, monkeypatch):
    monkeypatch.delenv("FIRTH_DATA", raising=False)
    options = f"--no-similarity --no-analogies --categories {folder}/kinds.tsv --json"
    content = json.loads(firth(f"evaluate {folder}/good.safetensors {options}").stdout)
    assert content["categories"]["kinds"]["covered"] == 16


def test_a_set_without_a_covered_pair_is_told_and_its_coverage_printed(firth, folder):
    (folder / "far.txt").write_text("sun moon 3\nstar comet 2\n")
    made = firth(f"evaluate {folder}/good.safetensors --set {folder}/far.txt --no-analogies")
    assert made.exit_code == 0
    assert "far has no score: none of its 2 pairs is covered by the vocabulary." in made.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--json --markdown", "choose one"),
        ("--figure scores.doc", ".png, .svg or .pdf"),
        ("--figure nowhere/scores.png", "nowhere is not a folder"),
        ("--resamples -1", "resamples is -1"),
        ("--seed -1", "seed is -1"),
        ("--no-similarity --set EN-MC-30", "choose one"),
        ("--categories absent.tsv", "absent.tsv"),
        ("--outliers absent.txt", "absent.txt"),
        ("--words qqq", "'qqq' is in none of the vocabularies"),
        ("--words ,", "nothing to look up"),
    ],
)
def test_bad_options_end_in_one_sentence(firth, folder, options, said):
    tests = "" if "--set" in options else f"--set {folder}/mine.txt"
    made = firth(f"compare {folder}/good.safetensors {folder}/part.txt {tests} --no-analogies {options}")
    assert (made.exit_code, made.stdout) == (2, "")
    assert made.stderr.startswith("firth: ")
    assert made.stderr.count("\n") == 1
    assert said in made.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("cat dog\n", "two words but no score"),
        ("cat dog high\n", "not a finite number"),
        ("", "no word pairs"),
    ],
)
def test_a_spoilt_set_of_pairs_is_refused_with_its_name(firth, folder, content, said):
    (folder / "spoilt.txt").write_text(content)
    made = firth(f"evaluate {folder}/good.safetensors --set {folder}/spoilt.txt --no-analogies")
    assert (made.exit_code, made.stdout) == (2, "")
    assert "spoilt.txt" in made.stderr
    assert said in made.stderr


def test_one_file_or_the_same_twice_is_refused(firth, folder):
    assert "firth evaluate" in firth(f"compare {folder}/good.safetensors").stderr
    twice = firth(f"compare {folder}/good.safetensors {folder}/good.safetensors --no-analogies")
    assert "named twice" in twice.stderr


@pytest.mark.parametrize(
    "command", ["evaluate {0}/good.safetensors", "compare {0}/good.safetensors {0}/part.txt"]
)
def test_nothing_asked_is_refused(firth, folder, command):
    made = firth(f"{command.format(folder)} --no-similarity --no-analogies")
    assert (made.exit_code, made.stdout) == (2, "")
    assert "nothing is asked" in made.stderr


def test_words_alone_are_looked_up_without_tests(firth, folder):
    files = f"{folder}/good.safetensors {folder}/part.txt"
    made = firth(f"compare {files} --no-similarity --no-analogies --words cat --json")
    assert set(json.loads(made.stdout)["neighbors"]["cat"]["neighbors"]) == {"good", "part"}


def test_labels_are_as_short_as_they_can_be(folder):
    assert labels([folder / "a.txt", folder / "b.bin"]) == ["a", "b"]
    assert labels([folder / "a.txt", folder / "a.bin"]) == ["a.txt", "a.bin"]
