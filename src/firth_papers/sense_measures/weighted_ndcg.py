"""How far senses apply: discounted cumulative gain, weighted by how near the ratings are."""

from __future__ import annotations

from math import log2

from firth_papers.sense_measures.ratings import Ratings, ranked, rated_to_one


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
