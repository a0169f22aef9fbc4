"""Principal components by power iteration with deflation, and the counts they smooth."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Factors, SolverReport, SparseLowRank
from firth.core.operator import DENSE_LIMIT
from firth.errors import InputError, MemoryBudgetError
from firth.factorize.products import multiply
from firth.factorize.signs import fix_signs
from firth.runtime.arrays import Array


def centered(table: Any) -> SparseLowRank:
    """X = G − 1·meanᵀ: a sparse table less the means of its columns, as sparse + rank one.

    >>> centered(np.array([[0.0, 4.0], [2.0, 0.0]])).to_dense().tolist()
    [[-1.0, 2.0], [1.0, -2.0]]
    """
    from scipy.sparse import csr_array

    matrix: Any = csr_array(table)
    if matrix.shape[0] == 0 or matrix.shape[1] == 0:
        raise InputError(f"a table of shape {matrix.shape} has no cells; give it rows and columns.")
    if matrix.dtype not in (np.float32, np.float64):
        matrix = matrix.astype(np.float64)
    if not np.isfinite(matrix.data).all():
        raise InputError("the table holds NaN or infinite values; give finite ones.")
    mean = matrix.sum(axis=0, dtype=np.float64) / matrix.shape[0]
    ones = np.ones((matrix.shape[0], 1), matrix.dtype)
    return SparseLowRank(matrix, ones, mean[:, None].astype(matrix.dtype))


def power_components(
    matrix: SparseLowRank | Any,
    dim: int,
    *,
    start: Any = None,
    tolerance: float = 1e-10,
    iterations: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> Factors:
    """Find the lines of greatest variance, one after the other.

    Parameters
    ----------
    matrix : array, sparse matrix or SparseLowRank
        A table, which is centered without becoming dense, or an operator, which is taken as it is.
    dim : int
        The number of components.
    start : array, optional
        Where every line begins; random if not given.
    tolerance : float
        A line has come to rest when an iteration moves it by no more than this.
    iterations : int
        The most that are taken for one line.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. The result does not depend on it.

    Returns
    -------
    Factors
        The components are the columns of `right`, the values σ those of X, and X r = σ u gives `left`. The
        residual of the report is the largest ‖Xᵀu − σr‖ / σ₁.

    Notes
    -----
    r ← XᵀX r / ‖XᵀX r‖ until r is at rest; then X ← X − X r rᵀ      [Ling5801Notes, equations 1–4]

    Examples
    --------
    >>> G = np.array([[0, 1, 2], [1, 2, 3], [3, 3, 6], [0, 0, 1]])
    >>> power_components(G, 1).right.ravel().round(4).tolist()
    [0.4877, 0.4368, 0.7559]
    """
    operator = matrix if isinstance(matrix, SparseLowRank) else centered(matrix)
    _check(operator, dim, tolerance, iterations)
    rng = np.random.default_rng(seed)
    given = _start(start, operator.shape[1])
    transposed = operator.T
    began = perf_counter()
    right, taken, at_rest = np.zeros((operator.shape[1], 0)), 0, True
    # One BLAS thread a task: BLAS's own threads would change the last digits with their number.
    with threadpool_limits(limits=1, user_api="blas"):

        def remaining_variance(r: Array) -> Array:
            image = multiply(operator, r[:, None], threads)
            return _deflated(multiply(transposed, image, threads)[:, 0].astype(np.float64), right)

        enough = max(tolerance, 20 * float(np.finfo(operator.dtype).eps))
        least = _rounding(operator)
        for found in range(dim):
            line = _climb(remaining_variance, _first_line(given, right, rng), enough, iterations)
            if line.variance <= least:
                raise InputError(_beyond_rank(dim, found, operator.shape))
            least = max(least, _NOISE[operator.dtype.type] * line.variance)
            right = np.column_stack([right, line.direction])
            taken, at_rest = taken + line.iterations, at_rest and line.at_rest
        stopped = "every line came to rest" if at_rest else "all rounds were taken"
        left, values, right = _triples(operator, right, threads)
        apart = multiply(transposed, left, threads) - right * values
        residual = float(np.linalg.norm(apart, axis=0).max() / values[0])
    left, right = left.astype(operator.dtype), right.astype(operator.dtype)
    report = SolverReport("power", 2 * taken + 2, residual, stopped, perf_counter() - began)
    return Factors(left, values, right, report)


def smoothed_counts(table: Any, components: Array, *, rows: Any = None) -> Array:
    """Smooth a table of counts by its components, for all rows or those asked for.

    Parameters
    ----------
    table : array or sparse matrix
        G.
    components : array
        R, p×k, with orthonormal columns, such as ``power_components(…).right``.
    rows : sequence of int, optional
        Places of rows. A large table is smoothed a few rows at a time, since Ĝ has no zeros.

    Notes
    -----
    Ĝ = X R Rᵀ + mean      [Ling5801Notes, equations 5–6]

    Examples
    --------
    >>> G = np.array([[0, 1, 2], [1, 2, 3], [3, 3, 6], [0, 0, 1]])
    >>> smoothed_counts(G, power_components(G, 2).right, rows=[0]).round(2).tolist()
    [[0.14, 1.08, 1.87]]
    """
    operator = centered(table)
    m, p = operator.shape
    basis = np.asarray(components)
    if basis.ndim != 2 or len(basis) != p:
        raise InputError(f"components have shape {basis.shape}; they need one row for each of {p} columns.")
    places = np.arange(m) if rows is None else np.atleast_1d(np.asarray(rows))
    if places.dtype.kind not in "iu" or ((places < 0) | (places >= m)).any():
        raise InputError(f"rows must be places from 0 to {m - 1}.")
    if len(places) * p > DENSE_LIMIT:
        raise MemoryBudgetError(
            f"{len(places):,} smoothed rows of {p:,} columns have {len(places) * p:,} entries, "
            f"more than {DENSE_LIMIT:,}; ask for at most {DENSE_LIMIT // p:,} rows at a time."
        )
    mean = operator.right[:, 0]
    scores = operator.sparse[places] @ basis - mean @ basis
    return np.asarray(scores @ basis.T + mean)


class _Line(NamedTuple):
    """A line of greatest variance, and how it was found."""

    direction: Array
    variance: float
    iterations: int
    at_rest: bool


def _climb(variance_times: Callable[[Array], Array], r: Array, enough: float, iterations: int) -> _Line:
    """Iterate from r until it moves by no more than enough."""
    variance = 0.0
    for taken in range(1, iterations + 1):
        ahead = variance_times(r)
        variance = float(np.linalg.norm(ahead))
        if variance == 0:
            return _Line(r, variance, taken, True)
        ahead /= variance
        moved, r = float(np.linalg.norm(ahead - r)), ahead
        if moved <= enough:
            return _Line(r, variance, taken, True)
    return _Line(r, variance, iterations, False)


def _first_line(given: Array | None, found: Array, rng: np.random.Generator) -> Array:
    """A unit vector across the lines found before: the start given or, if nothing of it is left, random."""
    for start in (given, rng.standard_normal(len(found))):
        if start is not None:
            across = _deflated(start, found)
            length = float(np.linalg.norm(across))
            if length > 1e-8 * float(np.linalg.norm(start)):
                return across / length
    return np.full(len(found), len(found) ** -0.5)  # no direction is left; the variance will be nothing


def _deflated(r: Array, found: Array) -> Array:
    """r − R Rᵀ r, twice: X − X R Rᵀ is never formed, and rounding does not bring old lines back."""
    for _ in range(2):
        r = r - found @ (found.T @ r)
    return r


def _triples(operator: SparseLowRank, right: Array, threads: int | None) -> tuple[Array, Array, Array]:
    """U, σ and R in falling order, with signs fixed."""
    image = multiply(operator, right, threads).astype(np.float64)
    values = np.linalg.norm(image, axis=0)
    order = np.argsort(-values, kind="stable")
    values, right = values[order], right[:, order]
    left, right = fix_signs(image[:, order] / values, right)
    return left, values, right


def _start(start: Any, length: int) -> Array | None:
    if start is None:
        return None
    given = np.asarray(start, np.float64)
    if given.shape != (length,) or not np.isfinite(given).all() or not given.any():
        raise InputError(f"start has shape {given.shape}; it must hold {length} finite numbers, not all 0.")
    return np.asarray(given)


def _check(operator: SparseLowRank, dim: int, tolerance: float, iterations: int) -> None:
    if dim < 1 or dim > min(operator.shape):
        m, p = operator.shape
        raise InputError(
            f"dim is {dim}, but a {m} × {p} table has 1 to {min(m, p)} components; choose among them."
        )
    if not tolerance >= 0:
        raise InputError(f"tolerance is {tolerance}; it must be 0 or more.")
    if iterations < 1:
        raise InputError(f"iterations is {iterations}; it must be at least 1.")


def _beyond_rank(dim: int, rank: int, shape: tuple[int, int]) -> str:
    m, p = shape
    return (
        f"dim is {dim}, but this {m} × {p} table has {rank} components; choose dim of at most {max(rank, 1)}."
    )


# Below these shares of the largest variance there is only rounding.
_NOISE = {np.float32: 1e-10, np.float64: 1e-26}


def _rounding(operator: SparseLowRank) -> float:
    """The variance that rounding alone makes: what is left when large means are taken from large counts."""
    size = float(np.linalg.norm(operator.sparse.data.astype(np.float64)))
    return float((8 * np.finfo(operator.dtype).eps * size) ** 2)
