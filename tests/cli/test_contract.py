"""The commands as the outside calls them."""

import json

import numpy as np
import pytest

from firth.core import Counts, Embedding
from firth.store import load, load_counts, load_embedding


def test_embed_makes_vectors_and_keeps_the_counts_when_asked(trained):
    vectors, counts = load(trained / "vectors.safetensors"), load(trained / "counts.safetensors")
    assert isinstance(vectors, Embedding)
    assert isinstance(counts, Counts)
    assert vectors.vectors.shape == (len(counts.rows), 8)


def test_count_then_embed_gives_the_vectors_of_embed(firth, trained, tmp_path):
    counts, vectors = tmp_path / "counts.safetensors", tmp_path / "vectors.safetensors"
    made = firth(f"count {trained}/corpus.txt -o {counts} --window 5 --weights harmonic --min-count 2")
    assert made.exit_code == 0, made.output
    made = firth(f"embed {counts} -o {vectors} --recipe eigenword --dim 8")
    assert made.exit_code == 0, made.output
    assert counts.read_bytes() == (trained / "counts.safetensors").read_bytes()
    assert vectors.read_bytes() == (trained / "vectors.safetensors").read_bytes()


def test_counts_can_be_embedded_by_another_recipe_with_its_options(firth, trained, tmp_path):
    options = "--recipe sppmi --dim 4 --option shift=2 --exponent 0 --seed 3"
    made = firth(f"embed {trained}/counts.safetensors -o {tmp_path}/v.safetensors {options}")
    assert made.exit_code == 0, made.output
    assert load_embedding(tmp_path / "v.safetensors").dim == 4


def test_every_counting_option_reaches_the_counts(firth, trained, tmp_path):
    options = (
        "--window 2 --weights 1,0.5 --contexts right --close-gaps --subsample 0.1 "
        "--min-count 3 --max-vocabulary 10 --tokenizer whitespace --case keep"
    )
    made = firth(f"count {trained}/corpus.txt -o {tmp_path}/c.safetensors {options}")
    assert made.exit_code == 0, made.output
    counts = load_counts(tmp_path / "c.safetensors")
    how = counts.how["counting"]
    assert (how["window"], how["weights"], how["contexts"]) == (2, [1.0, 0.5], "right")
    assert (how["close_gaps"], how["subsample"]) == (True, 0.1)
    assert len(counts.rows) == 10


def test_text_may_come_from_standard_input(firth_process, trained, tmp_path):
    text = (trained / "corpus.txt").read_text()
    made = firth_process(f"count - -o {tmp_path}/c.safetensors --window 5 --min-count 2", input=text)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "c.safetensors").read_bytes() == (trained / "counts.safetensors").read_bytes()


def test_the_number_of_threads_does_not_change_a_byte(firth_process, trained, tmp_path):
    options = "--dim 8 --window 5 --min-count 2 --threads 1 --memory 1GB"
    made = firth_process(f"embed {trained}/corpus.txt -o {tmp_path}/v.safetensors {options}")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "v.safetensors").read_bytes() == (trained / "vectors.safetensors").read_bytes()


def test_the_summary_as_json_has_the_figures_of_each_stage(firth, trained, tmp_path):
    made = firth(f"embed {trained}/corpus.txt -o {tmp_path}/v.safetensors --dim 8 --json")
    summary = json.loads(made.stdout)
    assert summary["corpus"]["tokens"] == 400 * 9
    assert summary["counts"]["rows"] == summary["vectors"]["words"]
    assert set(summary["seconds"]) == {"read", "count", "embed", "save"}
    assert summary["saved"] == [f"{tmp_path}/v.safetensors"]


def test_the_summary_tells_of_bytes_that_are_not_utf8(firth, tmp_path):
    (tmp_path / "corpus.txt").write_bytes(b"caf\xe9 and tea\n" * 20)
    made = firth(f"count {tmp_path}/corpus.txt -o {tmp_path}/c.safetensors")
    assert "20 bytes not UTF-8" in made.stdout


def test_quiet_says_nothing(firth, trained, tmp_path):
    made = firth(f"count {trained}/corpus.txt -o {tmp_path}/c.safetensors --quiet")
    assert (made.exit_code, made.stdout, made.stderr) == (0, "", "")


def test_neighbors_of_an_animal_are_of_its_world(firth, trained):
    found = json.loads(firth(f"neighbors {trained}/vectors.safetensors cat -n 5 --json").stdout)
    world = "dog horse cow sheep goat hen duck eats sleeps runs"
    assert found["word"] == "cat"
    assert len(found["neighbors"]) == 5
    assert all(entry["word"] in world for entry in found["neighbors"])
    values = [entry["similarity"] for entry in found["neighbors"]]
    assert values == sorted(values, reverse=True)


def test_neighbors_print_one_word_a_line(firth, trained):
    lines = firth(f"neighbors {trained}/vectors.safetensors cat -n 3").stdout.splitlines()
    assert len(lines) == 3


def test_neighbors_of_several_words_are_the_lists_of_each(firth, trained):
    ask = f"neighbors {trained}/vectors.safetensors"
    cat, bus = (firth(f"{ask} {word} -n 3").stdout for word in ("cat", "bus"))
    assert firth(f"{ask} cat bus -n 3").stdout == f"cat\n{cat}\nbus\n{bus}"
    assert json.loads(firth(f"{ask} cat bus --json").stdout) == [
        json.loads(firth(f"{ask} {word} --json").stdout) for word in ("cat", "bus")
    ]


def test_words_that_are_unknown_are_named_together(firth, trained):
    said = firth(f"neighbors {trained}/vectors.safetensors cats cat xyzzy").stderr
    assert said.startswith("firth: 2 of 3 words are not among the ")
    assert "'cats' (near: 'cat'), 'xyzzy'. Leave them out or correct them." in said


def test_similarity_is_printed_and_given_as_json(firth, trained):
    value = float(firth(f"similarity {trained}/vectors.safetensors cat dog").stdout)
    content = json.loads(firth(f"similarity {trained}/vectors.safetensors cat dog --json").stdout)
    assert content["similarity"] == pytest.approx(value, abs=1e-4)


@pytest.mark.parametrize("method", ["mul", "add"])
def test_analogies_are_answered(firth, trained, method):
    made = firth(f"analogy {trained}/vectors.safetensors cat dog car --method {method} -n 2 --json")
    assert len(json.loads(made.stdout)["answers"]) == 2


def test_evaluate_gives_the_agreed_json(firth, trained, tmp_path):
    for folder, name, content in (
        ("wordsim", "EN-X.txt", "cat dog 9\ncat car 1\ndog bus 2\n"),
        ("analogies", "google.txt", ": family\ncat dog car bus\n"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(content)
    made = firth(f"evaluate {trained}/vectors.safetensors --data {tmp_path} --json")
    content = json.loads(made.stdout)
    assert content["similarity"]["EN-X"]["covered"] == content["similarity"]["EN-X"]["pairs"] == 3
    assert content["analogy"]["total"]["covered"] == 1
    assert "EN-X" in firth(f"evaluate {trained}/vectors.safetensors --data {tmp_path}").stdout


@pytest.mark.parametrize("output", ["v.txt", "v.bin", "g.txt --format glove"])
def test_export_and_back_keeps_words_and_vectors(firth, trained, tmp_path, output):
    made = firth(f"export {trained}/vectors.safetensors -o {tmp_path}/{output}")
    assert made.exit_code == 0, made.output
    original = load_embedding(trained / "vectors.safetensors")
    copy = load_embedding(tmp_path / output.split()[0])
    assert copy.vocabulary.tokens == original.vocabulary.tokens
    np.testing.assert_allclose(copy.vectors, original.vectors, atol=1e-6)


def test_info_tells_vectors_from_counts(firth, trained):
    vectors = json.loads(firth(f"info {trained}/vectors.safetensors --json").stdout)
    counts = json.loads(firth(f"info {trained}/counts.safetensors --json").stdout)
    assert (vectors["kind"], vectors["dim"], counts["kind"]) == ("vectors", 8, "counts")
    assert vectors["recipe"]["stages"]["counting"]["window"] == 5
    assert counts["total"] == pytest.approx(load_counts(trained / "counts.safetensors").matrix.sum())
    assert "spectrum" in firth(f"info {trained}/vectors.safetensors").stdout
    assert "non_zeros" in firth(f"info {trained}/counts.safetensors").stdout


def test_recipes_are_listed_and_shown_one_by_one(firth):
    listed = json.loads(firth("recipes --json").stdout)
    assert {"eigenword", "ppmi", "sppmi", "root-ca"} <= set(listed)
    assert all(recipe["sentence"] and recipe["source"] for recipe in listed.values())
    assert "shift" in firth("recipes sppmi").stdout
    assert "eigenword" in firth("recipes").stdout


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_python_dash_m_runs_the_command(firth_process, flag):
    assert firth_process(flag).stdout.startswith("firth ")
