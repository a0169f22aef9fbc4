"""Nearest neighbors and similarities of words, by products of blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from firth.core import Embedding, Vocabulary
from firth.core.embedding import Measure
from firth.errors import InputError
from firth.query.lookup import places_of
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import even_blocks

SIMILARITIES_AT_ONCE = 4_000_000
"""Queries are taken in blocks of so many similarities (16 MB), which stay near the processor."""

_ROWS_AT_ONCE = 4096

_PIECE = 64
"""The highest similarities are looked for among the best of so many neighboring rows."""


class Neighbor(NamedTuple):
    """A word and how similar it is to the query.

    Attributes
    ----------
    word : str
        The word.
    similarity : float
        Cosine or dot product with the query; for analogies, the score of the answer.
    """

    word: str
    similarity: float


@refuse_other_names()
def neighbors(
    embedding: Embedding,
    query: str | Array,
    top: int = 10,
    *,
    measure: Measure | None = None,
    exclude: Iterable[str] = (),
) -> list[Neighbor]:
    """Find the words nearest to a word or a vector.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    query : str or array
        A word of the embedding, or a vector of its dimension. A query word itself is left out of the result.
    top : int, default 10
        How many words to return.
    measure : {"cosine", "dot"}, optional
        How vectors are compared; by default as the embedding says.
    exclude : iterable of str
        Words to leave out of the result. Unknown ones do no harm.

    Returns
    -------
    list of Neighbor
        The most similar words, nearest first. Equal similarities stand in the order of the vocabulary.

    Raises
    ------
    UnknownWordsError
        If the query is a word that the embedding does not have; near spellings are suggested.

    Examples
    --------
    >>> vectors = np.array([[2, 0], [1, 1], [0, 3]], dtype="f4")
    >>> e = Embedding(vectors, Vocabulary(("north", "northeast", "east"), np.array([3, 2, 1])))
    >>> [(word, round(cosine, 3)) for word, cosine in neighbors(e, "north")]
    [('northeast', 0.707), ('east', 0.0)]
    """
    return neighbors_many(embedding, [query], top, measure=measure, exclude=exclude)[0]


@refuse_other_names()
def neighbors_many(
    embedding: Embedding,
    queries: Sequence[str | Array] | Array,
    top: int = 10,
    *,
    measure: Measure | None = None,
    exclude: Iterable[str] = (),
) -> list[list[Neighbor]]:
    """Find the words nearest to each of many words or vectors, faster than one by one.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    queries : sequence of str or array, or array
        Words, vectors, a mixture of both, or vectors as the rows of an array.
    top : int, default 10
        How many words to return for each query.
    measure : {"cosine", "dot"}, optional
        How vectors are compared; by default as the embedding says.
    exclude : iterable of str
        Words to leave out of every result.

    Returns
    -------
    list of list of Neighbor
        For each query what `neighbors` returns for it.

    Examples
    --------
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> neighbors_many(e, ["king", np.array([1, 0])], top=1)
    [[Neighbor(word='queen', similarity=0.0)], [Neighbor(word='king', similarity=1.0)]]
    """
    if top < 1:
        raise InputError(f"top is {top}; ask for at least 1 neighbor.")
    by_cosine = _measure(embedding, measure) == "cosine"
    targets, places = resolved(embedding, queries)
    index = embedding.vocabulary.index
    banned = [index[word] for word in exclude if word in index]
    vectors = np.asarray(embedding.vectors)
    scale = embedding.inverse_lengths if by_cosine else None
    # How far the rounding of products in float32 can lower a similarity with a query of length 1.
    longest = 1.0 if by_cosine else float(embedding.lengths.max(initial=0.0))
    margin = (embedding.dim + 8) * float(np.finfo(np.float32).eps) * longest
    found = []
    for start, stop in even_blocks(len(targets), max(1, SIMILARITIES_AT_ONCE // max(1, len(vectors)))):
        rough = _rough_similarities(vectors, targets[start:stop], scale)
        for row, target, place in zip(rough, targets[start:stop], places[start:stop], strict=True):
            row[banned if place is None else [*banned, place]] = -np.inf
            candidates = _near_the_top(row, top, margin)
            exact = similarities(vectors[candidates], target, by_cosine=by_cosine)
            order = np.lexsort((candidates, -exact))[:top]
            found.append(_named(embedding.vocabulary, candidates[order], exact[order]))
    return found


@refuse_other_names()
def similarity(
    embedding: Embedding, a: str | Array, b: str | Array, *, measure: Measure | None = None
) -> float:
    """Compare two words or vectors.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    a, b : str or array
        Words of the embedding, or vectors of its dimension.
    measure : {"cosine", "dot"}, optional
        How vectors are compared; by default as the embedding says.

    Returns
    -------
    float
        Their cosine or dot product; 0 if either is the zero vector.

    Examples
    --------
    >>> e = Embedding(np.array([[1, 0], [1, 1]], dtype="f4"), Vocabulary(("a", "b"), np.array([2, 1])))
    >>> round(similarity(e, "a", "b"), 3), similarity(e, "a", "b", measure="dot")
    (0.707, 1.0)
    """
    by_cosine = _measure(embedding, measure) == "cosine"
    (first, second), _ = resolved(embedding, [a, b])
    return float(similarities(first[None, :], second, by_cosine=by_cosine)[0])


@refuse_other_names()
def similarity_many(
    embedding: Embedding,
    first: Sequence[str | Array] | Array,
    second: Sequence[str | Array] | Array,
    *,
    measure: Measure | None = None,
) -> NDArray[np.float64]:
    """Compare the words or vectors of two lists, pair by pair.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    first, second : sequence of str or array, or array
        As many words or vectors in each.
    measure : {"cosine", "dot"}, optional
        How vectors are compared; by default as the embedding says.

    Returns
    -------
    array of float
        The similarity of each pair.

    Examples
    --------
    >>> e = Embedding(np.array([[1, 0], [1, 1]], dtype="f4"), Vocabulary(("a", "b"), np.array([2, 1])))
    >>> similarity_many(e, ["a", "a"], ["b", "a"]).round(3).tolist()
    [0.707, 1.0]
    """
    by_cosine = _measure(embedding, measure) == "cosine"
    (ones, _), (others, _) = resolved(embedding, first), resolved(embedding, second)
    if len(ones) != len(others):
        raise InputError(f"{len(ones)} words cannot be paired with {len(others)}; give as many of each.")
    products: NDArray[np.float64] = np.einsum("ij,ij->i", ones, others)
    if not by_cosine:
        return products
    return np.clip(products * inverse_or_zero(lengths(ones)) * inverse_or_zero(lengths(others)), -1.0, 1.0)


def _measure(embedding: Embedding, measure: Measure | None) -> Measure:
    chosen = measure or embedding.measure
    if chosen not in get_args(Measure):
        raise InputError(f"measure is {chosen!r}; it must be 'cosine' or 'dot'.")
    return chosen


def resolved(
    embedding: Embedding, queries: Sequence[str | Array] | Array
) -> tuple[NDArray[np.float64], list[int | None]]:
    """Queries as float64 rows, and the place of those that are words."""
    if isinstance(queries, str):
        raise InputError(f"neighbors_many takes a list and was given {queries!r}; write [{queries!r}].")
    words = [query for query in queries if isinstance(query, str)]
    known = dict(zip(words, places_of(embedding.vocabulary, words).tolist(), strict=True))
    places = [known[query] if isinstance(query, str) else None for query in queries]
    targets = np.empty((len(places), embedding.dim))
    for row, (query, place) in enumerate(zip(queries, places, strict=True)):
        vector = np.asarray(query if place is None else embedding.vectors[place])
        if vector.shape != (embedding.dim,) or vector.dtype.kind not in "fiub":
            raise InputError(
                f"a query of shape {vector.shape} does not fit vectors of {embedding.dim} numbers; "
                "give a word or one vector of that length."
            )
        targets[row] = vector
    if not np.isfinite(targets).all():
        raise InputError("a query vector has values that are not finite numbers; remove NaN and infinity.")
    return targets, places


def _rough_similarities(vectors: Array, targets: Array, scale: Array | None) -> Array:
    """One row a query, for queries brought to length 1, in the vectors' own precision."""
    unit = (targets * inverse_or_zero(lengths(targets))[:, None]).astype(vectors.dtype)
    products = unit @ vectors.T
    if scale is not None:
        products *= scale
    return np.asarray(products)


def _near_the_top(rough: Array, top: int, margin: float) -> NDArray[np.intp]:
    """Places whose rough similarity may be among the highest; excluded ones are at minus infinity."""
    near = np.flatnonzero(rough >= _least_of_the_top(rough, top) - margin)
    values = rough[near]
    return np.asarray(near[(values >= _highest(values, top) - margin) & (values > -np.inf)])


def _least_of_the_top(rough: Array, top: int) -> float:
    """A bound below the highest values, at the price of one pass: so many pieces have a value above it."""
    return _highest(np.maximum.reduceat(rough, np.arange(0, len(rough), _PIECE)), top) if len(rough) else 0.0


def _highest(values: Array, rank: int) -> float:
    """The value of this rank, counted from the highest; minus infinity where there are fewer."""
    cut = len(values) - rank
    return float(np.partition(values, cut)[cut]) if cut >= 0 else -np.inf


def _named(vocabulary: Vocabulary, places: Array, values: Array) -> list[Neighbor]:
    return [
        Neighbor(vocabulary.tokens[place], value)
        for place, value in zip(places.tolist(), values.tolist(), strict=True)
    ]


def similarities(vectors: Array, target: Array, *, by_cosine: bool) -> NDArray[np.float64]:
    """Cosines or dot products of rows with one vector, summed in float64 in the same way for every row."""
    products: NDArray[np.float64] = np.einsum("ij,j->i", vectors, target, dtype=np.float64)
    if not by_cosine:
        return products
    scale = inverse_or_zero(lengths(vectors)) * inverse_or_zero(lengths(target[None, :]))
    return np.clip(products * scale, -1.0, 1.0)


def unit_rows(vectors: Array) -> NDArray[np.float32]:
    """Rows of length 1 in float32; zero rows stay zero."""
    inverse = inverse_or_zero(lengths(vectors))[:, None]
    unit = np.empty(vectors.shape, dtype=np.float32)
    for start, stop in even_blocks(len(vectors), _ROWS_AT_ONCE):
        unit[start:stop] = vectors[start:stop] * inverse[start:stop]
    return unit


def lengths(vectors: Array) -> NDArray[np.float64]:
    """The Euclidean length of each row, in float64, so that large and small values keep their squares."""
    squares: NDArray[np.float64] = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64)
    return np.sqrt(squares)


def inverse_or_zero(values: Array) -> NDArray[np.float64]:
    """1/x, and 0 for 0."""
    return np.divide(1.0, values, out=np.zeros(values.shape), where=values > 0)
