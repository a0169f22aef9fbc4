"""Means of word vectors as vectors of documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from firth.core import Embedding
from firth.counting import count
from firth.recipes import embed, named_recipe
from firth.runtime.run import Progress, silent
from firth_papers.documents.cabinet import Cabinet
from firth_papers.documents.material import Material
from firth_papers.documents.methods import Method, unfitted
from firth_papers.engine.text import Document, digest_of, encode_documents

MEAN, SIF_NAME, POWER = "mean of words", "SIF", "power means"

Documents = Callable[[Material], Sequence[Document]]


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

    @property
    def settings(self) -> dict[str, Any]:
        """What they depend on beside documents and seed, also what the recipe does unasked."""
        own = {name: value for name, value in asdict(self).items() if name != "seed"}
        return {**own, "options": named_recipe(self.recipe).settle(None)}

    def of(
        self, documents: Sequence[Document], *, threads: int | None = None, progress: Progress = silent
    ) -> Embedding:
        """Vectors of the words of some documents; tokens are taken as they are."""
        corpus = encode_documents(documents, min_count=self.min_count, threads=threads, progress=progress)
        counts = count(corpus, window=self.window, weights="harmonic", threads=threads, progress=progress)
        dim = min(self.dim, len(counts.rows) - 1)
        return embed(
            counts,
            recipe=self.recipe,
            dim=dim,
            post=self.steps,
            seed=self.seed,
            threads=threads,
            progress=progress,
        )


def mean_methods(
    words: Words, cabinet: Cabinet, *, teaching: Documents, counted: Documents, threads: int | None = None
) -> list[Method]:
    """Means, SIF and power means of word vectors, which are kept in the cabinet.

    teaching: documents that words learn from. counted: those in which SIF sees how often a word is.
    """

    def made(kind: str) -> Any:
        def make(material: Material) -> Any:
            from firth.estimators import SIF, PowerMeans, WordMeans

            texts = teaching(material)
            digest = digest_of(texts, material.labels.values[:0])
            vectors = cabinet.embedding(digest, lambda: words.of(texts, threads=threads), **words.settings)
            kinds = {MEAN: WordMeans, SIF_NAME: SIF, POWER: PowerMeans}
            transformer = kinds[kind](vectors, n_jobs=threads)
            return transformer.fit(list(counted(material))).transform(list(material.documents))

        return make

    return [unfitted(kind, made(kind), words.settings) for kind in (MEAN, SIF_NAME, POWER)]
