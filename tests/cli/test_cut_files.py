"""Files that are cut or overwritten while a command has them mapped."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
from pathlib import Path
from firth.cli import main
from firth.store import formats

opened, path = formats.read_counts, Path(sys.argv[2])

def changed(*arguments, **options):
    counts = opened(*arguments, **options)
    {change}
    return counts

formats.read_counts = changed
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="mapped files cannot be cut there")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("os.truncate(path, 8)", "was cut short while it was in use"),
        ("path.write_bytes(path.read_bytes()[::-1])", "was written to while it was in use"),
        ("path.write_bytes(path.read_bytes())", "was written to while it was in use"),
    ],
)
def test_counts_that_are_changed_in_place_end_in_a_sentence_without_a_result(trained, tmp_path, change, said):
    counts = tmp_path / "counts.safetensors"
    counts.write_bytes((trained / "counts.safetensors").read_bytes())
    arguments = [
        "embed",
        counts,
        "-o",
        tmp_path / "v.safetensors",
        "--dim",
        "4",
        "--recipe",
        "ppmi",
        "--quiet",
    ]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(change=change), *map(str, arguments)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith(f"firth: {counts} {said}")
    assert done.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["counts.safetensors"]
