"""Files that belong together: those of one run or of another, at any moment."""

import json
import os
import stat
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from firth.errors import OutputError
from firth.runtime import file_sets
from firth.runtime.atomic import whole_file
from firth.runtime.file_sets import whole_folder

OLD = {"a.txt": "old", "b.txt": "old", "list": "old"}
NEW = {"b.txt": "new", "c.txt": "new", "list": "new"}


def write(folder, files, **options):
    with whole_folder(folder, **options) as hidden:
        for name, content in files.items():
            with whole_file(hidden / name) as temporary:
                temporary.write_text(content)


def files_in(folder):
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def test_a_new_folder_has_the_mode_that_others_get_and_nothing_stays_beside_it(tmp_path):
    (tmp_path / "other").mkdir()
    write(tmp_path / "results", OLD)
    assert files_in(tmp_path / "results") == OLD
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "results"]
    assert (tmp_path / "results").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_an_earlier_set_goes_as_the_new_one_comes_and_files_and_folders_of_others_stay(tmp_path):
    folder = tmp_path / "results"
    write(folder, OLD)
    write(folder, NEW, earlier=OLD)
    assert files_in(folder) == NEW
    (folder / "notes.md").write_text("mine")
    (folder / "drafts").mkdir()
    write(folder, OLD, earlier=NEW)
    assert files_in(folder) == {**OLD, "notes.md": "mine"}
    assert [path.name for path in tmp_path.iterdir()] == ["results"]
    assert (folder / "drafts").is_dir()


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_modes_of_the_folder_and_of_its_files_are_kept(tmp_path):
    folder = tmp_path / "results"
    write(folder, OLD)
    folder.chmod(0o750)
    (folder / "b.txt").chmod(0o600)
    write(folder, NEW, earlier=OLD)
    assert (stat.S_IMODE(folder.stat().st_mode), stat.S_IMODE((folder / "b.txt").stat().st_mode)) == (
        0o750,
        0o600,
    )


def test_a_failure_leaves_the_earlier_set(tmp_path):
    folder = tmp_path / "results"
    write(folder, OLD)
    with pytest.raises(OutputError):
        write(folder, {**NEW, "x" * 300: "a name that is too long"}, earlier=OLD)
    assert files_in(folder) == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["results"]


def test_a_folder_that_somebody_stands_in_stays_the_same_folder(tmp_path, monkeypatch):
    write(tmp_path / "results", OLD)
    monkeypatch.chdir(tmp_path / "results")
    before = Path.cwd().stat().st_ino
    write(Path(), NEW, earlier=OLD)
    assert Path("c.txt").read_text() == "new"
    assert (tmp_path / "results").stat().st_ino == before


def test_a_link_to_a_folder_stays_a_link(tmp_path):
    write(tmp_path / "real", OLD)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "link", NEW, earlier=OLD)
    assert (tmp_path / "link").is_symlink()
    assert files_in(tmp_path / "real") == NEW


def test_folders_are_exchanged_in_two_steps_where_one_is_not_to_be_had(tmp_path, monkeypatch):
    monkeypatch.setattr(file_sets, "_exchanged", lambda one, other: False)
    write(tmp_path / "results", OLD)
    write(tmp_path / "results", NEW, earlier=OLD)
    assert files_in(tmp_path / "results") == NEW
    assert [path.name for path in tmp_path.iterdir()] == ["results"]


def test_failures_name_the_folder_that_was_asked_for(tmp_path):
    with (
        pytest.raises(OutputError, match=r"results/x\.txt could not be written: no space left on device\."),
        whole_folder(tmp_path / "results") as hidden,
        whole_file(hidden / "x.txt"),
    ):
        raise OSError(28, "No space left on device")


KILLED_AT = """
import json, os, signal, sys
from pathlib import Path
from firth.runtime.atomic import whole_file
from firth.runtime.file_sets import whole_folder

when, old, new = json.loads(sys.argv[1])
events = 0


def killed(event, arguments):
    global events
    if event in ("open", "ctypes.dlsym") or event.startswith("os."):
        events += 1
        if events == when:
            os.kill(os.getpid(), signal.SIGKILL)


sys.addaudithook(killed)
with whole_folder(Path("results"), old, last="list") as hidden:
    for name, content in new.items():
        with whole_file(hidden / name) as temporary:
            temporary.write_text(content)
"""


@pytest.mark.skipif(os.name != "posix", reason="processes are killed as on POSIX")
@pytest.mark.parametrize("others", [False, True])
def test_a_process_killed_before_any_change_of_names_leaves_one_set(tmp_path, others):
    folder = tmp_path / "results"
    for when in count(1):
        write(folder, OLD, earlier=[*OLD, *NEW])
        if others:
            (folder / "notes.md").write_text("mine")
        command = [sys.executable, "-c", KILLED_AT, json.dumps([when, OLD, NEW])]
        code = subprocess.run(command, cwd=tmp_path, check=False).returncode
        left = files_in(folder)
        if others:
            assert left.pop("notes.md") == "mine"
            left.pop("list", None)  # replaced last
            assert left.items() <= OLD.items() or left.items() <= NEW.items()
        else:
            assert left in (OLD, NEW)
        if code == 0:
            break
        assert code == -9
    assert when > 10
    write(folder, OLD, earlier=NEW)
    assert [path.name for path in tmp_path.iterdir() if path.name != "results"] == []
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []
