"""Correspondence analysis as a matrix: the residual of independence, scaled by masses."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from firth.association.transforms import as_transform
from firth.core import Association, Counts, SparseLowRank, Vocabulary
from firth.errors import EmptyRowsError
from firth.runtime.arrays import Array
from firth.runtime.sparse import map_cells, sums_of_cells


def quotient(
    counts: Counts, *, power: float = 1.0, dtype: DTypeLike = np.float32, threads: int | None = None
) -> Association:
    """The matrix of correspondence analysis: what is left of a table after independence, scaled by masses.

    M = D(r)^-½ (P − rcᵀ) D(c)^-½ = S − √r √cᵀ,   P = N^a / ΣN^a      (docs/mathematics/ca.md)

    power: a; 1 is correspondence analysis, ½ root-ca and ¼ rootroot-ca [Qi2024]. The masses are those of the
    powered table.
    """
    raised = as_transform(float(power))
    row_sums, column_sums = sums_of_cells(counts.matrix, raised)
    refuse_empty(row_sums, counts.rows, "rows")
    refuse_empty(column_sums, counts.columns, "columns")
    total = row_sums.sum()
    r, c = row_sums / total, column_sums / total
    row_factor, column_factor = 1.0 / np.sqrt(r) / total, 1.0 / np.sqrt(c)
    matrix = map_cells(
        counts.matrix,
        lambda n, row, column: raised(n) * row(row_factor) * column(column_factor),
        dtype=dtype,
        threads=threads,
    )
    operator = SparseLowRank(
        matrix,
        np.sqrt(r)[:, None].astype(dtype),
        np.sqrt(c)[:, None].astype(dtype),
        symmetric=counts.symmetric,
    )
    return Association(operator, r, c, counts.rows, counts.columns)


def refuse_empty(sums: Array, names: Vocabulary, what: str) -> None:
    """Raise for rows or columns without counts, naming the first few and the way out."""
    empty = np.flatnonzero(sums == 0)
    if len(empty):
        first = ", ".join(names.tokens[i] for i in empty[:3])
        raise EmptyRowsError(
            f"{len(empty)} of {len(sums)} {what} have no counts (first: {first}); correspondence analysis "
            "cannot scale them. Drop them; in Python, counts.without_empty() does."
        )
