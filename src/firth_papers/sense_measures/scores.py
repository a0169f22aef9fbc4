"""All five measures of a key, and the mapping of its senses to people's that three of them need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from firth.errors import InputError
from firth_papers.sense_measures.cluster_measures import fuzzy_bcubed, fuzzy_nmi
from firth_papers.sense_measures.instance_measures import (
    Answers,
    Key,
    SenseMeasure,
    jaccard_index,
    positional_tau,
    rated_to_one,
    weighted_ndcg,
)


class SenseScores(NamedTuple):
    """The five measures of SemEval-2013 task 13, as they stand in its tables."""

    jaccard: float
    tau: float
    wndcg: float
    fuzzy_nmi: float
    fuzzy_bcubed: float

    @property
    def average(self) -> float:
        """Of the five.

        >>> round(SenseScores(0.215, 0.610, 0.335, 0.072, 0.560).average, 4)  # thesis, table 5.2
        0.3584
        """
        return sum(self) / len(self)


def score_senses(gold: Key, given: Key, *, induced: bool = True) -> SenseScores:
    """A key against people's.

    induced: its senses are its own, and are mapped to people's before the first three measures; else they
    are people's. Each of these three is the harmonic mean of its mean over the instances answered (precision)
    and of that over all (recall).

    >>> gold = {"bank.n": {str(n): {"river" if n % 2 else "money": 4.0} for n in range(10)}}
    >>> given = {"bank.n": {str(n): {f"#{n % 2}": 1.0} for n in range(10)}}
    >>> score_senses(gold, given)
    SenseScores(jaccard=1.0, tau=1.0, wndcg=0.75, fuzzy_nmi=1.0, fuzzy_bcubed=1.0)
    """
    if not any(gold.get(target, {}).keys() & answers.keys() for target, answers in given.items()):
        raise InputError("the key answers none of the instances; it should name them as people's key does.")
    answers = {
        target: _in_gold_senses(rated, given.get(target, {}), induced) for target, rated in gold.items()
    }
    return SenseScores(
        _mean(jaccard_index, gold, answers),
        _mean(positional_tau, gold, answers),
        _mean(weighted_ndcg, gold, answers),
        fuzzy_nmi(gold, given),
        fuzzy_bcubed(gold, given).f1,
    )


def _in_gold_senses(gold: Answers, given: Answers, induced: bool) -> Answers:
    if induced:
        return mapped_answers(gold, given)
    return {name: rated_to_one(ratings) for name, ratings in given.items() if ratings}


def _mean(measure: SenseMeasure, gold: Key, answers: Key) -> float:
    """The harmonic mean of the mean over all instances and of that over those answered."""
    found = [
        measure(wanted, answers[target][name]) if name in answers[target] else None
        for target, rated in gold.items()
        for name, wanted in rated.items()
    ]
    answered = [score for score in found if score is not None]
    if not answered or not any(answered):
        return 0.0
    recall, precision = sum(answered) / len(found), float(np.mean(answered))
    return 2 * precision * recall / (precision + recall)


# Induced senses turned into people's.

PARTS = 5

_Shares = dict[str, dict[str, float]]
"""Induced sense → people's sense → share."""


def mapped_answers(gold: Answers, given: Answers) -> dict[str, dict[str, float]]:
    """Answers in people's senses: learned from four fifths of the instances, used on the fifth.

    M_st = Σ_x v_xs w_xt / Σ_x,t v_xs w_xt over the instances x learned from;   answer: v_x M

    v, w: ratings of induced and of people's senses, with 1 for the greatest of an instance. Every fifth
    instance, in the order of people's key, is in one part; each part is answered by what the other four
    teach. Answers are not brought to sum 1, and hold all senses that were seen with any of the induced ones;
    an instance whose induced senses were never seen has no answer.

    The task says 80/20 and that all parts are tested; which instances are in a part, and how weights go into
    M, was found by the published scores (`firth_papers.sense_measures`).

    >>> gold = {str(n): {"river": 4.0} if n % 2 else {"money": 4.0} for n in range(10)}
    >>> given = {str(n): {f"#{n % 2}": 7.0} for n in range(10)}
    >>> mapped_answers(gold, given)["3"]
    {'river': 1.0}
    """
    names = list(gold)
    answers: dict[str, dict[str, float]] = {}
    for part in range(PARTS):
        table = _shares(gold, given, (name for place, name in enumerate(names) if place % PARTS != part))
        for name in names[part::PARTS]:
            found: dict[str, float] = defaultdict(float)
            for sense, weight in rated_to_one(given.get(name, {})).items():
                for target, share in table.get(sense, {}).items():
                    found[target] += weight * share
            if found:
                answers[name] = dict(found)
    return answers


def _shares(gold: Answers, given: Answers, names: Iterable[str]) -> _Shares:
    table: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name in names:
        wanted = rated_to_one(gold[name])
        for sense, weight in rated_to_one(given.get(name, {})).items():
            for target, rating in wanted.items():
                table[sense][target] += weight * rating
    return {
        sense: {target: value / sum(row.values()) for target, value in row.items()}
        for sense, row in table.items()
    }
