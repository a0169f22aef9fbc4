"""The hypergeometric law as a test of one cell of a table, given the sums of its row and column."""

from __future__ import annotations

from typing import Literal

import numpy as np

from firth.ca._hypergeometric_kernels import log_two_sided_cells
from firth.runtime.arrays import Array

TwoSided = Literal["doubled", "half"]
"""How a tail becomes a two-sided p: doubled with the count itself in it, as FactoMineR's descfreq has it, or
with the count itself counted half (the mid-p value), as its catdes has it."""

WEIGHTS: dict[TwoSided, float] = {"doubled": 2.0, "half": 1.0}


def cell_log_p(
    counts: Array, row_sums: Array, column_sums: Array, total: float, *, two_sided: TwoSided
) -> tuple[Array, Array]:
    """log p of cells, and whether each has more than expected: x · n > row sum · column sum.

    A doubled tail above 1 is folded back, 2 − p, as FactoMineR does.

    >>> log_p, over = cell_log_p(np.array([3]), np.array([3]), np.array([3]), 55, two_sided="half")
    >>> round(float(1 / np.exp(log_p[0]))), over.tolist()
    (26235, [True])
    """
    shaped = np.broadcast_arrays(counts, row_sums, column_sums)
    x, rows, columns = (np.ascontiguousarray(part, dtype=np.float64).ravel() for part in shaped)
    log_p, over = np.empty(x.size), np.empty(x.size, bool)
    log_two_sided_cells(x, rows, columns, float(total), WEIGHTS[two_sided], log_p, over)
    return log_p.reshape(shaped[0].shape), over.reshape(shaped[0].shape)


def v_tests_of(log_p: Array, over: Array) -> Array:
    """The normal quantile that leaves p/2 beyond it, positive where over-used; finite for any p above 0.

    >>> v_tests_of(np.array([np.log(0.05), -1e6]), np.array([True, False])).round(2).tolist()
    [1.96, -1414.21]
    """
    from scipy.special import ndtri_exp

    quantiles = np.minimum(ndtri_exp(log_p - np.log(2.0)), 0.0)
    # 0.0 - and not a minus sign, which would make −0 of a p of 1.
    return np.asarray(np.where(over, 0.0 - quantiles, quantiles))


def p_values_of(v_tests: Array) -> Array:
    """The two-sided probability of a normal quantile as far from 0.

    >>> p_values_of(np.array([1.959963984540054, 0.0])).round(12).tolist()
    [0.05, 1.0]
    """
    from scipy.special import ndtr

    return np.asarray(2.0 * ndtr(-np.abs(v_tests)))
