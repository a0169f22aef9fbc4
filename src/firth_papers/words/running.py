"""How an experiment on word vectors begins and ends: a workshop for wiki100m, then files of what came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from firth.datasets import read
from firth.evaluate import Resampling
from firth.evaluate.similarity import Missing
from firth.plots.canvas import require_matplotlib
from firth.plots.saving import save_figure
from firth.runtime.run import Progress, silent
from firth_papers.words.outcomes import Workshop
from firth_papers.words.results import write_results
from firth_papers.words.scores import find_tests
from firth_papers.words.text import WordText


class TextSettings(Protocol):
    """What the settings of every experiment have: how much of the text is read, and the seed."""

    @property
    def megabytes(self) -> int | None:
        """Of text; None for all."""

    @property
    def min_count(self) -> int:
        """How often a word must be seen."""

    @property
    def seed(self) -> int:
        """Of vectors and intervals."""


def open_workshop(
    data: str | Path | None,
    output: Path,
    settings: TextSettings,
    *,
    sets: Sequence[str] | None = None,
    analogies: bool = True,
    missing: Missing = "skip",
    threads: int | None = None,
    progress: Progress = silent,
) -> Workshop:
    """wiki100m and the tests, found before any work begins; the other arguments are those of `find_tests`."""
    require_matplotlib()  # told before the work rather than after it
    text = WordText(
        read("wiki100m", data), output / "cache", settings.megabytes, settings.min_count, threads, progress
    )
    tests = find_tests(
        data, sets=sets, analogies=analogies, missing=missing, resampling=Resampling(seed=settings.seed)
    )
    return Workshop(text, tests, output)


def publish(
    folder: Path,
    results: dict[str, Any],
    as_markdown: Callable[[dict[str, Any]], str],
    figures: Mapping[str, Callable[[dict[str, Any]], Any]],
) -> str:
    """Write results.json, report.md and the figures, by the names of their files; returns the report."""
    report = as_markdown(results)
    write_results(folder, results, report)
    for name, figure in figures.items():
        save_figure(figure(results), folder / name)
    return report
