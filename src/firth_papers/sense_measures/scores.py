"""All five measures of a key."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from firth.errors import InputError
from firth_papers.sense_measures.fuzzy_bcubed import fuzzy_bcubed
from firth_papers.sense_measures.fuzzy_nmi import fuzzy_nmi
from firth_papers.sense_measures.jaccard import jaccard_index
from firth_papers.sense_measures.mapping import mapped_answers
from firth_papers.sense_measures.positional_tau import positional_tau
from firth_papers.sense_measures.ratings import Answers, Key, Measure, rated_to_one
from firth_papers.sense_measures.weighted_ndcg import weighted_ndcg


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


def _mean(measure: Measure, gold: Key, answers: Key) -> float:
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
