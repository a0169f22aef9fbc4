"""A long descent that is stopped and taken up again from the command line."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from firth.cli import unfinished
from firth.store import load_embedding, save

KUBWE = "--recipe kubwe --dim 4 --sweeps 12 --degree 5"


@pytest.fixture
def run(firth, trained, tmp_path):
    def embed(options: str = KUBWE):
        return firth(f"embed {trained}/counts.safetensors -o {tmp_path}/v.safetensors {options}")

    return embed


@pytest.mark.parametrize("mode", ["exact", "fast", "far-field"])
def test_kubwe_makes_unit_vectors_and_leaves_no_other_file(run, tmp_path, mode):
    made = run(f"{KUBWE} --mode {mode}")
    assert made.exit_code == 0, made.output
    vectors = load_embedding(tmp_path / "v.safetensors")
    assert (vectors.vectors**2).sum(axis=1) == pytest.approx(1, abs=1e-5)
    asked = vectors.recipe["association"]
    assert (asked["mode"], asked["degree"], asked["sweeps"]) == (mode, 5, 12)
    assert [path.name for path in tmp_path.iterdir()] == ["v.safetensors"]


def test_options_of_kubwe_can_be_given_either_way_and_belong_to_it_alone(run, tmp_path):
    run()
    one = (tmp_path / "v.safetensors").read_bytes()
    run("--recipe kubwe --dim 4 --option sweeps=12 --option degree=5")
    assert (tmp_path / "v.safetensors").read_bytes() == one
    refused = run("--recipe ppmi --dim 4 --mode fast")
    assert refused.exit_code == 2
    assert "recipe 'ppmi' has no option 'mode'" in refused.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_after_ctrl_c_the_same_command_goes_on_with_the_same_bytes(run, trained, tmp_path):
    run()
    whole = (tmp_path / "v.safetensors").read_bytes()
    (tmp_path / "v.safetensors").unlink()
    program = textwrap.dedent("""
        import time
        from firth.cli import main, unfinished
        from firth.sphere import kubwe

        unfinished.keep_in.__kwdefaults__["every"] = 0.0
        sweep = kubwe._swept

        def slowly(state, *rest, **more):
            if len(state.balances) == 7:
                print("seven", flush=True)
                time.sleep(60)
            return sweep(state, *rest, **more)

        kubwe._swept = slowly
        main()
    """)
    arguments = f"embed {trained}/counts.safetensors -o {tmp_path}/v.safetensors {KUBWE}".split()
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-c", program, *arguments], **pipes, text=True)
    assert process.stdout.readline() == "seven\n"
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.endswith(
        f"firth: stopped; the same command goes on from {tmp_path}/v.unfinished.safetensors.\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["v.unfinished.safetensors"]
    state = load_embedding(tmp_path / "v.unfinished.safetensors")
    assert len(state.recipe["unfinished"]["balances"]) == 7
    assert run().exit_code == 0
    assert (tmp_path / "v.safetensors").read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["v.safetensors"]


def test_unfinished_vectors_of_another_run_are_left_and_named(run, trained, tmp_path):
    save(load_embedding(trained / "vectors.safetensors"), tmp_path / "v.unfinished.safetensors")
    refused = run()
    assert refused.exit_code == 2
    assert "remove their file, NAME.unfinished.safetensors" in refused.stderr
    assert (tmp_path / "v.unfinished.safetensors").exists()


def test_vectors_are_written_only_as_often_as_worth_while(trained, tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(unfinished, "monotonic", lambda: now[0])
    vectors, path = load_embedding(trained / "vectors.safetensors"), tmp_path / "u.safetensors"
    keep = unfinished.keep_in(path)
    for later, there in ((5.0, False), (6.0, True), (3.0, False), (8.0, True)):
        now[0] += later
        keep(vectors)
        assert path.exists() == there
        path.unlink(missing_ok=True)
