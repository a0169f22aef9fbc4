"""How the words of a test set are looked up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from firth.core import Vocabulary

UNKNOWN = -1
"""Stands for the place of a word that is not in the vocabulary."""


def known_places(vocabulary: Vocabulary, words: Iterable[Sequence[str]]) -> NDArray[np.int64]:
    """Places of rows of words: as written, else lower-cased (most vocabularies are), else `UNKNOWN`.

    >>> v = Vocabulary.from_counts({"us": 9, "jerusalem": 3, "US": 2})
    >>> known_places(v, [("Jerusalem", "US"), ("us", "Babel")])
    array([[ 1,  2],
           [ 0, -1]])
    """
    index = vocabulary.index
    return np.array(
        [[index.get(word, index.get(word.lower(), UNKNOWN)) for word in row] for row in words], dtype=np.int64
    )
