"""What a tagger sees of words: features by name in a sparse table, and vectors picked from a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby

import numpy as np

from firth.clusters import WordClusters
from firth.core import Embedding
from firth.errors import InputError
from firth.query.lookup import UNKNOWN, known_places
from firth.runtime.arrays import Array, Sparse
from firth_papers.tagging.chain import Seen

REACH = (-2, -1, 0, 1, 2)
"""Places of the neighbors that are looked at."""

PREFIXES = (4, 6, 10, 20)
"""Lengths of the beginnings of a path (Turian et al. 2010)."""

AFFIXES = (1, 2, 3, 4)
"""Lengths of the beginnings and ends of a word."""

VECTOR_REACH = (-1, 0, 1)
"""Places of the neighbors whose vectors are looked at."""


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


def word_features(words: Sequence[str], path_of: Callable[[str], str]) -> list[list[str]]:
    """Names of what is seen at each word of a sentence.

    path_of: the path of a word's cluster, empty if it has none.

    >>> found = word_features(["Ann", "sleeps"], lambda word: "")
    >>> [name for name in found[0] if name[:2] in ("0:", "0s", "1:")]
    ['0:ann', '0s:Xx', '1:sleeps']
    """
    lower = [word.lower() for word in words]
    shapes = [_shape(word) for word in words]
    paths = [path_of(word) for word in words]
    found = []
    for place in range(len(words)):
        names = ["always"]
        for step in REACH:
            at = place + step
            if not 0 <= at < len(words):
                names.append(f"{step}|")
                continue
            names += [f"{step}:{lower[at]}", f"{step}s:{shapes[at]}"]
            names += [f"{step}c{n}:{paths[at][:n]}" for n in PREFIXES if paths[at]]
        word = words[place]
        names += [f"begins:{word[:n]}" for n in AFFIXES] + [f"ends:{word[-n:]}" for n in AFFIXES]
        before = lower[place - 1] if place else ""
        after = lower[place + 1] if place + 1 < len(words) else ""
        names += [f"-1,0:{before} {lower[place]}", f"0,1:{lower[place]} {after}"]
        found.append(names)
    return found


@lru_cache(maxsize=1 << 16)
def _shape(word: str) -> str:
    """Xx for Ann, XX-d for AC-12: kinds of letters, each run of one kind as one, two if it is longer."""
    kinds = "".join("X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c for c in word)
    return "".join(kind if kind == "x" else kind * min(2, len(list(run))) for kind, run in groupby(kinds))


# As matrices.


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
    """Features by their columns, and the vectors of words and neighbors; what is unknown weighs nothing."""
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
    """Words × distinct words: 1 at the neighbor so many places on, nothing beyond the sentence."""
    from scipy import sparse

    sentence = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    place = np.arange(len(numbers))
    other = np.clip(place + step, 0, max(0, len(numbers) - 1))
    inside = (place + step == other) & (sentence[other] == sentence)
    cells = (place[inside], numbers[other[inside]])
    return sparse.csr_array((np.ones(inside.sum()), cells), shape=(len(numbers), distinct))
