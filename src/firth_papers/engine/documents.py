"""Labeled documents, ways to make vectors of them, and what learners make of these; all of it is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from firth.core import Embedding, Recipe
from firth.counting import count
from firth.evaluate.documents import (
    Features,
    Labels,
    Learner,
    Runs,
    Split,
    fixed_features,
    measure_runs,
)
from firth.recipes import embed, named_recipe
from firth.runtime.kept import FileKind, arrays_kind, load_json, save_json
from firth.runtime.run import Run
from firth.store import embedding_kind
from firth_papers.engine.experiment import Context
from firth_papers.engine.text import Document, digest_of, encode_documents


@dataclass(frozen=True, eq=False)
class LabeledDocuments:
    """Documents with labels, and others without any that vectors may learn from too.

    training: how many of the documents, the first ones, may be learned from; all may be tested.
    """

    documents: Sequence[Document]
    labels: Labels
    training: int
    unlabeled: Sequence[Document] = field(default=(), repr=False)

    @property
    def training_documents(self) -> list[Document]:
        """The first documents."""
        return list(self.documents[: self.training])

    @property
    def all_training_documents(self) -> list[Document]:
        """Those, and the documents without labels."""
        return [*self.training_documents, *self.unlabeled]

    @property
    def split(self) -> Split:
        """Places of the training documents, and of those after them."""
        places = np.arange(len(self.documents))
        return places[: self.training], places[self.training :]

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change when any document or label does."""
        return digest_of([str(self.training), *self.documents, *self.unlabeled], self.labels.values)


# Vectors of documents.


@dataclass(frozen=True, eq=False)
class DocumentModel:
    """A way to make vectors of documents.

    Attributes
    ----------
    name : str
        The name that a table gives it.
    settings : mapping
        Everything that the vectors depend on beside the documents and the random seed.
    make : callable
        Makes a row for each of the documents.
    """

    name: str
    settings: Mapping[str, Any]
    make: Callable[[LabeledDocuments], Any]


def fitted_model(
    name: str, transformer: Any, settings: Mapping[str, Any], *, unlabeled: bool = True
) -> DocumentModel:
    """A transformer that is fitted to the training documents; unlabeled: and to those without labels."""

    def make(given: LabeledDocuments) -> Any:
        from sklearn.base import clone

        learned_from = given.all_training_documents if unlabeled else given.training_documents
        return clone(transformer).fit(learned_from).transform(list(given.documents))

    return DocumentModel(name, {**settings, "others": unlabeled}, make)


def document_vectors(
    model: DocumentModel, given: LabeledDocuments, context: Context[Any]
) -> tuple[Any, float]:
    """The vectors of a model and the seconds they took: as they were kept, or made and kept now."""

    def make() -> tuple[Any, float]:
        began = perf_counter()
        made = model.make(given)
        return made, perf_counter() - began

    return context.kept.get(vectors_recipe(model, given, context), make, _VECTORS)


def vectors_recipe(model: DocumentModel, given: LabeledDocuments, context: Context[Any]) -> Recipe:
    """Everything that the vectors of a model depend on."""
    return named_vectors(model.name, model.settings, given, context)


def named_vectors(
    name: str, settings: Mapping[str, Any], given: LabeledDocuments, context: Context[Any]
) -> Recipe:
    """What vectors of documents depend on, by their name and settings."""
    made = Recipe().then("documents", digest=given.digest)
    return made.then("method", name=name, seed=context.run.seed, **settings)


_ARRAYS = arrays_kind("vectors")
_SPARSE_PARTS = ("data", "indices", "indptr")


def _load_vectors(path: Path) -> tuple[Any, float]:
    from scipy import sparse

    kept = _ARRAYS.load(path)
    seconds = float(kept["seconds"])
    if "vectors" in kept:
        return kept["vectors"], seconds
    parts: Any = tuple(kept[part] for part in _SPARSE_PARTS)
    return sparse.csr_array(parts, shape=tuple(kept["shape"])), seconds


def _save_vectors(made: tuple[Any, float], path: Path) -> None:
    vectors, seconds = made
    if hasattr(vectors, "indptr"):
        parts = {part: getattr(vectors, part) for part in _SPARSE_PARTS}
        arrays = {**parts, "shape": np.array(vectors.shape)}
    else:
        arrays = {"vectors": np.asarray(vectors)}
    _ARRAYS.save({"seconds": np.array(seconds), **arrays}, path)


_VECTORS: FileKind[tuple[Any, float]] = FileKind("vectors", "npz", _load_vectors, _save_vectors)


# Means of word vectors.

MEAN, SIF_NAME, POWER = "mean of words", "SIF", "power means"


@dataclass(frozen=True)
class WordVectors:
    """How word vectors are made from documents: by one of firth's recipes.

    steps: after it, such as "unit".
    """

    recipe: str = "eigenword"
    dim: int = 300
    window: int = 10
    min_count: int = 5
    steps: tuple[str, ...] = ()

    @property
    def settings(self) -> dict[str, Any]:
        """What they depend on beside documents and random seed, also what the recipe does unasked."""
        return {**asdict(self), "options": named_recipe(self.recipe).settle(None)}

    def of(self, documents: Sequence[Document], run: Run) -> Embedding:
        """Vectors of the words of some documents; tokens are taken as they are."""
        corpus = encode_documents(documents, min_count=self.min_count, threads=run.threads)
        counts = count(corpus, window=self.window, weights="harmonic", threads=run.threads)
        return embed(
            counts,
            recipe=self.recipe,
            dim=min(self.dim, len(counts.rows) - 1),
            post=self.steps,
            seed=run.seed,
            threads=run.threads,
        )

    def kept(self, documents: Sequence[Document], context: Context[Any]) -> Embedding:
        """The same: as they were kept, or made and kept now."""
        recipe = self.recipe_of(documents, context.run.seed)
        return context.kept.get(recipe, partial(self.of, documents, context.run), embedding_kind("words"))

    def recipe_of(self, documents: Sequence[Document], seed: int) -> Recipe:
        """Everything that the vectors of the words of some documents depend on."""
        text = Recipe().then("text", digest=digest_of(documents, np.zeros(0)))
        return text.then("words", seed=seed, **self.settings)


Chosen = Callable[[LabeledDocuments], Sequence[Document]]


def mean_models(
    words: WordVectors, context: Context[Any], *, learned_from: Chosen, counted: Chosen
) -> list[DocumentModel]:
    """Means, SIF and power means of word vectors.

    learned_from: the documents that word vectors learn from. counted: those in which SIF sees how often a
    word is.
    """

    def made(kind: str, given: LabeledDocuments) -> Any:
        from firth.estimators import SIF, PowerMeans, WordMeans

        vectors = words.kept(learned_from(given), context)
        transformer = {MEAN: WordMeans, SIF_NAME: SIF, POWER: PowerMeans}[kind](
            vectors, n_jobs=context.threads
        )
        return transformer.fit(list(counted(given))).transform(list(given.documents))

    return [DocumentModel(kind, words.settings, partial(made, kind)) for kind in (MEAN, SIF_NAME, POWER)]


# Learners.

RUNS: FileKind[Runs] = FileKind(
    "runs", "json", lambda path: Runs(**load_json(path)), lambda runs, path: save_json(runs.as_dict(), path)
)
"""What a learner scored on every split, as `firth.runtime.kept` keeps it."""


def score_learner(
    model: DocumentModel,
    learner: Learner,
    given: LabeledDocuments,
    splits: Sequence[Split],
    how: Mapping[str, Any],
    context: Context[Any],
    *,
    features: Features | None = None,
    once: bool = False,
) -> Runs:
    """What a learner scored on a model's vectors: as it was kept, or measured and kept now.

    how: what the splits depend on. features: vectors that depend on the split; those of all documents if not
    given. once: the strength of a learner is chosen in the first split for all.
    """
    seed = context.run.seed

    def measured() -> Runs:
        return measure_runs(
            model.name,
            features or fixed_features(document_vectors(model, given, context)[0]),
            given.labels,
            splits,
            learner,
            once=once,
            seed=seed,
            threads=context.threads,
        )

    asked = {"learner": learner.name, "strengths": learner.strengths, "seed": seed, "once": once}
    recipe = vectors_recipe(model, given, context).then("runs", **asked, **how)
    return context.kept.get(recipe, measured, RUNS)
