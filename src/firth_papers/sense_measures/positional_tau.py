"""Which senses apply more than others: Kendall's τ, with more weight on the first places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import log2

from firth_papers.sense_measures.ratings import Ratings


def positional_tau(gold: Ratings, given: Ratings) -> float:
    """How near two rankings are: 1 if they are the same, 0 if one is the other backwards.

    1 − K(x, y) / K(x, x backwards),   K = Σ 1 / log₂(i + 2) over swaps of the places i and i + 1

    K is what it costs to bring y into the order of x (Kumar & Vassilvitskii 2010): the first sense of x is
    brought to the front by swaps of neighbours, then the second to its place, and so on. x and y rank all
    senses that either names; those it does not name come last, and are alike. Senses alike are put in the
    order of their names and then backwards, and the mean of both is taken, so that chance settles no tie.

    The task does not say what a swap costs, nor how ties are settled; `firth_papers.sense_measures`
    says how near this comes to the scores that were published.

    >>> round(positional_tau({"a": 2.0, "b": 1.0}, {"a": 1.0, "b": 2.0, "c": 3.0}), 3)
    0.0
    >>> positional_tau({"a": 4.0}, {"a": 1.0})
    1.0
    """
    names = sorted(gold.keys() | given.keys())
    if len(names) == 1:
        return 1.0
    return (_agreement(gold, given, names) + _agreement(gold, given, names[::-1])) / 2


def _agreement(gold: Ratings, given: Ratings, names: Sequence[str]) -> float:
    wanted, found = (sorted(names, key=lambda name: -ratings.get(name, 0.0)) for ratings in (gold, given))
    place = {name: number for number, name in enumerate(wanted)}
    return 1 - _cost(tuple(place[name] for name in found)) / _most(len(names))


def _cost(places: tuple[int, ...]) -> float:
    """Of sorting places, the least first, by swaps of neighbours."""
    left, cost = list(places), 0.0
    for front in range(len(left)):
        at = left.index(front)
        cost += sum(_swap(place) for place in range(front, at))
        left.insert(front, left.pop(at))
    return cost


def _swap(place: int) -> float:
    """Of a place, counted from 0, with the next one."""
    return 1 / log2(place + 3)


@cache
def _most(senses: int) -> float:
    return _cost(tuple(reversed(range(senses))))
