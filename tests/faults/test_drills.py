"""A part of the fault drills; `python -m tests.faults --times 100` is all of them."""

from __future__ import annotations

import random
import signal

import pytest

from .commands import COMMANDS
from .disks import can_mount, changed_file, full_disk, no_names, read_only, short_files
from .flips import FILES, taken_for_whole
from .fuzz import attempt
from .moments import SIGNALS, killed, stopped
from .nth_call import KINDS, failing_calls
from .outcome import stage_of
from .readers import READERS
from .runs import Runs, compiled_library

pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="processes are forked, as on POSIX"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("faults")


@pytest.fixture(scope="module")
def runs(folder):
    """Runs in which calls fail, where there is a compiler."""
    with Runs(compiled_library(folder)) as running:
        yield running


@pytest.fixture
def stage(runs, folder):
    return lambda name: stage_of(runs, folder / "stage", COMMANDS[name])


@pytest.fixture
def can_fail(folder):
    if compiled_library(folder) is None:
        pytest.skip("no compiler for what makes calls fail")


def faults(outcomes):
    """What was wrong; there must have been something to go wrong."""
    found = list(outcomes)
    assert found
    return [(case, fault) for case, fault in found if fault]


@pytest.mark.usefixtures("can_fail")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["export .vec", "gini", "clean html"])
def test_a_call_of_the_system_that_fails_leaves_the_old_files_or_the_new(runs, stage, name, kind):
    assert faults(failing_calls(runs, stage(name), kind, step=1 if name == "export .vec" else 3)) == []


@pytest.mark.usefixtures("can_fail")
@pytest.mark.parametrize("kind", ["write", "open"])
def test_a_call_that_fails_where_nothing_was_leaves_nothing(runs, stage, kind):
    assert faults(failing_calls(runs, stage("gini"), kind, from_nothing=True, step=2)) == []


@pytest.mark.usefixtures("can_fail")
def test_a_full_disk_is_a_sentence_where_polars_writes_parquet(runs, stage):
    outcomes = list(failing_calls(runs, stage("documents embed .parquet"), "write"))
    assert len(outcomes) > 1  # a call failed before none did
    assert [fault for _, fault in outcomes if fault] == []


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_at_any_moment_ends_in_one_line_with_nothing_left(runs, stage, number):
    assert faults(stopped(runs, stage("embed"), number, 3, random.Random(number))) == []


@pytest.mark.parametrize("name", ["gini", "embed --resume"])
def test_what_is_killed_at_any_moment_and_run_again_gives_the_same_bytes(runs, stage, name):
    assert faults(killed(runs, stage(name), 3, random.Random(1))) == []


def test_a_limit_on_the_length_of_files_is_a_sentence(runs, stage):
    assert faults(short_files(runs, stage("gini"), (0, 100, 1000))) == []


def test_an_array_that_has_no_room_at_its_end_is_a_sentence(runs, stage):
    assert faults(short_files(runs, stage("documents embed"), (1000,))) == []


def test_small_disks_and_those_that_may_only_be_read_leave_the_old_files_or_the_new(runs, stage, folder):
    if not can_mount(folder / "disk"):
        pytest.skip("only root can mount small disks")
    for drill in (full_disk, no_names, read_only):
        assert faults(drill(runs, stage("gini"))) == []


@pytest.mark.parametrize(
    ("name", "file"), [("count --memory", "long.txt"), ("export .vec", "vectors.safetensors")]
)
def test_a_file_that_changes_while_it_is_read_gives_no_other_result(runs, stage, name, file):
    assert faults(changed_file(runs, stage(name), file, 2)) == []


@pytest.mark.parametrize(
    "line",
    [
        "count /dev/zero -o out/c.safetensors",
        "clean wikipedia /dev/zero -o out/t.txt",
        "clean html /dev/zero -o out/t.txt --memory 1MB",
        "documents embed /dev/zero -o out/d.npy",
        "neighbors /dev/zero tea",
    ],
)
def test_a_file_without_an_end_is_refused(runs, stage, line):
    stopped_at = stage("clean html")
    stopped_at.again({})
    assert stopped_at.fault(runs.run(stopped_at.folder, line.split()), {}, codes=(2,)) == ""


@pytest.mark.parametrize("name", FILES)
def test_a_changed_byte_or_another_length_is_never_taken_for_whole(tmp_path, name):
    assert faults(taken_for_whole(name, tmp_path, flips=(0x20,), step=5)) == []


@pytest.mark.parametrize("name", [name for name in READERS if "parquet" not in name])
def test_a_reader_gives_a_result_or_a_refusal_of_whatever_damage(tmp_path, name):
    rng = random.Random(name)
    for seed in READERS[name].seeds():
        for _ in range(8):
            data = bytearray(seed)
            for _ in range(rng.randint(1, 4)):
                place = rng.randrange(len(data))
                data[place : place + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
            error = attempt(READERS[name], bytes(data), tmp_path)
            assert error is None, (bytes(data), error)
