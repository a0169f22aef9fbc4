"""Means over runs, and whether chance explains a difference between two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

LEVEL = 0.05
"""A p-value below this is called beyond chance."""


class Spread(NamedTuple):
    """Mean, standard deviation and number of runs."""

    mean: float
    sd: float
    runs: int

    @classmethod
    def of(cls, scores: Sequence[float]) -> Spread:
        """Of the scores of some runs."""
        sd = float(np.std(scores, ddof=1)) if len(scores) > 1 else 0.0
        return cls(float(np.mean(scores)), sd, len(scores))


def welch_p(first: Spread, second: Spread) -> float:
    """Two-sided p-value of Welch's t-test, which does not take both to vary alike.

    t = (m₁ − m₂) / √(s₁²/n₁ + s₂²/n₂)

    Where no run differs from another it is 1 for equal means, and else 0.

    >>> round(welch_p(Spread(60.6, 2.99, 50), Spread(61.69, 3.28, 50)), 3)  # table 7.3: 0.0884
    0.086
    """
    from scipy.stats import ttest_ind_from_stats

    if first.sd == second.sd == 0 or min(first.runs, second.runs) < 2:
        return float(first.mean == second.mean)
    return float(ttest_ind_from_stats(*first, *second, equal_var=False).pvalue)


def p_against_best(spreads: Mapping[str, Spread]) -> dict[str, float]:
    """For each, Welch's p-value against the one with the highest mean, whose own is 1.

    >>> p_against_best({"a": Spread(0.8, 0.0, 5), "b": Spread(0.7, 0.0, 5)})
    {'a': 1.0, 'b': 0.0}
    """
    best = max(spreads, key=lambda name: spreads[name].mean)
    return {name: 1.0 if name == best else welch_p(spreads[best], one) for name, one in spreads.items()}
