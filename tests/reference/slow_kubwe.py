"""Words on the sphere, one pair at a time: attraction, repulsion, and steps of falling size."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np


def slow_attraction(a: np.ndarray, w: np.ndarray) -> np.ndarray:
    forces = np.zeros_like(w)
    for i in range(len(w)):
        for j in range(len(w)):
            forces[i] += a[i, j] * w[j]
    return forces


def slow_repulsion(a: np.ndarray, w: np.ndarray, kernel: Callable[[float], float]) -> np.ndarray:
    forces = np.zeros_like(w)
    for i in range(len(w)):
        for j in range(len(w)):
            if i != j and a[i, j] == 0:
                forces[i] += kernel(float(w[i] @ w[j])) * w[j]
    return forces


def polynomial(degree: int) -> Callable[[float], float]:
    return lambda x: ((x + 1) / 2) ** degree


def slow_rate(sweep: int, sweeps: int) -> float:
    """From 0.1 to 0.01, along 1 / (1 + e^u) for u from −6 to 6."""
    if sweeps == 1:
        return 0.1
    lowest, highest = 1 / (1 + math.exp(6)), 1 / (1 + math.exp(-6))
    share = 1 / (1 + math.exp(12 * sweep / (sweeps - 1) - 6))
    return 0.01 + 0.09 * (share - lowest) / (highest - lowest)


def slow_kubwe(
    a: np.ndarray, start: np.ndarray, kernel: Callable[[float], float], sweeps: int
) -> tuple[np.ndarray, list[float]]:
    """Vectors after all sweeps, and the mean length of the tangential force before each."""
    largest = a.max(axis=1, keepdims=True)
    a = a / np.where(largest > 0, largest, 1)
    w, balances = start.astype(float), []
    for sweep in range(sweeps):
        forces = _units(slow_attraction(a, w)) - _units(slow_repulsion(a, w, kernel))
        along = (forces * w).sum(axis=1, keepdims=True)
        balances.append(float(np.linalg.norm(forces - along * w, axis=1).mean()))
        w = _units(w + slow_rate(sweep, sweeps) * _units(forces))
    return w, balances


def _units(rows: np.ndarray) -> np.ndarray:
    return np.array([row / np.linalg.norm(row) if row.any() else row for row in rows])
