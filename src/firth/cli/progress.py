"""Progress on a terminal: one bar for each stage, with its rate and the time left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import Task, TaskID
    from rich.text import Text

    from firth.runtime.run import Progress


@contextmanager
def progress_bars(*, quiet: bool) -> Iterator[Progress]:
    """A callback for long work; it draws on stderr where that is a terminal, and is silent otherwise."""
    if quiet or not sys.stderr.isatty():
        from firth.runtime.run import silent

        yield silent
        return
    bars = _bars()
    stages: dict[str, TaskID] = {}

    def show(stage: str, done: float, total: float, unit: str, /) -> None:
        if stage not in stages:
            for earlier in stages.values():
                bars.stop_task(earlier)
            stages[stage] = bars.add_task(stage, total=total or None, unit=unit)
        bars.update(stages[stage], completed=done, total=total or None)

    with bars:
        yield show


def _bars() -> Bars:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            from rich.text import Text

            speed, unit = task.finished_speed or task.speed, task.fields["unit"]
            blank = "" if unit == "B" else " "  # 3.1 MB/s, but 1.8 M tokens/s
            return Text(f"{short_number(speed)}{blank}{unit}/s" if speed else "", style="cyan")

    return Progress(
        TextColumn("{task.description:<12}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f}%"),
        Rate(),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=Console(stderr=True),
    )


def short_number(value: float) -> str:
    """1.23 M rather than 1230000: three digits and a letter."""
    for letter in ("", " k", " M", " G"):
        if abs(value) < 1000:
            return f"{value:.3g}{letter}"
        value /= 1000
    return f"{value:.3g} T"
