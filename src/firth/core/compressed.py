"""Compressed sparse rows from their three arrays, without a copy."""

from __future__ import annotations

import numpy as np

from firth.core.arrays import Array, Sparse


def compressed_rows(indptr: Array, indices: Array, data: Array, shape: tuple[int, int]) -> Sparse:
    """A scipy CSR array over the very arrays given; columns are sorted within rows, none twice.

    scipy's own constructor brings indptr and indices to one type, which above 2³¹ entries, or with an int64
    indptr at any size, means a wider copy of the largest array there is.
    """
    from scipy.sparse import csr_array

    if indices.dtype == np.int32 and len(data) < 2**31:
        indptr = indptr.astype(np.int32, copy=False)
    matrix = csr_array(shape, dtype=data.dtype)
    matrix.indptr, matrix.indices, matrix.data = indptr, indices, data
    matrix.has_sorted_indices = True
    matrix.has_canonical_format = True
    return matrix
