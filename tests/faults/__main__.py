"""All fault drills, with counts: `python -m tests.faults --times 100`.

Each line tells how many runs, damaged files or inputs there were and how many faults; what was wrong follows.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from . import disks, flips, moments, nth_call
from .commands import COMMANDS
from .outcome import stage_of
from .runs import Runs, compiled_library

READ_BY = {
    "count --memory": "long.txt",
    "embed --recipe kubwe": "counts.safetensors",
    "export .vec": "vectors.safetensors",
    "clean wikipedia": "dump.xml",
}
"""Commands, and the file of each that changes while it is read."""

FILE_SIZES = (0, 1, 100, 1000, 4096, 10_000, 100_000)
LIMITED = ("count", "count --memory", "embed", "ca", "documents embed", "export .vec", "tune")
"""Commands that run on small disks."""

Outcomes = Iterable[tuple[object, str]]


def main() -> None:
    """Run the drills and print what they gave."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=10, help="random moments for each signal and for kills")
    parser.add_argument("--seed", type=int, default=0, help="of the random moments")
    parser.add_argument("--only", choices=sorted(_DRILLS), action="append", help="a drill; may be repeated")
    parser.add_argument("--commands", help="commands, with commas between; default: all")
    options = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        for drill in options.only or _DRILLS:
            for title, outcomes in _DRILLS[drill](Path(name), options):
                faults += _told(title, outcomes)
    sys.exit(1 if faults else 0)


def _told(title: str, outcomes: Outcomes) -> int:
    """Print the counts of a drill, and each kind of fault once; how many faults there were."""
    runs, hit, wrong = 0, 0, []
    for case, fault in outcomes:
        runs += 1
        hit += case is True
        wrong += [(case, fault)] if fault else []
    struck = f" ({hit:,} were still running)" if hit else ""
    print(f"{title:48} {runs:>7,} {len(wrong):>5} faults{struck}", flush=True)
    for fault in dict.fromkeys(fault for _, fault in wrong):
        print(f"    {[case for case, other in wrong if other == fault][:10]}: {fault}", flush=True)
    return len(wrong)


def _chosen(options: argparse.Namespace, default: Iterable[str] = COMMANDS) -> list[str]:
    return options.commands.split(",") if options.commands else list(default)


def _calls(folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Outcomes]]:
    library = compiled_library(folder)
    if library is None:
        print("no calls fail: there is no compiler, or this is not Linux")
        return
    with Runs(library) as runs:
        for name in _chosen(options):
            stage = stage_of(runs, folder / "calls", COMMANDS[name])
            for kind in nth_call.KINDS:
                for nothing in (False, True):
                    there = "nothing there" if nothing else "a result there"
                    outcomes = nth_call.failing_calls(runs, stage, kind, from_nothing=nothing)
                    yield f"{name}: {kind} fails, {there}", outcomes


def _signals(folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Outcomes]]:
    rng = random.Random(options.seed)
    with Runs() as runs:
        for name in _chosen(options):
            stage = stage_of(runs, folder / "moments", COMMANDS[name])
            for number in moments.SIGNALS:
                yield f"{name}: {number.name}", moments.stopped(runs, stage, number, options.times, rng)


def _kills(folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Outcomes]]:
    rng = random.Random(options.seed)
    with Runs() as runs:
        for name in _chosen(options):
            stage = stage_of(runs, folder / "moments", COMMANDS[name])
            yield f"{name}: killed and run again", moments.killed(runs, stage, options.times, rng)


def _disks(folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Outcomes]]:
    mounted = disks.can_mount(folder / "disk")
    if not mounted:
        print("no small disks: only root can mount them")
    with Runs() as runs:
        for name in _chosen(options, LIMITED):
            stage = stage_of(runs, folder / "disks", COMMANDS[name])
            yield f"{name}: no file longer than 0 … 100 kB", disks.short_files(runs, stage, FILE_SIZES)
            if mounted:
                yield f"{name}: the disk of the output is full", disks.full_disk(runs, stage)
                yield f"{name}: TMPDIR is full", disks.full_disk(runs, stage, "tmp", step=8)
                yield f"{name}: no room for more files", disks.no_names(runs, stage)
                yield f"{name}: a disk that may only be read", disks.read_only(runs, stage)


def _changes(folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Outcomes]]:
    with Runs() as runs:
        for name in _chosen(options, READ_BY):
            stage = stage_of(runs, folder / "changes", COMMANDS[name])
            yield f"{name}: its input changes", disks.changed_file(runs, stage, READ_BY[name], options.times)


def _flips(folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Outcomes]]:
    for name in flips.FILES:
        yield f"{name}: bytes changed, and lengths", flips.taken_for_whole(name, folder / "flips" / name)


_DRILLS: dict[str, Callable[[Path, argparse.Namespace], Iterator[tuple[str, Outcomes]]]] = {
    "calls": _calls,
    "signals": _signals,
    "kills": _kills,
    "disks": _disks,
    "changes": _changes,
    "flips": _flips,
}

if __name__ == "__main__":
    main()
