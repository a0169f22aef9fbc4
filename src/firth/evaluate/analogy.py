"""Analogies: a is to b as c is to what?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from firth.core import Embedding, Vocabulary
from firth.core.arrays import Array
from firth.datasets import AnalogySection, read_analogies
from firth.evaluate.words import UNKNOWN, known_places
from firth.query import solve_analogies
from firth.query.analogies import AnalogyMethod


@dataclass(frozen=True)
class Score:
    """How many questions there are, how many have four known words, and how many of those are answered."""

    questions: int
    covered: int
    correct: int

    @property
    def accuracy(self) -> float | None:
        """Correct answers per covered question; None where no question is covered."""
        return self.correct / self.covered if self.covered else None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"accuracy": self.accuracy, "correct": self.correct, "covered": self.covered,
                "questions": self.questions}  # fmt: skip


@dataclass(frozen=True)
class AnalogyResult:
    """Scores by section, and of the semantic, the syntactic and all sections together."""

    method: AnalogyMethod
    sections: dict[str, Score]
    semantic: Score
    syntactic: Score
    total: Score

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "method": self.method,
            "total": self.total.as_dict(),
            "semantic": self.semantic.as_dict(),
            "syntactic": self.syntactic.as_dict(),
            "sections": {name: score.as_dict() for name, score in self.sections.items()},
        }


def evaluate_analogies(
    embedding: Embedding,
    sections: str | Path | Sequence[AnalogySection],
    *,
    method: AnalogyMethod = "mul",
) -> AnalogyResult:
    """Accuracy over the questions whose four words are known (METHODS §15).

    method: see `firth.query.analogies`; the three words of a question are no answers to it. A word is looked
    up as written, then lower-cased.

    >>> words = Vocabulary.from_counts({"man": 4, "woman": 3, "king": 2, "queen": 1})
    >>> e = Embedding(np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]]), words)
    >>> family = AnalogySection("family", (("man", "woman", "king", "queen"), ("man", "king", "boy", "x")))
    >>> evaluate_analogies(e, [family]).total
    Score(questions=2, covered=1, correct=1)
    """
    if isinstance(sections, str | Path):
        sections = read_analogies(sections)
    known = [_known(embedding.vocabulary, section) for section in sections]
    everything = np.concatenate(known) if known else np.zeros((0, 4), dtype=np.int64)
    # In one call, since sections share words and all of them share the candidates.
    right = solve_analogies(embedding, everything[:, :3], method=method) == everything[:, 3]
    ends = np.cumsum([len(questions) for questions in known])
    scores = {
        section.name: Score(
            len(section.questions), len(questions), int(right[end - len(questions) : end].sum())
        )
        for section, questions, end in zip(sections, known, ends, strict=True)
    }
    return AnalogyResult(
        method,
        scores,
        _sum(scores[section.name] for section in sections if not section.syntactic),
        _sum(scores[section.name] for section in sections if section.syntactic),
        _sum(scores.values()),
    )


def _known(vocabulary: Vocabulary, section: AnalogySection) -> Array:
    """The questions, as places, whose four words are known."""
    places = known_places(vocabulary, section.questions).reshape(-1, 4)
    return np.asarray(places[np.all(places != UNKNOWN, axis=1)])


def _sum(scores: Iterable[Score]) -> Score:
    parts = list(scores)
    return Score(
        sum(part.questions for part in parts),
        sum(part.covered for part in parts),
        sum(part.correct for part in parts),
    )
