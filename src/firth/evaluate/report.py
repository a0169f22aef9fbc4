"""Every test at once, as JSON, as tables and as Markdown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firth.core import Embedding
from firth.datasets.registry import OWN_PAIRS
from firth.errors import InputError
from firth.evaluate.analogy import AnalogyResult, evaluate_analogies
from firth.evaluate.categorization import CategoriesResult, evaluate_categories
from firth.evaluate.evaluation_sets import EvaluationSets, find_evaluation_sets
from firth.evaluate.grids import Cell, Grid, as_markdown, number, percent, span
from firth.evaluate.measures import (
    WORDING,
    Kind,
    Measure,
    analogy_measures,
    category_measures,
    outlier_measures,
    similarity_measures,
    why_unscored,
)
from firth.evaluate.outliers import OutliersResult, evaluate_outliers
from firth.evaluate.resampling import DEFAULT, Interval, Resampling
from firth.evaluate.scored_items import pooled_interval, pooled_score
from firth.evaluate.similarity import FEWEST_PAIRS, Missing, SimilarityResult, evaluate_similarity
from firth.query.analogies import AnalogyMethod
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, silent

if TYPE_CHECKING:
    from rich.table import Table

MISSING = {"skip": "unknown pairs left out", "zero": "unknown pairs count as 0"}
"""What is said of the two protocols."""


@dataclass(frozen=True)
class Report:
    """Results of the word-pair sets, of the analogies if they were asked for, of categories and outliers."""

    similarity: tuple[SimilarityResult, ...]
    analogy: AnalogyResult | None
    missing: Missing
    categories: tuple[CategoriesResult, ...] = ()
    outliers: tuple[OutliersResult, ...] = ()
    resampling: Resampling = DEFAULT

    def __repr__(self) -> str:
        """The main score of each kind of test."""
        told = [f"mean Spearman {number(self.mean_spearman)}"] if self.similarity else []
        told += [f"analogies {percent(self.analogy.total.accuracy)}"] if self.analogy else []
        groups = [measure for measure in self.measures if measure.kind in ("categories", "outliers")]
        return "Report: " + ", ".join([*told, *(f"{one.name} {shown_score(one)}" for one in groups)])

    def _repr_markdown_(self) -> str:
        """The tables, for notebooks."""
        return self.markdown()

    @property
    def mean_spearman(self) -> float | None:
        """Over the sets that have a score."""
        return pooled_score([result.sample for result in self.similarity], "tests")

    @property
    def mean_interval(self) -> Interval | None:
        """Of the mean: each set is resampled within itself."""
        return pooled_interval([result.sample for result in self.similarity], "tests")

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """All numbers, in the order of the tables."""
        return (
            *similarity_measures(self.similarity),
            *(analogy_measures(self.analogy) if self.analogy else ()),
            *category_measures(self.categories),
            *outlier_measures(self.outliers),
        )

    @property
    def notes(self) -> list[str]:
        """Sentences to read beside the numbers: tests without a score, and pairs given twice."""
        bare = [
            f"{measure.test} has no score: {why_unscored(measure)}."
            for measure in self.measures
            if measure.score is None and not measure.summary
        ]
        others = (few_pairs_note, repeated_note, own_sets_note)
        return [*dict.fromkeys(bare), *(told for note in others for told in note(self.similarity))]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "similarity": {result.name: result.as_dict() for result in self.similarity},
            "mean_spearman": self.mean_spearman,
            "analogy": self.analogy.as_dict() if self.analogy else None,
            "mean_interval": self.mean_interval,
            "categories": {result.name: result.as_dict() for result in self.categories},
            "outliers": {result.name: result.as_dict() for result in self.outliers},
            "missing": self.missing,
            "resampling": resampling_as_dict(self.resampling),
            "notes": self.notes,
        }

    def tables(self) -> list[Table]:
        """Tables for the terminal."""
        return [grid.table() for grid in self.grids()]

    def markdown(self) -> str:
        """The tables as Markdown, with the notes below."""
        return as_markdown(self.grids(), self.notes)

    def grids(self) -> list[Grid]:
        """A table for each kind of test."""
        return [_grid(self, kind) for kind in WORDING if any(m.kind == kind for m in self.measures)]


@refuse_other_names()
def evaluate(
    embedding: Embedding,
    *,
    data: str | Path | None = None,
    sets: Sequence[str | Path] | None = None,
    missing: Missing = "skip",
    analogies: bool | str | Path = True,
    method: AnalogyMethod = "mul",
    categories: Sequence[str | Path] = (),
    outliers: Sequence[str | Path] = (),
    resampling: Resampling = DEFAULT,
    progress: Progress = silent,
) -> Report:
    """Evaluate an embedding on word similarity, analogies, and your own categories and outliers.

    Parameters
    ----------
    embedding : Embedding
        The word vectors.
    data : str or Path, optional
        The folder with the evaluation sets; $FIRTH_DATA by default, and the small sets that come with firth
        where neither is named.
    sets : sequence of str or Path, optional
        Names or files of word pairs; by default all sets of the folder.
    missing : {"skip", "zero"}, default "skip"
        Leave out pairs with an unknown word, or give them similarity 0.
    analogies : bool, str or Path, default True
        True for the Google questions of the folder or else firth's own, a file of other questions, or False
        for none.
    method : {"mul", "add"}, default "mul"
        How analogies are answered: 3CosMul or 3CosAdd.
    categories, outliers : sequence of str or Path
        Files that `read_categories` and `read_outliers` of `firth.datasets` read.
    resampling : Resampling, optional
        How intervals are drawn; `Resampling(resamples=0)` draws none.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    Report
        All results; `as_dict()` for JSON, `grids()` for tables.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mine.txt"
    >>> _ = path.write_text("tiger cat 7.35\\ncar cat 1.1\\n")
    >>> words = Vocabulary.from_counts({"cat": 3, "tiger": 2, "car": 1})
    >>> e = Embedding(np.array([[1.0, 0.1], [0.9, 0.2], [0.0, 1.0]]), words)
    >>> evaluate(e, sets=[path], analogies=False).similarity
    (SimilarityResult(name='mine', spearman=1.0, pairs=2, covered=2, missing_words=(), repeated=0),)
    """
    tests = find_evaluation_sets(
        data=data, sets=sets, analogies=analogies, categories=categories, outliers=outliers
    )
    if not tests:
        raise InputError("nothing is asked; give sets, analogies, categories or outliers.")
    return run_evaluation_sets(
        embedding, tests, missing=missing, method=method, resampling=resampling, progress=progress
    )


def run_evaluation_sets(
    embedding: Embedding,
    tests: EvaluationSets,
    *,
    missing: Missing,
    method: AnalogyMethod,
    resampling: Resampling,
    candidates: Array | None = None,
    progress: Progress = silent,
    stage: str = "tests",
) -> Report:
    """Put one embedding to all the tests; candidates: places of the words that may answer analogies."""
    results = []
    for done, (name, pairs) in enumerate(tests.pairs.items(), start=1):
        results.append(
            evaluate_similarity(embedding, pairs, missing=missing, name=name, resampling=resampling)
        )
        progress(stage, done, len(tests), "tests")
    answered = (
        None
        if tests.questions is None
        else evaluate_analogies(
            embedding, tests.questions, method=method, candidates=candidates, resampling=resampling
        )
    )
    categories, outliers = run_groups(embedding, tests, resampling)
    progress(stage, len(tests), len(tests), "tests")
    return Report(tuple(results), answered, missing, categories, outliers, resampling)


def run_groups(
    embedding: Embedding,
    tests: EvaluationSets,
    resampling: Resampling,
    *,
    among: Collection[str] | None = None,
) -> tuple[tuple[CategoriesResult, ...], tuple[OutliersResult, ...]]:
    """Only the categories and the outliers, perhaps of some words only."""
    return tuple(
        evaluate_categories(embedding, members, name=name, among=among, resampling=resampling)
        for name, members in tests.categories.items()
    ), tuple(
        evaluate_outliers(embedding, groups, name=name, among=among, resampling=resampling)
        for name, groups in tests.outliers.items()
    )


def few_pairs_note(results: Sequence[SimilarityResult]) -> list[str]:
    """A sentence where so few pairs are known that their score says nothing."""
    few = [
        f"{result.covered} of the {result.pairs:,} pairs of {result.name}"
        for result in results
        if result.spearman is not None and result.covered < FEWEST_PAIRS <= result.pairs
    ]
    if not few:
        return []
    return [
        f"The vectors know {' and '.join(few)}: too few to judge them by; give pairs of words of your own "
        "text (--set FILE)."
    ]


def repeated_note(results: Sequence[SimilarityResult]) -> list[str]:
    """A sentence where sets give pairs again."""
    named = [f"{result.repeated} in {result.name}" for result in results if result.repeated]
    if not named:
        return []
    return [f"Pairs given more than once, in either order, are kept as published: {', '.join(named)}."]


def own_sets_note(results: Sequence[SimilarityResult]) -> list[str]:
    """A sentence where the pairs that come with firth are scored."""
    if all(result.name != OWN_PAIRS for result in results):
        return []
    return [
        f"{OWN_PAIRS} comes with firth and is graded by classes of pairs, not by people; to compare with "
        "published figures, name the folder of the usual sets (--data or FIRTH_DATA)."
    ]


def resampling_as_dict(resampling: Resampling) -> dict[str, Any]:
    """Plain values for JSON."""
    return {"resamples": resampling.resamples, "seed": resampling.seed, "level": resampling.level}


def shown_score(measure: Measure) -> str:
    """ρ with three decimals, shares in percent."""
    return (number if measure.kind == "similarity" else percent)(measure.score)


def shown_interval(measure: Measure) -> str:
    """In the unit of the score."""
    return span(measure.interval, as_percent=measure.kind != "similarity")


def title(kind: Kind, report: Report) -> str:
    """What a table of this kind is called, and by which protocol it was made."""
    wording = WORDING[kind]
    if kind == "similarity":
        return f"{wording.title}, {MISSING[report.missing]}"
    if kind == "analogy" and report.analogy:
        return f"{wording.title} ({report.analogy.method})"
    return f"{wording.title} ({wording.score})" if kind == "categories" else wording.title


def _grid(report: Report, kind: Kind) -> Grid:
    wording = WORDING[kind]
    measures = [measure for measure in report.measures if measure.kind == kind]
    rows = [
        [
            Cell(measure.name),
            Cell(shown_score(measure)),
            Cell(shown_interval(measure)),
            Cell(str(measure.covered)),
            Cell(str(measure.items)),
        ]
        for measure in measures
    ]
    first_summary = next((place for place, measure in enumerate(measures) if measure.summary), None)
    return Grid(
        title(kind, report),
        (wording.test, wording.score, f"{report.resampling.level:.0%} interval", "covered", wording.items),
        rows,
        frozenset() if first_summary is None else frozenset([first_summary]),
    )
