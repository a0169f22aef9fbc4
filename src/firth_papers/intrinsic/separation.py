"""How well vectors keep two groups of words apart, with intervals over the words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from firth.core import Embedding
from firth.evaluate import Difference, Resampling
from firth.evaluate.resampling import interval_of, p_value
from firth.plots import WordCosines, word_cosines
from firth.runtime.arrays import Array


@dataclass(frozen=True, eq=False)
class Separation:
    """Cosines of the words of two groups; the separation is the mean within groups less that between them."""

    cosines: WordCosines
    resampling: Resampling

    @cached_property
    def resampled(self) -> Array:
        """The separation when the words of each group are drawn anew, as often as there are."""
        chosen = self.cosines.chosen
        drawn = np.zeros((self.resampling.resamples, len(chosen.words)))
        for place, name in enumerate(chosen.groups):
            own = chosen.membership == place
            drawn[:, own] = np.concatenate(list(self.resampling.draws(name, int(own.sum()))))
        first, second = np.triu_indices(len(chosen.words), k=1)
        weights, cosines = drawn[:, first] * drawn[:, second], self.cosines.matrix[first, second]
        same = chosen.membership[first] == chosen.membership[second]
        return _means(weights[:, same], cosines[same]) - _means(weights[:, ~same], cosines[~same])

    def less(self, other: Separation) -> Difference | None:
        """How much more this separates than another of the same words, in the same resamples."""
        own, others = self.cosines.difference, other.cosines.difference
        differences = self.resampled - other.resampled
        interval = interval_of(differences, self.resampling.level)
        if own is None or others is None or interval is None:
            return None
        return Difference(own - others, interval, p_value(differences))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "words": list(self.cosines.chosen.words),
            "within": self.cosines.within,
            "between": self.cosines.between,
            "separation": self.cosines.difference,
            "interval": interval_of(self.resampled, self.resampling.level),
        }


def separation(embedding: Embedding, resampling: Resampling) -> Separation:
    """Of eleven animals and eleven foods."""
    return Separation(word_cosines(embedding), resampling)


def _means(weights: Array, values: Array) -> Array:
    """Weighted means by rows; NaN where nothing weighs."""
    total = weights.sum(axis=1)
    summed = np.einsum("ij,j->i", weights, values)
    return np.asarray(np.divide(summed, total, out=np.full(len(total), np.nan), where=total > 0))
