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
from firth.evaluate.scored_items import Pool, Sample, pooled_interval, pooled_score
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
    """A score, the test it is of, and what it rests on.

    items: of the test; covered: those whose words are known; scored: those that the score is made of.
    summary: whether it is made of scores above it. part: what it tells of a set that has several measures.
    """

    kind: Kind
    test: str
    score: float | None
    items: int
    covered: int
    samples: tuple[Sample, ...]
    pool: Pool = "items"
    summary: bool = False
    part: str = ""

    @property
    def name(self) -> str:
        """The test, and the part of it."""
        return f"{self.test}, {self.part}" if self.part else self.test

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
        Measure("outliers", result.name, score, result.cases, result.covered, samples, part=part)
        for result in results
        for part, score, samples in (
            ("accuracy", result.accuracy, result.found),
            ("OPP", result.opp, result.positions),
        )
    ]


def _answers(name: str, score: Score, *, summary: bool = False) -> Measure:
    return Measure(
        "analogy", name, score.accuracy, score.questions, score.covered, score.samples, summary=summary
    )


def why_unscored(measure: Measure, vocabulary: str = "the vocabulary") -> str:
    """Why there is no score, as the end of a sentence. vocabulary: whose words are known.

    >>> from numpy import array, zeros
    >>> pairs = Sample("mine", zeros(3), array([True, False, False]), zeros(3))
    >>> why_unscored(Measure("similarity", "mine", None, 3, 1, (pairs,)))
    'only 1 of its 3 pairs is scored, which cannot be ranked'
    """
    items, scored = WORDING[measure.kind].items, measure.scored
    all_of_them = f"its {measure.items:,} {items}"
    if not measure.covered and measure.items == 1:
        return f"its only {items[:-1]} is not covered by {vocabulary}"
    if not measure.covered:
        return f"none of {all_of_them} is covered by {vocabulary}"
    if measure.kind == "categories":
        return "the words that could be scored are of fewer than two categories"
    if not scored:
        return f"none of {all_of_them} can be scored for every embedding"
    if scored == 1:
        return f"only 1 of {all_of_them} is scored, which cannot be ranked"
    return f"its {scored:,} scored pairs are all equally alike to people or to the vectors"
