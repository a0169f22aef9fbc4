"""Analogies: a is to b as c is to what?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from firth.core import Embedding
from firth.datasets import AnalogySection, read_analogies
from firth.evaluate.resampling import DEFAULT, Interval, Resampling
from firth.evaluate.scored_items import Sample, pooled_interval
from firth.query import solve_analogies
from firth.query.analogies import AnalogyMethod
from firth.query.lookup import UNKNOWN, known_places
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names


@dataclass(frozen=True)
class Score:
    """How many questions there are, how many have four known words, and how many of those are answered.

    Attributes
    ----------
    questions, covered, correct : int
        The three numbers.
    samples : tuple
        Whether each question is answered, by section.
    """

    questions: int
    covered: int
    correct: int
    samples: tuple[Sample, ...] = field(repr=False, compare=False)

    @property
    def scored(self) -> int:
        """How many questions accuracy rests on: those covered, or fewer in a comparison."""
        return sum(sample.size for sample in self.samples)

    @property
    def accuracy(self) -> float | None:
        """Correct answers per question scored; None where there is none."""
        return self.correct / self.scored if self.scored else None

    @property
    def interval(self) -> Interval | None:
        """Of the accuracy, by the bootstrap over the questions of each section."""
        return pooled_interval(self.samples)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "accuracy": self.accuracy,
            "correct": self.correct,
            "covered": self.covered,
            "questions": self.questions,
            "interval": self.interval,
            "scored": self.scored,
        }


@dataclass(frozen=True)
class AnalogyResult:
    """Scores by section, and of the semantic, the syntactic and all sections together."""

    method: AnalogyMethod
    sections: dict[str, Score]
    semantic: Score
    syntactic: Score
    total: Score

    def within(self, questions: Sequence[Array]) -> AnalogyResult:
        """The result on no more than these questions (true and false, section by section)."""
        asked = zip(self.sections.items(), questions, strict=True)
        scores = {
            name: _score(score.covered, score.samples[0].within(items)) for (name, score), items in asked
        }
        return _result(self.method, scores)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "method": self.method,
            "total": self.total.as_dict(),
            "semantic": self.semantic.as_dict(),
            "syntactic": self.syntactic.as_dict(),
            "sections": {name: score.as_dict() for name, score in self.sections.items()},
        }


@refuse_other_names()
def evaluate_analogies(
    embedding: Embedding,
    sections: str | Path | Sequence[AnalogySection],
    *,
    method: AnalogyMethod = "mul",
    candidates: Array | None = None,
    resampling: Resampling = DEFAULT,
) -> AnalogyResult:
    """Compute the accuracy on analogy questions whose four words are known.

    The three words of a question are never its answer. A word is looked up as written, then lower-cased.

    Parameters
    ----------
    embedding : Embedding
        The word vectors.
    sections : str, Path or sequence of AnalogySection
        A file of questions in the layout of the Google analogies [Mikolov2013], or the sections themselves.
    method : {"mul", "add"}, default "mul"
        3CosMul or 3CosAdd; see `firth.analogy`.
    candidates : array of int, optional
        The places of the words that may be asked for and answered; all by default.
    resampling : Resampling, optional
        How intervals are drawn; `Resampling(resamples=0)` draws none.

    Returns
    -------
    AnalogyResult
        Scores by section, and in total.

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary.from_counts({"man": 4, "woman": 3, "king": 2, "queen": 1})
    >>> e = Embedding(np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]]), words)
    >>> family = AnalogySection("family", (("man", "woman", "king", "queen"), ("man", "king", "boy", "x")))
    >>> evaluate_analogies(e, [family]).total
    Score(questions=2, covered=1, correct=1)
    """
    if isinstance(sections, str | Path):
        sections = read_analogies(sections)
    questions = [question for section in sections for question in section.questions]
    places = known_places(embedding.vocabulary, questions).reshape(-1, 4)
    known = np.all(places != UNKNOWN, axis=1)
    if candidates is not None:
        embedding, places = _among(embedding, places, candidates)
    scored = np.all(places != UNKNOWN, axis=1)
    right = np.zeros(len(places))
    # In one call, since sections share words and all of them share the candidates.
    right[scored] = solve_analogies(embedding, places[scored, :3], method=method) == places[scored, 3]
    ends = np.cumsum([len(section.questions) for section in sections], dtype=np.int64)
    scores = {}
    for section, end in zip(sections, ends, strict=True):
        own = slice(end - len(section.questions), end)
        sample = Sample(section.name, right[own], scored[own], resampling=resampling)
        scores[section.name] = _score(int(known[own].sum()), sample)
    return _result(method, scores)


def _among(embedding: Embedding, places: Array, candidates: Array) -> tuple[Embedding, Array]:
    """An embedding of the candidates alone, and the places in it."""
    new = np.full(len(embedding) + 1, UNKNOWN)  # the last is for words that are unknown already
    new[candidates] = np.arange(len(candidates))
    part = Embedding(np.asarray(embedding.vectors[candidates]), embedding.vocabulary.part(candidates))
    return part, new[places]


def _score(covered: int, sample: Sample) -> Score:
    return Score(len(sample.values), covered, int(sample.values[sample.scored].sum()), (sample,))


def _result(method: AnalogyMethod, sections: dict[str, Score]) -> AnalogyResult:
    syntactic = {name for name in sections if AnalogySection(name, ()).syntactic}
    return AnalogyResult(
        method,
        sections,
        _sum(score for name, score in sections.items() if name not in syntactic),
        _sum(score for name, score in sections.items() if name in syntactic),
        _sum(sections.values()),
    )


def _sum(scores: Iterable[Score]) -> Score:
    parts = list(scores)
    return Score(
        sum(part.questions for part in parts),
        sum(part.covered for part in parts),
        sum(part.correct for part in parts),
        tuple(sample for part in parts for sample in part.samples),
    )
