"""Sentences as what a tagger computes with: a sparse table of features, and vectors picked from a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np

from firth.clusters import WordClusters
from firth.core import Embedding
from firth.errors import InputError
from firth.query.lookup import UNKNOWN, known_places
from firth.runtime.arrays import Array, Sparse
from firth_papers.tagging.chain import Seen
from firth_papers.tagging.tag_features import word_features

VECTOR_REACH = (-1, 0, 1)
"""Places of the neighbours whose vectors are looked at."""


def feature_names(sentences: list[list[str]], clusters: WordClusters | None) -> list[list[str]]:
    """What is seen at each word of all sentences, one after the other."""
    path_of = _path_of(clusters)
    return [names for words in sentences for names in word_features(words, path_of)]


def _path_of(clusters: WordClusters | None) -> Callable[[str], str]:
    if clusters is None:
        return lambda word: ""
    index, paths = clusters.vocabulary.index, clusters.paths

    def path_of(word: str) -> str:
        place = index.get(word, index.get(word.lower(), UNKNOWN))
        return "" if place == UNKNOWN else paths[place]

    return path_of


def frequent_features(names: list[list[str]], min_count: int) -> dict[str, int]:
    """Name → column of the features seen often enough, in the order in which they come."""
    counts = Counter(name for row in names for name in row)
    kept = [name for name, n in counts.items() if n >= min_count]
    return {name: place for place, name in enumerate(kept)}


def vector_scale(sentences: list[list[str]], embedding: Embedding | None) -> float:
    """The factor that brings the vectors of these words to length 1, on average; 0 without vectors.

    A vector then weighs as much as a feature that is there. With 100 dimensions its numbers are about 0.1,
    which Turian et al. 2010 found best.
    """
    if embedding is None:
        return 0.0
    places = known_places(embedding.vocabulary, ((word,) for word in {w for s in sentences for w in s}))
    used = np.unique(places[places != UNKNOWN])
    square = float(np.square(embedding.vectors[used], dtype=np.float64).sum())
    if not np.isfinite(square) or square == 0:
        raise InputError("no word of the sentences has a vector of finite numbers other than zero.")
    return float(np.sqrt(len(used) / square))


def observe(
    sentences: list[list[str]],
    names: list[list[str]],
    features: dict[str, int],
    embedding: Embedding | None,
    scale: float,
) -> Seen:
    """Features by their columns, and the vectors of words and neighbours; what is unknown weighs nothing."""
    from scipy import sparse

    known = [[features[name] for name in row if name in features] for row in names]
    lengths = np.array([len(row) for row in known], dtype=np.int64)
    columns = np.array([place for row in known for place in row], dtype=np.int32)
    indptr = np.concatenate([[0], np.cumsum(lengths)])
    shape = (len(names), len(features))
    table = sparse.csr_array((np.ones(len(columns)), columns, indptr), shape=shape)
    starts = np.concatenate([[0], np.cumsum([len(words) for words in sentences])]).astype(np.int64)
    if embedding is None:
        return Seen(table, (), np.zeros((0, 0)), starts)
    words = np.array([word for sentence in sentences for word in sentence], dtype=object)
    distinct, numbers = np.unique(words.astype(str), return_inverse=True) if len(words) else (words, words)
    places = known_places(embedding.vocabulary, ((str(word),) for word in distinct)).reshape(-1)
    vectors = np.zeros((len(distinct), embedding.dim))
    there = places != UNKNOWN
    vectors[there] = embedding.vectors[places[there]] * scale
    picks = tuple(_pick(numbers.astype(np.int64), starts, step, len(distinct)) for step in VECTOR_REACH)
    return Seen(table, picks, vectors, starts)


def _pick(numbers: Array, starts: Array, step: int, distinct: int) -> Sparse:
    """Words × distinct words: 1 at the neighbour so many places on, nothing beyond the sentence."""
    from scipy import sparse

    sentence = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    place = np.arange(len(numbers))
    other = np.clip(place + step, 0, max(0, len(numbers) - 1))
    inside = (place + step == other) & (sentence[other] == sentence)
    cells = (place[inside], numbers[other[inside]])
    return sparse.csr_array((np.ones(inside.sum()), cells), shape=(len(numbers), distinct))
