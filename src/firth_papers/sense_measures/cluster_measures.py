"""Senses as clusters of instances against people's: B-cubed and mutual information, for graded senses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from firth.runtime.arrays import Array
from firth_papers.sense_measures.instance_measures import Answers, Key, rated_to_one

BINS = 10
"""Of ratings, for mutual information."""


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
    """Whether instances that share a sense share one of people's: means of `bcubed_of_target`."""
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


def fuzzy_nmi(gold: Key, given: Key) -> float:
    """What senses tell of people's senses: the mean over targets of `nmi_of_target`."""
    return float(np.mean([nmi_of_target(answers, given.get(target, {})) for target, answers in gold.items()]))


def nmi_of_target(gold: Answers, given: Answers) -> float:
    """Mutual information of overlapping clusters (Lancichinetti et al. 2009), with ratings in ten bins.

    ½ (Σ_i max_j I(X_i; Y_j) + Σ_j max_i I(X_i; Y_j)) / max(Σ_i H(X_i), Σ_j H(Y_j))

    X_i, Y_j: in which tenth from 0 to 1 the rating of a sense is, 0 where it was not given. As there, Y_j
    says nothing of X_i if its complement would say more: I counts only where
    h(p₁₁) + h(p₀₀) ≥ h(p₁₀) + h(p₀₁) for having one and the other sense, h(p) = −p log p. The divisor is that
    of McDaid et al. (2011).
    Instances that people did not rate are among them, and have none of people's senses.

    >>> gold = {"1": {"a": 1.0}, "2": {"a": 1.0}, "3": {"b": 1.0}, "4": {"b": 1.0}}
    >>> nmi_of_target(gold, {"1": {"x": 3.0}, "2": {"x": 3.0}, "3": {"y": 1.0}, "4": {"y": 1.0}})
    1.0
    >>> nmi_of_target(gold, {name: {"all": 1.0} for name in gold})
    0.0
    """
    names = [*gold, *(name for name in given if name not in gold)]
    wanted, found = (membership_table(answers, names) for answers in (gold, given))
    if not found.shape[1]:
        return 0.0
    binned = _one_hot(wanted), _one_hot(found)
    entropies = [_plogp(table.mean(axis=0)).sum(axis=1) for table in binned]
    most = max(float(entropy.sum()) for entropy in entropies)
    if most == 0:
        return 0.0
    joint = _plogp(_joint(*binned)).sum(axis=(1, 3))
    information = entropies[0][:, None] + entropies[1][None, :] - joint
    information[~_alike(wanted > 0, found > 0)] = 0.0
    both = information.max(axis=1).sum() + information.max(axis=0).sum()
    return max(float(both) / 2 / most, 0.0)


def _one_hot(table: Array) -> Array:
    """Instances × senses × bins."""
    # 0.3 · 10 and the like may fall a little short of the whole number.
    bins = np.minimum(np.floor(table * BINS + 1e-9), BINS - 1)
    return np.asarray(bins[:, :, None] == np.arange(BINS), dtype=np.float64)


def _joint(first: Array, second: Array) -> Array:
    """Shares of instances: senses × bins × senses × bins."""
    n, one, bins = first.shape
    shares = first.reshape(n, -1).T @ second.reshape(n, -1) / n
    return np.asarray(shares.reshape(one, bins, second.shape[1], bins))


def _alike(first: Array, second: Array) -> Array:
    """Where having a sense goes with having another, rather than with not having it."""
    both = first.T.astype(np.float64) @ second / len(first)
    one, other = first.mean(axis=0)[:, None] - both, second.mean(axis=0)[None, :] - both
    return np.asarray(_plogp(both) + _plogp(1 - both - one - other) >= _plogp(one) + _plogp(other))


def _plogp(shares: Array) -> Array:
    safe = np.where(shares > 0, shares, 1.0)  # rounding may bring a share below 0
    return np.asarray(-np.where(shares > 0, shares, 0.0) * np.log2(safe))


def membership_table(answers: Answers, instances: Sequence[str]) -> Array:
    """Instances × senses: ratings with 1 for the greatest, 0 where a sense was not given."""
    senses = sorted({sense for name in instances for sense in answers.get(name, {})})
    column = {sense: place for place, sense in enumerate(senses)}
    table = np.zeros((len(instances), len(senses)))
    for row, name in enumerate(instances):
        for sense, rating in rated_to_one(answers.get(name, {})).items():
            table[row, column[sense]] = rating
    return table
