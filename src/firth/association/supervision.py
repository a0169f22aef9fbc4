"""Semi-supervised correspondence analysis: distances between categories, tuned by hand or by data."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from firth.association.quotient import refuse_empty
from firth.core import Association, Counts, SparseLowRank, Vocabulary
from firth.core.recipe import digest_of
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import cell_blocks, map_cells


def supervised_association(
    counts: Counts,
    *,
    row_tuning: Any = None,
    column_tuning: Any = None,
    dtype: DTypeLike = np.float64,
    threads: int | None = None,
) -> Association:
    """The matrix of semi-supervised correspondence analysis: distances between categories are tuned.

    Parameters
    ----------
    counts : Counts
    row_tuning, column_tuning : sparse matrix, optional
        Ψ = φ − 1, symmetric. φ below 1 counts the difference of two categories for less and so pulls them
        together; above 1 it pushes them apart. Without tuning this is correspondence analysis.
    dtype : data type
        Of the matrix.
    threads : int, optional
        The number of threads. The result does not depend on it.

    Returns
    -------
    Association

    Notes
    -----
    M = D(r)^-½ (A − B) D(c)^-½ of Σ_ab φ_r φ_c (e_r(a) − e_r(b))(e_c(a) − e_c(b))ᵀ = 2(A − B)
    A = N ∘ (φ_r N φ_c),   B = (φ_r N) ∘ (N φ_c),   r = B1,   c = Bᵀ1
    [NiitsumaLee2018, §5.1; docs/mathematics/kernel-ca.md]

    M is sparse + rank one, and never dense.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array(np.array([[3.0, 1.0], [1.0, 3.0]])), names, names)
    >>> supervised_association(counts).operator.to_dense().round(12).tolist()
    [[0.25, -0.25], [-0.25, 0.25]]
    """
    row_sums, column_sums = counts.row_sums, counts.column_sums
    refuse_empty(row_sums, counts.rows, "rows")
    refuse_empty(column_sums, counts.columns, "columns")
    psi_r = checked_tuning(row_tuning, len(row_sums), "row_tuning")
    psi_c = checked_tuning(column_tuning, len(column_sums), "column_tuning")
    parts = tuned_difference(
        counts.matrix, column_sums=column_sums, total=row_sums.sum(), row_tuning=psi_r, column_tuning=psi_c
    )
    _refuse_negative(parts.row_sums, counts.rows, "row")
    _refuse_negative(parts.column_sums, counts.columns, "column")
    by_row, by_column = 1.0 / np.sqrt(parts.row_sums), 1.0 / np.sqrt(parts.column_sums)
    matrix = map_cells(
        parts.sparse, lambda n, row, column: n * row(by_row) * column(by_column), dtype=dtype, threads=threads
    )
    operator = SparseLowRank(
        matrix,
        (by_row * row_sums)[:, None].astype(dtype),
        (by_column * column_sums)[:, None].astype(dtype),
        symmetric=counts.symmetric and _same(psi_r, psi_c),
    )
    how = counts.how.then(
        "association", recipe="sca", row_tuning=digest_of(row_tuning), column_tuning=digest_of(column_tuning)
    )
    r, c = (sums / sums.sum() for sums in (parts.row_sums, parts.column_sums))
    return Association(operator, r, c, counts.rows, counts.columns, how)


class TunedDifference(NamedTuple):
    """A − B = sparse − (N1)(1ᵀN), with the sums of B over rows and columns."""

    sparse: Sparse
    row_sums: Array
    column_sums: Array


def tuned_difference(
    matrix: Sparse,
    *,
    column_sums: Array,
    total: float,
    row_tuning: Sparse | None = None,
    column_tuning: Sparse | None = None,
) -> TunedDifference:
    """A − B without its rank-one part, for a table or, with the table's own sums, for new rows of it.

    A = N D(n + Ψ_c n_c) + D(Ψ_r n_r) N + N ∘ (Ψ_r N Ψ_c)
    B = n_r n_cᵀ + D(n_r) Ψ_r N + (N Ψ_c) D(n_c) + (Ψ_r N) ∘ (N Ψ_c)      (with φ = 1 + Ψ)
    """
    from scipy.sparse import csr_array, diags_array

    table: Any = matrix.astype(np.float64)
    n_r, n_c = table.sum(axis=1), np.asarray(column_sums, np.float64)
    nothing: Any = csr_array(table.shape)
    rows_moved = nothing if row_tuning is None else row_tuning @ table
    columns_moved = nothing if column_tuning is None else table @ column_tuning
    weights = np.full(table.shape[1], total) + (0.0 if column_tuning is None else column_tuning @ n_c)
    b = diags_array(n_r) @ rows_moved + columns_moved @ diags_array(n_c) + rows_moved.multiply(columns_moved)
    a = table @ diags_array(weights)
    if row_tuning is not None:
        a = a + diags_array(row_tuning @ n_r) @ table
        if column_tuning is not None:
            a = a + _masked_product(table, rows_moved, column_tuning)
    difference: Any = (a - b).tocsr()
    difference.sum_duplicates()
    return TunedDifference(difference, n_r * n_c.sum() + b.sum(axis=1), n_c * n_r.sum() + b.sum(axis=0))


def checked_tuning(tuning: Any, length: int, what: str) -> Sparse | None:
    """Ψ as a CSR array; refuses one that is lopsided, of another size, or tunes categories to themselves."""
    from scipy.sparse import csr_array

    if tuning is None:
        return None
    psi: Any = csr_array(tuning, dtype=np.float64)
    if psi.shape != (length, length):
        raise InputError(
            f"{what} has shape {psi.shape}; it must be {length} × {length}, a ratio for each pair."
        )
    if not np.isfinite(psi.data).all():
        raise InputError(f"{what} holds NaN or infinite values; give finite ones.")
    if abs(psi - psi.T).max() > 1e-12 * max(1.0, abs(psi).max()):
        raise InputError(
            f"{what} is not symmetric; the ratio of two categories has no direction, give Ψ + Ψᵀ."
        )
    if psi.diagonal().any():
        raise InputError(f"{what} tunes categories against themselves; leave its diagonal empty.")
    psi.eliminate_zeros()
    return psi  # type: ignore[no-any-return]


def _masked_product(mask: Any, left: Any, right: Any) -> Any:
    """N ∘ (X Y), by blocks of rows: X Y alone may have far more cells than N."""
    from scipy.sparse import vstack

    return vstack([mask[a:b].multiply(left[a:b] @ right) for a, b in cell_blocks(mask)], format="csr")


def _same(one: Sparse | None, other: Sparse | None) -> bool:
    if one is None or other is None:
        return one is other
    return one is other or abs(one - other).nnz == 0


def _refuse_negative(sums: Array, names: Vocabulary, what: str) -> None:
    if (sums <= 0).any():
        first = names.tokens[int((sums <= 0).argmax())]
        raise InputError(
            f"the tuning leaves {what} {first!r} a mass of 0 or less; bring its ratios closer to 1."
        )
