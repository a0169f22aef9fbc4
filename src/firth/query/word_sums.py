"""Sums and differences of words, and the word that does not belong, asked as in gensim."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firth.core import Embedding
from firth.errors import InputError
from firth.query.nearest import Neighbor, inverse_or_zero, lengths, neighbors, resolved
from firth.runtime.arrays import Array

Asked = str | Array | Sequence[str | Array]


def most_similar(
    embedding: Embedding, positive: Asked = (), negative: Asked = (), topn: int = 10
) -> list[Neighbor]:
    """Find the words nearest to the sum of some words less others.

    Parameters
    ----------
    embedding : Embedding
        The vectors. They are compared by cosine, whatever the embedding's own measure is.
    positive, negative : str, array, or sequence of them
        Words, whose vectors are scaled to length 1 first, or vectors, which are taken as they are. The words
        are left out of the result.
    topn : int, default 10
        How many words to return.

    Returns
    -------
    list of Neighbor
        Words and their cosines, as `neighbors` returns them.

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1]], dtype="f4")
    >>> e = Embedding(vectors, Vocabulary(("man", "king", "woman", "queen"), np.arange(4)[::-1]))
    >>> most_similar(e, positive=["woman", "king"], negative=["man"], topn=1)[0].word
    'queen'
    """
    plus, minus = _listed(positive), _listed(negative)
    if not plus and not minus:
        raise InputError(
            "most_similar was asked for nothing; give a word, or lists of positive and negative."
        )
    total = _unit(embedding, plus).sum(axis=0) - _unit(embedding, minus).sum(axis=0)
    words = [word for word in (*plus, *minus) if isinstance(word, str)]
    return neighbors(embedding, total, topn, measure="cosine", exclude=words)


def doesnt_match(embedding: Embedding, words: Sequence[str]) -> str:
    """Find the word that is least like the mean of all.

    Parameters
    ----------
    embedding : Embedding
        The vectors, compared by cosine.
    words : sequence of str
        Words of the embedding.

    Returns
    -------
    str

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1, 0], [1, 0.1], [0, 1]], dtype="f4")
    >>> e = Embedding(vectors, Vocabulary(("tea", "coffee", "king"), np.arange(3)[::-1]))
    >>> doesnt_match(e, ["tea", "king", "coffee"])
    'king'
    """
    if isinstance(words, str):
        raise InputError(f"doesnt_match takes a list of words; write {words.split()!r}.")
    if not len(words):
        raise InputError("doesnt_match was given no words; give some.")
    unit = _unit(embedding, list(words))
    return words[int((unit @ unit.mean(axis=0)).argmin())]


def _listed(asked: Asked) -> list[str | Array]:
    one = isinstance(asked, str) or (isinstance(asked, np.ndarray) and asked.ndim == 1)
    return [asked] if one else list(asked)  # type: ignore[list-item]


def _unit(embedding: Embedding, asked: list[str | Array]) -> Array:
    """Rows for words, of length 1, and for vectors."""
    found, places = resolved(embedding, asked)
    words = np.array([place is not None for place in places], dtype=bool)
    found[words] *= inverse_or_zero(lengths(found[words]))[:, None]
    return found
