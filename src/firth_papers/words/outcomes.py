"""What models scored: measured once, kept in the output folder, and found there by a run that goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from firth.core import Embedding
from firth.errors import InputError
from firth.runtime.run import Progress, silent
from firth_papers.words.models import PLAIN, Form, Model
from firth_papers.words.scores import Scores, WordTests
from firth_papers.words.shelf import Shelf, write_json
from firth_papers.words.text import WordText


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


@dataclass(frozen=True, eq=False)
class Workshop:
    """A text, the tests, and the folder where vectors and scores are kept."""

    text: WordText
    tests: WordTests
    folder: Path

    def outcomes(self, models: Sequence[Model], progress: Progress = silent) -> dict[str, Outcome]:
        """What every model scored, by its name."""
        found = {}
        for done, model in enumerate(models):
            progress("models", done, len(models), "models")
            found[model.name] = self.outcome(model)
        progress("models", len(models), len(models), "models")
        return found

    def outcome(self, model: Model) -> Outcome:
        """What a model scored: as it was kept, or measured and kept now."""
        if model.missing:
            return Outcome(model, None, {}, model.missing)
        forms = [asdict(form) for form in model.forms]
        asked = {"tests": self.tests.digest, "missing": self.tests.missing, "forms": forms}
        path = (
            self.folder / "cache" / f"scores-{self.shelf.recipe(model).then('scores', **asked).digest}.json"
        )
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            scores = [self.tests.restored(content) for content in kept["scores"]]
            return Outcome(model, kept["seconds"], dict(zip(model.forms, scores, strict=True)))
        except (OSError, ValueError, KeyError, TypeError):  # not there, or not written by this experiment
            return self._measured(model, path)

    def vectors(self, model: Model, form: Form = PLAIN) -> Embedding:
        """The vectors of a model in one form: from their file, or made."""
        return self.shelf.vectors(model, form)

    @property
    def shelf(self) -> Shelf:
        """Where vectors are kept."""
        return Shelf(self.text, self.folder)

    def _measured(self, model: Model, path: Path) -> Outcome:
        try:
            embedding, seconds = self.shelf.made(model)
        except InputError as error:
            return Outcome(model, None, {}, str(error))
        scores = {form: self.tests.score(form.of(embedding)) for form in model.forms}
        write_json(path, {"seconds": seconds, "scores": [one.kept() for one in scores.values()]})
        return Outcome(model, seconds, scores)
