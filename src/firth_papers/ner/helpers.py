"""What a tagger may be given beside the words: nothing, vectors, clusters, or both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firth.clusters import cluster_words
from firth_papers.words.models import Model, learned, spectral
from firth_papers.words.text import WordText

PROPOSED = "sqrt-cca"


@dataclass(frozen=True, eq=False)
class Help:
    """A row of the table. model: of the vectors, if any; clusters: how many are made of them, 0 for none."""

    name: str
    model: Model | None = None
    vectors: bool = True
    clusters: int = 0

    @property
    def settings(self) -> dict[str, Any]:
        """What it depends on beside the text."""
        made = (
            {} if self.model is None else {**self.model.settings, "counting": dict(self.model.counting or {})}
        )
        return {"model": made, "vectors": self.vectors, "clusters": self.clusters}

    def given(self, text: WordText) -> dict[str, Any]:
        """Arguments of `fit_tagger`."""
        if self.model is None:
            return {}
        counted = self.model.counting
        embedding = self.model.make(text.corpus if counted is None else text.counts(**counted))
        clusters = min(self.clusters, len(embedding))
        return {
            "embedding": embedding if self.vectors else None,
            "clusters": cluster_words(embedding, clusters) if clusters else None,
        }


def all_help(
    dim: int, clusters: int, counting: dict[str, Any], seed: int, threads: int | None, epochs: int
) -> list[Help]:
    """The rows: words alone, three kinds of vectors, word2vec, and clusters of the paper's own vectors."""

    def model(name: str, recipe: str) -> Model:
        return spectral(name, recipe, counting=counting, dim=dim, seed=seed, threads=threads)

    proposed = model(PROPOSED, "sqrt-cca")
    return [
        Help("words alone"),
        Help(PROPOSED, proposed),
        Help("ppmi", model("ppmi", "ppmi")),
        Help("eigenword", model("eigenword", "eigenword")),
        Help("word2vec", learned("word2vec", "sgns", threads=1, dim=dim, epochs=epochs, seed=seed)),
        Help(f"clusters of {PROPOSED}", proposed, vectors=False, clusters=clusters),
        Help(f"{PROPOSED} and its clusters", proposed, clusters=clusters),
    ]
