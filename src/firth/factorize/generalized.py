"""The generalized singular value decomposition: rows and columns with weights."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from firth.core import Factors, SparseLowRank
from firth.errors import InputError
from firth.factorize.decomposition import decompose
from firth.factorize.solver import Solver
from firth.runtime.arrays import Array


def gsvd(
    matrix: SparseLowRank | Array,
    row_weights: Array,
    column_weights: Array,
    dim: int,
    *,
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
) -> Factors:
    """Decompose a matrix so that its factors are orthonormal under weights of rows and columns.

    Parameters
    ----------
    matrix : SparseLowRank or array
        Δ.
    row_weights, column_weights : array
        r and c, all positive.
    dim : int
        The number of axes.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        As in `decompose`.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. The result does not depend on it.

    Returns
    -------
    Factors
        A, Σ and B.

    Notes
    -----
    Δ = A Σ Bᵀ with Aᵀ D(r)⁻¹ A = Bᵀ D(c)⁻¹ B = I      [NiitsumaLee2018, definition 2]

    A = D(r)^½ U and B = D(c)^½ V from the ordinary SVD of D(r)^-½ Δ D(c)^-½. With Δ = P − rcᵀ and the masses
    as weights this is correspondence analysis (docs/mathematics/ca.md).

    Examples
    --------
    >>> import numpy as np
    >>> factors = gsvd(np.array([[3.0, 0.0], [0.0, 1.0]]), np.array([1.0, 4.0]), np.array([1.0, 1.0]), 2)
    >>> factors.values.tolist(), ((factors.left * factors.values) @ factors.right.T).round(9).tolist()
    ([3.0, 0.5], [[3.0, 0.0], [0.0, 1.0]])
    """
    if not isinstance(matrix, SparseLowRank):
        matrix = SparseLowRank.from_sparse(sparse.csr_array(np.asarray(matrix, dtype=np.float64)))
    for name, weights, length in (
        ("row_weights", row_weights, matrix.shape[0]),
        ("column_weights", column_weights, matrix.shape[1]),
    ):
        if len(weights) != length or not (np.asarray(weights) > 0).all():
            raise InputError(f"{name} must be {length} positive numbers.")
    rows, columns = np.sqrt(row_weights), np.sqrt(column_weights)
    scaled: sparse.csr_array = (
        sparse.diags_array(1 / rows) @ matrix.sparse @ sparse.diags_array(1 / columns)
    ).tocsr()
    operator = SparseLowRank(scaled, matrix.left / rows[:, None], matrix.right / columns[:, None])
    factors = decompose(operator, dim, solver=solver, tolerance=1e-10, seed=seed, threads=threads)
    return Factors(
        factors.left * rows[:, None], factors.values, factors.right * columns[:, None], factors.report
    )
