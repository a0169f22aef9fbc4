"""Several embeddings on the same tests, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from firth.core import Embedding
from firth.errors import InputError
from firth.evaluate.evaluation_sets import find_evaluation_sets
from firth.evaluate.grids import Cell, Grid, as_markdown
from firth.evaluate.measures import WORDING, Kind, Measure, why_unscored
from firth.evaluate.report import (
    Report,
    own_sets_note,
    repeated_note,
    resampling_as_dict,
    run_evaluation_sets,
    shown_interval,
    shown_score,
    title,
)
from firth.evaluate.resampling import DEFAULT, Difference, Resampling
from firth.evaluate.scored_items import paired_difference
from firth.evaluate.shared_items import common_candidates, on_common_items
from firth.evaluate.similarity import Missing
from firth.query.analogies import AnalogyMethod
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, silent


@dataclass(frozen=True)
class Comparison:
    """Reports of several embeddings on the same tests.

    Attributes
    ----------
    reports : dict of str to Report
        The report of each embedding, by name.
    words : dict of str to int
        How many words each embedding knows.
    same_words : bool
        Whether they know the same words.
    own : bool
        Whether each is scored on what it covers itself, rather than on what all cover.
    """

    reports: dict[str, Report]
    words: dict[str, int]
    same_words: bool
    own: bool

    def __repr__(self) -> str:
        """Which embeddings, on how many tests."""
        return f"Comparison: {', '.join(self.reports)}, on {len(self.compared)} measures"

    def _repr_markdown_(self) -> str:
        """The tables, for notebooks."""
        return self.markdown()

    @cached_property
    def compared(self) -> tuple[MeasureComparison, ...]:
        """Every measure, in the order of the tables."""
        columns = zip(*(report.measures for report in self.reports.values()), strict=True)
        return tuple(compare_measure(dict(zip(self.reports, measures, strict=True))) for measures in columns)

    @property
    def notes(self) -> list[str]:
        """Sentences to read beside the numbers."""
        notes = [*self._about_words(), *self._about_absent_scores(), *repeated_note(self._any.similarity)]
        notes += own_sets_note(self._any.similarity)
        compared = len(self.reports) > 1 and any(one.best for one in self.compared)
        if compared and self._any.resampling.resamples:
            notes.append(_legend(self._any.resampling))
        return notes

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "embeddings": {
                name: {"words": self.words[name], **report.as_dict()} for name, report in self.reports.items()
            },
            "scored_on": "own" if self.own else "common",
            "same_words": self.same_words,
            "contests": [one.as_dict() for one in self.compared],
            "resampling": resampling_as_dict(self._any.resampling),
            "notes": self.notes,
        }

    def markdown(self) -> str:
        """The tables as Markdown, with the notes below."""
        return as_markdown(self.grids(), self.notes)

    def grids(self) -> list[Grid]:
        """Scores side by side for each kind of test, then the coverage of every test."""
        kinds = [kind for kind in WORDING if any(one.first.kind == kind for one in self.compared)]
        return [*(self._scores(kind) for kind in kinds), *([self._coverage()] if kinds else [])]

    @property
    def _any(self) -> Report:
        return next(iter(self.reports.values()))

    def _scores(self, kind: Kind) -> Grid:
        compared = [one for one in self.compared if one.first.kind == kind]
        rows = [[Cell(one.first.name), *_score_cells(one)] for one in compared]
        summaries = [place for place, one in enumerate(compared) if one.first.summary]
        heads = (WORDING[kind].test, *self.reports)
        return Grid(title(kind, self._any), heads, rows, frozenset(summaries[:1]))

    def _coverage(self) -> Grid:
        rows = [[Cell(text) for text in self._covered(one)] for one in self.compared]
        kinds = [one.first.kind for one in self.compared]
        columns = ("all",) if self.same_words else (*self.reports, *([] if self.own else ["compared on"]))
        heads = ("covered by", *columns, "of")
        return Grid("coverage", heads, rows, frozenset(kinds.index(kind) for kind in set(kinds)))

    def _covered(self, one: MeasureComparison) -> list[str]:
        first = one.first
        name = "all sets" if first.kind == "similarity" and first.summary else first.name
        counts = [measure.covered for measure in one.measures.values()]
        if self.same_words:
            counts = [first.covered]
        elif not self.own:
            counts.append(first.scored)
        return [name, *(f"{count:,}" for count in (*counts, first.items))]

    def _about_words(self) -> list[str]:
        if self.same_words:
            return []
        sizes = ", ".join(f"{name} {size:,}" for name, size in self.words.items())
        told = f"The embeddings know different words ({sizes})"
        if self.own:
            return [f"{told} and each is scored on what it covers itself; "
                    "differences to the best are on what both cover."]  # fmt: skip
        by_zero = self._any.missing == "zero"
        kinds = dict.fromkeys(one.first.kind for one in self.compared)
        items = [WORDING[kind].items for kind in kinds if kind != "similarity" or not by_zero]
        notes = (
            [f"{told}: all are scored on the {' and '.join(items)} that every one covers."] if items else []
        )
        if by_zero and "similarity" in kinds:
            notes.append(f"{told}: pairs with a word that an embedding does not know count as 0 for it.")
        if "analogy" in kinds:
            notes.append("Analogies are answered out of the words that all know.")
        return notes

    def _about_absent_scores(self) -> list[str]:
        notes = []
        for one in self.compared:
            lacking = [name for name, measure in one.measures.items() if measure.score is None]
            if one.first.summary or not lacking:
                continue
            if len(lacking) == len(self.reports):
                most = max(one.measures.values(), key=lambda one: (one.scored, one.covered))
                notes.append(f"{most.test} is left out: {why_unscored(most, 'any vocabulary')}.")
            else:
                others = "; means are over different sets" if one.first.kind == "similarity" else ""
                notes.append(f"{one.first.test} has no score for {', '.join(lacking)}{others}.")
        return list(dict.fromkeys(notes))


@refuse_other_names()
def compare(
    embeddings: Mapping[str, Embedding],
    *,
    data: str | Path | None = None,
    sets: Sequence[str | Path] | None = None,
    missing: Missing = "skip",
    analogies: bool | str | Path = True,
    method: AnalogyMethod = "mul",
    categories: Sequence[str | Path] = (),
    outliers: Sequence[str | Path] = (),
    own: bool = False,
    resampling: Resampling = DEFAULT,
    progress: Progress = silent,
) -> Comparison:
    """Evaluate several embeddings side by side, with the significance of each difference to the best.

    By default all are scored on the pairs, questions, words and cases that every one of them covers.

    Parameters
    ----------
    embeddings : mapping of str to Embedding
        The embeddings by name.
    data : str or Path, optional
        The folder with the evaluation sets; $FIRTH_DATA by default.
    sets : sequence of str or Path, optional
        Names or files of word pairs; by default all sets of the folder.
    missing : {"skip", "zero"}, default "skip"
        Leave out pairs with an unknown word, or give them similarity 0.
    analogies : bool, str or Path, default True
        True for the Google questions of the folder, a file of other questions, or False for none.
    method : {"mul", "add"}, default "mul"
        How analogies are answered: 3CosMul or 3CosAdd.
    categories, outliers : sequence of str or Path
        Files that `read_categories` and `read_outliers` of `firth.datasets` read.
    own : bool, default False
        Score each embedding on what it covers itself.
    resampling : Resampling, optional
        How intervals are drawn; `Resampling(resamples=0)` draws none.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    Comparison
        The reports, and each measure with its best embedding and the differences to it.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mine.txt"
    >>> _ = path.write_text("tiger cat 7.35\\ncar cat 1.1\\nox cat 5\\n")
    >>> one = Vocabulary.from_counts({"cat": 4, "tiger": 3, "car": 2, "ox": 1})
    >>> two = Vocabulary.from_counts({"cat": 4, "tiger": 3, "car": 2})
    >>> large = Embedding(np.array([[1.0, 0.1], [0.9, 0.2], [0.0, 1.0], [1, 0]]), one)
    >>> small = Embedding(np.array([[1.0, 0.1], [0.0, 1.0], [0.9, 0.2]]), two)
    >>> found = compare({"large": large, "small": small}, sets=[path], analogies=False)
    >>> {name: (report.mean_spearman, report.similarity[0].scored) for name, report in found.reports.items()}
    {'large': (1.0, 2), 'small': (-1.0, 2)}
    """
    if not embeddings:
        raise InputError("there are no embeddings to compare; give at least one.")
    tests = find_evaluation_sets(
        data=data, sets=sets, analogies=analogies, categories=categories, outliers=outliers
    )
    first, *others = (set(embedding.vocabulary.tokens) for embedding in embeddings.values())
    same_words = all(first == other for other in others)
    candidates = {} if own or same_words else common_candidates(embeddings)
    reports = {
        name: run_evaluation_sets(
            embedding,
            tests,
            missing=missing,
            method=method,
            resampling=resampling,
            candidates=candidates.get(name),
            progress=progress,
            stage=name,
        )
        for name, embedding in embeddings.items()
    }
    return Comparison(
        reports if own else on_common_items(embeddings, reports, tests),
        {name: len(embedding) for name, embedding in embeddings.items()},
        same_words,
        own,
    )


def _score_cells(one: MeasureComparison) -> list[Cell]:
    cells = []
    for name, measure in one.measures.items():
        interval = f" {shown_interval(measure)}" if measure.interval else ""
        mark = "*" if one.lower(name) else ""
        best = name in one.best and len(one.best) < len(one.measures)
        cells.append(Cell(f"{shown_score(measure)}{mark}{interval}", bold=best))
    return cells


def _legend(resampling: Resampling) -> str:
    return (
        f"Bold: the best. *: below the best beyond chance (p < {1 - resampling.level:.2g}, two-sided, "
        f"paired bootstrap, {resampling.resamples:,} resamples, seed {resampling.seed}; not corrected for "
        f"the number of comparisons). Brackets: intervals of {resampling.level:.0%}."
    )


@dataclass(frozen=True, eq=False)
class MeasureComparison:
    """One measure of several embeddings: the best, and whether the others are significantly below it.

    Attributes
    ----------
    measures : dict of str to Measure
        The measure of each embedding, by name.
    best : tuple of str
        The best embedding; more than one if they are equal.
    differences : dict of str to Difference
        What each of the others has less than the best.
    """

    measures: dict[str, Measure]
    best: tuple[str, ...]
    differences: dict[str, Difference | None]

    @property
    def first(self) -> Measure:
        """The first measure, for what they have in common."""
        return next(iter(self.measures.values()))

    def lower(self, name: str) -> bool:
        """Whether an embedding is below the best beyond chance."""
        found = self.differences.get(name)
        if found is None:
            return False
        return found.value < 0 and found.p < 1 - self.first.samples[0].resampling.level

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": self.first.kind,
            "name": self.first.name,
            "scores": {name: measure.score for name, measure in self.measures.items()},
            "best": list(self.best),
            "differences": {
                name: None if found is None else found._asdict() for name, found in self.differences.items()
            },
        }


def compare_measure(measures: dict[str, Measure]) -> MeasureComparison:
    """Find the best and test the others against it, on what both are scored on."""
    scores = {name: measure.score for name, measure in measures.items() if measure.score is not None}
    highest = max(scores.values(), default=None)
    best = tuple(name for name, score in scores.items() if score == highest)
    differences = {
        name: paired_difference(measures[name].samples, measures[best[0]].samples, measures[name].pool)
        for name in scores
        if name not in best
    }
    return MeasureComparison(measures, best, differences)
