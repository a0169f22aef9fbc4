"""Every set at once, as JSON and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firth.core import Embedding
from firth.core.progress import Progress, silent
from firth.datasets import find, similarity_sets
from firth.evaluate.analogy import AnalogyResult, Score, evaluate_analogies
from firth.evaluate.similarity import Missing, SimilarityResult, evaluate_similarity
from firth.query.analogies import AnalogyMethod

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Report:
    """Results of the word-pair sets and of the analogies, if they were asked for."""

    similarity: tuple[SimilarityResult, ...]
    analogy: AnalogyResult | None
    missing: Missing

    @property
    def mean_spearman(self) -> float | None:
        """Over the sets that have a score."""
        scores = [result.spearman for result in self.similarity if result.spearman is not None]
        return sum(scores) / len(scores) if scores else None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "similarity": {result.name: result.as_dict() for result in self.similarity},
            "mean_spearman": self.mean_spearman,
            "analogy": self.analogy.as_dict() if self.analogy else None,
        }

    def tables(self) -> list[Table]:
        """Tables for the terminal."""
        return [_similarity_table(self), *([_analogy_table(self.analogy)] if self.analogy else [])]


def evaluate(
    embedding: Embedding,
    *,
    data: str | Path | None = None,
    sets: Sequence[str | Path] | None = None,
    missing: Missing = "skip",
    analogies: bool | str | Path = True,
    method: AnalogyMethod = "mul",
    progress: Progress = silent,
) -> Report:
    """Word similarity on every set in the data folder, and analogies.

    data: the folder; $FIRTH_DATA otherwise. sets: names or files of word pairs instead of all.
    analogies: True for the Google questions in the folder, another file, or False for none.

    >>> import tempfile, pathlib
    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mine.txt"
    >>> _ = path.write_text("tiger cat 7.35\\ncar cat 1.1\\n")
    >>> words = Vocabulary.from_counts({"cat": 3, "tiger": 2, "car": 1})
    >>> e = Embedding(np.array([[1.0, 0.1], [0.9, 0.2], [0.0, 1.0]]), words)
    >>> evaluate(e, sets=[path], analogies=False).as_dict()["similarity"]
    {'mine': {'spearman': 1.0, 'covered': 2, 'pairs': 2}}
    """
    paths = similarity_sets(sets, data)
    questions = _questions(analogies, data)  # both are found before any work begins
    results = []
    for done, (name, path) in enumerate(paths.items(), start=1):
        results.append(evaluate_similarity(embedding, path, missing=missing, name=name))
        progress("similarity", done, len(paths), "sets")
    answered = None if questions is None else evaluate_analogies(embedding, questions, method=method)
    return Report(tuple(results), answered, missing)


def _questions(analogies: bool | str | Path, data: str | Path | None) -> Path | None:
    if isinstance(analogies, bool):
        return find("google", data) if analogies else None
    return Path(analogies)


def _similarity_table(report: Report) -> Table:
    from rich.table import Table

    about = {"skip": "unknown pairs left out", "zero": "unknown pairs count as 0"}[report.missing]
    table = Table("set", title=f"word similarity, {about}", title_justify="left", show_footer=True)
    table.columns[0].footer = "mean"
    table.add_column("Spearman", _decimal(report.mean_spearman), justify="right")
    table.add_column("covered", str(sum(result.covered for result in report.similarity)), justify="right")
    table.add_column("pairs", str(sum(result.pairs for result in report.similarity)), justify="right")
    for result in report.similarity:
        table.add_row(result.name, _decimal(result.spearman), str(result.covered), str(result.pairs))
    return table


def _analogy_table(result: AnalogyResult) -> Table:
    from rich.table import Table

    table = Table("section", title=f"analogies ({result.method})", title_justify="left")
    for name in ("accuracy", "correct", "covered", "questions"):
        table.add_column(name, justify="right")
    for name, score in result.sections.items():
        table.add_row(name, *_cells(score))
    table.add_section()
    for name, score in (
        ("semantic", result.semantic),
        ("syntactic", result.syntactic),
        ("total", result.total),
    ):
        table.add_row(name, *_cells(score))
    return table


def _cells(score: Score) -> tuple[str, str, str, str]:
    accuracy = "–" if score.accuracy is None else f"{score.accuracy:.1%}"
    return accuracy, str(score.correct), str(score.covered), str(score.questions)


def _decimal(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
