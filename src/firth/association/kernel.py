"""Kernel correspondence analysis: a difference between a table and independence, seen through two kernels."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import DTypeLike

from firth.association.kernel_factors import Factor, Kernel, apply_factors, kernel_factor
from firth.core import Association, Counts, SparseLowRank, Vocabulary
from firth.core.recipe import digest_of
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import CellFunction, PerCell, map_cells

Difference = Literal["minus", "log_ratio", "glove"]


def kernel_association(
    counts: Counts,
    *,
    difference: Difference = "minus",
    rows: Kernel = "inverse-mass",
    columns: Kernel = "inverse-mass",
    k: float = 1.0,
    row_bias: Any = None,
    column_bias: Any = None,
    dtype: DTypeLike = np.float64,
    threads: int | None = None,
) -> Association:
    """The matrix of kernel correspondence analysis: a table against independence, seen through two kernels.

    Parameters
    ----------
    counts : Counts
    difference : {"minus", "log_ratio", "glove"}
        ⊖, see below.
    rows, columns : {"inverse-mass", "identity"}, vector or factor
        Kernels: the diagonal of K as a vector, or a factor A as a sparse matrix, an array or anything with
        scipy's LinearOperator interface. Sparse factors keep M sparse + low rank; others must have few
        columns. A factor that is not square puts the dimensions of the kernel in the place of the table's
        rows (columns); they are numbered, and the masses stay those of the table.
    k : float
        The shift of log_ratio, as a number of negative samples.
    row_bias, column_bias : array, optional
        The biases of glove.
    dtype : data type
        Of the matrix.
    threads : int, optional
        The number of threads. The result does not depend on it.

    Returns
    -------
    Association

    Notes
    -----
    M = A_rᵀ (P ⊖ rcᵀ) A_c,   K_r = A_r A_rᵀ,   K_c = A_c A_cᵀ
    [NiitsumaLee2018, §5; docs/mathematics/kernel-ca.md]

    minus      x ⊖ y = x − y, in every cell
    log_ratio  x ⊖ y = log x − log y − log k, on observed pairs
    glove      x ⊖ y = log x − log y + b_w + b_c, on observed pairs

    Inverse masses on both sides with minus are correspondence analysis; identity on both sides is the Gini
    index with minus, SGNS with log_ratio, and GloVe with glove [NiitsumaLee2018, table 3].

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array(np.array([[3.0, 1.0], [1.0, 3.0]])), names, names)
    >>> kernel_association(counts, rows="identity", columns="identity").operator.to_dense().tolist()
    [[0.125, -0.125], [-0.125, 0.125]]
    """
    row_sums, column_sums = counts.row_sums, counts.column_sums
    total = float(row_sums.sum())
    if total <= 0:
        raise InputError("the table of counts is empty; there is nothing to compare with independence.")
    r, c = row_sums / total, column_sums / total
    row_scale, row_factor = _diagonal_apart(kernel_factor(rows, r, counts.rows, "rows"))
    column_scale, column_factor = _diagonal_apart(kernel_factor(columns, c, counts.columns, "columns"))
    operator = difference_operator(
        counts.matrix,
        total=total,
        row_masses=r,
        column_masses=c,
        difference=difference,
        k=k,
        row_bias=row_bias,
        column_bias=column_bias,
        row_scale=row_scale,
        column_scale=column_scale,
        dtype=dtype,
        threads=threads,
    )
    operator = apply_factors(
        operator,
        row_factor,
        column_factor,
        symmetric=counts.symmetric and _same(rows, columns) and _same(row_bias, column_bias),
    )
    m, p = operator.shape
    biases = {"row_bias": digest_of(row_bias), "column_bias": digest_of(column_bias)}
    how = counts.how.then(
        "association",
        recipe="kca",
        difference=difference,
        k=k,
        rows=digest_of(rows),
        columns=digest_of(columns),
        **biases,
    )
    return Association(operator, r, c, _names(counts.rows, m), _names(counts.columns, p), how)


def difference_operator(
    matrix: Sparse,
    *,
    total: float,
    row_masses: Array,
    column_masses: Array,
    difference: Difference = "minus",
    k: float = 1.0,
    row_bias: Any = None,
    column_bias: Any = None,
    row_scale: Array | None = None,
    column_scale: Array | None = None,
    dtype: DTypeLike = np.float64,
    threads: int | None = None,
) -> SparseLowRank:
    """D(s_r) (N/n ⊖ rcᵀ) D(s_c), masses and total given apart: new rows are compared with old columns.

    >>> from scipy.sparse import csr_array
    >>> half = np.array([0.5, 0.5])
    >>> new = csr_array(np.array([[4.0, 0.0]]))
    >>> difference_operator(new, total=8, row_masses=half[:1], column_masses=half).to_dense().tolist()
    [[0.25, -0.25]]
    """
    _check(difference, k, row_bias, column_bias)
    m, p = matrix.shape
    a = np.ones(m) if row_scale is None else row_scale
    b = np.ones(p) if column_scale is None else column_scale
    if difference == "minus":
        by_row = a / total
        cells = map_cells(
            matrix, lambda n, row, column: n * row(by_row) * column(b), dtype=dtype, threads=threads
        )
        left, right = (a * row_masses)[:, None], (b * column_masses)[:, None]
        return SparseLowRank(cells, left.astype(dtype), right.astype(dtype))
    b_w, b_c = _bias(row_bias, m, "row_bias"), _bias(column_bias, p, "column_bias")
    logarithm = _log_ratio(row_masses, column_masses, np.log(total) + np.log(k), b_w, b_c)
    cells = map_cells(
        matrix,
        lambda n, row, column: logarithm(n, row, column) * row(a) * column(b),
        dtype=dtype,
        threads=threads,
    )
    return SparseLowRank.from_sparse(cells)


def _log_ratio(r: Array, c: Array, constant: float, b_w: Array, b_c: Array) -> CellFunction:
    # Rows and columns without mass have no cells; their logarithm is never used.
    of_rows = b_w - np.log(np.where(r > 0, r, 1.0)) - constant
    of_columns = b_c - np.log(np.where(c > 0, c, 1.0))

    def log_ratio(n: Array, row: PerCell, column: PerCell) -> Array:
        observed = n > 0  # a zero that is stored is still not observed
        return np.where(observed, np.log(np.where(observed, n, 1.0)) + row(of_rows) + column(of_columns), 0.0)

    return log_ratio


def _check(difference: Difference, k: float, row_bias: Any, column_bias: Any) -> None:
    if difference not in get_args(Difference):
        raise InputError(f"difference is {difference!r}; choose one of {', '.join(get_args(Difference))}.")
    if not (np.isfinite(k) and k > 0):
        raise InputError(f"k is {k}; it counts negative samples, so it must be positive.")
    if k != 1 and difference != "log_ratio":
        raise InputError(f"k is {k}, but only difference='log_ratio' has a shift; leave k out.")
    if difference != "glove" and not (row_bias is None and column_bias is None):
        raise InputError(f"difference={difference!r} has no biases; leave them out, or choose 'glove'.")


def _bias(bias: Any, length: int, what: str) -> Array:
    if bias is None:
        return np.zeros(length)
    values = np.asarray(bias, np.float64)
    if values.shape != (length,) or not np.isfinite(values).all():
        raise InputError(f"{what} has shape {values.shape}; it must hold {length} finite numbers.")
    return values


def _diagonal_apart(factor: Factor) -> tuple[Array | None, Factor]:
    """A diagonal, which is multiplied in cell by cell, and any other factor, which needs a product."""
    if isinstance(factor, np.ndarray) and factor.ndim == 1:
        return factor, None
    return None, factor


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, str) and isinstance(other, str) and one == other)


def _names(names: Vocabulary, length: int) -> Vocabulary:
    """The table's own names, or numbers for the dimensions of a kernel that has more or fewer."""
    if len(names) == length:
        return names
    return Vocabulary(tuple(str(i + 1) for i in range(length)), np.zeros(length))
