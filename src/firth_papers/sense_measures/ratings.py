"""Ratings of the senses of one instance, and a key of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from firth.runtime.arrays import Array

Ratings = Mapping[str, float]
"""Sense → how far it applies, above 0."""

Answers = Mapping[str, Ratings]
"""Instance → ratings, for one target."""

Key = Mapping[str, Answers]
"""Target → answers."""


class Measure(Protocol):
    """How well the ratings of one instance agree with people's."""

    def __call__(self, gold: Ratings, given: Ratings) -> float:
        """1 is agreement."""


def rated_to_one(ratings: Ratings) -> dict[str, float]:
    """Ratings with 1 for the greatest.

    >>> rated_to_one({"a": 4, "b": 1})
    {'a': 1.0, 'b': 0.25}
    """
    most = max(ratings.values(), default=1.0)
    return {sense: rating / most for sense, rating in ratings.items()}


def ranked(ratings: Ratings) -> list[str]:
    """Senses by their ratings, the greatest first; those alike in the order of their names."""
    return sorted(ratings, key=lambda sense: (-ratings[sense], sense))


def membership_table(answers: Answers, instances: Sequence[str]) -> Array:
    """Instances × senses: ratings with 1 for the greatest, 0 where a sense was not given."""
    senses = sorted({sense for name in instances for sense in answers.get(name, {})})
    column = {sense: place for place, sense in enumerate(senses)}
    table = np.zeros((len(instances), len(senses)))
    for row, name in enumerate(instances):
        for sense, rating in rated_to_one(answers.get(name, {})).items():
            table[row, column[sense]] = rating
    return table
