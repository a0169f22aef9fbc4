"""P-values over runs and over sets; those of two embeddings on the same items are in scored_items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

LEVEL = 0.05
"""A p-value below this is called beyond chance."""


class ScoreSummary(NamedTuple):
    """Mean, standard deviation and number of runs."""

    mean: float
    sd: float
    runs: int

    @classmethod
    def of(cls, scores: Sequence[float]) -> ScoreSummary:
        """Of the scores of some runs."""
        sd = float(np.std(scores, ddof=1)) if len(scores) > 1 else 0.0
        return cls(float(np.mean(scores)), sd, len(scores))


def welch_p(first: ScoreSummary, second: ScoreSummary) -> float:
    """Two-sided p-value of Welch's t-test, which does not take both to vary alike.

    t = (m₁ − m₂) / √(s₁²/n₁ + s₂²/n₂)

    Where no run differs from another it is 1 for equal means, and else 0.

    [HajiSoleimani2019, table 2.3] prints 0.0307 for these maps of Optdigits:

    >>> round(welch_p(ScoreSummary(84.5, 4.7, 50), ScoreSummary(86.0, 0.8, 50)), 3)
    0.03
    """
    from scipy.special import stdtr

    errors = [one.sd**2 / one.runs for one in (first, second)]
    whole = sum(errors)
    if whole == 0:
        return float(first.mean == second.mean)
    freedom = whole**2 / sum(
        error**2 / (one.runs - 1) for error, one in zip(errors, (first, second), strict=True) if error
    )
    return float(2 * stdtr(freedom, -abs(first.mean - second.mean) / np.sqrt(whole)))


def p_against_best(spreads: Mapping[str, ScoreSummary]) -> dict[str, float]:
    """For each, Welch's p-value against the one with the highest mean, whose own is 1.

    >>> p_against_best({"a": ScoreSummary(0.8, 0.0, 5), "b": ScoreSummary(0.7, 0.0, 5)})
    {'a': 1.0, 'b': 0.0}
    """
    best = max(spreads, key=lambda name: spreads[name].mean)
    return {name: 1.0 if name == best else welch_p(spreads[best], one) for name, one in spreads.items()}


def paired_p(differences: Sequence[float]) -> float:
    """Two-sided p-value of a mean difference: the share of all ways to turn signs that bring as large a one.

    Nothing is assumed but that, were both alike, each difference could as well have the other sign. Of n
    differences it is 2/2ⁿ at least.

    >>> paired_p([1.0, 2.0, 3.0])
    0.25
    """
    signs = np.array(list(product((1, -1), repeat=len(differences))))
    sums = np.abs(signs @ np.asarray(differences, dtype=np.float64))
    return float(np.mean(sums >= sums[0] * (1 - 1e-12)))
