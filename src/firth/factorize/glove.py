"""GloVe: vectors and biases whose products fit the logarithms of counts, by AdaGrad."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from numbers import Integral, Real
from typing import Literal, get_args

import numpy as np

from firth.core import Counts
from firth.errors import InputError
from firth.factorize._glove_kernels import fit_observed, fit_unobserved, segment_starts
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import balanced_blocks, in_order
from firth.runtime.run import DEFAULT_RUN, Run
from firth.runtime.sparse import cell_blocks, release_rows, sums_of_cells

Target = Literal["log", "pmi"]

STRATA = 16
"""The number of parts that rows and columns are cut into, and so the most threads that have work."""

UNOBSERVED_PMI = -1.0
"""What a sampled pair that was never seen is fitted to."""

UNOBSERVED_COUNT = 0.5
"""The count that gives it its weight."""

_LANES = 8
"""Vectors are padded with zeros to whole registers."""


@dataclass(frozen=True, eq=False)
class GloveFactors:
    """Vectors and biases.

    Attributes
    ----------
    left, right : array
        Vectors of rows and of columns; GloVe's word vectors are their sum.
    left_bias, right_bias : array
    losses : tuple of float
        For each epoch the objective per observed cell, every cell as it was found before its step.
    """

    left: Array
    right: Array
    left_bias: Array
    right_bias: Array
    losses: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class _Task:
    """What is fitted, how, and the state (rows × vector and divisors × width) that is changed in place."""

    indices: Array
    logs: Array
    row_shifts: Array
    column_shifts: Array
    segments: list[tuple[int, int]]
    starts: Array
    left: Array
    right: Array
    negatives: float
    x_max: float
    power: float
    rate: float
    threads: int | None


def glove_factors(
    counts: Counts,
    *,
    dim: int,
    target: Target = "log",
    negatives: float = 0.0,
    x_max: float = 100.0,
    power: float = 0.75,
    epochs: int = 25,
    rate: float = 0.05,
    run: Run = DEFAULT_RUN,
) -> GloveFactors:
    """Fit vectors u, v and biases b, b̃ to log x or to PMI, each cell by the weight of its count.

    log   ½ Σ f(x_ij) (u_i·v_j + b_i + b̃_j − log x_ij)² over observed cells      [Pennington2014, eq. 8]
    pmi   ½ Σ f(x_ij) (u_i·v_j − log n x_ij / (r_i c_j))², with unobserved cells  [HajiSoleimani2019]
    f(x) = min(1, (x / x_max)^power)      [Pennington2014, eq. 9; docs/mathematics/word-vectors.md]

    An epoch takes one AdaGrad step [Duchi2011] for every cell. Same seed, same bytes, for any number of
    threads, of which there is work for 16.
    negatives: with pmi, how many cells are drawn in every epoch for each observed one; those that were never
    seen are fitted to a PMI of −1 with the weight f(½).

    The defaults are GloVe's. Mean Spearman of eleven sets on wiki100m (45 M cells, dim 100): log .388 in
    30 epochs, and .410 in 25 with x_max=10; pmi with x_max=10 .347 in 10 epochs, and .592 with negatives=1,
    where more epochs, more negatives, or other weights and another PMI for them gain nothing.

    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> names = Vocabulary(("tea", "milk"), np.ones(2))
    >>> table = Counts(csr_array(np.array([[4.0, 2.0], [2.0, 3.0]])), names, names)
    >>> fit = glove_factors(table, dim=1, x_max=1, epochs=400)
    >>> np.exp(fit.left @ fit.right.T + fit.left_bias[:, None] + fit.right_bias).round(1).tolist()
    [[4.0, 2.0], [2.0, 3.0]]
    """
    _check(dim, target, negatives, x_max, power, epochs, rate)
    rng = run.rng
    matrix = _positive(counts.matrix)
    row_shifts, column_shifts = _shifts(matrix, target)
    left, right = (_random_vectors(length, dim, rng) for length in matrix.shape)
    if target == "log":
        _add_biases(left, right, dim, rng)
    segments, starts = _segments(matrix)
    logs = _logarithms(matrix, run.threads)
    task = _Task(
        matrix.indices, logs, row_shifts, column_shifts, segments, starts, left, right,
        float(negatives), float(x_max), float(power), float(rate), run.threads,
    )  # fmt: skip
    cells, losses = matrix.nnz, []
    for epoch in range(epochs):

        def report(share: float, before: int = epoch) -> None:
            run.progress("factorizing", (before + share) * cells, epochs * cells, "cells")

        losses.append(_epoch(task, rng, report) / cells)
        if not np.isfinite(losses[-1]):
            raise InputError(f"the loss is not a finite number in epoch {epoch + 1}; lower rate, now {rate}.")
    return GloveFactors(
        left[:, 0, :dim].copy(), right[:, 0, :dim].copy(),
        left[:, 0, dim].copy(), right[:, 0, dim + 1].copy(), tuple(losses),
    )  # fmt: skip


def glove_memory(counts: Counts, dim: int) -> int:
    """Bytes that `glove_factors` needs: the numbers of columns and logarithms of cells, and the vectors.

    Of a table that is mapped from a file, the numbers of columns come into memory here; one that is in memory
    has them already, and needs less than this.
    """
    rows, columns = counts.matrix.shape
    both = rows + columns
    cells = 4 * counts.matrix.nnz + counts.matrix.indices.nbytes
    state = 4 * both * 2 * _width(dim)
    result = 4 * both * (dim + 1)
    places = 8 * rows * (STRATA + 2) + 4 * both  # of segments, the order of rows, and shifts
    return cells + state + result + places


def _epoch(task: _Task, rng: np.random.Generator, report: Callable[[float], None]) -> float:
    """Fit every cell once, and the unobserved ones that are drawn; the summed loss.

    Rows are dealt to as many strata as there are segments of columns. In each turn every stratum has another
    segment, so that blocks share neither rows nor columns: they run at the same time, in any order.
    """
    strata = len(task.segments)
    rows = np.array_split(rng.permutation(len(task.left)), strata)
    loss = 0.0
    for turn, shift in enumerate(rng.permutation(strata).tolist()):
        report(turn / strata)
        keys = rng.integers(2**32, size=strata).tolist()
        blocks = [(rows[s], (s + shift) % strata, keys[s]) for s in range(strata)]
        loss += sum(in_order(partial(_fit, task), blocks, task.threads))
    report(1.0)
    return loss


def _fit(task: _Task, block: tuple[Array, int, int]) -> float:
    rows, segment, key = block
    loss = fit_observed(
        rows, task.starts, segment, task.indices, task.logs, task.row_shifts, task.column_shifts,
        task.left, task.right, np.log(task.x_max), task.power, task.rate,
    )  # fmt: skip
    if task.negatives:
        share = task.negatives / len(task.segments)
        weight = min(1.0, (UNOBSERVED_COUNT / task.x_max) ** task.power)
        loss += fit_unobserved(
            rows, task.starts, segment, *task.segments[segment], task.indices,
            task.left, task.right, share, UNOBSERVED_PMI, weight, task.rate, key,
        )  # fmt: skip
    return loss


def _positive(matrix: Sparse) -> Sparse:
    """The table without cells that are there but 0; others must have a logarithm."""
    zeros = False
    for first, last in cell_blocks(matrix):
        part = matrix.data[matrix.indptr[first] : matrix.indptr[last]]
        if not (np.isfinite(part) & (part >= 0)).all():
            raise InputError("the table holds NaN, infinite or negative values; counts are 0 or more.")
        zeros = zeros or not part.all()
        release_rows(matrix, first, last)
    if zeros:
        matrix = matrix.copy()
        matrix.eliminate_zeros()
    if matrix.nnz == 0:
        raise InputError("the table of counts is empty; there is nothing to fit.")
    return matrix


def _logarithms(matrix: Sparse, threads: int | None) -> Array:
    logs = np.empty(matrix.nnz, np.float32)

    def task(rows: tuple[int, int]) -> None:
        part = slice(matrix.indptr[rows[0]], matrix.indptr[rows[1]])
        logs[part] = np.log(matrix.data[part])
        release_rows(matrix, *rows)

    for _ in in_order(task, cell_blocks(matrix), threads):
        pass
    return logs


def _shifts(matrix: Sparse, target: Target) -> tuple[Array, Array]:
    """What is added to log x in each row and column: nothing, or what makes it PMI."""
    if target == "log":
        return np.zeros(matrix.shape[0], np.float32), np.zeros(matrix.shape[1], np.float32)
    rows, columns = sums_of_cells(matrix)
    of_rows = np.log(rows.sum()) - np.log(np.where(rows > 0, rows, 1.0))
    of_columns = -np.log(np.where(columns > 0, columns, 1.0))
    return of_rows.astype(np.float32), of_columns.astype(np.float32)


def _segments(matrix: Sparse) -> tuple[list[tuple[int, int]], Array]:
    """Segments of columns with about the same number of cells, and where each begins in each row."""
    cells = sums_of_cells(matrix, np.ones_like)[1]
    segments = balanced_blocks(np.concatenate([[0], np.cumsum(cells)]), STRATA)
    starts = np.empty((matrix.shape[0], len(segments) + 1), np.int64)
    bounds = np.array([0, *(last for _, last in segments)])
    segment_starts(matrix.indptr, matrix.indices, bounds, starts)
    return segments, starts


def _width(dim: int) -> int:
    """Of the state: the vector, a bias and a one, in whole registers."""
    return -(-(dim + 2) // _LANES) * _LANES


def _random_vectors(length: int, dim: int, rng: np.random.Generator) -> Array:
    """The state at the beginning: values within ±½/dim as in GloVe's program, divisors of 1."""
    state = np.zeros((length, 2, _width(dim)), np.float32)
    vectors = rng.random((length, dim), np.float32)
    vectors -= 0.5  # in place: another copy would be the most memory of all on a thin table
    vectors /= dim
    state[:, 0, :dim] = vectors
    state[:, 1] = 1.0
    return state


def _add_biases(left: Array, right: Array, dim: int, rng: np.random.Generator) -> None:
    """Biases as two more coordinates, (b, 1) left and (1, b̃) right, whose ones stay as they are."""
    for state, bias, one in ((left, dim, dim + 1), (right, dim + 1, dim)):
        state[:, 0, bias] = (rng.random(len(state), np.float32) - 0.5) / dim
        state[:, 0, one] = 1.0
        state[:, 1, one] = np.inf


def _check(
    dim: int,
    target: Target,
    negatives: float,
    x_max: float,
    power: float,
    epochs: int,
    rate: float,
) -> None:
    if target not in get_args(Target):
        raise InputError(f"target is {target!r}; choose one of {', '.join(get_args(Target))}.")
    for name, least in (("dim", dim), ("epochs", epochs)):
        if not isinstance(least, Integral) or least < 1:
            raise InputError(f"{name} is {least!r}; it must be a whole number, at least 1.")
    for name, value in (("x_max", x_max), ("rate", rate)):
        if not (isinstance(value, Real) and 0 < value < np.inf):
            raise InputError(f"{name} is {value!r}; it must be a number above 0.")
    for name, value in (("power", power), ("negatives", negatives)):
        if not (isinstance(value, Real) and 0 <= value < np.inf):
            raise InputError(f"{name} is {value!r}; it must be a number, 0 or more.")
    if negatives and target == "log":
        raise InputError("negatives is for target='pmi'; an unobserved pair has no logarithm.")
