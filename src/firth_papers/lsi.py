"""Latent semantic indexing: words × documents, weighted by word and by document."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import DTypeLike

from firth.association.quotient import refuse_empty
from firth.core import Association, Counts, SparseLowRank
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.sparse import map_cells, sums_of_cells

Weighting = Literal["raw", "ca", "idf", "log-idf"]


def lsi_weighting(
    counts: Counts,
    *,
    weighting: Weighting = "raw",
    dtype: DTypeLike = np.float64,
    threads: int | None = None,
) -> Association:
    """S = P N Q for words in rows and documents in columns, without a low-rank part [Picca2006].

    raw      n_ij
    ca       n_ij / √(n_i· n_·j): correspondence analysis without its rank-one part
    idf      n_ij · p / p_i
    log-idf  n_ij · ln(p / p_i)

    p is the number of documents, p_i the number of those in which word i occurs.

    >>> from scipy.sparse import csr_array
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary(("oil", "the"), np.array([2, 3]))
    >>> documents = Vocabulary(("first", "second"), np.array([4, 1]))
    >>> counts = Counts(csr_array([[2.0, 0.0], [2.0, 1.0]]), words, documents)
    >>> lsi_weighting(counts, weighting="idf").operator.to_dense().tolist()
    [[4.0, 0.0], [2.0, 1.0]]
    """
    if weighting not in get_args(Weighting):
        raise InputError(f"weighting is {weighting!r}; choose one of {', '.join(get_args(Weighting))}.")
    row_sums, column_sums = sums_of_cells(counts.matrix)
    refuse_empty(row_sums, counts.rows, "rows")
    refuse_empty(column_sums, counts.columns, "columns")
    of_word, of_document = _weights(counts, weighting, row_sums, column_sums)
    matrix = map_cells(
        counts.matrix,
        lambda n, row, column: n * row(of_word) * column(of_document),
        dtype=dtype,
        threads=threads,
    )
    total = row_sums.sum()
    symmetric = counts.symmetric and weighting in ("raw", "ca")
    return Association(
        SparseLowRank.from_sparse(matrix, symmetric=symmetric),
        row_sums / total,
        column_sums / total,
        counts.rows,
        counts.columns,
    )


def _weights(
    counts: Counts, weighting: Weighting, row_sums: Array, column_sums: Array
) -> tuple[Array, Array]:
    if weighting == "ca":
        return 1.0 / np.sqrt(row_sums), 1.0 / np.sqrt(column_sums)
    of_document = np.ones(len(column_sums))
    if weighting == "raw":
        return np.ones(len(row_sums)), of_document
    documents_with_word, _ = sums_of_cells(counts.matrix, lambda n: (n > 0).astype(np.float64))
    rarity = len(column_sums) / documents_with_word
    return (rarity if weighting == "idf" else np.log(rarity)), of_document
