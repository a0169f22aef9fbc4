"""Soft clusters of a word's contexts: how much each context belongs to each sense."""

from __future__ import annotations

from typing import Literal

import numpy as np

from firth.runtime.arrays import Array
from firth.senses._kernels import columns_times_block, descend
from firth.senses.context_graph import ContextGraph

Method = Literal["nndsvd", "nmf"]

ROUNDS = 30
"""How often both factors are fitted; later rounds change memberships by less than a hundredth."""


def soft_clusters(graph: ContextGraph, number: int, method: Method) -> Array:
    """H (m×k, all ≥ 0) of C ≈ W H: how much each context belongs to each of k clusters.      (METHODS §13)

    nndsvd  the non-negative halves of the leading axes: H_1 = √λ_1 |v_1|; H_j = √λ_j v_j^±, the half whose
            core part is longer (Boutsidis & Gallopoulos 2008). The first has all contexts in it, and the
            later ones take theirs from it.
    nmf     coordinate descent from there, first on the core, then with W held on all contexts.
    """
    left, right = _halves(graph, number)
    return right if method == "nndsvd" else _fitted(graph, left, right)


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
