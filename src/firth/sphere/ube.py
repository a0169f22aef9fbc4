"""UBE: unit-ball embeddings of points, from a start through sweeps, with repulsion from moments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import comb
from typing import Literal, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import in_order
from firth.runtime.run import Progress, Run, silent
from firth.sphere._ube_kernels import (
    moments,
    products_over_edges,
    squares_over_pairs,
    sweep_by_moments,
    sweep_by_pairs,
)

Optimizer = Literal["newton", "gradient"]
Start = Literal["spectral", "random"]

FIRST_RATE, LAST_RATE = 0.1, 0.01
STARTS = 3


@dataclass(frozen=True, eq=False)
class UnitBall:
    """Points on the sphere.

    Attributes
    ----------
    points : array
        n × dim, each row of length 1.
    objective : array
        J after each sweep.
    """

    points: Array
    objective: Array


def unit_ball(
    graph: Sparse,
    dim: int = 3,
    *,
    optimizer: Optimizer = "newton",
    degree: int = 2,
    sweeps: int = 250,
    tolerance: float = 1e-6,
    init: Start | Array = "spectral",
    n_init: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> UnitBall:
    """Place points on the sphere so that their similarities are those of a graph (UBE).

    Parameters
    ----------
    graph : sparse matrix
        Symmetric similarities w, as `neighbor_graph` and `given_graph` make them.
    dim : int
        The number of dimensions, at least 3.
    optimizer : {"newton", "gradient"}
        Whether steps are turned by the inverse of H = YᵀY, or follow the gradient.
    degree : int
        p of the similarity; a higher one keeps more groups apart.
    sweeps : int
        The most that are made; in each of them every point moves once.
    tolerance : float
        Stop when ten sweeps have changed the objective by less than this share.
    init : {"spectral", "random"} or array
        Where the points begin, n × dim if it is an array.
    n_init : int, optional
        How often to start, at random after the first time; the points with the lowest objective are kept. 3
        if not given, and 1 from an array.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads, for several starts at a time. The result does not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    UnitBall

    Notes
    -----
    J = ½ Σ_ij (w_ij − s_ij)²,   s_ij = ((1 + y_i·y_j) / 2)^p
    [HajiSoleimani2019, eq. 2.15; docs/mathematics/sphere.md]

    Each sweep moves the points one after another along H⁻¹(a/|a| − r/|r|), where a = Σ_j w_ij s'_ij y_j
    attracts and r = Σ_j (1 − w_ij) s_ij s'_ij y_j repels. The repulsion of all points is a polynomial in y_i,
    known from their moments, so that a sweep takes time in proportion to points and edges; kernels of high
    degree in many dimensions go through all pairs instead. Steps shorten from 0.1 to 0.01.

    Examples
    --------
    >>> from firth.sphere.graph import given_graph
    >>> pairs = given_graph([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
    >>> y = unit_ball(pairs).points
    >>> (y @ y.T).round(1).tolist()[0]
    [1.0, 1.0, -1.0, -1.0]
    """
    if n_init is None:
        n_init = STARTS if isinstance(init, str) else 1
    _check(dim, optimizer, degree, sweeps, n_init)
    run = Run(seed, threads, progress=progress)
    rng, done = run.rng, count(1)

    def place(points: Array) -> UnitBall:
        sweep = _sweeper(graph, points, degree)
        objective: list[float] = []
        while len(objective) < sweeps and not _settled(objective, tolerance):
            curvature = np.eye(dim) if optimizer == "gradient" else _inverse(points.T @ points)
            objective.append(sweep(curvature, _rate(len(objective), sweeps)))
            run.progress("placing points", next(done), n_init * sweeps, "sweeps")
        return UnitBall(points, np.array(objective))

    with threadpool_limits(limits=1, user_api="blas"):  # its own threads may change the last digits
        begun = [_begin(graph, dim, init if start == 0 else "random", rng) for start in range(n_init)]
        found = list(in_order(place, begun, run.threads))
    return min(found, key=lambda ball: float(ball.objective[-1]))


def _check(dim: int, optimizer: str, degree: int, sweeps: int, starts: int) -> None:
    if dim < 3:
        raise InputError(
            f"dim is {dim}; it must be at least 3, since on a circle neighboring groups cannot "
            "get past each other and few can be kept apart."
        )
    if optimizer not in get_args(Optimizer):
        raise InputError(f"optimizer is {optimizer!r}; it must be 'newton' or 'gradient'.")
    for name, value in (("degree", degree), ("sweeps", sweeps), ("n_init", starts)):
        if value < 1:
            raise InputError(f"{name} is {value}; it must be at least 1.")


def _begin(graph: Sparse, dim: int, init: Start | Array, rng: np.random.Generator) -> Array:
    n = graph.shape[0]
    if isinstance(init, str):
        if init not in get_args(Start):
            raise InputError(f"init is {init!r}; it must be 'spectral', 'random' or an array.")
        return spectral_start(graph, dim, rng) if init == "spectral" else random_start(n, dim, rng)
    given = np.array(init, dtype=np.float64)
    if given.shape != (n, dim):
        raise InputError(f"init has shape {given.shape}; it must be {(n, dim)}.")
    if not (np.isfinite(given).all() and given.any(axis=1).all()):
        raise InputError("init has rows that are zero or not finite; every point needs a direction.")
    return on_the_sphere(given)


def _sweeper(graph: Sparse, points: Array, degree: int) -> Callable[[Array, float], float]:
    """A function that moves all points once and gives the objective then.

    By moments where there are fewer monomials than coordinates to be read for one point's repulsion.
    """
    edges = graph.indptr, graph.indices, graph.data
    squares = float(graph.data @ graph.data)

    def half_of(all_pairs: float) -> float:
        return 0.5 * (squares - 2 * products_over_edges(*edges, points, degree) + all_pairs)

    def by_pairs(curvature: Array, rate: float) -> float:
        sweep_by_pairs(*edges, points, degree, curvature, rate)
        return half_of(squares_over_pairs(points, degree))

    if count_monomials(points.shape[1], 2 * degree) > points.size:
        return by_pairs
    known = monomials(points.shape[1], 2 * degree)
    sums = moments(points, known.parents, known.variables)

    def by_moments(curvature: Array, rate: float) -> float:
        table = sums, known.parents, known.variables, known.scales
        sweep_by_moments(*edges, points, degree, curvature, rate, *table)
        # Anew, so that the rounding of many small changes does not build up.
        sums[:] = moments(points, known.parents, known.variables)
        return half_of(float(known.scales @ sums**2))

    return by_moments


def _rate(sweep: int, sweeps: int) -> float:
    """From 0.1 to 0.01 along a falling sigmoid."""
    fall = 1 / (1 + np.exp(-(7 - 11.7 * sweep / sweeps)))
    return float(LAST_RATE + (FIRST_RATE - LAST_RATE) * fall)


def _inverse(square: Array) -> Array:
    """Of YᵀY, by its Cholesky factor; points that share a plane leave a direction nearly flat."""
    dim = len(square)
    root = np.linalg.inv(np.linalg.cholesky(square + 1e-9 * np.trace(square) * np.eye(dim)))
    return np.asarray(root.T @ root * (np.trace(square) / dim))


def _settled(objective: list[float], tolerance: float) -> bool:
    return len(objective) > 10 and bool(np.ptp(objective[-11:]) <= tolerance * abs(objective[-1]))


@dataclass(frozen=True, eq=False)
class Monomials:
    """Every product of at most so many coordinates: 1, then parents[k] times coordinate variables[k].

    ((1 + x·y) / 2)^power = Σ_k scales[k] m_k(x) m_k(y)
    """

    parents: Array
    variables: Array
    scales: Array


def count_monomials(dim: int, power: int) -> int:
    """How many there are.

    >>> count_monomials(3, 2), len(monomials(3, 2).scales)
    (10, 10)
    """
    return comb(dim + power, dim)


def monomials(dim: int, power: int) -> Monomials:
    """The monomials of dim coordinates, with the coefficients of the binomial and multinomial theorems.

    >>> known = monomials(2, 1)
    >>> known.parents.tolist(), known.variables.tolist(), known.scales.tolist()
    ([0, 0, 0], [0, 0, 1], [0.5, 0.5, 0.5])
    """
    parents, variables, orders, repeats = [0], [0], [0], [0]
    scales = [0.5**power]
    for parent in range(count_monomials(dim, power - 1)):
        order = orders[parent] + 1
        for variable in range(variables[parent], dim):
            again = repeats[parent] + 1 if order > 1 and variable == variables[parent] else 1
            parents.append(parent)
            variables.append(variable)
            orders.append(order)
            repeats.append(again)
            # C(power, order) · order! / Π exponents!, from that of the parent.
            scales.append(scales[parent] * (power - order + 1) / again)
    return Monomials(np.array(parents, np.int32), np.array(variables, np.int32), np.array(scales))


DENSE_BELOW = 500
NOISE = 0.01
"""Points with equal coordinates would feel equal forces and never part."""


def random_start(n: int, dim: int, rng: np.random.Generator) -> Array:
    """Points anywhere on the sphere, all places being equally likely.

    >>> np.linalg.norm(random_start(2, 3, np.random.default_rng(0)), axis=1).round(9).tolist()
    [1.0, 1.0]
    """
    return on_the_sphere(rng.standard_normal((n, dim)))


def spectral_start(graph: Sparse, dim: int, rng: np.random.Generator) -> Array:
    """Directions of the first eigenvectors of the graph's normalized Laplacian, after the constant one.

    Points of parts that no edge joins, and points without neighbors, begin in some direction of their own.
    """
    from scipy.sparse import csr_array, diags_array

    n = graph.shape[0]
    degrees = np.asarray(graph.sum(axis=1))
    inverse_roots = 1 / np.sqrt(np.where(degrees > 0, degrees, 1.0))
    scaling = diags_array(inverse_roots)
    vectors = _leading(csr_array(scaling @ graph @ scaling), dim + 1, rng)[:, 1:]
    places = np.zeros((n, dim))
    places[:, : vectors.shape[1]] = vectors * inverse_roots[:, None]
    spread = places.std(axis=0)
    places = (places - places.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return on_the_sphere(places + NOISE * rng.standard_normal((n, dim)))


def on_the_sphere(points: Array) -> Array:
    """Each row scaled to length 1."""
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True))


def _leading(matrix: Sparse, count: int, rng: np.random.Generator) -> Array:
    """Eigenvectors of the largest eigenvalues, largest first."""
    n = matrix.shape[0]
    if n <= DENSE_BELOW or count >= n:
        return np.asarray(np.linalg.eigh(matrix.toarray())[1][:, ::-1][:, :count])
    from scipy.sparse.linalg import ArpackNoConvergence, eigsh

    vectors: Array
    try:
        vectors = eigsh(matrix, count, which="LA", v0=rng.standard_normal(n), tol=1e-3)[1]
    except ArpackNoConvergence as stopped:  # a start may be rough
        vectors = stopped.eigenvectors
    return np.asarray(vectors[:, ::-1])
