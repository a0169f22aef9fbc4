"""The numbers of a report in one list, whatever they measure: tables, figures and comparisons run over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from firth.evaluate.analogy import AnalogyResult, Score
from firth.evaluate.categorization import CategoriesResult
from firth.evaluate.outliers import OutliersResult
from firth.evaluate.resampling import Interval
from firth.evaluate.samples import Pool, Sample, pooled_interval, pooled_score
from firth.evaluate.similarity import SimilarityResult

Kind = Literal["similarity", "analogy", "categories", "outliers"]


class Wording(NamedTuple):
    """How the measures of a kind are spoken of."""

    title: str
    test: str
    score: str
    items: str


WORDING: dict[Kind, Wording] = {
    "similarity": Wording("word similarity", "set", "Spearman", "pairs"),
    "analogy": Wording("analogies", "section", "accuracy", "questions"),
    "categories": Wording("categories", "set", "purity", "words"),
    "outliers": Wording("outliers", "set", "share", "cases"),
}


@dataclass(frozen=True, eq=False)
class Measure:
    """A score, its name, and what it rests on.

    items: of the test; covered: those whose words are known; scored: those that the score is made of.
    summary: whether it is made of scores above it.
    """

    kind: Kind
    name: str
    score: float | None
    items: int
    covered: int
    samples: tuple[Sample, ...]
    pool: Pool = "items"
    summary: bool = False

    @property
    def scored(self) -> int:
        """How many items the score is made of."""
        return sum(sample.size for sample in self.samples)

    @cached_property
    def interval(self) -> Interval | None:
        """By the bootstrap over items."""
        return pooled_interval(self.samples, self.pool)


def similarity_measures(results: Sequence[SimilarityResult]) -> list[Measure]:
    """Each set, then the mean over those that have a score."""
    measures = [
        Measure("similarity", result.name, result.spearman, result.pairs, result.covered, (result.sample,))
        for result in results
    ]
    if not measures:
        return []
    samples = tuple(result.sample for result in results)
    mean = Measure(
        "similarity",
        "mean",
        pooled_score(samples, "tests"),
        sum(result.pairs for result in results),
        sum(result.covered for result in results),
        samples,
        "tests",
        summary=True,
    )
    return [*measures, mean]


def analogy_measures(result: AnalogyResult) -> list[Measure]:
    """Each section, then the semantic, the syntactic and all of them, where there are such."""
    measures = [_answers(name, score) for name, score in result.sections.items()]
    sums = (("semantic", result.semantic), ("syntactic", result.syntactic), ("total", result.total))
    return measures + [_answers(name, score, summary=True) for name, score in sums if score.questions]


def category_measures(results: Sequence[CategoriesResult]) -> list[Measure]:
    """The purity of each set."""
    return [
        Measure("categories", result.name, result.purity, result.words, result.covered, (result.sample,))
        for result in results
    ]


def outlier_measures(results: Sequence[OutliersResult]) -> list[Measure]:
    """Accuracy and OPP of each set."""
    return [
        Measure("outliers", f"{result.name}, {name}", score, result.cases, result.covered, samples)
        for result in results
        for name, score, samples in (
            ("accuracy", result.accuracy, result.found),
            ("OPP", result.opp, result.positions),
        )
    ]


def _answers(name: str, score: Score, *, summary: bool = False) -> Measure:
    return Measure(
        "analogy", name, score.accuracy, score.questions, score.covered, score.samples, summary=summary
    )
