"""A word's contexts split among its senses: soft clusters, and parts of its row."""

from __future__ import annotations

from typing import Literal

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.senses._kernels import columns_times_block, descend
from firth.senses.graph import ContextGraph

Clustering = Literal["svd", "nmf"]

ROUNDS = 30
"""Rounds of coordinate descent; later ones change memberships by less than a hundredth."""


def soft_clusters(graph: ContextGraph, number: int, clustering: Clustering) -> Array:
    """H (m×k, all ≥ 0) of C ≈ W H: how much each context belongs to each of k clusters.

    svd     the non-negative halves of the leading axes: H_1 = √λ_1 |v_1|; H_j = √λ_j v_j^±, the half whose
            core part is longer [Boutsidis2008]. The first has all contexts in it, and the later ones take
            theirs from it.
    nmf     coordinate descent from there, first on the core, then on all contexts with W fixed.

    See docs/mathematics/senses.md.
    """
    left, right = _halves(graph, number)
    return right if clustering == "svd" else _fitted(graph, left, right)


def _halves(graph: ContextGraph, number: int) -> tuple[Array, Array]:
    roots = np.sqrt(np.maximum(graph.values[:number], 0.0))
    left, right = graph.left[:, :number], graph.right[:, :number]
    above, below = np.maximum(left, 0.0), np.maximum(-left, 0.0)
    signs = np.where(np.square(below).sum(axis=0) > np.square(above).sum(axis=0), -1.0, 1.0)
    halves = np.maximum(left * signs, 0.0) * roots, np.maximum(right * signs, 0.0) * roots
    for half, whole in zip(halves, (left, right), strict=True):
        half[:, 0] = np.abs(whole[:, 0]) * roots[0]
    return halves


def _fitted(graph: ContextGraph, left: Array, right: Array) -> Array:
    block = graph.block
    mine, other = left.copy(), right[graph.core].copy()
    for _ in range(ROUNDS):
        descend(columns_times_block(*block, len(mine), other), _gram(other), mine, 1)
        descend(columns_times_block(*block, len(mine), mine), _gram(mine), other, 1)
    fitted = right.copy()
    descend(columns_times_block(*graph.rows, len(right), mine), _gram(mine), fitted, ROUNDS)
    return fitted


def _gram(factor: Array) -> Array:
    # einsum and not BLAS: the same bytes whatever BLAS does with threads.
    return np.asarray(np.einsum("na,nb->ab", factor, factor))


ONE = 2**15
"""The whole membership of a context. Memberships are multiples of 1/32768: a float32 weight times such a
fraction is a float64 without rounding, and so are their sums: Σ_j s_ij = p_i holds to the last bit."""


def whole_memberships(scores: Array) -> Array:
    """How much of each context goes to each sense: m×k whole numbers that sum to `ONE` in every row.

    h_cj = ONE · scores_cj / Σ_j scores_cj, rounded by the largest remainder; rows of zeros are shared
    equally.

    >>> import numpy as np
    >>> whole_memberships(np.array([[3.0, 1.0], [0.0, 2.0], [0.0, 0.0]])).tolist()
    [[24576, 8192], [0, 32768], [16384, 16384]]
    """
    if scores.ndim != 2 or not scores.shape[1]:
        raise InputError(f"scores of shape {scores.shape} do not say how contexts belong to senses.")
    if not (np.isfinite(scores).all() and (scores >= 0).all()):
        raise InputError("memberships must be finite numbers of 0 or more.")
    # Scaled by the largest first, so that sums neither overflow nor vanish.
    largest = scores.max(axis=1, keepdims=True)
    scaled = np.where(largest > 0, scores / np.where(largest > 0, largest, 1.0), 1.0)
    exact = ONE * (scaled / scaled.sum(axis=1, keepdims=True))
    whole = np.floor(exact)
    missing = ONE - whole.sum(axis=1, keepdims=True)
    order = np.argsort(whole - exact, axis=1, kind="stable")  # the largest remainder first
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.arange(scores.shape[1])[None, :], axis=1)
    return np.asarray(whole + (rank < missing), dtype=np.uint16)


def parts_of(weights: Array, memberships: Array) -> Array:
    """s_cj = h_cj p_c / ONE in float64 (m×k); the parts of each context sum to its weight exactly.

    >>> import numpy as np
    >>> parts_of(np.float32([2.0]), np.array([[8192, 24576]], np.uint16)).tolist()
    [[0.5, 1.5]]
    """
    return np.asarray(weights.astype(np.float64)[:, None] * memberships / ONE)
