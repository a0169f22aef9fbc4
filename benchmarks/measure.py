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
    """What a child process took: wall seconds, peak resident megabytes, and what it printed."""

    seconds: float
    peak_mb: float
    output: str

    @property
    def json(self) -> Any:
        """The output, read as JSON."""
        return json.loads(self.output)


def run(command: Sequence[str], **environment: str) -> Run:
    """Run to the end; a command that fails stops the benchmark."""
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment) as child:
        assert child.stdout is not None
        output = child.stdout.read()
        # wait4 gives the peak of this child alone, which getrusage(RUSAGE_CHILDREN) would not.
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - began
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed with exit code {child.returncode}.")
    return Run(seconds, usage.ru_maxrss / 1024, output)


def firth(*arguments: str, threads: int = 2) -> Run:
    """Run the command line of the firth that this Python has."""
    return run([sys.executable, "-m", "firth", *arguments], FIRTH_THREADS=str(threads))


def peer(script: str, *arguments: str) -> Run:
    """Run one of the peers in benchmarks/peers."""
    return run([sys.executable, str(Path(__file__).parent / "peers" / script), *arguments])


def write_results(path: Path, results: Any) -> None:
    """Save results as JSON that reads well in a diff."""
    path.write_text(json.dumps(results, indent=2, default=asdict) + "\n")
