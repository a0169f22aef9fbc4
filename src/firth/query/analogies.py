"""Analogies: a is to b as c is to what?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from firth.core import Embedding
from firth.errors import InputError
from firth.query.nearest import Neighbor, neighbors, resolved, similarities, unit_rows
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import even_blocks, in_order

AnalogyMethod = Literal["mul", "add"]

EPSILON = 1e-3
"""Keeps 3CosMul from dividing by zero; Levy & Goldberg's value."""

TABLE_ENTRIES = 8_000_000
"""Cosines kept at once when many questions are solved (32 MB a table)."""

_QUESTIONS_AT_ONCE = 64


@refuse_other_names()
def analogy(
    embedding: Embedding,
    a: str | Array,
    b: str | Array,
    c: str | Array,
    top: int = 10,
    *,
    method: AnalogyMethod = "mul",
) -> list[Neighbor]:
    """Find the words that are to c as b is to a.

    Parameters
    ----------
    embedding : Embedding
        The vectors. They are compared by cosine, whatever the embedding's own measure is.
    a, b, c : str or array
        Words of the embedding, or vectors of its dimension. The words are left out of the answers.
    top : int, default 10
        How many answers to return.
    method : {"mul", "add"}, default "mul"
        How candidates are scored: 3CosMul or 3CosAdd.

    Returns
    -------
    list of Neighbor
        The answers with their scores, best first.

    Notes
    -----
    The score of a candidate x, with a, b and c scaled to length 1 [LevyGoldberg2014b, eq. 3 and 4]::

        add   cos(x, b − a + c)
        mul   s(x, b) s(x, c) / (s(x, a) + ε),   s = (1 + cos)/2

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1]], dtype="f4")
    >>> e = Embedding(vectors, Vocabulary(("man", "king", "woman", "queen", "person"), np.arange(5)[::-1]))
    >>> analogy(e, "man", "king", "woman", top=1)[0].word
    'queen'
    """
    _refuse_unknown_method(method)
    three, places = resolved(embedding, [a, b, c])
    if method == "add":
        unit_a, unit_b, unit_c = unit_rows(three).astype(np.float64)
        words = [word for word in (a, b, c) if isinstance(word, str)]
        return neighbors(embedding, unit_b - unit_a + unit_c, top, measure="cosine", exclude=words)
    if top < 1:
        raise InputError(f"top is {top}; ask for at least 1 answer.")
    shares = [
        (1.0 + similarities(np.asarray(embedding.vectors), word, by_cosine=True)) / 2.0 for word in three
    ]
    scores = shares[1] * shares[2] / (shares[0] + EPSILON)
    scores[[place for place in places if place is not None]] = -np.inf
    order = np.argsort(-scores, kind="stable")[:top]
    return [Neighbor(embedding.vocabulary.tokens[i], float(scores[i])) for i in order if scores[i] > -np.inf]


@refuse_other_names()
def analogy_many(
    embedding: Embedding,
    questions: Iterable[tuple[str | Array, str | Array, str | Array]],
    top: int = 10,
    *,
    method: AnalogyMethod = "mul",
) -> list[list[Neighbor]]:
    """Answer many analogies.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    questions : iterable of tuple
        Words or vectors (a, b, c), as for `analogy`.
    top : int, default 10
        How many answers to return for each question.
    method : {"mul", "add"}, default "mul"
        How candidates are scored: 3CosMul or 3CosAdd.

    Returns
    -------
    list of list of Neighbor
        For each question what `analogy` returns for it. Where only the best answer counts,
        `firth.query.solve_analogies` is much faster.

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1]], dtype="f4")
    >>> e = Embedding(vectors, Vocabulary(("man", "king", "woman", "queen", "person"), np.arange(5)[::-1]))
    >>> [found[0].word for found in analogy_many(e, [("man", "king", "woman")])]
    ['queen']
    """
    return [analogy(embedding, a, b, c, top, method=method) for a, b, c in questions]


def solve_analogies(
    embedding: Embedding,
    triples: Array,
    *,
    method: AnalogyMethod = "mul",
    candidates: int | None = None,
) -> NDArray[np.int64]:
    """Find the best answer to each of many analogies at once.

    Cosines are computed once for each distinct word of the questions, block by block of candidates, and then
    only combined.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    triples : array of int
        Questions (a, b, c) as rows, given as places in the vocabulary.
    method : {"mul", "add"}, default "mul"
        How candidates are scored: 3CosMul or 3CosAdd.
    candidates : int, optional
        Answers come from this many of the most frequent words; by default from all.

    Returns
    -------
    array of int
        The place of the best answer to each question; among equal scores the first word wins. A question
        without a candidate is answered by -1.

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1, 0, 0], [1, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1]], dtype="f4")
    >>> e = Embedding(vectors, Vocabulary(("man", "king", "woman", "queen", "person"), np.arange(5)[::-1]))
    >>> solve_analogies(e, np.array([[0, 1, 2]]))
    array([3])
    """
    _refuse_unknown_method(method)
    if candidates is not None and candidates < 1:
        raise InputError(f"candidates is {candidates}; it must be at least 1, or None for all words.")
    triples = _checked(triples, len(embedding))
    words, numbers = np.unique(triples, return_inverse=True)
    questions = numbers.reshape(triples.shape)
    asked = unit_rows(np.asarray(embedding.vectors[words]))
    last = len(embedding) if candidates is None else min(candidates, len(embedding))
    if not len(triples):
        return np.zeros(0, dtype=np.int64)
    best = np.full(len(triples), -1, dtype=np.int64)
    highest = np.full(len(triples), -np.inf, dtype=np.float32)
    for start, stop in even_blocks(last, max(1, TABLE_ENTRIES // max(1, len(words)))):
        cosines = asked @ unit_rows(np.asarray(embedding.vectors[start:stop])).T
        winners, scores = _winners(_tables(cosines, method), questions, triples - start, method)
        better = scores > highest  # of equal scores the earlier block keeps its own
        best[better] = winners[better] + start
        highest[better] = scores[better]
    return best


def _tables(cosines: Array, method: AnalogyMethod) -> tuple[Array, Array]:
    """What b and c contribute to a score, and what a does, for each distinct word and candidate."""
    if method == "add":
        return cosines, -cosines
    shares = (1 + cosines) / 2
    return shares, 1 / (shares + np.float32(EPSILON))


def _winners(
    tables: tuple[Array, Array], questions: Array, own_columns: Array, method: AnalogyMethod
) -> tuple[Array, Array]:
    """For each question the best candidate of a block and its score; a question's own words do not count."""
    plus, minus = tables
    join = np.add if method == "add" else np.multiply

    def answer(block: tuple[int, int]) -> tuple[Array, Array]:
        a, b, c = questions[slice(*block)].T
        scores = plus[b]
        join(scores, plus[c], out=scores)
        join(scores, minus[a], out=scores)
        _forbid(scores, own_columns[slice(*block)])
        winners = scores.argmax(axis=1)
        return winners, scores[np.arange(len(scores)), winners]

    answers = list(in_order(answer, even_blocks(len(questions), _QUESTIONS_AT_ONCE)))
    winners, scores = (np.concatenate(part) for part in zip(*answers, strict=True))
    return winners, scores


def _forbid(scores: Array, columns: Array) -> None:
    """The words of a question do not answer it."""
    rows, which = np.nonzero((columns >= 0) & (columns < scores.shape[1]))
    scores[rows, columns[rows, which]] = -np.inf


def _checked(triples: Array, size: int) -> NDArray[np.int64]:
    triples = np.asarray(triples)
    if triples.ndim != 2 or triples.shape[1] != 3 or triples.dtype.kind not in "iu":
        raise InputError(
            f"analogies are rows of three whole numbers; this array is {triples.dtype} {triples.shape}."
        )
    if triples.size and not 0 <= triples.min() <= triples.max() < size:
        raise InputError(
            f"analogies name places {triples.min()} to {triples.max()}, outside the {size} words."
        )
    return triples.astype(np.int64)


def _refuse_unknown_method(method: str) -> None:
    if method not in get_args(AnalogyMethod):
        raise InputError(f"method is {method!r}; it must be 'mul' or 'add'.")
