"""The algorithms of table 3.1 by the names that it gives them, ours besides, and kernels of every degree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

import numpy as np

from firth.core import Counts, Embedding
from firth.runtime.run import Run
from firth_papers.baselines import Algorithm as Learner
from firth_papers.engine.models import Form, Model, learned, spectral
from firth_papers.engine.printed import printed

PAPER = printed("kubwe")
TABLE: dict[int, dict[str, list[float]]] = {int(dim): rows for dim, rows in PAPER["table"].items()}

U, ROOT, BALL = Form(), Form(exponent=0.5), Form(exponent=1.0)
"""U, U Σ^½, and U Σ: of words on the ball the last are the words themselves."""


@dataclass(frozen=True)
class Settings:
    """How much is done. dims: of table 3.1. rounds: of those that learn from the text.

    degree_words: the most frequent words, on which kernels of every degree are tried. sweeps: of KUBWE; its
    own numbers if None. tree_points: random points that the tree is grown of. megabytes: of text; None for
    all of it.
    """

    dims: tuple[int, ...] = tuple(PAPER["dims"])
    degrees: tuple[int, ...] = tuple(PAPER["degrees"])
    degree_dims: tuple[int, ...] = tuple(PAPER["degree_dims"])
    degree_words: int = 12_000
    sweeps: int | None = None
    tree_dims: tuple[int, ...] = (10, 20, 50, 100, 200, 300)
    tree_points: int = 20_000
    window: int = 10
    learned_window: int = 5
    rounds: int = 5
    min_count: int = 5
    megabytes: int | None = None
    seed: int = 0

    @property
    def counting(self) -> dict[str, Any]:
        """Arguments of `firth.count`."""
        return {"window": self.window, "weights": "harmonic"}

    def printed_dim(self, dim: int) -> int:
        """The dimensions of the part of table 3.1 that stands beside ours."""
        return int(PAPER["dims"][self.dims.index(dim)])


QUICK = Settings(
    dims=(50, 75),
    degrees=(1, 5, 13, 21),
    degree_dims=(10, 50),
    degree_words=2000,
    sweeps=30,
    tree_dims=(10, 50, 300),
    tree_points=3000,
    rounds=1,
    megabytes=3,
)


class Algorithm(NamedTuple):
    """How vectors are made: a recipe of firth or a function of its baselines, and its options.

    name: in the names of files. forms: of the vectors, that of the table first.
    """

    name: str
    recipe: str
    options: Mapping[str, Any]
    forms: tuple[Form, ...] = (U,)


LEARNED = ("cbow", "sgns", "fasttext")

ALGORITHMS: dict[str, Algorithm] = {
    "SVD": Algorithm("svd", "svd", {}),
    "SVD-Sqrt": Algorithm("svd-sqrt", "svd-sqrt", {}),
    "SVD-Log": Algorithm("svd-log", "svd-log", {}),
    "SVD-PPMI": Algorithm("ppmi", "ppmi", {"alpha": 1.0}, (U, ROOT)),
    "SVD-PPMI, α = ¾": Algorithm("ppmi-smooth", "ppmi", {"alpha": 0.75}, (U, ROOT)),
    "SVD-SPPMI": Algorithm("sppmi", "sppmi", {"alpha": 1.0, "shift": 5.0}, (U, ROOT)),
    "SVD-NS": Algorithm("svd-ns", "svd-ns", {}, (U, ROOT)),
    "EigenWord": Algorithm("eigenword", "eigenword", {}, (U, ROOT)),
    "GloVe": Algorithm("glove", "glove", {"x_max": 100.0}),
    "CBOW (k = 10)": Algorithm("cbow-10", "cbow", {"negative": 10}),
    "CBOW (k = 5)": Algorithm("cbow-5", "cbow", {"negative": 5}),
    "FastText": Algorithm("fasttext-5", "fasttext", {"negative": 5}),
    "SGNS (k = 10)": Algorithm("sgns-10", "sgns", {"negative": 10}),
    "SGNS (k = 5)": Algorithm("sgns-5", "sgns", {"negative": 5}),
    "Fast KUBWE": Algorithm("kubwe-fast", "kubwe", {"mode": "fast"}, (BALL,)),
    "KUBWE, far field": Algorithm("kubwe-far-field", "kubwe", {"mode": "far-field"}, (BALL,)),
    "KUBWE": Algorithm("kubwe", "kubwe", {"mode": "exact"}, (BALL,)),
}
"""Table 3.1, and what it does not have."""

OURS_IN_BOTH = ("SVD-PPMI, α = ¾", "SVD-NS", "EigenWord")
"""What has no row in the table's part of more dimensions, but is quickly made."""


def rows_of(dim: int, settings: Settings) -> list[str]:
    """The algorithms of one part of the table. In many dimensions a far field saves next to nothing."""
    if dim == settings.dims[0]:
        return list(ALGORITHMS)
    return [name for name in ALGORITHMS if name in TABLE[settings.printed_dim(dim)] or name in OURS_IN_BOTH]


def table_name(algorithm: str, dim: int) -> str:
    """The name of the model.

    >>> table_name("Fast KUBWE", 300)
    'kubwe-fast-300'
    """
    return f"{ALGORITHMS[algorithm].name}-{dim}"


def degree_name(degree: int, dim: int) -> str:
    """The name of the model with this kernel.

    >>> degree_name(13, 100)
    'degree-13-100'
    """
    return f"degree-{degree}-{dim}"


def all_models(settings: Settings, run: Run) -> list[Model]:
    """Every model of the table and of the sweeps over degrees, once."""
    table = [_of_table(name, dim, settings, run) for dim in settings.dims for name in rows_of(dim, settings)]
    swept = [
        _of_frequent(
            _of_recipe(
                Algorithm(degree_name(degree, dim), "kubwe", {"mode": "exact", "degree": degree}, (BALL,)),
                degree_name(degree, dim), dim, settings, run,
            ),
            settings.degree_words,
        )
        for dim in settings.degree_dims
        for degree in settings.degrees
    ]  # fmt: skip
    return [*table, *swept]


def _of_table(name: str, dim: int, settings: Settings, run: Run) -> Model:
    algorithm = ALGORITHMS[name]
    if algorithm.recipe not in LEARNED:
        return _of_recipe(algorithm, table_name(name, dim), dim, settings, run)
    return learned(
        table_name(name, dim),
        cast(Learner, algorithm.recipe),
        run=run,
        dim=dim,
        window=settings.learned_window,
        epochs=settings.rounds,
        **algorithm.options,
    )


def _of_recipe(algorithm: Algorithm, name: str, dim: int, settings: Settings, run: Run) -> Model:
    moved = algorithm.recipe == "kubwe"
    options = {**algorithm.options, **({"sweeps": settings.sweeps} if moved else {})}
    return spectral(
        name, algorithm.recipe, counting=settings.counting, dim=dim, run=run,
        options=options, forms=algorithm.forms, keep=moved,
    )  # fmt: skip


def _of_frequent(model: Model, words: int) -> Model:
    """The same of the most frequent words alone, with the counts that they have in the whole text."""

    def make(counts: Counts) -> Embedding:
        first = np.arange(min(words, len(counts.rows)))
        return model.make(counts.part(first, first))

    return replace(model, make=make, settings={**model.settings, "words": words}, keep=False)
