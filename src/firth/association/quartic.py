"""What word2vec learns, to fourth order: a matrix in closed form."""

from __future__ import annotations

import numpy as np
from numpy.typing import DTypeLike

from firth.association.quotient import refuse_empty
from firth.core import Association, Counts, SparseLowRank
from firth.runtime.arrays import Array
from firth.runtime.sparse import PerCell, map_cells, sums_of_cells


def quartic(counts: Counts, *, dtype: DTypeLike = np.float32, threads: int | None = None) -> Association:
    """M = 2 (P − rcᵀ) / (P + rcᵀ), which is −2 where nothing was seen.

    S = 4 P / (P + rcᵀ) on observed cells,  L Rᵀ = 2·1 1ᵀ      [Karkada2025; docs/mathematics/word-vectors.md]

    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array([[3.0, 1.0], [1.0, 3.0]]), names, names)
    >>> quartic(counts, dtype=np.float64).operator.to_dense().round(4).tolist()
    [[0.4, -0.6667], [-0.6667, 0.4]]
    """
    row_sums, column_sums = sums_of_cells(counts.matrix)
    refuse_empty(row_sums, counts.rows, "rows")
    refuse_empty(column_sums, counts.columns, "columns")
    total = row_sums.sum()

    def cell(n: Array, row: PerCell, column: PerCell) -> Array:
        return np.asarray(4 * n / (n + row(row_sums) * column(column_sums / total)))

    root = np.sqrt(2.0)
    operator = SparseLowRank(
        map_cells(counts.matrix, cell, dtype=dtype, threads=threads),
        np.full((len(row_sums), 1), root, dtype),
        np.full((len(column_sums), 1), root, dtype),
        symmetric=counts.symmetric,
    )
    return Association(operator, row_sums / total, column_sums / total, counts.rows, counts.columns)
