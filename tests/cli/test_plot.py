"""firth plot, from vectors to pictures and numbers."""

import csv
import json

import numpy as np
import pytest

from firth.query import similarity
from firth.store import load_embedding

ANIMALS, VEHICLES = "animals=cat,dog,horse", "vehicles=car,bus"


@pytest.fixture
def drawn(firth, trained, tmp_path, monkeypatch):
    """Draw in a folder of its own; the result must be a success."""
    monkeypatch.chdir(tmp_path)

    def run(kind, options=""):
        result = firth(f"plot {kind} {trained}/vectors.safetensors {options}")
        assert result.exit_code == 0, result.output
        return result

    return run


@pytest.fixture
def refused(firth, trained, tmp_path, monkeypatch):
    """Drawing must fail with one sentence and leave nothing."""
    monkeypatch.chdir(tmp_path)

    def run(options):
        result = firth(f"plot {options.replace('VECTORS', f'{trained}/vectors.safetensors')}")
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("firth: ")
        assert result.stderr.count("\n") == 1
        assert not list(tmp_path.iterdir())
        return result.stderr

    return run


def rows_of(path):
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("kind", ["scatter", "heatmap", "cosine"])
def test_every_kind_is_drawn_under_its_own_name(drawn, tmp_path, kind):
    result = drawn(kind, f"--group {ANIMALS} --group {VEHICLES}")
    assert [path.name for path in tmp_path.iterdir()] == [f"{kind}.png"]
    assert (tmp_path / f"{kind}.png").read_bytes().startswith(b"\x89PNG")
    means, saved = result.stdout.splitlines()
    assert means.startswith("mean cosine within groups ")
    assert saved == f"saved     {kind}.png"


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("a.pdf", b"%PDF"), ("a.PNG", b"\x89PNG")])
def test_the_suffix_chooses_the_format(drawn, tmp_path, name, begins):
    drawn("cosine", f"--group {ANIMALS} -o {name} --title 'A title'")
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_means_are_those_of_the_similarities(drawn, trained):
    summary = json.loads(drawn("cosine", f"--group {ANIMALS} --group {VEHICLES} --json").stdout)
    vectors = load_embedding(trained / "vectors.safetensors")
    within = [("cat", "dog"), ("cat", "horse"), ("dog", "horse"), ("car", "bus")]
    between = [(a, v) for a in ("cat", "dog", "horse") for v in ("car", "bus")]
    expected = [np.mean([similarity(vectors, *pair) for pair in pairs]) for pairs in (within, between)]
    assert [summary["within"], summary["between"]] == pytest.approx(expected)
    assert summary["difference"] == pytest.approx(expected[0] - expected[1])
    assert summary["groups"] == {"animals": ["cat", "dog", "horse"], "vehicles": ["car", "bus"]}
    assert (summary["unknown"], summary["saved"]) == ([], ["cosine.png"])


def test_json_of_a_word_alone_has_no_means(drawn):
    summary = json.loads(drawn("scatter", "--group cat --json").stdout)
    assert [summary[name] for name in ("within", "between", "difference")] == [None, None, None]


def test_cosines_are_written_as_numbers(drawn, trained, tmp_path):
    result = drawn("cosine", f"--group {ANIMALS} --group {VEHICLES} --csv c.csv")
    assert result.stdout.endswith("saved     cosine.png\nsaved     c.csv\n")
    head, *rows = rows_of(tmp_path / "c.csv")
    assert head == ["word", "group", "cat", "dog", "horse", "car", "bus"]
    assert [row[:2] for row in rows[2:4]] == [["horse", "animals"], ["car", "vehicles"]]
    vectors = load_embedding(trained / "vectors.safetensors")
    for word, _, *numbers in rows:
        for other, number in zip(head[2:], numbers, strict=True):
            assert float(number) == pytest.approx(similarity(vectors, word, other), abs=1e-12)


def test_positions_and_vectors_are_written_as_numbers(drawn, trained, tmp_path):
    unit = load_embedding(trained / "vectors.safetensors").vectors_of(["cat", "dog", "horse", "car", "bus"])
    unit = unit / np.linalg.norm(unit, axis=1, keepdims=True)
    drawn("scatter", f"--group {ANIMALS} --group {VEHICLES} --csv s.csv")
    head, *rows = rows_of(tmp_path / "s.csv")
    assert head == ["word", "group", "component 1", "component 2"]
    left, values, _ = np.linalg.svd(unit - unit.mean(axis=0), full_matrices=False)
    points = np.array([row[2:] for row in rows], dtype=float)
    np.testing.assert_allclose(np.abs(points), np.abs(left[:, :2] * values[:2]), atol=1e-6)
    drawn("heatmap", f"--group {ANIMALS} --group {VEHICLES} --csv h.csv --order difference")
    head, *rows = rows_of(tmp_path / "h.csv")
    order = [int(name.removeprefix("dimension ")) - 1 for name in head[2:]]
    assert sorted(order) == list(range(8))
    np.testing.assert_allclose(np.array([row[2:] for row in rows], dtype=float), unit[:, order], atol=1e-6)


def test_words_may_come_from_files_named_after_their_group(drawn, tmp_path):
    (tmp_path / "animals.txt").write_text("cat\n\ndog \n")
    (tmp_path / "list.txt").write_text("car\nbus")
    summary = json.loads(
        drawn("cosine", "--group @animals.txt --group on-wheels=@list.txt --group ship,plane --json").stdout
    )
    assert summary["groups"] == {
        "animals": ["cat", "dog"],
        "on-wheels": ["car", "bus"],
        "group 3": ["ship", "plane"],
    }


def test_unknown_words_are_named_in_one_sentence_and_left_out(drawn, trained):
    result = drawn("cosine", "--group cat,dog,unicorn --group plov --json")
    size = len(load_embedding(trained / "vectors.safetensors"))
    assert result.stderr == f"firth: note: left out, not among the {size} words: 'unicorn', 'plov'.\n"
    summary = json.loads(result.stdout)
    assert (summary["groups"], summary["unknown"]) == ({"group 1": ["cat", "dog"]}, ["unicorn", "plov"])


def test_of_many_unknown_words_the_first_are_named(drawn):
    words = ",".join(f"u{i}" for i in range(13))
    assert drawn("scatter", f"--group cat,{words}").stderr.endswith("'u8', 'u9' and 3 others.\n")


def test_without_words_eleven_animals_and_foods_are_drawn(drawn):
    summary = json.loads(drawn("cosine", "--json").stdout)
    assert set(summary["groups"]) == {"animals"}
    assert {"cat", "dog", "horse", "cow", "sheep"} == set(summary["groups"]["animals"])
    assert len(summary["unknown"]) == 22 - 5


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("cosine VECTORS --group unicorn", "none of the 1 words to be drawn (the first is 'unicorn')"),
        ("cosine VECTORS --group ,", "--group ',' holds no word"),
        ("cosine VECTORS --group a=cat --group a=dog", "two groups are named 'a'"),
        ("cosine VECTORS --group cat --group dog,cat", "'cat' is in both 'group 1' and 'group 2'"),
        ("cosine VECTORS --group @absent.txt", "there is no file absent.txt."),
        ("cosine VECTORS --group cat -o cat.gif", "cat.gif ends in '.gif'"),
        ("cosine VECTORS --group cat -o absent/cat.png", "absent is not a folder"),
        ("cosine VECTORS --group cat --csv absent/cat.csv", "absent is not a folder"),
        ("scatter VECTORS --group cat --order axis", "--order is for heatmaps, and this is a scatter plot"),
        ("heatmap VECTORS --group cat --order difference", "compares two groups, not 1"),
        ("cosine absent.safetensors", "absent.safetensors"),
    ],
)
def test_bad_input_gets_one_sentence(refused, options, says):
    assert says in refused(options)
