"""Thresholded PMI made positive semi-definite, or with negative values where nothing was seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from firth.association.template import template
from firth.core import Association, Counts, SparseLowRank
from firth.errors import InputError
from firth.runtime.arrays import Array


def dominant_pmi(
    counts: Counts,
    *,
    threshold: float = -2.5,
    share: float = 1.0,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
) -> Association:
    """Thresholded PMI with m_ii = share · Σ_{j≠i} |m_ij|; with share 1, no eigenvalue is negative.

    A matrix with a dominant diagonal is positive semi-definite. Only the diagonal is changed; with a smaller
    share it changes less, and negative eigenvalues may remain.      [HajiSoleimani2019, ch. 4]
    """
    _check(counts, "share", share)
    association = template(
        counts, scale="pmi", alpha=1.0, threshold=threshold, dtype=np.float64, threads=threads
    )
    matrix: Any = association.operator.sparse
    own = matrix.diagonal()
    others = np.asarray(abs(matrix).sum(axis=1)).ravel() - np.abs(own)
    return _with(association, _plus_diagonal(matrix, share * others - own), dtype)


def negative_pmi(
    counts: Counts,
    *,
    threshold: float = -2.5,
    negatives: int = 50,
    seed: int = 0,
    dtype: DTypeLike = np.float32,
    threads: int | None = None,
) -> Association:
    """Thresholded PMI with random values from the threshold to 0 on pairs that were never seen together.

    negatives: how many partners are drawn for each word, by frequency to the power ¾ as word2vec draws them;
    those that were seen with it are left out.      [HajiSoleimani2019, ch. 4]
    """
    _check(counts, "negatives", negatives)
    if not isinstance(seed, int) or seed < 0:
        raise InputError(f"seed is {seed!r}; it must be a whole number, 0 or more.")
    association = template(
        counts, scale="pmi", alpha=1.0, threshold=threshold, dtype=np.float64, threads=threads
    )
    sampled = _unseen(counts, int(negatives), threshold * np.log(2.0), np.random.default_rng(seed))
    return _with(association, association.operator.sparse + sampled, dtype)


def _unseen(counts: Counts, negatives: int, floor: float, rng: np.random.Generator) -> Any:
    """A symmetric table of random values on sampled cells that the counts leave empty."""
    from scipy.sparse import coo_array, csr_array

    words = counts.matrix.shape[0]
    law = np.cumsum(counts.column_sums**0.75)
    drawn: Array = np.searchsorted(law, rng.random(words * negatives) * law[-1], side="right")
    first = np.repeat(np.arange(words), negatives)
    second = np.minimum(drawn, words - 1)
    kept = first != second
    low, high = np.minimum(first, second)[kept], np.maximum(first, second)[kept]
    # Each pair once, and only where nothing was counted.
    cells = np.unique(low.astype(np.int64) * words + high)
    low, high = cells // words, cells % words
    sampled = csr_array((np.ones(len(low)), (low, high)), shape=(words, words))
    taken = coo_array(sampled.multiply(abs(counts.matrix) > 0))
    unseen = np.setdiff1d(cells, taken.row.astype(np.int64) * words + taken.col, assume_unique=True)
    low, high, values = unseen // words, unseen % words, floor * rng.random(len(unseen))
    return csr_array(
        (np.tile(values, 2), (np.concatenate([low, high]), np.concatenate([high, low]))), shape=(words, words)
    )


def _plus_diagonal(matrix: Any, diagonal: Array) -> Any:
    from scipy.sparse import diags_array

    return (matrix + diags_array(diagonal)).tocsr()


def _with(association: Association, matrix: Any, dtype: DTypeLike) -> Association:
    matrix = matrix.astype(dtype)
    matrix.sum_duplicates()
    return replace(association, operator=SparseLowRank.from_sparse(matrix, symmetric=True))


def _check(counts: Counts, name: str, value: float) -> None:
    if not counts.symmetric:
        raise InputError("eigenvectors need symmetric counts; count with contexts='both'.")
    if not (np.isfinite(value) and value > 0):
        raise InputError(f"{name} is {value}; it must be more than 0.")
