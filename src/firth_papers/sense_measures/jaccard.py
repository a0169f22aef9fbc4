"""Which senses apply: the Jaccard index."""

from __future__ import annotations

from firth_papers.sense_measures.ratings import Ratings


def jaccard_index(gold: Ratings, given: Ratings) -> float:
    """|G ∩ S| / |G ∪ S|, however the senses are rated.

    >>> jaccard_index({"a": 4.0, "b": 1.0}, {"b": 9.0})
    0.5
    """
    return len(gold.keys() & given.keys()) / len(gold.keys() | given.keys())
