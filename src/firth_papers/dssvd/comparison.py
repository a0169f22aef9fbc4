"""The experiment: every contender on tables of a growing text, each in a process of its own."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from firth.datasets import read
from firth.errors import InputError
from firth.plots.canvas import require_matplotlib
from firth.plots.saving import save_figure
from firth.runtime.atomic import whole_file
from firth.runtime.parallel import thread_count
from firth.runtime.run import Progress, silent
from firth_papers.dssvd.contenders import CONTENDERS, Contender
from firth_papers.dssvd.figure import scaling_figure
from firth_papers.dssvd.limits import available_memory, refusal
from firth_papers.dssvd.process import Task, solve_apart, table_file
from firth_papers.dssvd.report import as_markdown
from firth_papers.dssvd.results import Measurement, Results, TextTable, unfinished
from firth_papers.dssvd.text import text_table


@dataclass(frozen=True)
class Settings:
    """How much is done. sizes: megabytes of text. limit: seconds that a contender is given for a table."""

    sizes: tuple[int, ...] = (1, 2, 3, 5, 7, 10, 20, 50, 100)
    axes: int = 100
    window: int = 10
    min_count: int = 5
    limit: float = 400
    seed: int = 0
    threads: int = 1


QUICK = Settings(sizes=(1, 2), limit=60)


def run(
    data: str | Path | None,
    output: Path,
    *,
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> str:
    """Compare on wiki100m; writes results.json, report.md and dssvd.png and returns the report.

    results.json grows with every measurement, and a run that was interrupted goes on from there.
    """
    require_matplotlib()  # told before the work rather than after it
    if os.name != "posix":
        raise InputError("dssvd hands open files to child processes; run it on Linux or macOS.")
    settings = replace(QUICK if quick else Settings(), seed=seed, threads=thread_count(threads))
    kept = output / "results.json"
    results = unfinished(kept, {"settings": asdict(settings), "machine": _machine()})
    results = compare(read("wiki100m", data), settings, results, lambda now: now.save(kept), progress)
    report = as_markdown(results)
    with whole_file(output / "report.md") as temporary:
        temporary.write_text(report, encoding="utf-8")
    save_figure(scaling_figure(results), output / "dssvd.png")
    return report


def compare(
    text: Path,
    settings: Settings,
    results: Results,
    keep: Callable[[Results], None],
    progress: Progress = silent,
) -> Results:
    """Measure what results do not have yet; keep is called with them after each measurement."""
    task = Task(settings.axes, settings.seed, settings.threads, settings.limit)
    total = len(settings.sizes) * len(CONTENDERS)
    for size in settings.sizes:
        waiting = [one for one in CONTENDERS.values() if results.at(size, one.name) is None]
        if not waiting:
            continue
        progress("measuring", len(results.measurements), total, "runs")
        table, matrix = text_table(
            text, size, window=settings.window, min_count=settings.min_count, threads=settings.threads
        )
        results = results.with_table(table)
        with table_file(matrix) as file:
            del matrix  # the memory is the contenders'
            for contender in waiting:
                results = results.with_measurement(_measure(contender, table, file, task, results))
                keep(results)
                progress("measuring", len(results.measurements), total, "runs")
    results = replace(results, complete=True)
    keep(results)
    return results


def _measure(contender: Contender, table: TextTable, file: int, task: Task, results: Results) -> Measurement:
    tables = {one.megabytes: one for one in results.tables}
    earlier = [(tables[one.megabytes], one) for one in results.of(contender.name)]
    missing = refusal(contender, table, earlier, limit=task.limit, memory=available_memory())
    if missing:
        return Measurement(table.megabytes, contender.name, missing=missing, tried=False)
    return Measurement(table.megabytes, contender.name, **solve_apart(contender.name, file, task))


def _machine() -> dict[str, Any]:
    """What the figures depend on beside the settings."""
    packages: dict[str, str | None] = {}
    for name in ("firth", "numpy", "scipy", "scikit-learn", "prince"):
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = None
    return {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "packages": packages,
    }
