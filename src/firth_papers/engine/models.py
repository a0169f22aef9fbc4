"""Models: ways from counts or from a text to vectors, and the forms of the vectors that are scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from firth.core import Corpus, Counts, Embedding
from firth.core.embedding import Measure
from firth.errors import InputError
from firth.recipes import embed, named_recipe
from firth.runtime.parallel import thread_count
from firth.runtime.run import Run
from firth_papers import baselines


@dataclass(frozen=True)
class Form:
    """The first columns of vectors, times a power of the spectrum: U Σ^exponent where they are U.

    dim: all columns if None. An eigenvalue below zero has no power, and its column weighs nothing.
    measure: how they are compared; as the embedding says if None.

    >>> from firth.core import Vocabulary
    >>> words = Vocabulary(("tea", "milk"), np.array([2, 1]))
    >>> Form(1, 0.5).of(Embedding(np.eye(2), words, np.array([4.0, 1.0]))).vectors.tolist()
    [[2.0], [0.0]]
    """

    dim: int | None = None
    exponent: float = 0.0
    measure: Measure | None = None

    def of(self, embedding: Embedding) -> Embedding:
        """An embedding in this form."""
        vectors, spectrum = embedding.vectors[:, : self.dim], embedding.spectrum[: self.dim]
        if self.exponent:
            weights = np.maximum(spectrum, 0.0) ** self.exponent
            vectors = vectors * weights.astype(vectors.dtype)
        return replace(
            embedding,
            vectors=np.ascontiguousarray(vectors),
            spectrum=spectrum,
            measure=self.measure or embedding.measure,
        )


PLAIN = Form()
"""Vectors as they are."""


@dataclass(frozen=True, eq=False)
class Model:
    """A way to make vectors, and the forms of them that are scored.

    Attributes
    ----------
    name : str
        The name that results and files have.
    settings : mapping
        Everything that the vectors depend on beside the text and its counts.
    make : callable
        Makes the vectors from counts, or from the corpus if counting is None.
    counting : mapping, optional
        Arguments of `firth.count`.
    forms : tuple of Form
        The forms that are scored.
    keep : bool
        Whether the vectors are kept in a file.
    missing : str
        Why the model cannot be run; empty if it can.
    """

    name: str
    settings: Mapping[str, Any]
    make: Callable[[Any], Embedding]
    counting: Mapping[str, Any] | None = None
    forms: tuple[Form, ...] = (PLAIN,)
    keep: bool = False
    missing: str = ""


def spectral(
    name: str,
    recipe: str,
    *,
    counting: Mapping[str, Any],
    dim: int,
    run: Run,
    options: Mapping[str, Any] | None = None,
    forms: tuple[Form, ...] = (PLAIN,),
    keep: bool = False,
) -> Model:
    """One of firth's recipes, with vectors that are not weighted by the spectrum: a form may do that.

    Recipes that fit counts by descent, such as glove, keep the weights that they found.
    """
    try:
        chosen = named_recipe(recipe)
        values = chosen.settle(options)
    except InputError as error:
        return unavailable(name, str(error).partition(";")[0] + ".")
    exponent = None if chosen.kind == "descent" else 0.0

    def make(counts: Counts) -> Embedding:
        return embed(
            counts,
            recipe=recipe,
            dim=dim,
            exponent=exponent,
            options=options,
            seed=run.seed,
            threads=run.threads,
        )

    settings = {"recipe": recipe, "options": values, "dim": dim, "seed": run.seed}
    return Model(name, settings, make, counting, forms, keep)


def learned(name: str, algorithm: baselines.Algorithm, *, run: Run, **settings: Any) -> Model:
    """One of gensim's models, with the arguments of `firth_papers.baselines.train`; its vectors are kept.

    The number of threads is among the settings, since with more than one no two runs agree.
    """
    workers = thread_count(run.threads)

    def make(corpus: Corpus) -> Embedding:
        return baselines.train(corpus, algorithm, seed=run.seed, threads=workers, **settings)

    told = {"algorithm": algorithm, **settings, "seed": run.seed, "threads": workers}
    return Model(name, told, make, keep=True)


def unavailable(name: str, reason: str) -> Model:
    """A model that cannot be run; the report gives the reason."""

    def make(_: object) -> Embedding:
        raise InputError(reason)

    return Model(name, {}, make, missing=reason)
