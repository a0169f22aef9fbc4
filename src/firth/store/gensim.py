"""Vectors to and from gensim's KeyedVectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.core import Embedding, Recipe, Vocabulary
from firth.errors import InputError
from firth.runtime.other_names import refuse_other_names


def to_gensim(embedding: Embedding) -> Any:
    """Convert an embedding to gensim's KeyedVectors (extra ``baselines``).

    Parameters
    ----------
    embedding : Embedding
        The vectors.

    Returns
    -------
    gensim.models.KeyedVectors
        The same vectors in float32, with the counts of words as attribute "count".

    Examples
    --------
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> keyed = to_gensim(e)
    >>> keyed.index_to_key, int(keyed.get_vecattr("king", "count"))
    (['king', 'queen'], 3)
    """
    try:
        from gensim.models import KeyedVectors
    except ImportError as error:
        raise InputError("gensim is not installed; get it with pip install 'firth[baselines]'.") from error
    counts = np.asarray(embedding.vocabulary.counts).astype(np.int64)
    keyed = KeyedVectors(embedding.dim, dtype=np.float32)
    vectors = np.asarray(embedding.vectors, dtype=np.float32)
    keyed.add_vectors(list(embedding.vocabulary.tokens), vectors)
    keyed.expandos["count"] = counts  # add_vectors(extras=...) fails in gensim 4.4
    return keyed


@refuse_other_names()
def from_gensim(keyed_vectors: Any) -> Embedding:
    """Convert gensim's KeyedVectors, or a model that has them, to an embedding.

    Parameters
    ----------
    keyed_vectors : gensim.models.KeyedVectors
        The vectors, or a model of gensim's with an attribute ``wv``.

    Returns
    -------
    Embedding
        The same vectors in float32; the counts of words are 0 where gensim has none.

    Examples
    --------
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> from_gensim(to_gensim(e)).vocabulary == e.vocabulary
    True
    """
    keyed_vectors = getattr(keyed_vectors, "wv", keyed_vectors)  # a whole model is fine too
    words = tuple(str(key) for key in keyed_vectors.index_to_key)  # documents may have numbers for names
    counts = keyed_vectors.expandos.get("count")
    known = np.zeros(len(words), np.int64) if counts is None else np.asarray(counts[: len(words)], np.int64)
    vectors = np.array(keyed_vectors.vectors[: len(words)], dtype=np.float32)
    if not np.isfinite(vectors).all():
        word = words[int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])]
        raise InputError(f"the vector of {word!r} has a value that is not a finite number.")
    return Embedding(vectors, Vocabulary(words, known), recipe=Recipe().then("imported", format="gensim"))
