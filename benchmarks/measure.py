"""Run a command as a child process and say how long it took and how much memory it needed at most."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Run:
    """What a child process took: wall seconds, peak resident MB, output, and processor seconds."""

    seconds: float
    peak_mb: float
    output: str
    cpu_seconds: float

    @property
    def json(self) -> Any:
        """The output, read as JSON."""
        return json.loads(self.output)


def run(command: Sequence[str], **environment: str) -> Run:
    """Run to the end; a command that fails stops the benchmark.

    On Linux a new process begins with the peak of the one that starts it, which may hold a table of counts.
    So the command is started by a process that holds next to nothing: this file, run by itself.
    """
    told, write = os.pipe()
    starter = [sys.executable, __file__, str(write), *command]
    with subprocess.Popen(
        starter, stdout=subprocess.PIPE, text=True, pass_fds=[write], env=os.environ | environment
    ) as child:
        os.close(write)
        assert child.stdout is not None
        output = child.stdout.read()
    with os.fdopen(told) as report:
        code, seconds, peak, cpu_seconds = json.loads(
            report.read() or "[127, 0, 0, 0]"
        )  # empty if it did not start
    if code:
        raise SystemExit(f"{' '.join(command)} failed with exit code {code}.")
    return Run(seconds, peak / 1e6, output, cpu_seconds)


def firth(*arguments: str, threads: int = 2) -> Run:
    """Run the command line of the firth that this Python has; outputs of an earlier run are replaced."""
    again = ["--force"] if "-o" in arguments else []
    return run([sys.executable, "-m", "firth", *arguments, *again], FIRTH_THREADS=str(threads))


def peer(script: str, *arguments: str) -> Run:
    """Run one of the peers in benchmarks/peers."""
    return run([sys.executable, str(Path(__file__).parent / "peers" / script), *arguments])


def write_results(path: Path, results: Any) -> None:
    """Save results as JSON that reads well in a diff."""
    path.write_text(json.dumps(results, indent=2, default=asdict) + "\n")


def start(report: int, command: Sequence[str]) -> None:
    """Run a command and write its exit code, seconds, peak in bytes and processor seconds, as JSON."""
    began = time.perf_counter()
    os.set_inheritable(report, False)
    _, status, usage = os.wait4(os.posix_spawnp(command[0], command, os.environ), 0)
    seconds = time.perf_counter() - began
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    cpu_seconds = usage.ru_utime + usage.ru_stime
    os.write(report, json.dumps([os.waitstatus_to_exitcode(status), seconds, peak, cpu_seconds]).encode())


if __name__ == "__main__":
    start(int(sys.argv[1]), sys.argv[2:])
