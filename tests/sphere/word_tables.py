"""Small tables of associated words, and points to put them at."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from firth.core import Association, SparseLowRank, Vocabulary


def unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def random_points(words: int, dim: int, *, seed: int = 0) -> np.ndarray:
    return unit(np.random.default_rng(seed).standard_normal((words, dim)))


def random_weights(words: int, *, density: float = 0.1, seed: int = 0) -> np.ndarray:
    """Non-negative, mostly 0, not symmetric; some words with themselves."""
    rng = np.random.default_rng(seed)
    return rng.gamma(2.0, 1.0, (words, words)) * (rng.random((words, words)) < density)


def as_float32(table: np.ndarray) -> sparse.csr_array:
    return sparse.csr_array(table.astype(np.float32))


def association_of(table: np.ndarray, **parts: np.ndarray) -> Association:
    words = Vocabulary(tuple(f"w{i}" for i in range(len(table))), np.ones(len(table)))
    masses = np.full(len(table), 1 / len(table))
    matrix = sparse.csr_array(table)
    operator = SparseLowRank(matrix, **parts) if parts else SparseLowRank.from_sparse(matrix)
    return Association(operator, masses, masses, words, words)
