"""The loops of weighted factorization: AdaGrad over a block of cells; slow twins in tests/reference."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

# Sums in any order and no test for division by zero: both keep the loops in vector registers.
_VECTORS: dict[str, Any] = {"fastmath": {"reassoc", "contract", "nsz"}, "error_model": "numpy"}


@compiled()
def segment_starts(indptr: Array, indices: Array, bounds: Array, starts: Array) -> None:
    """starts[i, b] = the first cell of row i whose column is bounds[b] or more."""
    for i in range(starts.shape[0]):
        k = indptr[i]
        for b in range(bounds.size):
            while k < indptr[i + 1] and indices[k] < bounds[b]:
                k += 1
            starts[i, b] = k


@compiled(**_VECTORS)
def fit_observed(
    rows: Array,
    starts: Array,
    segment: int,
    indices: Array,
    logs: Array,
    row_shifts: Array,
    column_shifts: Array,
    left: Array,
    right: Array,
    log_x_max: float,
    power: float,
    rate: float,
) -> float:
    """One step for every observed cell that these rows have in a segment of the columns; the summed loss.

    Target log x + the shifts of row and column; weight min(1, (x / x_max)^power).
    """
    loss = 0.0
    for i in rows:
        for k in range(starts[i, segment], starts[i, segment + 1]):
            j = indices[k]
            target = logs[k] + row_shifts[i] + column_shifts[j]
            weight = np.exp(min(power * (logs[k] - log_x_max), 0.0))
            loss += _step(left[i], right[j], target, weight, rate)
    return loss


@compiled(**_VECTORS)
def fit_unobserved(
    rows: Array,
    starts: Array,
    segment: int,
    first: int,
    last: int,
    indices: Array,
    left: Array,
    right: Array,
    share: float,
    target: float,
    weight: float,
    rate: float,
    seed: int,
) -> float:
    """One step for every unobserved cell among those drawn for these rows in a segment; the summed loss.

    For each observed cell of a row, `share` columns are drawn with equal chances from first … last−1.
    """
    np.random.seed(seed)  # noqa: NPY002 - numba's, which each thread has for itself
    loss = 0.0
    owed = np.random.random()  # noqa: NPY002 - so that blocks round up and down
    for i in rows:
        begin, end = starts[i, segment], starts[i, segment + 1]
        owed += share * (starts[i, -1] - starts[i, 0])
        while owed >= 1.0:
            owed -= 1.0
            j = first + int(np.random.random() * (last - first))  # noqa: NPY002
            place = begin + np.searchsorted(indices[begin:end], j)
            if place == end or indices[place] != j:
                loss += _step(left[i], right[j], target, weight, rate)
    return loss


@compiled(inline="always", **_VECTORS)
def _step(row: Array, column: Array, target: float, weight: float, rate: float) -> float:
    """Move two vectors down ½ weight (u·v − target)², and give what that was before.

    A row of the state is its vector above the divisors of AdaGrad, squared: 1 + the sum of the squared steps
    so far, which as in GloVe's program include the rate. An infinite divisor keeps a value as it is.
    """
    u, v = row[0], column[0]
    u_squares, v_squares = row[1], column[1]
    product = u.dtype.type(0)
    for c in range(u.size):
        product += u[c] * v[c]
    error = product - target
    step = u.dtype.type(rate * weight * error)
    for c in range(u.size):
        u_step, v_step = step * v[c], step * u[c]
        u[c] -= u_step / np.sqrt(u_squares[c])
        v[c] -= v_step / np.sqrt(v_squares[c])
        u_squares[c] += u_step * u_step
        v_squares[c] += v_step * v_step
    loss: float = 0.5 * weight * error * error
    return loss
