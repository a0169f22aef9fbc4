"""Blocks with a manifest: found whole or made again, and never those of other work."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from firth.errors import FirthError, FormatError, InputError, OutputError
from firth.runtime import blocks as blocks_module
from firth.runtime import storage
from firth.runtime.blocks import MANIFEST, Blocks, digest_of_arrays

RECIPE = {"sources": [{"name": "a.txt", "bytes": 3}], "window": 2}


def squares():
    return {"squares": np.arange(5) ** 2}, {"last": False}


def never():
    raise AssertionError("it was made again")


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "out.unfinished"
    with Blocks(folder, RECIPE) as blocks:
        blocks.get("squares-0", {"from": 0}, squares)
    return folder


def test_a_block_is_made_once_and_found_by_the_next_process(folder):
    with Blocks(folder, dict(reversed(RECIPE.items()))) as blocks:
        found = blocks.get("squares-0", {"from": 0}, never)
        assert found.arrays["squares"].tolist() == [0, 1, 4, 9, 16]
        assert (found.facts, found.checksum != "") == ({"last": False}, True)


def test_a_block_made_of_something_else_is_made_again(folder):
    with Blocks(folder, RECIPE) as blocks:
        assert blocks.find("squares-0", {"from": 1}) is None
        made = blocks.get("squares-0", {"from": 1}, lambda: ({"squares": np.zeros(1)}, {}))
        assert made.arrays["squares"].tolist() == [0]


@pytest.mark.parametrize(
    "other", [{**RECIPE, "window": 3}, {**RECIPE, "sources": [{"name": "a.txt", "bytes": 4}]}, {}]
)
def test_the_folder_of_other_work_is_refused_with_what_differs_and_the_way_out(folder, other):
    with pytest.raises(InputError, match=r"holds other work than this .* was .* and is .*; remove it"):
        Blocks(folder, other)


def test_a_folder_that_never_held_blocks_is_left_alone(tmp_path):
    (tmp_path / "poem.txt").write_text("x")
    with pytest.raises(InputError, match=r"has 'poem.txt' and no manifest"):
        Blocks(tmp_path, RECIPE)
    with pytest.raises(OutputError, match="is no folder"):
        Blocks(tmp_path / "poem.txt", RECIPE)


def test_every_flipped_byte_of_a_manifest_is_refused_or_means_the_same(folder):
    path = folder / MANIFEST
    whole = path.read_bytes()
    refused = 0
    for place in range(len(whole)):
        for flip in (1, 32, 128):
            content = bytearray(whole)
            content[place] ^= flip
            path.write_bytes(content)
            try:
                with Blocks(folder, RECIPE) as blocks:
                    blocks.get("squares-0", {"from": 0}, never)
            except FirthError:
                refused += 1
    assert refused > 2.9 * len(whole)
    for length in range(len(whole) - 1):  # without its last line end it is whole
        path.write_bytes(whole[:length])
        with pytest.raises(FormatError, match=r"manifest of .* is damaged; remove it"):
            Blocks(folder, RECIPE)


def test_every_flipped_byte_and_every_length_of_a_block_has_it_made_again(folder):
    path = folder / "squares-0.safetensors"
    whole = path.read_bytes()
    damaged = [
        *(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :] for place in range(len(whole))),
        *(whole[:length] for length in range(len(whole))),
        whole + b"\0",
    ]
    for content in damaged:
        path.write_bytes(content)
        with Blocks(folder, RECIPE) as blocks:
            assert blocks.find("squares-0", {"from": 0}) is None
    path.unlink()
    with Blocks(folder, RECIPE) as blocks:
        assert blocks.get("squares-0", {"from": 0}, squares).arrays["squares"].tolist() == [0, 1, 4, 9, 16]
    assert path.read_bytes() == whole


def test_a_manifest_of_another_version_names_both(folder):
    path = folder / MANIFEST
    content = json.loads(path.read_text())
    del content["checksum"]
    content["version"] = 2
    path.write_text(json.dumps({**content, "checksum": blocks_module.digest_of_plain(content)}))
    with pytest.raises(FormatError, match=r"\(blocks of version 2, and this one has 1\)"):
        Blocks(folder, RECIPE)


def test_two_processes_do_not_share_a_folder(folder):
    with Blocks(folder, RECIPE):
        other = (
            "from firth.runtime.blocks import Blocks\n"
            f"try: Blocks({str(folder)!r}, {RECIPE!r})\nexcept Exception as error: print(error)"
        )
        done = subprocess.run([sys.executable, "-c", other], capture_output=True, text=True, check=True)
    assert "another process works in" in done.stdout
    Blocks(folder, RECIPE).close()


def test_nothing_is_left_when_the_work_is_done_but_what_others_put_there(folder, tmp_path):
    (folder / "notes.txt").write_text("mine")
    Blocks(folder, RECIPE).remove()
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
    with Blocks(tmp_path / "other", RECIPE) as blocks:
        blocks.get("a", {}, squares)
        blocks.remove()
    assert not (tmp_path / "other").exists()


def test_a_disk_without_room_is_told_before_anything_is_written(folder, monkeypatch):
    monkeypatch.setattr(storage.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": 7}))
    with (
        Blocks(folder, RECIPE) as blocks,
        pytest.raises(OutputError, match=r"about 40 bytes, .* 7 bytes free"),
    ):
        blocks.get("more", {}, squares)


def test_digests_of_arrays_tell_types_and_shapes_apart():
    zeros = [
        np.zeros(2, np.int32),
        np.zeros(1, np.int64),
        np.zeros((2, 1), np.int32),
        np.zeros(2, np.float32),
    ]
    assert len({digest_of_arrays(array) for array in zeros}) == 4
    assert digest_of_arrays(np.arange(6).reshape(2, 3)) == digest_of_arrays(np.arange(6).reshape(2, 3))
