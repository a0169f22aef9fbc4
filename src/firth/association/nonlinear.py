"""Non-linear correspondence analysis as a matrix: a function of quotients, scaled by masses."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from firth.association.quotient import refuse_empty
from firth.association.quotient_functions import QuotientFunction, checked_function, power
from firth.core import Association, Counts, SparseLowRank
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.sparse import PerCell, map_cells, sums_of_cells


def nonlinear_quotient(
    counts: Counts, *, function: QuotientFunction, dtype: DTypeLike = np.float64, threads: int | None = None
) -> Association:
    """The matrix of non-linear correspondence analysis: an increasing function of quotients.

    Parameters
    ----------
    counts : Counts
    function : callable
        f: `power(β)`, `presence()`, `logarithm(pseudo_count=…)`, or one of your own that works elementwise.
    dtype : data type
        Of the matrix.
    threads : int, optional
        The number of threads. The result does not depend on it.

    Returns
    -------
    Association

    Notes
    -----
    M = √r √c f(q),   q_ij = p_ij / (r_i c_j)      [Picca2006; docs/mathematics/nonlinear-ca.md]

    S = √r √c (f(q) − f(0)) on observed cells,   L Rᵀ = −f(0) √r √cᵀ

    `power(1)` is correspondence analysis. As f sees quotients alone, rows with equal profiles may be merged
    without moving any other point.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array([[3.0, 1.0], [1.0, 3.0]]), names, names)
    >>> nonlinear_quotient(counts, function=power(0.5)).operator.to_dense().round(4).tolist()
    [[0.2247, -0.2929], [-0.2929, 0.2247]]
    """
    _refuse_negative(counts)
    row_sums, column_sums = sums_of_cells(counts.matrix)
    refuse_empty(row_sums, counts.rows, "rows")
    refuse_empty(column_sums, counts.columns, "columns")
    total = row_sums.sum()
    r, c = row_sums / total, column_sums / total
    row_root, column_root = np.sqrt(r), np.sqrt(c)
    inverse_row, inverse_column = 1.0 / row_sums, 1.0 / c
    at_zero, rise = checked_function(function)

    def cell(n: Array, row: PerCell, column: PerCell) -> Array:
        q = n * row(inverse_row) * column(inverse_column)
        values = np.asarray(rise(q))
        if not np.isfinite(values).all():
            worst = q[~np.isfinite(values)][0]
            raise InputError(f"f({worst:g}) is not finite; f must be finite on every quotient of the table.")
        return values * row(row_root) * column(column_root)

    operator = SparseLowRank(
        map_cells(counts.matrix, cell, dtype=dtype, threads=threads),
        (-at_zero * row_root)[:, None].astype(dtype),
        column_root[:, None].astype(dtype),
        symmetric=counts.symmetric,
    )
    return Association(operator, r, c, counts.rows, counts.columns)


def power_quotient(
    counts: Counts, *, beta: float = 0.75, dtype: DTypeLike = np.float64, threads: int | None = None
) -> Association:
    """`nonlinear_quotient` with f = power(β), for the registry of recipes."""
    return nonlinear_quotient(counts, function=power(beta), dtype=dtype, threads=threads)


def column_kernel(association: Association) -> Array:
    """K_jj' = Σ_i r_i f(q_ij) f(q_ij'): the inner products of columns, dense, for small tables.

    At full rank it equals x xᵀ for the principal coordinates x of the columns; those are its feature map
    (docs/mathematics/nonlinear-ca.md).

    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array([[3.0, 1.0], [1.0, 3.0]]), names, names)
    >>> column_kernel(nonlinear_quotient(counts, function=power(1))).round(6).tolist()
    [[0.25, -0.25], [-0.25, 0.25]]
    """
    features = association.operator.to_dense() / np.sqrt(association.column_masses)
    return np.asarray(features.T @ features)


def _refuse_negative(counts: Counts) -> None:
    data = counts.matrix.data
    if len(data) and not np.min(data) >= 0:
        place = int(np.flatnonzero(~(data >= 0))[0])
        row = int(np.searchsorted(counts.matrix.indptr, place, side="right")) - 1
        column = int(counts.matrix.indices[place])
        raise InputError(
            f"the cell ({counts.rows.tokens[row]}, {counts.columns.tokens[column]}) is {data[place]}; "
            "counts must be numbers of 0 or more."
        )
