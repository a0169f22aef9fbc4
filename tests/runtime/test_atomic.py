import os
from pathlib import Path

import pytest

from firth.errors import InputError, OutputError
from firth.runtime.atomic import refuse_unwritable, whole_file


def test_a_finished_file_takes_the_name_and_nothing_else_is_left(tmp_path):
    with whole_file(tmp_path / "result.json") as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".json"
        temporary.write_text("new")
    assert [file.name for file in tmp_path.iterdir()] == ["result.json"]
    assert (tmp_path / "result.json").read_text() == "new"


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


def test_permissions_of_a_replaced_file_are_kept(tmp_path):
    target = tmp_path / "private.txt"
    target.write_text("old")
    target.chmod(0o600)
    with whole_file(target) as temporary:
        temporary.write_text("new")
    assert target.stat().st_mode & 0o777 == 0o600
