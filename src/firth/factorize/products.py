"""Products of the two shapes solvers need, in parallel, with the same bytes for any number of threads.

The work is cut into blocks of rows that do not depend on the thread count; BLAS itself is held to one thread
by the caller, since its own threading may change the last digits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np

from firth.core.operator import SparseLowRank
from firth.factorize._kernels import rows_times_block
from firth.runtime.arrays import Array
from firth.runtime.parallel import balanced_blocks, even_blocks, in_order

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

    tasks = balanced_blocks(matrix.indptr, matrix.nnz // CELLS_PER_TASK + 1)
    for _ in in_order(task, tasks, threads):
        pass
    return result


def inner(a: Array, b: Array, threads: int | None = None) -> Array:
    """Aᵀ B for two tall blocks, partial products added up in float64."""

    def task(rows: tuple[int, int]) -> Array:
        part = slice(*rows)
        return np.asarray(a[part].T @ b[part], dtype=np.float64)

    nothing = np.zeros((a.shape[1], b.shape[1]))
    return reduce(np.add, in_order(task, even_blocks(len(a), ROWS_PER_TASK), threads), nothing)


def combine(tall: Array, small: Array, threads: int | None = None, *, out: Array | None = None) -> Array:
    """A C for a tall block A and a small matrix C; `out` may be A itself where C is square."""
    result = np.empty((len(tall), small.shape[1]), np.result_type(tall, small)) if out is None else out

    def task(rows: tuple[int, int]) -> None:
        part = slice(*rows)
        np.matmul(tall[part], small, out=result[part])

    for _ in in_order(task, even_blocks(len(tall), ROWS_PER_TASK), threads):
        pass
    return result
