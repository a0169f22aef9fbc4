"""The search: every configuration is scored on the development pairs, and on nothing else."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from firth.core import Counts, Embedding, Factors, SolverReport
from firth.errors import DimensionWarning, InputError
from firth.evaluate import Resampling, evaluate_similarity
from firth.factorize import scaled_coordinates
from firth.recipes import embed, postprocess
from firth.runtime.run import Progress, silent
from firth.tune.configuration import Configuration
from firth.tune.reading import CountsOf
from firth.tune.split import Development, known_side, scorable

_NO_REPORT = SolverReport("embed", 0, 0.0, "", 0.0)
_NO_INTERVALS = Resampling(resamples=0)


@dataclass(frozen=True)
class Trial:
    """A configuration and its Spearman on the development pairs of each set, or why it could not be made."""

    configuration: Configuration
    scores: dict[str, float] = field(default_factory=dict)
    refused: str = ""

    @property
    def development(self) -> float:
        """The mean over the sets."""
        return sum(self.scores.values()) / len(self.scores)


def search(
    configurations: Sequence[Configuration],
    done: Collection[Configuration],
    counts: CountsOf,
    development: Development,
    *,
    seed: int = 0,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Iterator[Trial]:
    """The trials that are not done yet, one by one.

    Text is counted once for each window and weights, and factorized once for each recipe with its options
    and number of dimensions; exponents and steps share that. Fewer dimensions are not cut from more: the
    last axes of the Krylov solver depend on how many are asked for, and what is scored here should be
    what `firth.embed` makes (docs/results/tuning.md).
    """
    finished = len(set(configurations) & set(done))
    progress("tuning", finished, len(configurations), "configurations")
    for group in _alike(configurations, lambda one: sorted(one.counting.items())):
        waiting = [one for one in group if one not in done]
        if not waiting:
            continue
        table = counts(group[0].counting)
        asked = scorable(known_side(development, table.rows))
        for same in _alike(waiting, lambda one: (one.recipe, one.options, one.dim)):
            how: Any = {"seed": seed, "threads": threads, "memory": memory, "progress": progress}
            for trial in _trials(same, table, asked, how):
                yield trial
                finished += 1
                progress("tuning", finished, len(configurations), "configurations")


def development_scores(embedding: Embedding, development: Development) -> dict[str, float]:
    """Spearman's ρ of each set; pairs with a word that has no vector count as similarity 0."""
    results = [
        evaluate_similarity(embedding, pairs, missing="zero", name=name, resampling=_NO_INTERVALS)
        for name, pairs in development.sets.items()
    ]
    return {result.name: result.spearman or 0.0 for result in results}  # none where all are alike


def _trials(
    configurations: Sequence[Configuration], counts: Counts, development: Development, how: Any
) -> Iterator[Trial]:
    """Those that differ in exponent and steps alone."""
    first = configurations[0]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", DimensionWarning)  # fewer dimensions are another configuration
            plain = embed(
                counts, recipe=first.recipe, dim=first.dim, exponent=0.0, options=dict(first.options), **how
            )
    except (InputError, DimensionWarning) as error:
        yield from (Trial(one, refused=str(error)) for one in configurations)
        return
    for one in configurations:
        try:
            found = postprocess(_scaled(plain, one.exponent), one.steps)
        except InputError as error:
            yield Trial(one, refused=str(error))
        else:
            yield Trial(one, development_scores(found, development))


def _scaled(plain: Embedding, exponent: float) -> Embedding:
    """Vectors of exponent 0 with another exponent of their spectrum."""
    factors = Factors(plain.vectors, plain.spectrum, plain.vectors, _NO_REPORT)
    return replace(plain, vectors=scaled_coordinates(factors, exponent))


def _alike(
    configurations: Iterable[Configuration], key: Callable[[Configuration], Any]
) -> list[list[Configuration]]:
    """In groups of the same key, in the order they came."""
    groups: dict[str, list[Configuration]] = {}
    for one in configurations:
        groups.setdefault(str(key(one)), []).append(one)
    return list(groups.values())
