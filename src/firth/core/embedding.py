"""Embedding: names with vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.pickling import Portable

if TYPE_CHECKING:
    from firth.query import Neighbor

Measure = Literal["cosine", "dot"]


@dataclass(frozen=True, eq=False)
class Embedding(Portable):
    """Vectors with names.

    Attributes
    ----------
    vectors : array
        A row for each name.
    vocabulary : Vocabulary
        The names, with their counts.
    spectrum : array
        The singular values or eigenvalues of the axes; empty if they are not known.
    recipe : Recipe
        How the vectors were made.
    measure : {"cosine", "dot"}
        How two vectors are meant to be compared.

    Examples
    --------
    >>> import numpy as np
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> e["queen"], len(e), e.dim
    (array([0., 1.], dtype=float32), 2, 2)
    """

    vectors: Array
    vocabulary: Vocabulary
    spectrum: Array = field(default_factory=lambda: np.zeros(0))
    recipe: Recipe = field(default_factory=Recipe)
    measure: Measure = "cosine"

    def __post_init__(self) -> None:
        """Refuse vectors that do not fit the vocabulary."""
        if self.vectors.ndim != 2 or len(self.vectors) != len(self.vocabulary):
            raise InputError(
                f"vectors of shape {self.vectors.shape} do not fit {len(self.vocabulary)} tokens."
            )

    def __getitem__(self, word: str) -> Array:
        """The vector of a word; an unknown one raises with near spellings."""
        from firth.query import vector_of

        return vector_of(self, word)

    def __len__(self) -> int:
        """How many vectors there are."""
        return len(self.vocabulary)

    def __contains__(self, word: object) -> bool:
        """Whether the word has a vector."""
        return word in self.vocabulary

    @property
    def dim(self) -> int:
        """The length of a vector."""
        return int(self.vectors.shape[1])

    def neighbors(self, query: str | Array, top: int = 10, **options: Any) -> list[Neighbor]:
        """The names nearest to a word or a vector; see `firth.neighbors`."""
        from firth.query import neighbors

        return neighbors(self, query, top, **options)

    def similarity(self, a: str | Array, b: str | Array) -> float:
        """How alike two words or vectors are, by this embedding's measure; see `firth.similarity`."""
        from firth.query import similarity

        return similarity(self, a, b)

    def analogy(
        self, a: str | Array, b: str | Array, c: str | Array, top: int = 10, **options: Any
    ) -> list[Neighbor]:
        """What is to c as b is to a; see `firth.analogy`."""
        from firth.query import analogy

        return analogy(self, a, b, c, top, **options)

    def save(self, path: str | Path) -> None:
        """Write to a file; the suffix chooses the format."""
        from firth.store import save

        save(self, path)

    def vectors_of(self, words: Sequence[str]) -> Array:
        """The vectors of several known words, as rows."""
        from firth.query import vectors_of

        return vectors_of(self, words)

    def to_gensim(self) -> Any:
        """The same vectors as gensim's KeyedVectors (extra `baselines`)."""
        from firth.store import to_gensim

        return to_gensim(self)
