"""The tests that word vectors are put to, and what they scored, item by item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from firth.core import Embedding
from firth.datasets import AnalogySection, find, similarity_sets
from firth.evaluate import Resampling, Sample
from firth.evaluate.battery import Battery, find_battery
from firth.evaluate.report import run_battery
from firth.evaluate.samples import pooled_interval, pooled_score
from firth.evaluate.similarity import Missing
from firth.runtime.kept import content_digest

Questions = Literal["total", "semantic", "syntactic"]


@dataclass(frozen=True, eq=False)
class Scores:
    """Samples of each set of word pairs and of each section of analogies, by name.

    covered: how many pairs of each set have two known words.
    """

    pairs: dict[str, Sample]
    covered: dict[str, int]
    sections: dict[str, Sample]

    def of_sets(self, sets: Sequence[str] | None = None) -> tuple[Sample, ...]:
        """Those of some sets, or of all: their scores are averaged set by set (pool "tests")."""
        return tuple(self.pairs[name] for name in sets or self.pairs)

    def of_questions(self, kind: Questions = "total") -> tuple[Sample, ...]:
        """Those of some analogies, or of all: every question weighs the same (pool "items")."""
        wanted = {"total": (True, False), "semantic": (False,), "syntactic": (True,)}[kind]
        named = self.sections.items()
        return tuple(sample for name, sample in named if AnalogySection(name, ()).syntactic in wanted)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        kinds: tuple[Questions, ...] = ("total", "semantic", "syntactic")
        return {
            "similarity": {
                name: {
                    "spearman": sample.score,
                    "interval": pooled_interval([sample]),
                    "covered": self.covered[name],
                    "pairs": len(sample.values),
                }
                for name, sample in self.pairs.items()
            },
            "mean": pooled_score(self.of_sets(), "tests"),
            "mean_interval": pooled_interval(self.of_sets(), "tests"),
            "analogy": {kind: _shares(self.of_questions(kind)) for kind in kinds},
        }

    def kept(self) -> dict[str, Any]:
        """What `WordTests.restored` needs to make them again."""
        return {
            "pairs": {name: _content(sample) for name, sample in self.pairs.items()},
            "covered": self.covered,
            "sections": {name: _content(sample) for name, sample in self.sections.items()},
        }


@dataclass(frozen=True, eq=False)
class WordTests:
    """Sets of word pairs and analogies, read once. missing: what becomes of pairs with an unknown word."""

    battery: Battery
    digest: str
    missing: Missing
    resampling: Resampling

    def score(self, embedding: Embedding) -> Scores:
        """Put an embedding to all of them; analogies are answered by 3CosMul."""
        report = run_battery(
            embedding, self.battery, missing=self.missing, method="mul", resampling=self.resampling
        )
        sections = report.analogy.sections if report.analogy else {}
        return Scores(
            {result.name: result.sample for result in report.similarity},
            {result.name: result.covered for result in report.similarity},
            {name: score.samples[0] for name, score in sections.items()},
        )

    def restored(self, kept: Mapping[str, Any]) -> Scores:
        """The scores that were kept."""
        people = {
            name: np.array([pair.score for pair in pairs]) for name, pairs in self.battery.pairs.items()
        }
        return Scores(
            {name: self._sample(name, content, people[name]) for name, content in kept["pairs"].items()},
            dict(kept["covered"]),
            {name: self._sample(name, content) for name, content in kept["sections"].items()},
        )

    def _sample(self, name: str, content: Mapping[str, Any], people: Any = None) -> Sample:
        scored = np.array(content["scored"], dtype=bool)
        return Sample(name, np.array(content["values"], dtype=float), scored, people, self.resampling)


def find_tests(
    data: str | Path | None,
    *,
    sets: Sequence[str] | None = None,
    analogies: bool = True,
    missing: Missing = "skip",
    resampling: Resampling,
) -> WordTests:
    """Those in the data folder: word pairs by name, or all, and Google's analogies."""
    battery = find_battery(data=data, sets=sets, analogies=analogies, categories=(), outliers=())
    files = [*similarity_sets(sets, data).values(), *([find("google", data)] if analogies else [])]
    return WordTests(battery, content_digest(files), missing, resampling)


def _content(sample: Sample) -> dict[str, Any]:
    return {"values": sample.values.tolist(), "scored": sample.scored.astype(int).tolist()}


def _shares(samples: Sequence[Sample]) -> dict[str, Any]:
    return {
        "accuracy": pooled_score(samples),
        "interval": pooled_interval(samples),
        "scored": sum(sample.size for sample in samples),
        "questions": sum(len(sample.values) for sample in samples),
    }
