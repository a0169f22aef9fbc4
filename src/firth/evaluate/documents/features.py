"""Vectors of the documents of a split: those to learn from, and those to test on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firth.evaluate.documents.splits import Split

Features = Callable[[Split], tuple[Any, Any]]
"""Vectors of the documents to learn from and of those to test on."""

MOST_BYTES = 1 << 30
"""Of vectors that are remembered."""


def fixed_features(features: Any) -> Features:
    """Rows of vectors that do not depend on the split."""
    return lambda split: (features[split[0]], features[split[1]])


def fitted_features(transformer: Any, documents: Sequence[Any]) -> Features:
    """Vectors by a transformer that sees the documents to learn from alone."""
    from sklearn.base import clone

    def both(split: Split) -> tuple[Any, Any]:
        own = clone(transformer)
        train, test = ([documents[place] for place in part] for part in split)
        return own.fit_transform(train), own.transform(test)

    return both


def remembered(features: Features, *, most: int = MOST_BYTES) -> Features:
    """The same vectors, made once for all learners as far as they fit into so many bytes.

    Splits are told apart by their arrays themselves, so that the same ones must be given again.
    """
    kept: dict[tuple[int, int], tuple[Split, tuple[Any, Any]]] = {}
    left = most

    def both(split: Split) -> tuple[Any, Any]:
        nonlocal left
        key = id(split[0]), id(split[1])
        if key in kept:
            return kept[key][1]
        made = features(split)
        size = sum(map(_bytes, made))
        if size <= left:
            left -= size
            kept[key] = split, made  # the split too, or another could be given its place in memory
        return made

    return both


def _bytes(vectors: Any) -> int:
    parts = (vectors.data, vectors.indices, vectors.indptr) if hasattr(vectors, "indptr") else (vectors,)
    return sum(int(part.nbytes) for part in parts)
