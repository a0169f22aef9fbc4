"""Several networks that learn from the same texts, and the mean of what they predict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from firth.core import Embedding
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.parallel import in_order
from firth.runtime.run import Progress, silent
from firth_papers.networks.pytorch import repeatable
from firth_papers.networks.training import SequenceModel, fit_sequence_model


@dataclass(frozen=True, eq=False)
class SequenceEnsemble:
    """Networks that began with other weights and held out other texts."""

    members: tuple[SequenceModel, ...]

    def predict(self, texts: Iterable[str | Sequence[str]]) -> Array:
        """The mean of the members' predictions for each text."""
        given = list(texts)
        mean: Array = np.mean([member.predict(given) for member in self.members], axis=0)
        return mean


def fit_sequence_ensemble(
    texts: Iterable[str | Sequence[str]],
    targets: Sequence[float] | Array,
    embedding: Embedding,
    *,
    members: int = 5,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
    **how: Any,
) -> SequenceEnsemble:
    """Fit several networks, each with a seed of its own, and predict by their mean (extra `neural`).

    Where texts are few, what a network makes of them depends on where it began and which texts it held out;
    the mean depends less on both, and is nearer to the truth than most of the members. The first member is
    the network that `fit_sequence_model` fits with the same seed.

    Parameters
    ----------
    texts, targets, embedding
        Those of `fit_sequence_model`.
    members : int
        The number of networks.
    seed : int
        The random seed of the first; the others have seeds made from it.
    threads : int, optional
        How many networks are fitted at a time. Results do not depend on it.
    progress : callable
        Is told how far the work is.
    **how
        The other arguments of `fit_sequence_model`.

    Returns
    -------
    SequenceEnsemble
    """
    if members < 1:
        raise InputError(f"members is {members}; it must be at least 1.")
    given = list(texts)

    def fit(number: int) -> SequenceModel:
        return fit_sequence_model(
            given, targets, embedding, seed=_member_seed(seed, number), threads=1, **how
        )

    fitted = []
    progress("training", 0, members, "networks")
    with repeatable():  # around all threads, each of which would set PyTorch for all of them
        for model in in_order(fit, range(members), threads):
            fitted.append(replace(model, threads=threads))
            progress("training", len(fitted), members, "networks")
    return SequenceEnsemble(tuple(fitted))


def _member_seed(seed: int, number: int) -> int:
    """The seed itself for the first; for the others one that no neighboring seed leads to."""
    return seed if not number else int(np.random.SeedSequence([seed, number]).generate_state(1)[0])
