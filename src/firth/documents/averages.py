"""A document as an average of its words' vectors: plain, weighted by inverse frequency, or power means."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isinf

import numpy as np
from threadpoolctl import threadpool_limits

from firth.errors import InputError
from firth.factorize.coordinates import centers_of_gravity
from firth.factorize.products import combine, inner
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import balanced_blocks

_CELLS_AT_ONCE = 1 << 15
"""Cells of a table whose words' vectors are gathered at once."""


def mean_vectors(table: Sparse, vectors: Array, weights: Array | None = None) -> Array:
    """Average the vectors of each document's words: v_d = Σ_w (n_dw / n_d·) ω_w v_w.

    Parameters
    ----------
    table : sparse array of shape (documents, words)
        How often each document has each word.
    vectors : array of shape (words, dim)
        The vectors of the words.
    weights : array, optional
        The weight ω of each word; by default 1.

    Returns
    -------
    array of shape (documents, dim)
        The means; 0 for a document without words.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> mean_vectors(csr_array([[3.0, 1.0], [0.0, 0.0]]), np.array([[0.0, 4.0], [8.0, 0.0]])).tolist()
    [[2.0, 3.0], [0.0, 0.0]]
    """
    points = np.asarray(vectors, np.float64)
    return np.nan_to_num(centers_of_gravity(table, points if weights is None else points * weights[:, None]))


def rarity_weights(counts: Array, a: float = 1e-3) -> Array:
    """Weigh words by smooth inverse frequency [Arora2017]: ω = a / (a + p), where p is a word's share.

    Parameters
    ----------
    counts : array
        How often each word occurs.
    a : float, default 0.001
        Words with a share of this have half the weight of the rarest.

    Returns
    -------
    array
        The weights.

    Examples
    --------
    >>> rarity_weights(np.array([3, 1]), a=0.25).tolist()
    [0.25, 0.5]
    """
    if not a > 0:
        raise InputError(f"a is {a}; it must be above 0.")
    total = np.sum(counts, dtype=np.float64)
    if not total > 0:
        raise InputError("the words have no frequencies, by which they are to be weighted; count them first.")
    return np.asarray(a / (a + np.asarray(counts, np.float64) / total))


def common_directions(vectors: Array, n: int = 1) -> Array:
    """Find the directions that vectors have most in common: the first right singular vectors, uncentered.

    Parameters
    ----------
    vectors : array of shape (documents, dim)
        The vectors.
    n : int, default 1
        How many directions.

    Returns
    -------
    array of shape (n, dim)
        The directions, of length 1.

    Examples
    --------
    >>> common_directions(np.array([[3.0, 1.0], [6.0, 2.0]])).round(2).tolist()
    [[0.95, 0.32]]
    """
    if not 0 <= n <= vectors.shape[1]:
        raise InputError(
            f"{n} directions cannot be removed from vectors of {vectors.shape[1]}; choose fewer."
        )
    with threadpool_limits(limits=1, user_api="blas"):
        _, directions = np.linalg.eigh(inner(vectors, vectors))
    top = directions[:, ::-1][:, :n].T
    signs = np.where(np.take_along_axis(top, np.abs(top).argmax(axis=1)[:, None], axis=1) < 0, -1.0, 1.0)
    return np.ascontiguousarray(top * signs)


def without_directions(vectors: Array, directions: Array) -> Array:
    """Remove directions from vectors: v − Cᵀ C v.

    Parameters
    ----------
    vectors : array of shape (documents, dim)
        The vectors.
    directions : array of shape (n, dim)
        Orthonormal directions C, as rows.

    Returns
    -------
    array of shape (documents, dim)
        The vectors without their parts along the directions.
    """
    if not len(directions):
        return vectors
    return np.asarray(
        vectors - combine(combine(vectors, np.ascontiguousarray(directions.T)), np.asarray(directions))
    )


def power_means(table: Sparse, vectors: Array, powers: Sequence[float] = (1, -inf, inf)) -> Array:
    """Concatenate power means of each document's word vectors [Rueckle2018]: (Σ_w (n_dw / n_d·) v_w^p)^(1/p).

    Parameters
    ----------
    table : sparse array of shape (documents, words)
        How often each document has each word.
    vectors : array of shape (words, dim)
        The vectors of the words.
    powers : sequence of float
        The powers p: 1 is the mean, -inf the minimum and inf the maximum of each coordinate. Other powers
        must be odd, so that negative coordinates have roots.

    Returns
    -------
    array of shape (documents, dim × powers)
        The means, one power after the other; 0 for a document without words.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> power_means(csr_array([[1.0, 1.0]]), np.array([[0.0, 4.0], [8.0, -4.0]])).tolist()
    [[4.0, 0.0, 0.0, -4.0, 8.0, 4.0]]
    """
    wrong = [p for p in powers if not (isinf(p) or (p == int(p) and p % 2 == 1 and p > 0))]
    if wrong or not powers:
        raise InputError(f"powers are {tuple(powers)}; choose among odd numbers, -inf and inf.")
    points = np.asarray(vectors, np.float64)
    parts = []
    for p in powers:
        if isinf(p):
            parts.append(_extremes(table, points, np.maximum if p > 0 else np.minimum))
        else:
            mean = mean_vectors(table, points**p)
            parts.append(np.sign(mean) * np.abs(mean) ** (1 / p))
    return np.hstack(parts)


def _extremes(table: Sparse, points: Array, choose: np.ufunc) -> Array:
    """The maximum or minimum of each coordinate over the words of each document."""
    result = np.zeros((table.shape[0], points.shape[1]))
    blocks = balanced_blocks(table.indptr, 1 + table.nnz // _CELLS_AT_ONCE)
    for begin, end in blocks:
        starts = table.indptr[begin : end + 1]
        full = np.flatnonzero(np.diff(starts))
        if len(full):
            gathered = points[table.indices[starts[0] : starts[-1]]]
            result[begin + full] = choose.reduceat(gathered, starts[full] - starts[0], axis=0)
    return result
