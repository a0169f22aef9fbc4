"""Principal components by power iteration with deflation, and the counts they smooth."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Factors, SolverReport, SparseLowRank
from firth.core.operator import DENSE_LIMIT
from firth.errors import InputError, MemoryBudgetError
from firth.factorize.products import multiply
from firth.factorize.signs import fix_signs
from firth.runtime.arrays import Array


def centred(table: Any) -> SparseLowRank:
    """X = G − 1·meanᵀ: a sparse table less the means of its columns, as sparse + rank one.      (METHODS §11)

    >>> centred(np.array([[0.0, 4.0], [2.0, 0.0]])).to_dense().tolist()
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
    n: int,
    *,
    start: Any = None,
    tolerance: float = 1e-10,
    most_rounds: int = 1000,
    seed: int | np.random.Generator = 0,
    threads: int | None = None,
) -> Factors:
    """The n lines of greatest variance, one after the other.

    r ← XᵀX r / ‖XᵀX r‖ until r moves by no more than the tolerance; then X ← X − X r rᵀ      (METHODS §11,
    paper 001 equations 1–4)

    matrix: a table, centred here without becoming dense, or a SparseLowRank taken as it is. start: where
    every line begins; random with the seed if not given. The components are the columns of `right`, the
    values σ those of X, and X r = σ u gives `left`. The report's residual is the largest ‖Xᵀu − σr‖ / σ₁.

    >>> G = np.array([[0, 1, 2], [1, 2, 3], [3, 3, 6], [0, 0, 1]])
    >>> power_components(G, 1).right.ravel().round(4).tolist()
    [0.4877, 0.4368, 0.7559]
    """
    operator = matrix if isinstance(matrix, SparseLowRank) else centred(matrix)
    _check(operator, n, tolerance, most_rounds)
    rng = np.random.default_rng(seed)
    given = _start(start, operator.shape[1])
    transposed = operator.T
    began = perf_counter()
    right, rounds, at_rest = np.zeros((operator.shape[1], 0)), 0, True
    # One BLAS thread a task: BLAS's own threads would change the last digits with their number.
    with threadpool_limits(limits=1, user_api="blas"):

        def remaining_variance(r: Array) -> Array:
            image = multiply(operator, r[:, None], threads)
            return _deflated(multiply(transposed, image, threads)[:, 0].astype(np.float64), right)

        least = _rounding(operator)
        for found in range(n):
            r, variance, taken, rests = _climb(
                remaining_variance, _first_line(given, right, rng), tolerance, most_rounds, operator.dtype
            )
            if variance <= least:
                raise InputError(_beyond_rank(n, found, operator.shape))
            least = max(least, _NOISE[operator.dtype.type] * variance)
            right = np.column_stack([right, r])
            rounds, at_rest = rounds + taken, at_rest and rests
        left, values, right, residual = _triples(operator, transposed, right, threads)
    stopped = "every line came to rest" if at_rest else "all rounds were taken"
    report = SolverReport("power", 2 * rounds + 2, residual, stopped, perf_counter() - began)
    return Factors(left, values, right, report)


def smoothed_counts(table: Any, components: Array, *, rows: Any = None) -> Array:
    """Ĝ = X R Rᵀ + mean: the counts as the components see them, for all rows or those asked for.

    (METHODS §11, paper 001 equations 5–6)

    components: p×k, orthonormal columns, such as `power_components(…).right`. rows: places of rows; a large
    table is smoothed a few rows at a time, since Ĝ has no zeros.

    >>> G = np.array([[0, 1, 2], [1, 2, 3], [3, 3, 6], [0, 0, 1]])
    >>> smoothed_counts(G, power_components(G, 2).right, rows=[0]).round(2).tolist()
    [[0.14, 1.08, 1.87]]
    """
    operator = centred(table)
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


def _climb(
    variance_times: Callable[[Array], Array],
    r: Array,
    tolerance: float,
    most_rounds: int,
    dtype: np.dtype[np.floating],
) -> tuple[Array, float, int, bool]:
    """r, its variance, the rounds taken and whether r came to rest, as far as the number type lets it."""
    enough = max(tolerance, 20 * float(np.finfo(dtype).eps))
    variance = 0.0
    for taken in range(1, most_rounds + 1):
        ahead = variance_times(r)
        variance = float(np.linalg.norm(ahead))
        if variance == 0:
            return r, variance, taken, True
        ahead /= variance
        moved, r = float(np.linalg.norm(ahead - r)), ahead
        if moved <= enough:
            return r, variance, taken, True
    return r, variance, most_rounds, False


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


def _triples(
    operator: SparseLowRank, transposed: SparseLowRank, right: Array, threads: int | None
) -> tuple[Array, Array, Array, float]:
    """U, σ, R in falling order with signs fixed, and the largest ‖Xᵀu − σr‖ / σ₁."""
    image = multiply(operator, right, threads).astype(np.float64)
    values = np.linalg.norm(image, axis=0)
    order = np.argsort(-values, kind="stable")
    values, right = values[order], right[:, order]
    left, right = fix_signs(image[:, order] / values, right)
    apart = multiply(transposed, left, threads) - right * values
    residual = float(np.linalg.norm(apart, axis=0).max() / values[0])
    return left.astype(operator.dtype), values, right.astype(operator.dtype), residual


def _start(start: Any, length: int) -> Array | None:
    if start is None:
        return None
    given = np.asarray(start, np.float64)
    if given.shape != (length,) or not np.isfinite(given).all() or not given.any():
        raise InputError(f"start has shape {given.shape}; it must hold {length} finite numbers, not all 0.")
    return np.asarray(given)


def _check(operator: SparseLowRank, n: int, tolerance: float, most_rounds: int) -> None:
    if n < 1 or n > min(operator.shape):
        m, p = operator.shape
        raise InputError(
            f"n is {n}, but a {m} × {p} table has 1 to {min(m, p)} components; choose among them."
        )
    if not tolerance >= 0:
        raise InputError(f"tolerance is {tolerance}; it must be 0 or more.")
    if most_rounds < 1:
        raise InputError(f"most_rounds is {most_rounds}; it must be at least 1.")


def _beyond_rank(n: int, rank: int, shape: tuple[int, int]) -> str:
    m, p = shape
    return f"n is {n}, but this {m} × {p} table has {rank} components; choose n of at most {max(rank, 1)}."


# Below these shares of the largest variance there is only rounding.
_NOISE = {np.float32: 1e-10, np.float64: 1e-26}


def _rounding(operator: SparseLowRank) -> float:
    """The variance that rounding alone makes: what is left when large means are taken from large counts."""
    size = float(np.linalg.norm(operator.sparse.data.astype(np.float64)))
    return float((8 * np.finfo(operator.dtype).eps * size) ** 2)
