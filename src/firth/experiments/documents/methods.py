"""Ways to make vectors of documents, each under the name that a table gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firth.coordinates import embed
from firth.core import Embedding
from firth.core.progress import Progress, silent
from firth.experiments.documents.material import Document, Material
from firth.experiments.documents.teaching import Teaching


@dataclass(frozen=True, eq=False)
class Method:
    """A name, everything that the vectors depend on beside the documents, and how they are made.

    make: from the material, a row for each of its documents.
    """

    name: str
    settings: Mapping[str, Any]
    make: Callable[[Material], Any]


def fitted(name: str, transformer: Any, settings: Mapping[str, Any], *, others: bool = True) -> Method:
    """A transformer that sees the documents that teach; others: and those without labels."""

    def make(material: Material) -> Any:
        from sklearn.base import clone

        own = clone(transformer)
        teaching = material.teaching if others else list(material.documents[: material.learnt])
        return own.fit(teaching).transform(list(material.documents))

    return Method(name, {**settings, "others": others}, make)


def unfitted(name: str, make: Callable[[Material], Any], settings: Mapping[str, Any]) -> Method:
    """Any other way, such as one that learns from all documents at once."""
    return Method(name, settings, make)


@dataclass(frozen=True)
class Words:
    """How word vectors are made: by one of firth's recipes, from the documents that teach.

    steps: after it, such as "unit".
    """

    recipe: str = "eigenword"
    dim: int = 300
    window: int = 10
    min_count: int = 5
    steps: tuple[str, ...] = ()
    seed: int = 0

    def of(
        self, documents: Sequence[Document], *, threads: int | None = None, progress: Progress = silent
    ) -> Embedding:
        """Vectors of the words of some documents; tokens are taken as they are."""
        text = Teaching(documents, self.min_count, threads, progress)
        counts = text.counts(window=self.window, weights="harmonic")
        dim = min(self.dim, len(counts.rows) - 1)
        return embed(
            counts,
            recipe=self.recipe,
            dim=dim,
            steps=self.steps,
            seed=self.seed,
            threads=threads,
            progress=progress,
        )
