"""Runs of `firth` that something happens to, and the folder in which they work."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

Files = dict[str, bytes]
"""The content of files by their paths in a folder."""


@dataclass(frozen=True)
class Ended:
    """How a run ended.

    calls: how many calls of the watched kind there were. stopped: whether a signal came before the end.
    """

    code: int
    said: str
    calls: int
    stopped: bool


@cache
def compiled_library(folder: Path) -> Path | None:
    """The library that makes calls fail; None where there is no compiler for it."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        return None
    library = folder / "failing_calls.so"
    command = [compiler, "-shared", "-fPIC", "-O1", str(HERE / "failing_calls.c"), "-o", str(library), "-ldl"]
    done = subprocess.run(command, capture_output=True, check=False)
    return library if done.returncode == 0 else None


class Runs:
    """A process that has imported firth, and runs it in children.

    library: what makes calls fail, if any is to fail.
    """

    def __init__(self, library: Path | None = None) -> None:
        alone = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "2"}
        preloaded = {} if library is None else {"LD_PRELOAD": str(library)}
        self._server = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(HERE / "server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | alone | preloaded,
        )

    def __enter__(self) -> Runs:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._server.kill()
        self._server.communicate()

    def run(self, folder: Path, arguments: list[str], **options: Any) -> Ended:
        """Run `firth` in a folder; options: see server.py."""
        asked = {"folder": str(folder), "arguments": arguments, **options}
        asked["environment"] = {"TMPDIR": str(folder / "tmp"), **options.get("environment", {})}
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(asked) + "\n")
        self._server.stdin.flush()
        told = json.loads(self._server.stdout.readline())
        return Ended(told["code"], told["said"], told["calls"], told["stopped"])


def files_in(folder: Path) -> Files:
    """All files below a folder, hidden ones too, and empty folders as names that end in a slash."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if not path.is_dir():
            found[name] = path.read_bytes()
        elif not any(path.iterdir()):
            found[f"{name}/"] = b""
    return found


def put(folder: Path, files: Files) -> None:
    """Make a folder hold just these files."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.iterdir():  # the folder itself may be a mount point
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
