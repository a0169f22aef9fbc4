"""firth tune."""

import json
import os
import shlex
import signal
import subprocess
import sys
import textwrap

import pytest

from firth.store import load_embedding

ANIMALS = ["cat", "dog", "horse", "cow", "sheep", "goat", "hen", "duck"]
VEHICLES = ["car", "bus", "train", "tram", "lorry", "ship", "plane", "bike"]
FEW = "--recipes ppmi,svd --windows 2,4 --weights flat --exponents 0,0.5 --dims 2,5"


@pytest.fixture
def asked(trained, tmp_path):
    """A command to be followed by options: the text, the folder, and a set of pairs."""
    alike = [f"{a} {b} 9\n" for group in (ANIMALS, VEHICLES) for a in group for b in group if a < b]
    unlike = [f"{a} {b} 1\n" for a in ANIMALS for b in VEHICLES]
    (tmp_path / "mine.txt").write_text("".join(alike + unlike))
    return f"tune {trained}/corpus.txt -o {tmp_path}/out --set {tmp_path}/mine.txt"


def test_it_shows_what_was_chosen_and_writes_everything(firth, asked, tmp_path):
    made = firth(f"{asked} {FEW} --plot")
    assert made.exit_code == 0, made.output
    assert made.stdout.startswith("16 configurations; to do: 2 × counting, 8 × factorizing.\n")
    assert all(text in made.stdout for text in ("the best 10 of 16", "held-out pairs", "chosen ", "made by"))
    files = ["best.safetensors", "cache", "report.md", "results.json", "tuning.png"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == files
    assert (tmp_path / "out" / "tuning.png").read_bytes().startswith(b"\x89PNG")


def test_it_shows_how_many_pairs_of_each_set_the_text_covers(firth, asked, tmp_path):
    with (tmp_path / "mine.txt").open("a") as file:
        file.writelines(f"cat unheardof{n} 5\n" for n in range(30))
    (tmp_path / "far.txt").write_text("sun moon 3\nstar comet 2\n")
    shown = firth(f"{asked} --set {tmp_path}/far.txt {FEW}").stdout
    table = shown.partition("pairs on each side")[2]
    lines = [line.replace("│", " ").split() for line in table.splitlines() if line.startswith("│")]
    counts = {name: list(map(int, cells)) for name, *cells in lines}
    for name, (pairs, known) in {"mine": (150, 120), "far": (2, 0), "all": (152, 120)}.items():
        total, chosen_on, chosen_on_known, held_out, held_out_known = counts[name]
        assert total == pairs == chosen_on + held_out
        assert chosen_on_known + held_out_known == known


@pytest.mark.parametrize(
    "options",
    [
        FEW,
        "--recipes sppmi --windows 3 --dims 4 --exponents 0.3 --option shift=2,3 --post none,center+unit "
        "--seed 4",
        "--recipes tailcut,positional --dims 3 --exponents 0,1 --min-count 2 --case keep",
    ],
)
def test_the_command_it_prints_makes_the_chosen_vectors(firth, asked, tmp_path, monkeypatch, options):
    found = json.loads(firth(f"{asked} {options} --json").stdout)
    monkeypatch.chdir(tmp_path)
    made = firth(shlex.join(shlex.split(found["command"])[1:]))
    assert made.exit_code == 0, made.output
    assert (tmp_path / "vectors.safetensors").read_bytes() == (
        tmp_path / "out" / "best.safetensors"
    ).read_bytes()
    assert load_embedding(tmp_path / "vectors.safetensors").dim == found["chosen"]["dim"]


def test_the_default_beside_it_is_what_embed_makes(firth, asked, trained, tmp_path):
    found = json.loads(firth(f"{asked} {FEW} --json").stdout)
    dim = found["default"]["dim"]
    made = firth(f"embed {trained}/corpus.txt -o {tmp_path}/default.safetensors --dim {dim}")
    assert made.exit_code == 0, made.output
    kept = [path.read_bytes() for path in (tmp_path / "out" / "cache").glob("vectors-*")]
    assert (tmp_path / "default.safetensors").read_bytes() in kept


def test_json_is_the_conclusion_and_nothing_else_is_printed(firth, asked, tmp_path):
    made = firth(f"{asked} {FEW} --json")
    found = json.loads(made.stdout)
    kept = json.loads((tmp_path / "out" / "results.json").read_text())
    assert {name: kept[name] for name in found if name != "saved"} == {
        name: value for name, value in found.items() if name != "saved"
    }
    assert len(kept["trials"]) == 16
    best = max(kept["trials"], key=lambda trial: trial["development"])
    assert found["development"]["chosen"] == best["development"]
    assert [row["name"] for row in found["held_out"]] == ["mine", "mean"]
    assert firth(f"{asked} {FEW} --quiet").stdout == ""


def test_running_again_says_what_is_done(firth, asked):
    firth(f"{asked} {FEW} --quiet")
    assert firth(f"{asked} {FEW}").stdout.startswith("16 configurations, 16 of them done.\n")
    more = firth(f"{asked} {FEW} --exponents 0,0.5,1")
    assert more.stdout.startswith(
        "24 configurations, 16 of them done; to do: 2 × counting, 8 × factorizing.\n"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--recipes nonsense", "nonsense"),
        ("--recipes ,", "recipes is empty"),
        ("--recipes sca", "learns from scored pairs"),
        ("--option nonsense=1", "nonsense"),
        ("--option alpha", "NAME=V1,V2"),
        ("--option alpha=", "NAME=V1,V2"),
        ("--windows 5,x", "whole numbers"),
        ("--windows ''", "windows is empty"),
        ("--weights steep", "steep"),
        ("--exponents 9", "exponent is 9"),
        ("--dims 0", "dim is 0"),
        ("--dims 500", "dim is 500, but the text has"),
        ("--post nonsense", "nonsense"),
        ("--development 0", "development is 0"),
        ("--development 0.001", "development side has"),
        ("--seed -1", "seed is -1"),
        ("--set absent.txt", "absent.txt"),
        ("--memory much", "much"),
    ],
)
def test_bad_input_is_one_sentence_and_leaves_no_file(firth, asked, tmp_path, options, said):
    refused = firth(f"{asked} {options}")
    assert refused.exit_code == 2, refused.output
    assert said in refused.stderr
    assert refused.stderr.startswith("firth: ")
    assert refused.stderr.count("\n") == 1
    assert [path for path in (tmp_path).rglob("*") if path.is_file()] == [tmp_path / "mine.txt"]


def test_text_from_standard_input_is_refused(firth, asked, trained):
    assert "only once" in firth(asked.replace(f"{trained}/corpus.txt", "-")).stderr


def test_parts_of_names_stand_for_sets(firth, trained, tmp_path):
    (tmp_path / "wordsim").mkdir()
    pairs = [f"{a} {b} {n}" for n, (a, b) in enumerate((a, b) for a in ANIMALS for b in VEHICLES)]
    (tmp_path / "wordsim" / "EN-MEN-TR-3k.txt").write_text("\n".join(pairs))
    made = firth(f"tune {trained}/corpus.txt -o {tmp_path}/out --set men --data {tmp_path} {FEW} --json")
    assert [share["name"] for share in json.loads(made.stdout)["pairs"]] == ["EN-MEN-TR-3k"]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_ctrl_c_loses_nothing_that_is_finished(firth, asked, tmp_path):
    program = textwrap.dedent("""
        import time
        from itertools import islice
        import firth.tune.tuning as tuning
        from firth.cli import main

        search = tuning.search

        def slow(*arguments, **options):
            yield from islice(search(*arguments, **options), 5)
            print("five", flush=True)
            time.sleep(60)

        tuning.search = slow
        main()
    """)
    process = subprocess.Popen(
        [sys.executable, "-c", program, *shlex.split(f"{asked} {FEW} --json")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "five\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, "firth: stopped; no partial file is left.\n")
    assert len(json.loads((tmp_path / "out" / "results.json").read_text())["trials"]) == 5
    again = firth(f"{asked} {FEW}")
    assert again.stdout.startswith("16 configurations, 5 of them done; ")
    stopped = (tmp_path / "out" / "results.json").read_bytes()
    whole = asked.replace(f"{tmp_path}/out", f"{tmp_path}/whole")
    assert firth(f"{whole} {FEW} --quiet").exit_code == 0
    assert (tmp_path / "whole" / "results.json").read_bytes() == stopped
