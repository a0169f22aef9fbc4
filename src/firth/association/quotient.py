"""Correspondence analysis as a matrix: the residual of independence, scaled by masses."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from firth.association.transforms import as_transform
from firth.core import Association, Counts, Margins, SparseLowRank, Vocabulary
from firth.errors import EmptyRowsError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import map_cells, sums_of_cells


def quotient(
    counts: Counts, *, power: float = 1.0, dtype: DTypeLike = np.float32, threads: int | None = None
) -> Association:
    """The matrix of correspondence analysis: what is left of a table after independence, scaled by masses.

    M = D(r)^-½ (P − rcᵀ) D(c)^-½ = S − √r √cᵀ,   P = N^a / ΣN^a      (docs/mathematics/ca.md)

    power: a; 1 is correspondence analysis, ½ root-ca and ¼ rootroot-ca [Qi2024]. The masses are those of the
    powered table.
    """
    row_sums, column_sums = powered_sums(counts.matrix, power)
    refuse_empty(row_sums, counts.rows, "rows")
    refuse_empty(column_sums, counts.columns, "columns")
    margins = Margins(row_sums, column_sums, float(row_sums.sum()))
    operator = quotient_operator(
        counts.matrix, margins, power=power, dtype=dtype, symmetric=counts.symmetric, threads=threads
    )
    r, c = row_sums / margins.total, column_sums / margins.total
    return Association(operator, r, c, counts.rows, counts.columns)


def powered_sums(matrix: Sparse, power: float) -> tuple[Array, Array]:
    """Sums of N^a over the rows and over the columns of a table, or of some of its rows."""
    return sums_of_cells(matrix, as_transform(float(power)))


def quotient_operator(
    matrix: Sparse,
    margins: Margins,
    *,
    power: float = 1.0,
    dtype: DTypeLike = np.float32,
    symmetric: bool = False,
    threads: int | None = None,
) -> SparseLowRank:
    """The matrix of `quotient` for a table, or for some of its rows.

    margins: of the powered table: sums of the rows that are given, and of the columns and all cells of the
    whole table. symmetric: whether the whole table is.
    """
    raised = as_transform(float(power))
    r, c = margins.rows / margins.total, margins.columns / margins.total
    row_factor, column_factor = 1.0 / np.sqrt(r) / margins.total, 1.0 / np.sqrt(c)
    made = map_cells(
        matrix,
        lambda n, row, column: raised(n) * row(row_factor) * column(column_factor),
        dtype=dtype,
        threads=threads,
    )
    left, right = np.sqrt(r)[:, None].astype(dtype), np.sqrt(c)[:, None].astype(dtype)
    return SparseLowRank(made, left, right, symmetric=symmetric)


def refuse_empty(sums: Array, names: Vocabulary, what: str) -> None:
    """Raise for rows or columns without counts, naming the first few and the way out."""
    empty = np.flatnonzero(sums == 0)
    if len(empty):
        first = ", ".join(names.tokens[i] for i in empty[:3])
        raise EmptyRowsError(
            f"{len(empty)} of {len(sums)} {what} have no counts (first: {first}); correspondence analysis "
            "cannot scale them. Drop them; in Python, counts.without_empty() does."
        )
