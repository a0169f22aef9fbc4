"""Semi-supervised correspondence analysis from its definition: a sum over all pairs of records."""

from __future__ import annotations

import numpy as np


def sum_over_pairs_of_records(
    table: np.ndarray, row_ratios: np.ndarray, column_ratios: np.ndarray
) -> np.ndarray:
    """Σ_ab φ_r φ_c (e_r(a) − e_r(b))(e_c(a) − e_c(b))ᵀ, record by record."""
    records = [(i, j) for i, j in np.ndindex(table.shape) for _ in range(int(table[i, j]))]
    rows, columns = np.eye(table.shape[0]), np.eye(table.shape[1])
    total = np.zeros(table.shape)
    for i, j in records:
        for k, l in records:  # noqa: E741
            ratio = row_ratios[i, k] * column_ratios[j, l]
            total += ratio * np.outer(rows[i] - rows[k], columns[j] - columns[l])
    return total


def independent_part(table: np.ndarray, row_ratios: np.ndarray, column_ratios: np.ndarray) -> np.ndarray:
    """B: Σ_ab φ_r φ_c e_r(a) e_c(b)ᵀ, whose sums are the masses."""
    records = [(i, j) for i, j in np.ndindex(table.shape) for _ in range(int(table[i, j]))]
    total = np.zeros(table.shape)
    for i, j in records:
        for k, l in records:  # noqa: E741
            total[i, l] += row_ratios[i, k] * column_ratios[j, l]
    return total
