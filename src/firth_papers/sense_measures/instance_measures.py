"""Ratings of the senses of one instance against people's: which apply, in what order, and how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import log2

Ratings = Mapping[str, float]
"""Sense → how far it applies, above 0."""

Answers = Mapping[str, Ratings]
"""Instance → ratings, for one target."""

Key = Mapping[str, Answers]
"""Target → answers."""

SenseMeasure = Callable[[Ratings, Ratings], float]
"""How well the ratings given to an instance, the second, agree with people's, the first; 1 is agreement."""


def jaccard_index(gold: Ratings, given: Ratings) -> float:
    """|G ∩ S| / |G ∪ S|, however the senses are rated.

    >>> jaccard_index({"a": 4.0, "b": 1.0}, {"b": 9.0})
    0.5
    """
    return len(gold.keys() & given.keys()) / len(gold.keys() | given.keys())


def positional_tau(gold: Ratings, given: Ratings) -> float:
    """How near two rankings are: 1 if they are the same, 0 if one is the other backwards.

    1 − K(x, y) / K(x, x backwards),   K = Σ 1 / log₂(i + 2) over swaps of the places i and i + 1

    K is what it costs to bring y into the order of x (Kumar & Vassilvitskii 2010): the first sense of x is
    brought to the front by swaps of neighbors, then the second to its place, and so on. x and y rank all
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
    """Of sorting places, the least first, by swaps of neighbors."""
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


def weighted_ndcg(gold: Ratings, given: Ratings) -> float:
    """The gain of the senses in the order given, over the greatest.

    Σ_i min(w_i, v_i) / max(w_i, v_i) · (2^(w_i + 1) − 1) / log₂(i + 1)   over   Σ_i 2^(w_i + 1) / log₂(i + 1)

    w: people's ratings, with 1 for the greatest; v: those given, as they are; i: the place of the sense among
    those given above, and among people's below. The −1 stands above alone: only so do the published scores
    come out, to three digits, and a perfect answer of one sense has 3/4.

    >>> weighted_ndcg({"a": 4.0}, {"a": 1.0})
    0.75
    """
    wanted = rated_to_one(gold)
    gain = sum(
        min(wanted[sense], given[sense]) / max(wanted[sense], given[sense])
        * (2 ** (wanted[sense] + 1) - 1) / log2(place + 1)
        for place, sense in enumerate(ranked(given), start=1)
        if sense in wanted
    )  # fmt: skip
    most = sum(
        2 ** (wanted[sense] + 1) / log2(place + 1) for place, sense in enumerate(ranked(wanted), start=1)
    )
    return gain / most


def ranked(ratings: Ratings) -> list[str]:
    """Senses by their ratings, the greatest first; those alike in the order of their names."""
    return sorted(ratings, key=lambda sense: (-ratings[sense], sense))


def rated_to_one(ratings: Ratings) -> dict[str, float]:
    """Ratings with 1 for the greatest.

    >>> rated_to_one({"a": 4, "b": 1})
    {'a': 1.0, 'b': 0.25}
    """
    most = max(ratings.values(), default=1.0)
    return {sense: rating / most for sense, rating in ratings.items()}
