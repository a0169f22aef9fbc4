"""One measure of several embeddings: the best, and whether the others are below it beyond chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firth.evaluate.measures import Measure
from firth.evaluate.resampling import Difference
from firth.evaluate.samples import paired_difference


@dataclass(frozen=True, eq=False)
class Contest:
    """The measure of each embedding, by name; the best, more than one if equal; the others less the best."""

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


def contest_of(measures: dict[str, Measure]) -> Contest:
    """Find the best and test the others against it, on what both are scored on."""
    scores = {name: measure.score for name, measure in measures.items() if measure.score is not None}
    highest = max(scores.values(), default=None)
    best = tuple(name for name, score in scores.items() if score == highest)
    differences = {
        name: paired_difference(measures[name].samples, measures[best[0]].samples, measures[name].pool)
        for name in scores
        if name not in best
    }
    return Contest(measures, best, differences)
