"""Products of the two shapes solvers need, in parallel, with the same bytes for any number of threads.

The work is cut into blocks of rows that do not depend on the thread count; BLAS itself is held to one thread
by the caller, since its own threading may change the last digits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np

from firth.core.operator import SparseLowRank
from firth.factorize._dense_kernels import STRIP, add_inner, combine_rows
from firth.factorize._kernels import rows_times_block
from firth.runtime.arrays import Array
from firth.runtime.parallel import balanced_blocks, even_blocks, in_order
from firth.runtime.sparse import release_rows

CELLS_PER_TASK = 800_000
ROWS_PER_TASK = 4096


def multiply(operator: SparseLowRank, block: Array, threads: int | None = None) -> Array:
    """M X = S X − L (Rᵀ X) for a block X of columns, without forming M.

    An operator whose rows are elsewhere has a method `product` for it.
    """
    block = np.ascontiguousarray(block, dtype=operator.dtype)
    elsewhere: Callable[[Array], Array] | None = getattr(operator, "product", None)
    if elsewhere is not None:
        return elsewhere(block)
    matrix = operator.sparse
    result = np.empty((matrix.shape[0], block.shape[1]), operator.dtype)

    kernel = rows_times_block(block.shape[1])
    thin = inner(operator.right, block, threads).astype(operator.dtype) if operator.left.shape[1] else None

    def task(rows: tuple[int, int]) -> None:
        kernel(matrix.indptr, matrix.indices, matrix.data, block, result, *rows)
        if thin is not None:
            result[slice(*rows)] -= operator.left[slice(*rows)] @ thin

    tasks = balanced_blocks(matrix.indptr, len(matrix.data) // CELLS_PER_TASK + 1)
    for rows, _ in zip(tasks, in_order(task, tasks, threads), strict=True):
        release_rows(matrix, *rows)
    return result


def inner(a: Array, b: Array, threads: int | None = None) -> Array:
    """Aᵀ B for two tall blocks, partial products added up in float64."""
    nothing = np.zeros((a.shape[1], b.shape[1]))
    own_loop = b.shape[1] == STRIP and _of_single_precision(a, b)

    def task(rows: tuple[int, int]) -> Array:
        if own_loop:
            total = np.zeros_like(nothing)
            add_inner(a, b, *rows, total)
            return total
        part = slice(*rows)
        return np.asarray(a[part].T @ b[part], dtype=np.float64)

    total: Array = reduce(np.add, in_order(task, even_blocks(len(a), ROWS_PER_TASK), threads), nothing)
    return total


def column_lengths(block: Array, threads: int | None = None) -> Array:
    """The length of each column."""
    return np.asarray(np.sqrt(np.diag(inner(block, block, threads))))


def combine(
    tall: Array, small: Array, threads: int | None = None, *, out: Array | None = None, subtract: bool = False
) -> Array:
    """A C for a tall block A and a small matrix C, or `out` − A C.

    `out` may be some columns of A.
    """
    width = small.shape[1]
    result = np.empty((len(tall), width), np.result_type(tall, small)) if out is None else out
    own_loop = _of_single_precision(tall, result) and small.dtype == np.float32 and small.size
    strips = _strips(small) if own_loop else None

    def task(rows: tuple[int, int]) -> None:
        part = slice(*rows)
        if strips is not None:
            combine_rows(tall, strips, *rows, result, subtract)
        elif subtract:
            result[part] -= tall[part] @ small
        else:
            np.matmul(tall[part], small, out=result[part])

    for _ in in_order(task, even_blocks(len(tall), ROWS_PER_TASK), threads):
        pass
    return result


def place(block: Array, tall: Array, first: int, threads: int | None = None) -> None:
    """Write a block into the columns of a tall array from `first` on."""
    columns = slice(first, first + block.shape[1])

    def task(rows: tuple[int, int]) -> None:
        part = slice(*rows)
        tall[part, columns] = block[part]

    for _ in in_order(task, even_blocks(len(tall), ROWS_PER_TASK), threads):
        pass


def _of_single_precision(*arrays: Array) -> bool:
    """Whether all are float32 with rows in one piece, as the loops of `_dense_kernels` have it."""
    return all(a.dtype == np.float32 and a.strides[1] == a.itemsize for a in arrays)


def _strips(small: Array) -> Array:
    """C cut into strips of STRIP columns, one after the other, the last filled up with zeros."""
    length, width = small.shape
    strips = np.zeros((-(-width // STRIP), length, STRIP), small.dtype)
    for place, strip in enumerate(strips):
        columns = small[:, place * STRIP : (place + 1) * STRIP]
        strip[:, : columns.shape[1]] = columns
    return strips
