"""Corpus: a text as a row of word numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary

OUT_OF_VOCABULARY = -1
"""A token that is not in the vocabulary but keeps its place."""

DOCUMENT_END = -2
"""Stands after the last token of each document: no window crosses it."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """Word numbers of a whole text, documents one after the other.

    ids: int32, possibly memory-mapped; places in the vocabulary, `OUT_OF_VOCABULARY` or `DOCUMENT_END`.
    tokens: how many tokens were read, known or not. bytes_replaced: how many bytes were not UTF-8.
    """

    ids: NDArray[np.int32]
    vocabulary: Vocabulary
    documents: int
    tokens: int
    bytes_replaced: int = 0
    recipe: Recipe = field(default_factory=Recipe)
