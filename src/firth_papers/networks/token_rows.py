"""Texts as rows of places in an embedding, and the parts in which they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from firth.core import Embedding
from firth.documents.tokens import tokenize_documents
from firth.errors import InputError
from firth.query.lookup import UNKNOWN, known_places
from firth.query.nearest import unit_rows
from firth.runtime.arrays import Array

PART_TOKENS = 1 << 14
"""So many words, with those that fill up short texts, go through a network at once."""


@dataclass(frozen=True, eq=False)
class TokenRows:
    """Places of the known words of all texts, one after the other; text i has ids[starts[i]:starts[i + 1]].

    Unknown words are left out, and so are those after the first `longest` known ones.
    """

    ids: Array
    starts: Array

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self.starts) - 1

    @property
    def lengths(self) -> Array:
        """How many known words each text has."""
        return np.diff(self.starts)

    def parts(self, chosen: Array) -> Iterator[Array]:
        """The chosen texts, those of like length together, in parts of `PART_TOKENS` words or of one text."""
        lengths = self.lengths[chosen]
        ordered = chosen[np.argsort(lengths, kind="stable")]
        widths = np.maximum(1, np.sort(lengths, kind="stable")).tolist()
        first = 0
        for place, width in enumerate(widths):
            if place > first and (place + 1 - first) * width > PART_TOKENS:
                yield ordered[first:place]
                first = place
        if len(ordered):
            yield ordered[first:]

    def chosen(self, part: Array) -> TokenRows:
        """Some of the texts, in the order given."""
        ids = [self.ids[self.starts[i] : self.starts[i + 1]] for i in part]
        return TokenRows(np.concatenate(ids), np.concatenate([[0], np.cumsum(self.lengths[part])]))


def token_rows(
    texts: Iterable[str | Sequence[str]], embedding: Embedding, longest: int, threads: int | None = None
) -> TokenRows:
    """Texts, parted into words as `firth.tokenize` does, or lists of tokens; as written, else lower-cased.

    >>> from firth import Vocabulary
    >>> e = Embedding(np.eye(2), Vocabulary(("tea", "milk"), np.array([3, 2])))
    >>> token_rows(["Tea and milk!", "", "coffee"], e, longest=9).starts.tolist()
    [0, 2, 2, 2]
    """
    numbered = tokenize_documents(texts, threads=threads)
    places = known_places(embedding.vocabulary, ((word,) for word in numbered.words)).reshape(-1)
    ids = places[numbered.ids] if len(numbered.ids) else numbered.ids
    known = ids != UNKNOWN
    rank = np.concatenate([[0], np.cumsum(known)])
    kept = known & (rank[:-1] - np.repeat(rank[numbered.starts[:-1]], np.diff(numbered.starts)) < longest)
    return TokenRows(ids[kept], np.concatenate([[0], np.cumsum(kept)])[numbered.starts])


def unit_vectors(rows: TokenRows, embedding: Embedding) -> Embedding:
    """The vectors of all words brought to length 1.

    Vectors of different methods differ a thousandfold in size, and a network begins alike for all; and those
    of frequent words are often the longest, which say least.
    """
    used = np.unique(rows.ids)
    if not len(used):
        raise InputError("none of the words of the texts has a vector; were both parted and cased alike?")
    unit = unit_rows(embedding.vectors)
    if not np.isfinite(unit[used]).all():
        raise InputError("a vector of a word in the texts has a value that is not a finite number.")
    if not unit[used].any():
        raise InputError("the vectors of all words in the texts are zero; nothing can be learned from them.")
    return replace(embedding, vectors=unit)
