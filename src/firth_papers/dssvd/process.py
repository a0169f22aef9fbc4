"""A contender in a child process: the same table and threads for all, and a time limit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile, gettempdir
from typing import Any

from firth.errors import OutputError
from firth.runtime.arrays import Sparse

_THREADS = ("FIRTH_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Task:
    """What every contender is asked. limit: seconds, start-up included."""

    axes: int
    seed: int
    threads: int
    limit: float


@contextmanager
def table_file(table: Sparse) -> Iterator[int]:
    """The descriptor of a file that holds the table; it has no name, so that nothing can be left behind."""
    from scipy import sparse

    with TemporaryFile(prefix="firth-") as file:
        try:
            sparse.save_npz(file, table, compressed=False)
            file.flush()
        except OSError as error:
            raise OutputError(
                f"a temporary file in {gettempdir()} could not be written ({error.strerror}); "
                "set TMPDIR to a place with room."
            ) from error
        yield file.fileno()


def solve_apart(contender: str, file: int, task: Task) -> dict[str, Any]:
    """seconds, memory and values of a contender on the table in a file; or why they are missing."""
    arguments = (contender, f"/dev/fd/{file}", task.axes, task.seed, os.getpid())
    command = [sys.executable, "-m", "firth_papers.dssvd.child", *map(str, arguments)]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=(file,),
        env=os.environ | dict.fromkeys(_THREADS, str(task.threads)),
    ) as child:
        try:
            output, errors = child.communicate(timeout=task.limit)
        except subprocess.TimeoutExpired:
            return {"missing": f"stopped after {task.limit:.0f} seconds"}
        finally:
            child.kill()  # also on Ctrl-C; nothing to one that has ended
    return _outcome(child.returncode, output, errors)


def _outcome(code: int, output: str, errors: str) -> dict[str, Any]:
    if code == -signal.SIGKILL:
        return {"missing": "killed by the system, most likely for want of memory"}
    if code:
        return {"missing": f"failed: {(errors.strip().splitlines() or [f'exit code {code}'])[-1]}"}
    measured: dict[str, Any] = json.loads(output)
    return measured
