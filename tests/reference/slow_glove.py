"""AdaGrad on a weighted factorization, one cell and one vector at a time, biases apart from the vectors."""

from __future__ import annotations

import math

import numpy as np


class Side:
    """Vectors and biases of the rows or of the columns, with what AdaGrad divides by, squared."""

    def __init__(self, vectors: np.ndarray, biases: np.ndarray) -> None:
        self.vectors, self.biases = vectors.copy(), biases.copy()
        self.vector_squares, self.bias_squares = np.ones_like(vectors), np.ones_like(biases)

    def move(self, place: int, vector_step: np.ndarray, bias_step: float) -> None:
        self.vectors[place] -= vector_step / np.sqrt(self.vector_squares[place])
        self.biases[place] -= bias_step / math.sqrt(self.bias_squares[place])
        self.vector_squares[place] += vector_step**2
        self.bias_squares[place] += bias_step**2


def slow_glove(
    cells: list[tuple[int, int, float, float]],
    rows: Side,
    columns: Side,
    rate: float,
    *,
    with_biases: bool = True,
) -> float:
    """Take a step for each (row, column, target, weight) in this order; the summed loss before the steps."""
    loss = 0.0
    for i, j, target, weight in cells:
        u, v = rows.vectors[i].copy(), columns.vectors[j].copy()
        error = u @ v + rows.biases[i] + columns.biases[j] - target
        loss += weight * error**2 / 2
        bias_step = rate * weight * error if with_biases else 0.0
        rows.move(i, rate * weight * error * v, bias_step)
        columns.move(j, rate * weight * error * u, bias_step)
    return loss


def glove_weight(x: float, x_max: float, power: float) -> float:
    return (x / x_max) ** power if x < x_max else 1.0


def unobserved_draws(
    table: np.ndarray, rows: list[int], columns: range, share: float, seed: int
) -> list[tuple[int, int]]:
    """The cells that are drawn from a segment of the columns for these rows, those with a count left out."""
    random = np.random.RandomState(seed)  # the generator that numba has
    found, owed = [], random.random_sample()
    for i in rows:
        owed += share * np.count_nonzero(table[i])
        while owed >= 1:
            owed -= 1
            j = columns[int(random.random_sample() * len(columns))]
            if table[i, j] == 0:
                found.append((i, j))
    return found
