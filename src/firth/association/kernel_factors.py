"""Kernels by their factors: K = A Aᵀ, and what two of them make of a sparse + low-rank matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.association.quotient import refuse_empty
from firth.core import SparseLowRank, Vocabulary
from firth.core.operator import DENSE_LIMIT
from firth.errors import InputError, MemoryBudgetError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.memory import memory_budget, refuse_above_budget

Kernel = Any
"""identity, inverse-mass, the diagonal of K as a vector, or a factor A: sparse, dense or a LinearOperator."""

Factor = Array | Sparse | None
"""None is the identity, a vector a diagonal, a CSR array a sparse factor, a 2-D array a dense one."""


def kernel_factor(kernel: Kernel, masses: Array, names: Vocabulary, what: str) -> Factor:
    """A with K = A Aᵀ: D(masses)^-½ for inverse-mass, √ of a vector given for a diagonal.

    >>> names = Vocabulary(("a", "b"), np.array([1, 3]))
    >>> kernel_factor("inverse-mass", np.array([0.25, 0.75]), names, "rows")[0]
    np.float64(2.0)
    """
    from scipy.sparse import csr_array, issparse

    if isinstance(kernel, str):
        if kernel == "identity":
            return None
        if kernel == "inverse-mass":
            refuse_empty(masses, names, what)
            return np.asarray(1.0 / np.sqrt(masses))
        raise InputError(
            f"the kernel of the {what} is {kernel!r}; choose identity or inverse-mass, or give a factor."
        )
    if issparse(kernel):
        given: Any = kernel
        factor: Any = csr_array(given).astype(np.float64)
        values = factor.data
    elif hasattr(kernel, "matmat") or hasattr(kernel, "matvec"):
        factor = values = _columns_of(kernel, what)
    else:
        factor = values = np.asarray(kernel, np.float64)
    if factor.ndim not in (1, 2) or factor.shape[0] != len(masses):
        raise InputError(
            f"the kernel of the {what} has shape {factor.shape}; "
            f"its first side must be the {len(masses)} {what}."
        )
    if not np.isfinite(values).all():
        raise InputError(f"the kernel of the {what} holds NaN or infinite values; give finite ones.")
    if factor.ndim == 2:
        return factor  # type: ignore[no-any-return]
    if not (factor > 0).all():
        raise InputError(
            f"the diagonal of the kernel of the {what} has values of 0 or less; all must be positive."
        )
    return np.asarray(np.sqrt(factor))


def apply_factors(
    operator: SparseLowRank, rows: Factor, columns: Factor, *, symmetric: bool = False
) -> SparseLowRank:
    """A_rᵀ (S − L Rᵀ) A_c, again as sparse + low rank; None leaves a side as it is.

    With sparse factors both parts are multiplied. A dense factor with a columns makes a matrix of rank a,
    held as −(−E_a) Rᵀ with nothing in the sparse part.
    """
    given = [(of_columns, f) for of_columns, f in ((False, rows), (True, columns)) if f is not None]
    # Dense factors first: they leave no sparse part for the others to fill.
    for of_columns, factor in sorted(given, key=lambda side: not isinstance(side[1], np.ndarray)):
        turned = operator.T if of_columns else operator
        once = (
            _apply_sparse(factor, turned)
            if not isinstance(factor, np.ndarray)
            else _apply_dense(factor, turned)
        )
        operator = once.T if of_columns else once
    return SparseLowRank(operator.sparse, operator.left, operator.right, symmetric)


def _apply_sparse(factor: Sparse, operator: SparseLowRank) -> SparseLowRank:
    """Aᵀ S − (Aᵀ L) Rᵀ; refuses before the product of the sparse parts outgrows memory."""
    # Each pair of a non-zero of A and one of S in the same row is one addition to the product.
    additions = float(np.diff(factor.indptr).astype(np.float64) @ np.diff(operator.sparse.indptr))
    cells = min(additions, float(factor.shape[1]) * operator.shape[1])
    refuse_above_budget(
        cells * (operator.dtype.itemsize + operator.sparse.indices.itemsize),
        memory_budget(),
        f"a kernel factor of {factor.nnz:,} cells times a table of {operator.sparse.nnz:,}",
        "use a sparser factor",
    )
    transposed = factor.T.tocsr().astype(operator.dtype)
    product = (transposed @ operator.sparse).tocsr()
    product.sum_duplicates()
    return SparseLowRank(product, transposed @ operator.left, operator.right)


def _apply_dense(factor: Array, operator: SparseLowRank) -> SparseLowRank:
    """Aᵀ M as a matrix of low rank: the few columns of Mᵀ A against the identity."""
    from scipy.sparse import csr_array

    few, many = factor.shape[1], operator.shape[1]
    _refuse_large(few, many)
    image = operator.T @ factor.astype(operator.dtype)
    nothing = csr_array((few, many), dtype=operator.dtype)
    return SparseLowRank(nothing, -np.eye(few, dtype=operator.dtype), image)


def _columns_of(kernel: Any, what: str) -> Array:
    """The columns of a LinearOperator's factor, which must be few."""
    from scipy.sparse.linalg import aslinearoperator

    if len(kernel.shape) != 2:
        raise InputError(f"the kernel of the {what} has shape {kernel.shape}; a factor has two sides.")
    _refuse_large(*kernel.shape)
    return np.asarray(aslinearoperator(kernel) @ np.eye(kernel.shape[1]), np.float64)


def _refuse_large(m: int, p: int) -> None:
    if m * p > DENSE_LIMIT:
        raise MemoryBudgetError(
            f"a kernel factor that is not sparse would make a dense {m} × {p} matrix of {m * p:,} entries, "
            f"more than {DENSE_LIMIT:,}; give a sparse factor, or one with fewer columns."
        )
