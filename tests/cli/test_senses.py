"""firth senses: train, show, tag, export, and what they refuse."""

import json

import numpy as np
import pytest

from cli.conftest import ANIMALS, VEHICLES
from firth.senses import load_senses
from firth.store import load_counts, load_embedding


@pytest.fixture
def senses(firth, trained, tmp_path):
    made = firth(f"senses train {trained}/counts.safetensors -o {tmp_path}/s.safetensors --senses 2")
    assert made.exit_code == 0, made.output
    return tmp_path / "s.safetensors"


@pytest.fixture
def refused(firth, tmp_path):
    """Run a command that must fail and leave the folder as it was: its sentence."""

    def run(command):
        before = sorted(tmp_path.rglob("*"))
        result = firth(command)
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith("firth: ")
        assert result.stderr.count("\n") == 1
        assert sorted(tmp_path.rglob("*")) == before
        return result.stderr

    return run


@pytest.mark.parametrize("command", ["train", "show", "tag", "export", "similarity"])
def test_every_command_has_a_sentence_and_examples(firth, command):
    shown = firth(f"senses {command} --help")
    assert shown.exit_code == 0
    assert f"firth senses {command}" in shown.stdout


def test_counts_and_the_text_they_came_from_give_the_same_senses(firth, trained, senses, tmp_path):
    options = "--window 5 --min-count 2 --senses 2"
    made = firth(f"senses train {trained}/corpus.txt -o {tmp_path}/t.safetensors {options} --json")
    summary = json.loads(made.stdout)
    assert summary["senses"]["words"] == len(load_senses(senses))
    assert (tmp_path / "t.safetensors").read_bytes() == senses.read_bytes()


def test_words_may_be_chosen(firth, trained, tmp_path):
    (tmp_path / "words.txt").write_text("cat\n\nthe\n")
    counts = load_counts(trained / "counts.safetensors").rows
    wanted = {
        "--words @" + str(tmp_path / "words.txt"): {"cat", "the"},
        "--most-frequent 3": set(counts.tokens[:3]),
    }
    wanted["--all"] = set(counts.tokens)
    for option, words in wanted.items():
        made = firth(f"senses train {trained}/counts.safetensors -o {tmp_path}/s.safetensors {option} -qf")
        assert (made.exit_code, made.stdout) == (0, "")
        assert set(load_senses(tmp_path / "s.safetensors").places) == words


def test_wordnet_says_how_many(firth, trained, tmp_path):
    (tmp_path / "index.sense").write_text("the%4:02:00:: 1 1 0\nthe%4:02:01:: 2 2 0\ncat%1:05:00:: 3 1 0\n")
    command = f"senses train {trained}/counts.safetensors -o {tmp_path}/s.safetensors --all --senses wordnet"
    made = firth(f"{command} --wordnet {tmp_path}/index.sense")
    assert made.exit_code == 0, made.output
    model = load_senses(tmp_path / "s.safetensors")
    assert model["the"].number <= 2
    assert model["cat"].number == model["dog"].number == 1


def test_senses_are_shown_as_a_table_and_as_json(firth, senses):
    shown = firth(f"senses show {senses} the")
    assert "the#1" in shown.stdout
    assert "typical contexts" in shown.stdout
    content = json.loads(firth(f"senses show {senses} the -n 4 --json").stdout)
    assert content["word"] == "the"
    assert sum(sense["share"] for sense in content["senses"]) == pytest.approx(1)
    worlds = [{entry["word"] for entry in sense["contexts"]} for sense in content["senses"]]
    assert len(worlds) == 2
    assert any(world & set(ANIMALS) for world in worlds)
    assert any(world & set(VEHICLES) for world in worlds)


def test_a_sentence_is_tagged_with_weights_and_a_margin(firth, senses):
    found = json.loads(firth(f'senses tag {senses} "the cat sleeps near a dog" --word the --json').stdout)
    [tagging] = found["words"]
    assert sum(tagging["weights"]) == pytest.approx(1)
    assert 0 <= tagging["margin"] <= 1
    other = json.loads(firth(f'senses tag {senses} "the car stops near a bus" --word the --json').stdout)
    assert other["words"][0]["sense"] != tagging["sense"]
    assert f"the#{tagging['sense']}" in firth(f'senses tag {senses} "the cat sleeps" --word the').stdout


def test_sense_vectors_are_exported_in_the_usual_formats(firth, senses, tmp_path):
    for name in ("v.safetensors", "v.txt"):
        made = firth(f"senses export {senses} -o {tmp_path}/{name} --dim 8")
        assert made.exit_code == 0, made.output
        vectors = load_embedding(tmp_path / name)
        assert "the#2" in vectors
        assert np.isfinite(vectors.vectors).all()
    assert "the#" in firth(f"neighbors {tmp_path}/v.safetensors the").stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--senses 0", "1 or more"),
        ("--senses many", "wordnet"),
        ("--senses 999 --most-frequent 1", "cannot have 999"),
        ("--most-frequent 3 --all", "give one"),
        ("--words @absent.txt", "absent.txt"),
        ("--wordnet index.sense", "--senses wordnet"),
        ("--senses wordnet --wordnet absent.sense", "absent.sense"),
        ("--window 3", "counted already"),
        ("--memory 1KB", "budget"),
    ],
)
def test_training_refuses(refused, trained, tmp_path, options, said):
    command = f"senses train {trained}/counts.safetensors -o {tmp_path}/s.safetensors {options}"
    assert said in refused(command)


def test_training_refuses_outputs_of_another_kind(refused, trained, tmp_path):
    assert "s.txt" in refused(f"senses train {trained}/counts.safetensors -o {tmp_path}/s.txt")


def test_showing_and_tagging_refuse(refused, trained, senses):
    assert "'cat'" in refused(f"senses show {senses} caat")
    assert "embedding" in refused(f"senses show {trained}/vectors.safetensors cat")
    assert "does not have the word" in refused(f'senses tag {senses} "a cow eats" --word the')
    assert "no words" in refused(f'senses tag {senses} " " --word the')


def test_info_tells_what_a_file_of_senses_holds(firth, senses):
    described = json.loads(firth(f"info {senses} --json").stdout)
    model = load_senses(senses)
    assert (described["kind"], described["split"]) == ("senses", len(model))
    assert described["several"] == len(model.ambiguous) > 0
    assert "kind        senses" in firth(f"info {senses}").stdout


def test_pairs_in_sentences_are_compared_by_the_senses_that_apply(firth, senses, tmp_path):
    animals, vehicles = (f"the {words[0]} and the <b> {words[1]} </b>" for words in (ANIMALS, VEHICLES))
    kinds = {animals: ANIMALS[1], vehicles: VEHICLES[1]}
    rated = [(animals, animals, 9.0), (animals, vehicles, 1.0), (vehicles, vehicles, 8.0)]
    lines = [
        f"{i}\t{kinds[a]}\tn\t{kinds[b]}\tn\t{a}\t{b}\t{rating}\n" for i, (a, b, rating) in enumerate(rated)
    ]
    unknown = "9\tzebra\tn\tzebra\tn\t<b> zebra </b>\t<b> zebra </b>\t5\n"
    (tmp_path / "pairs.txt").write_text("".join([*lines, unknown]))
    found = json.loads(firth(f"senses similarity {senses} {tmp_path}/pairs.txt --dim 10 --json").stdout)
    assert (found["covered"], found["pairs"]) == (3, 4)
    assert found["avg_sim_c"] > 0.4
    shown = firth(f"senses similarity {senses} {tmp_path}/pairs.txt --dim 10 -q").stdout
    assert "3 of 4" in shown
    assert f"avgSimC   {found['avg_sim_c']:.3f}" in shown


def test_pairs_without_sentences_are_refused(refused, senses, tmp_path):
    (tmp_path / "pairs.txt").write_text("cat dog 3\n")
    assert "with tabs between" in refused(f"senses similarity {senses} {tmp_path}/pairs.txt")
