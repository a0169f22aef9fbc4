import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from firth.errors import InputError, OutputError
from firth.runtime import new_files
from firth.runtime.atomic import refuse_unwritable, whole_file

posix = pytest.mark.skipif(os.name != "posix", reason="modes and locks are those of POSIX")


@pytest.fixture(params=["unnamed", "hidden"])
def either(request, monkeypatch):
    """Files without a name, and hidden ones as on systems that have no others."""
    if request.param == "hidden":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    elif not hasattr(os, "O_TMPFILE"):
        pytest.skip("this system has no files without a name")


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("either")
def test_a_finished_file_takes_the_name_and_nothing_else_is_left(tmp_path):
    for content in ("new", "newer"):
        with whole_file(tmp_path / "result.json") as temporary:
            temporary.write_text(content)
        assert [file.name for file in tmp_path.iterdir()] == ["result.json"]
        assert (tmp_path / "result.json").read_text() == content


@pytest.mark.usefixtures("either")
@pytest.mark.parametrize("failure", [KeyboardInterrupt, ValueError, InputError])
def test_a_failure_leaves_the_old_file_and_no_other(tmp_path, failure):
    target = tmp_path / "result.txt"
    target.write_text("old")
    with pytest.raises(failure):  # noqa: PT012, SIM117 - the block is what fails
        with whole_file(target) as temporary:
            temporary.write_text("half")
            raise failure
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_full_disk_is_an_output_error():
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with (
        pytest.raises(OutputError, match=r"/dev/full could not be written: no space left on device\."),
        whole_file("/dev/full") as device,
        device.open("wb") as file,
    ):
        file.write(b"content")
    assert not Path("/dev/full").is_file()


def test_a_missing_folder_is_named(tmp_path):
    with (
        pytest.raises(OutputError, match=r"missing is not a folder; make it first"),
        whole_file(tmp_path / "missing" / "x"),
    ):
        pytest.fail("the block must not begin")


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(OutputError, match="is a folder; give the name of a file"):
        refuse_unwritable(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="no permission"):
        refuse_unwritable(tmp_path / "x")


@pytest.mark.parametrize("name", ["x" * 300, "nul\0inside"])
def test_impossible_names_are_refused_in_a_sentence(tmp_path, name):
    with pytest.raises(OutputError), whole_file(tmp_path / name) as temporary:
        temporary.write_text("content")
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    with whole_file(tmp_path / "link.txt") as temporary:
        temporary.write_text("new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


@posix
@pytest.mark.usefixtures("either")
def test_a_replaced_file_keeps_its_mode_and_what_is_private_is_private_from_the_first_byte(tmp_path):
    target = tmp_path / "private.txt"
    target.write_text("old")
    target.chmod(0o600)
    with whole_file(target) as temporary:
        temporary.write_text("new")
        assert mode_of(temporary) == 0o600
    assert mode_of(target) == 0o600


@posix
@pytest.mark.usefixtures("either")
def test_a_new_file_has_the_mode_that_others_get(tmp_path):
    (tmp_path / "other").write_text("")
    with whole_file(tmp_path / "new") as temporary:
        temporary.write_text("new")
    assert mode_of(tmp_path / "new") == mode_of(tmp_path / "other")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux has files without a name")
def test_a_file_has_no_name_before_it_is_whole(tmp_path):
    with whole_file(tmp_path / "result") as temporary:
        if temporary.parent == tmp_path:
            pytest.skip("this file system has no files without a name")
        temporary.write_text("half")
        assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal
from pathlib import Path
from firth.runtime.atomic import whole_file
del os.O_TMPFILE
with whole_file("result.txt") as temporary:
    temporary.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="the program does without such files")
def test_what_a_killed_process_left_is_removed_by_the_next_and_what_a_live_one_writes_is_not(
    tmp_path, monkeypatch
):
    subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path, check=False)
    (left,) = tmp_path.iterdir()
    assert left.read_text() == "half"
    monkeypatch.delattr(os, "O_TMPFILE")
    (tmp_path / ".firth-notes").write_text("mine")
    with whole_file(tmp_path / "one") as one:
        assert not left.exists()
        new_files._cleared.clear()  # as in another process
        with whole_file(tmp_path / "two") as two:
            assert one.exists()
            two.write_text("2")
        one.write_text("1")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".firth-notes", "one", "two"]
