"""What is not started, because it would outgrow the memory or the patience that there is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firth.runtime.memory import format_size, memory_budget
from firth_papers.dssvd.contenders import Contender
from firth_papers.dssvd.results import Measurement, TextTable

SHARE = 0.8
"""Of the memory that is free when a contender starts: what it may be expected to need."""


def available_memory() -> int:
    """Bytes that a new process can have, what the system keeps of files included."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        sizes = {name: size for name, _, size in (line.partition(":") for line in lines)}
        return int(sizes["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError):  # not Linux
        return 2 * memory_budget()


def refusal(
    contender: Contender,
    table: TextTable,
    earlier: Sequence[tuple[TextTable, Measurement]],
    *,
    limit: float,
    memory: int,
) -> str:
    """Why a contender is not tried on a table; empty if it is.

    earlier: it on smaller tables. limit: seconds it is given. memory: bytes that are free.

    >>> from firth_papers.dssvd.contenders import CONTENDERS
    >>> table = TextTable(100, tokens=17_000_000, rows=68_000, columns=68_000, nonzeros=30_000_000)
    >>> refusal(CONTENDERS["scikit-learn"], table, [], limit=60, memory=20 * 10**9)
    'not run: would need 40.7 GB'
    """
    if not contender.installed:
        return f"not installed ({contender.package} comes with the extra baselines)"
    if not contender.copies:
        return ""
    needed = 8 * contender.copies * table.cells
    if needed > SHARE * memory:
        return f"not run: would need {format_size(needed)}"
    for smaller, one in reversed(earlier):
        if one.seconds is not None:
            expected = one.seconds * (table.cells / smaller.cells) ** contender.growth
            return f"not run: would take about {_duration(expected)}" if expected > limit else ""
        if one.tried:
            return f"not run: {one.megabytes} MB was too much already"
    return ""


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
