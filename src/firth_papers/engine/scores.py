"""Word similarity and analogies: the tests that models are put to, and what they scored, item by item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from firth.core import Embedding
from firth.datasets import AnalogySection, find, similarity_sets
from firth.errors import InputError
from firth.evaluate import Resampling, Sample
from firth.evaluate.evaluation_sets import EvaluationSets, find_evaluation_sets
from firth.evaluate.report import run_evaluation_sets
from firth.evaluate.scored_items import pooled_interval, pooled_score
from firth.evaluate.similarity import Missing
from firth.runtime.kept import FileKind, Kept, content_digest, load_json, save_json
from firth_papers.engine.models import Form, Model
from firth_papers.engine.text import Text

Questions = Literal["total", "semantic", "syntactic"]


@dataclass(frozen=True, eq=False)
class Scores:
    """Samples of each set of word pairs and of each section of analogies, by name.

    covered: how many pairs of each set have two known words.
    """

    pairs: dict[str, Sample]
    covered: dict[str, int]
    sections: dict[str, Sample]

    def of_sets(self, sets: Iterable[str] | None = None) -> tuple[Sample, ...]:
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

    sets: EvaluationSets
    digest: str
    missing: Missing
    resampling: Resampling

    def score(self, embedding: Embedding) -> Scores:
        """Put an embedding to all of them; analogies are answered by 3CosMul."""
        report = run_evaluation_sets(
            embedding, self.sets, missing=self.missing, method="mul", resampling=self.resampling
        )
        sections = report.analogy.sections if report.analogy else {}
        return Scores(
            {result.name: result.sample for result in report.similarity},
            {result.name: result.covered for result in report.similarity},
            {name: score.samples[0] for name, score in sections.items()},
        )

    def restored(self, kept: Mapping[str, Any]) -> Scores:
        """The scores that were kept."""
        people = {name: np.array([pair.score for pair in pairs]) for name, pairs in self.sets.pairs.items()}
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
    found = find_evaluation_sets(data=data, sets=sets, analogies=analogies, categories=(), outliers=())
    files = [*similarity_sets(sets, data).values(), *([find("google", data)] if analogies else [])]
    return WordTests(found, content_digest(files), missing, resampling)


@dataclass(frozen=True, eq=False)
class Outcome:
    """The scores of a model in each of its forms, and the seconds that making it took; or why it was not run.

    Seconds begin when the text is read and counted.
    """

    model: Model
    seconds: float | None
    scores: dict[Form, Scores]
    missing: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "name": self.model.name,
            "settings": dict(self.model.settings),
            "seconds": self.seconds,
            "missing": self.missing,
            "scores": [{**asdict(form), **scores.as_dict()} for form, scores in self.scores.items()],
        }


def score_models(text: Text, tests: WordTests, models: Sequence[Model]) -> dict[str, Outcome]:
    """What every model scored, by its name: as it was kept, or measured and kept now."""
    progress = text.run.progress
    found = {}
    for done, model in enumerate(models):
        progress("models", done, len(models), "models")
        found[model.name] = score_model(text, tests, model)
    progress("models", len(models), len(models), "models")
    return found


def score_model(text: Text, tests: WordTests, model: Model) -> Outcome:
    """What a model scored: as it was kept, or measured and kept now."""
    if model.missing:
        return Outcome(model, None, {}, model.missing)
    forms = [asdict(form) for form in model.forms]
    recipe = text.recipe_of(model).then("scores", tests=tests.digest, missing=tests.missing, forms=forms)
    kept, kind = Kept(text.folder / "cache"), _outcome_kind(model, tests)
    outcome = kept.find(recipe, kind)
    if outcome is not None:
        return outcome
    try:
        embedding, seconds = text.made(model)
    except InputError as error:  # such as that gensim is not installed
        return Outcome(model, None, {}, str(error))
    scores = {form: tests.score(form.of(embedding)) for form in model.forms}
    outcome = Outcome(model, seconds, scores)
    kept.put(recipe, outcome, kind)
    return outcome


def pairs_of(
    outcomes: Mapping[str, Outcome], model: str, form: Form, sets: Iterable[str] | None = None
) -> tuple[Sample, ...] | None:
    """What the mean of a model over some sets, or all, rests on; None for what was not run."""
    scores = outcomes[model].scores.get(form)
    return None if scores is None else scores.of_sets(sets)


def questions_of(outcomes: Mapping[str, Outcome], model: str, form: Form) -> tuple[Sample, ...] | None:
    """What the share of analogies that a model answers rests on; None for what was not run."""
    scores = outcomes[model].scores.get(form)
    return None if scores is None else scores.of_questions()


def _outcome_kind(model: Model, tests: WordTests) -> FileKind[Outcome]:
    def load(path: Path) -> Outcome:
        kept = load_json(path)
        scores = [tests.restored(content) for content in kept["scores"]]
        return Outcome(model, kept["seconds"], dict(zip(model.forms, scores, strict=True)))

    def save(outcome: Outcome, path: Path) -> None:
        scores = [one.kept() for one in outcome.scores.values()]
        save_json({"seconds": outcome.seconds, "scores": scores}, path)

    return FileKind("scores", "json", load, save)


def _content(sample: Sample) -> dict[str, Any]:
    return {"values": sample.values.tolist(), "scored": sample.scored.astype(int).tolist()}


def _shares(samples: Sequence[Sample]) -> dict[str, Any]:
    return {
        "accuracy": pooled_score(samples),
        "interval": pooled_interval(samples),
        "scored": sum(sample.size for sample in samples),
        "questions": sum(len(sample.values) for sample in samples),
    }
