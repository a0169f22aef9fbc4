"""Vectors of the words of one text: made once, kept in the output folder, and found there later."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol

from firth.core import Corpus, Counts, Embedding, Recipe
from firth.errors import FirthError
from firth.store import load_embedding, save, whole_file
from firth_papers.words.models import PLAIN, Form, Model


class Text(Protocol):
    """What words are embedded from."""

    @property
    def recipe(self) -> Recipe:
        """What the numbers of words depend on."""

    @property
    def corpus(self) -> Corpus:
        """The text as word numbers."""

    def counts(self, **counting: Any) -> Counts:
        """Its counts; the arguments are those of `firth.count`."""


@dataclass(frozen=True, eq=False)
class Shelf:
    """A text, and the folder where vectors of its words are kept."""

    text: Text
    folder: Path

    def vectors(self, model: Model, form: Form = PLAIN) -> Embedding:
        """The vectors of a model in one form: from their file, or made."""
        return form.of(self.made(model)[0])

    def made(self, model: Model) -> tuple[Embedding, float]:
        """Vectors and the seconds they took, kept in two files where the model asks for it."""
        path = self.folder / "vectors" / f"{model.name}-{self.recipe(model).digest}.safetensors"
        told = path.with_suffix(".json")
        if model.keep:
            try:
                return load_embedding(path), float(json.loads(told.read_text(encoding="utf-8"))["seconds"])
            except (FirthError, OSError, ValueError, KeyError, TypeError):
                pass  # not there, or not whole
        material = self.text.corpus if model.counting is None else self.text.counts(**model.counting)
        began = perf_counter()
        embedding = model.make(material)
        seconds = perf_counter() - began
        if model.keep:
            write_json(told, {"seconds": seconds, **model.settings})
            save(embedding, path)
        return embedding, seconds

    def recipe(self, model: Model) -> Recipe:
        """Everything that the vectors of a model depend on."""
        text = self.text.recipe
        counted = text if model.counting is None else text.then("counting", **model.counting)
        return counted.then("model", **model.settings)


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Plain values as a file that appears whole, in a folder that may not be there yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as temporary:
        temporary.write_text(json.dumps(content, allow_nan=False), encoding="utf-8")
