"""Runs that are stopped or killed at random moments."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator
from typing import Any

from .outcome import HIDDEN, Stage
from .runs import Ended, Runs, files_in

SMALL_PARTS = {
    "firth.text.parts.PART_BYTES": 5_000,
    "firth.text.read.CHUNK_BYTES": 1_500,
    "firth.counting.parts.GROUP_CELLS": 300,
    "firth.counting.segments.SHORTEST_SEGMENT": 1_000,
    "firth.counting.segments.BLOCK_CELLS": 2_000,
}
"""So that a small text has many blocks."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def stopped(
    runs: Runs, stage: Stage, number: signal.Signals, times: int, rng: random.Random
) -> Iterator[tuple[bool, str]]:
    """Stop a command at random moments: whether it was still running, and what was wrong afterwards."""
    seconds = _seconds(runs, stage, {})
    for _ in range(times):
        stage.again(stage.old)
        ended = runs.run(stage.folder, stage.writing.arguments, stop=[number, rng.uniform(0.003, seconds)])
        fault = stage.fault(ended, stage.old, codes=(0, 128 + number))
        if not fault and ended.code and not _tells(ended):
            fault = f"it said {ended.said[-300:]!r}"
        yield ended.code != 0, fault


def killed(runs: Runs, stage: Stage, times: int, rng: random.Random) -> Iterator[tuple[bool, str]]:
    """Kill a command at random moments and run it again: the same bytes, and nothing of the first is left.

    A command that goes on from what it keeps is killed again and again, until it ends by itself.
    """
    options: dict[str, Any] = {"settings": SMALL_PARTS} if stage.writing.goes_on else {}
    seconds = _seconds(runs, stage, options)
    for _ in range(times):
        stage.again(stage.old)
        after = rng.uniform(0.003, seconds)
        ended = runs.run(stage.folder, stage.writing.arguments, stop=[signal.SIGKILL, after], **options)
        if ended.code not in (0, -signal.SIGKILL):
            yield False, f"exit code {ended.code}: {ended.said[-300:]}"
            continue
        now = {name: data for name, data in files_in(stage.folder / "out").items() if not HIDDEN.search(name)}
        fault = stage.third_state(now, stage.old)
        if left := files_in(stage.folder / "tmp"):
            fault = fault or f"TMPDIR is left with {sorted(left)}"
        again = runs.run(stage.folder, stage.writing.arguments, **options)
        later = stage.fault(again, stage.old, codes=(0,))
        yield ended.code != 0, fault or (later and f"run again, {later}")


def _seconds(runs: Runs, stage: Stage, options: dict[str, Any]) -> float:
    """How long a run takes, and a little."""
    stage.again(stage.old)
    began = time.monotonic()
    runs.run(stage.folder, stage.writing.arguments, **options)
    return 1.05 * (time.monotonic() - began)


def _tells(ended: Ended) -> bool:
    return ended.said.rstrip("\n").rpartition("\n")[2].startswith("firth: stopped; ")
