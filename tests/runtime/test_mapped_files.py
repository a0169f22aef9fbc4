"""Mapped files that others write to."""

import os

import numpy as np
import pytest

from firth.errors import InputError
from firth.runtime.atomic import whole_file
from firth.runtime.file_sets import whole_folder
from firth.runtime.mapped_files import changed_in_place, mapped_bytes
from firth.runtime.tensors import TensorFile, write_tensors


@pytest.fixture
def mapped(tmp_path):
    """A file with the numbers 0, 1 and 2, which are mapped."""
    path = tmp_path / "numbers.safetensors"
    write_tensors(path, {"numbers": (np.arange(3), "I64")}, {}, {})
    return path, TensorFile.open(path).array("numbers")


def overwrite(path):
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b"\x7f")
    os.utime(path, ns=(1, 1))  # the clock of a file system may be slow


def test_what_came_of_a_file_that_was_overwritten_is_not_kept(mapped, tmp_path):
    path, numbers = mapped
    overwrite(path)
    assert numbers[2] != 2
    for block in (whole_file(tmp_path / "sum.txt"), whole_folder(tmp_path / "sums")):
        with (
            pytest.raises(InputError, match=r"numbers\.safetensors was written to while it was in use"),
            block,
        ):
            pass
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_file_that_was_replaced_is_whole_in_the_map(mapped, tmp_path):
    path, numbers = mapped
    write_tensors(path, {"numbers": (np.arange(7), "I64")}, {}, {})
    assert numbers.tolist() == [0, 1, 2]
    assert changed_in_place() is None
    with whole_file(tmp_path / "sum.txt") as temporary:
        temporary.write_text("3")


def test_a_file_is_watched_only_as_long_as_it_is_used(tmp_path):
    path = tmp_path / "bytes"
    path.write_bytes(b"abc")
    content = mapped_bytes(path)
    overwrite(path)
    assert changed_in_place() == path
    assert changed_in_place(cut=True) is None
    del content
    assert changed_in_place() is None
