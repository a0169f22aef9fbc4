"""A solver in a process of its own: the same table and threads for all, a time limit, and its peak of memory.

`solve_in_child` starts the process, and `main` is what runs in it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from threading import Thread
from typing import Any

import numpy as np

from firth.errors import OutputError
from firth.runtime.arrays import Sparse
from firth_papers.dssvd.solvers import SOLVERS

CHILD = (sys.executable, "-c", f"import sys; from {__name__} import main; main(*sys.argv[1:])")
"""The command of a child; the arguments of `main` follow."""

_THREADS = ("FIRTH_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Task:
    """What every solver is asked. limit: seconds, start-up included."""

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


def solve_in_child(solver: str, file: int, task: Task) -> dict[str, Any]:
    """seconds, memory and values of a solver on the table in a file; or why they are missing."""
    arguments = (solver, f"/dev/fd/{file}", task.axes, task.seed, os.getpid())
    command = [*CHILD, *map(str, arguments)]
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


# In the child.

WARMING = {"sparse": 1300, "dense": 100}
"""Side of the table that is solved first. firth would leave a smaller one to LAPACK, and compile nothing."""


def main(name: str, path: str, axes: str, seed: str, parent: str) -> None:
    """Load the table, warm up so that neither imports nor compilation are counted, solve.

    Prints the seconds, the memory needed beyond the loaded table and the singular values as JSON. The process
    ends with the one whose number is parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # at once, in the midst of LAPACK too
    Thread(target=_end_with, args=(int(parent),), daemon=True).start()
    from scipy import sparse

    table: Sparse = sparse.csr_array(sparse.load_npz(path))
    solver = SOLVERS[name]
    side = WARMING["dense" if solver.copies else "sparse"]
    solver.solve(_band(side), min(int(axes), side // 2), int(seed))
    before, _ = resident_bytes()
    began = time.perf_counter()
    values = solver.solve(table, int(axes), int(seed))
    seconds = time.perf_counter() - began
    _, most = resident_bytes()
    result = {"seconds": seconds, "memory": most - before, "values": values.tolist()}
    sys.stdout.write(json.dumps(result))


def resident_bytes() -> tuple[int, int]:
    """What this process holds in memory now, and the most it has held; the latter twice without /proc.

    The peak that getrusage and wait4 give is no good on Linux: a new process begins with its parent's.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = dict(re.findall(r"(VmRSS|VmHWM):\s*(\d+) kB", status.read_text(encoding="ascii")))
        return int(found["VmRSS"]) * 1024, int(found["VmHWM"]) * 1024
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return most, most


def _band(side: int) -> Sparse:
    """Counts beside the diagonal and on it."""
    from scipy import sparse

    return sparse.csr_array(
        sparse.diags_array([2, 1, 1], offsets=[0, 1, 5], shape=(side, side), dtype=np.int64)
    )


def _end_with(parent: int) -> None:
    # A parent that is ended at once, as by Ctrl-C on the command line, has no time to end its children.
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
