"""A long descent that is stopped and taken up again from the command line."""

import os
import signal
import subprocess
import sys
import time

import pytest

from firth.cli import unfinished
from firth.store import load_embedding, save

KUBWE = "--recipe kubwe --dim 4 --sweeps 12 --degree 5"

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")


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
    run("--recipe kubwe --dim 4 --option sweeps=12 --option degree=5 --force")
    assert (tmp_path / "v.safetensors").read_bytes() == one
    refused = run("--recipe ppmi --dim 4 --mode fast --force")
    assert refused.exit_code == 2
    assert "--mode is for recipe kubwe only" in refused.stderr


SLOW = """
import time
from firth import store
from firth.cli import main, unfinished
from firth.runtime.atomic import whole_file
from firth.sphere import kubwe

sweep, save = kubwe._swept, store.save


def slowly(state, *rest, **more):
    if len(state.balances) == 7:
        print("seven", flush=True)
        time.sleep(60)
    return sweep(state, *rest, **more)


def save_slowly(embedding, path):
    with whole_file(path) as temporary:
        temporary.write_bytes(b"half")
        store.save = {then}
        print("seven", flush=True)
        time.sleep(60)


{given}
main()
"""
"""Stands still in the eighth sweep, or while the file of an unfinished run is written for the first time."""


@pytest.fixture
def stopped(trained, tmp_path):
    """Ctrl-C, as often as asked, where that program stands still: what it says, and the sweeps it saved."""
    running = []

    def stop(given: str, *, mode: str = "exact", times: int = 1, then: str = "save"):
        options = f"{KUBWE} --mode {mode}"
        arguments = f"embed {trained}/counts.safetensors -o {tmp_path}/v.safetensors {options}".split()
        program = [sys.executable, "-c", SLOW.format(given=given, then=then), *arguments]
        process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        for time_of_it in range(times):
            assert process.stdout.readline() == "seven\n"
            time.sleep(0.3 * time_of_it)  # or it would be one with the first
            process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 130
        left = [path.name for path in tmp_path.iterdir()]
        if not left:
            return said, 0
        assert left == ["v.unfinished.safetensors"]
        return said, len(load_embedding(tmp_path / left[0]).recipe["unfinished"]["balances"])

    yield stop
    for process in running:
        process.kill()


@posix
@pytest.mark.parametrize("mode", ["exact", "fast", "far-field"])
def test_after_ctrl_c_the_same_command_goes_on_with_the_same_bytes(run, stopped, tmp_path, mode):
    options = f"{KUBWE} --mode {mode}"
    run(options)
    whole = (tmp_path / "v.safetensors").read_bytes()
    (tmp_path / "v.safetensors").unlink()
    said, sweeps = stopped("kubwe._swept = slowly", mode=mode)
    told = f"firth: stopped; the same command goes on from {tmp_path}/v.unfinished.safetensors.\n"
    assert said.endswith(told)
    assert sweeps == 7  # all that were done; the eighth was under way
    assert run(options).exit_code == 0
    assert (tmp_path / "v.safetensors").read_bytes() == whole
    assert [path.name for path in tmp_path.iterdir()] == ["v.safetensors"]


@posix
def test_ctrl_c_while_the_state_is_written_writes_it_anew(stopped):
    assert stopped("unfinished.SECONDS_BETWEEN, store.save = 0.0, save_slowly")[1] == 1


@posix
def test_a_second_ctrl_c_does_not_wait_for_the_state(stopped):
    given = "unfinished.SECONDS_BETWEEN, store.save = 0.0, save_slowly"
    said, sweeps = stopped(given, times=2, then="save_slowly")
    assert said.endswith("firth: stopped; no partial file is left.\n")
    assert sweeps == 0


def test_unfinished_vectors_of_another_run_are_left_and_named(run, trained, tmp_path):
    save(load_embedding(trained / "vectors.safetensors"), tmp_path / "v.unfinished.safetensors")
    refused = run()
    assert refused.exit_code == 2
    assert refused.stderr.endswith(f"to begin anew remove {tmp_path}/v.unfinished.safetensors.\n")
    assert (tmp_path / "v.unfinished.safetensors").exists()


@pytest.mark.parametrize("damage", [b"", b"garbage", "cut", "counts"])
def test_a_damaged_unfinished_file_is_named_and_left(run, trained, tmp_path, damage):
    whole = {"cut": "vectors", "counts": "counts"}.get(damage)
    data = (trained / f"{whole}.safetensors").read_bytes() if whole else damage
    path = tmp_path / "v.unfinished.safetensors"
    path.write_bytes(data[:-9] if damage == "cut" else data)
    refused = run()
    assert refused.exit_code == 2
    assert refused.stderr.endswith(
        f"firth: {path}, which the run was to go on from, is damaged or no file of vectors; remove it "
        "to begin anew.\n"
    )
    assert path.exists()


def test_vectors_are_written_only_as_often_as_worth_while(trained, tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(unfinished, "monotonic", lambda: now[0])
    vectors = load_embedding(trained / "vectors.safetensors")
    state = unfinished.Unfinished(tmp_path / "v.safetensors")
    for later, there in ((5.0, False), (6.0, True), (3.0, False), (8.0, True)):
        now[0] += later
        state.keep(vectors)
        assert state.path.exists() == there
        state.path.unlink(missing_ok=True)
    state.end()
