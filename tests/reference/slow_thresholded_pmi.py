"""Thresholded PMI, its repair and its negatives, cell by cell."""

from __future__ import annotations

import numpy as np


def slow_pmi(table: np.ndarray, threshold: float) -> np.ndarray:
    """log n x_ij / (r_i c_j) where that exceeds so many bits."""
    rows, columns, total = table.sum(axis=1), table.sum(axis=0), table.sum()
    found = np.zeros(table.shape)
    for i, j in zip(*np.nonzero(table), strict=True):
        value = np.log(table[i, j] * total / (rows[i] * columns[j]))
        found[i, j] = value if value > threshold * np.log(2) else 0.0
    return found


def slow_dominant(matrix: np.ndarray, share: float) -> np.ndarray:
    """m_ii = share · Σ_{j≠i} |m_ij|"""
    found = matrix.copy()
    for i in range(len(found)):
        found[i, i] = share * sum(abs(found[i, j]) for j in range(len(found)) if j != i)
    return found


def slow_negatives(table: np.ndarray, negatives: int, threshold: float, seed: int) -> np.ndarray:
    """Random values on unseen pairs: partners are drawn by frequency^¾, values in the order of pairs."""
    rng, words = np.random.default_rng(seed), len(table)
    ends = np.cumsum(table.sum(axis=0) ** 0.75)
    draws = rng.random(words * negatives) * ends[-1]
    pairs = set()
    for place, draw in enumerate(draws):
        i, j = place // negatives, int((ends <= draw).sum())
        if i != j and table[i, j] == 0:
            pairs.add((min(i, j), max(i, j)))
    found = np.zeros(table.shape)
    for (i, j), share in zip(sorted(pairs), rng.random(len(pairs)), strict=True):
        found[i, j] = found[j, i] = threshold * np.log(2) * share
    return found
