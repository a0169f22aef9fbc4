"""Semi-supervised analysis on pairs that it was not tuned by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from firth.datasets import WordPair
from firth.evaluate import Sample
from firth.runtime.arrays import Array


def halves(pairs: Sequence[WordPair], seed: int) -> tuple[list[WordPair], list[WordPair]]:
    """Two halves of a set, the same for the same seed; a pair given twice stays in one of them.

    >>> pairs = [WordPair("a", "b", 1.0), WordPair("b", "a", 2.0), WordPair("a", "c", 3.0)]
    >>> [len(half) for half in halves(pairs, 0)] in ([2, 1], [1, 2])
    True
    """
    keys = sorted({_key(pair) for pair in pairs})
    chosen = np.random.default_rng(seed).permutation(len(keys))[: len(keys) // 2]
    first = {keys[place] for place in chosen.tolist()}
    return [p for p in pairs if _key(p) in first], [p for p in pairs if _key(p) not in first]


def unseen(pairs: Sequence[WordPair], tuned_by: Sequence[WordPair]) -> Array:
    """Which pairs of a set are not among others, in either order.

    >>> unseen([WordPair("a", "b", 1.0), WordPair("a", "c", 3.0)], [WordPair("b", "a", 5.0)]).tolist()
    [False, True]
    """
    seen = {_key(pair) for pair in tuned_by}
    return np.array([_key(pair) not in seen for pair in pairs], dtype=bool)


def on_unseen(
    samples: Mapping[str, Sample], sets: Mapping[str, Sequence[WordPair]], tuned_by: Sequence[WordPair]
) -> tuple[Sample, ...]:
    """Samples of the sets, on the pairs that nothing was tuned by."""
    return tuple(samples[name].within(unseen(pairs, tuned_by)) for name, pairs in sets.items())


def _key(pair: WordPair) -> tuple[str, ...]:
    return tuple(sorted(word.lower() for word in pair[:2]))
