"""Whether instances that share a sense share one in people's eyes: B-cubed for graded senses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from firth.runtime.arrays import Array
from firth_papers.sense_measures.ratings import Answers, Key, membership_table


class BCubed(NamedTuple):
    """Precision and recall."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Their harmonic mean.

        >>> BCubed(1.0, 0.5).f1
        0.6666666666666666
        """
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def fuzzy_bcubed(gold: Key, given: Key) -> BCubed:
    """Means over targets of `bcubed_of_target`."""
    found = [bcubed_of_target(answers, given.get(target, {})) for target, answers in gold.items()]
    precision, recall = np.mean(found, axis=0).tolist()
    return BCubed(precision, recall)


def bcubed_of_target(gold: Answers, given: Answers) -> BCubed:
    """B-cubed precision and recall (Amigó et al. 2009), with senses that apply in part.

    C(x, y) = Σ_k 1 − |w_xk − w_yk| over the senses that x and y have both
    precision: the mean over x of the mean over y of min(C_given, C_gold) / C_given, y sharing a given sense
    recall: the same of min(C_given, C_gold) / C_gold, y sharing one of people's senses

    w: ratings with 1 for the greatest. x is another instance than y. One without any such y has 0. Instances
    that people did not rate are among the y of precision, where they agree with nothing: so they lower it, as
    they did in the published scores.

    >>> gold = {"1": {"a": 1.0}, "2": {"a": 1.0}, "3": {"b": 1.0}, "4": {"b": 1.0}}
    >>> bcubed_of_target(gold, {name: {"all": 1.0} for name in gold})
    BCubed(precision=0.3333333333333333, recall=1.0)
    """
    unrated = [name for name in given if name not in gold]
    names = [*gold, *unrated]
    wanted, found = (membership_table(answers, names) for answers in (gold, given))
    in_gold, in_given = _common(wanted), _common(found)
    least = np.minimum(in_gold, in_given)
    return BCubed(*(_mean_share(least, whole, len(gold)) for whole in (in_given, in_gold)))


def _common(table: Array) -> Array:
    """C of every two instances; −1 on the diagonal, and where two have no sense in common."""
    has = (table > 0).astype(np.float64)
    shared = has @ has.T
    common = shared.copy()
    for column in table.T:
        rows = np.flatnonzero(column)
        common[np.ix_(rows, rows)] -= np.abs(column[rows, None] - column[None, rows])
    common[shared == 0] = -1.0
    np.fill_diagonal(common, -1.0)
    return common


def _mean_share(least: Array, whole: Array, rated: int) -> float:
    least, whole = least[:rated], whole[:rated]
    near = whole >= 0
    shares = np.where(whole > 0, np.maximum(least, 0.0) / np.where(whole > 0, whole, 1.0), 0.0)
    return float(np.mean(shares.sum(axis=1) / np.maximum(near.sum(axis=1), 1)))
