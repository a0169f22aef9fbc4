"""Neighbour graph → points on the unit sphere: paper 004's unit-ball embedding, sweep by sweep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Literal, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.parallel import in_order
from firth.runtime.run import Progress, silent
from firth.sphere._ube_kernels import (
    moments,
    sum_over_edges,
    sum_over_pairs,
    sweep_by_moments,
    sweep_by_pairs,
)
from firth.sphere.moments import count_monomials, monomials
from firth.sphere.starts import on_the_sphere, random_start, spectral_start

Optimizer = Literal["newton", "gradient"]
Start = Literal["spectral", "random"]

FIRST_RATE, LAST_RATE = 0.1, 0.01
STARTS = 3


@dataclass(frozen=True, eq=False)
class UnitBall:
    """Points of length 1, n × dim, and the objective after each sweep."""

    points: Array
    objective: Array


def unit_ball(
    graph: Sparse,
    dim: int = 3,
    *,
    optimizer: Optimizer = "newton",
    kernel_degree: int = 2,
    n_sweeps: int = 250,
    tolerance: float = 1e-6,
    init: Start | Array = "spectral",
    n_init: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> UnitBall:
    """Points on the sphere whose similarities are those of a graph.

    J = ½ Σ_ij (w_ij − s_ij)²,  s_ij = ((1 + y_i·y_j) / 2)^p      (paper 004, equation 2.15; METHODS §12)

    Each sweep moves the points one after another along H⁻¹(a/|a| − r/|r|), where a = Σ_j w_ij s'_ij y_j
    attracts, r = Σ_j (1 − w_ij) s_ij s'_ij y_j repels, and H is YᵀY (newton) or 1 (gradient). The repulsion
    of all points is a polynomial in y_i, known from their moments, so that a sweep takes time in proportion
    to points and edges; kernels of high degree in many dimensions go through all pairs instead. Steps
    shorten from 0.1 to 0.01.

    graph: symmetric, as `neighbour_graph` and `given_graph` make it. kernel_degree: p. tolerance: stop when
    ten sweeps have changed the objective by less than this share. init: also an array, n × dim. n_init: how
    often to start, at random after the first; the points with the lowest objective are kept. 3 unless given,
    and 1 from an array. threads: for several starts at a time.

    >>> from firth.sphere.graph import given_graph
    >>> pairs = given_graph([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
    >>> y = unit_ball(pairs).points
    >>> (y @ y.T).round(1).tolist()[0]
    [1.0, 1.0, -1.0, -1.0]
    """
    if n_init is None:
        n_init = STARTS if isinstance(init, str) else 1
    _check(dim, optimizer, kernel_degree, n_sweeps, n_init)
    rng = np.random.default_rng(seed)
    done = count(1)

    def place(points: Array) -> UnitBall:
        sweep = _sweeper(graph, points, kernel_degree)
        objective: list[float] = []
        while len(objective) < n_sweeps and not _settled(objective, tolerance):
            curvature = np.eye(dim) if optimizer == "gradient" else _inverse(points.T @ points)
            objective.append(sweep(curvature, _rate(len(objective), n_sweeps)))
            progress("placing points", next(done), n_init * n_sweeps, "sweeps")
        return UnitBall(points, np.array(objective))

    with threadpool_limits(limits=1, user_api="blas"):  # its own threads may change the last digits
        begun = [_begin(graph, dim, init if start == 0 else "random", rng) for start in range(n_init)]
        found = list(in_order(place, begun, threads))
    return min(found, key=lambda ball: float(ball.objective[-1]))


def _check(dim: int, optimizer: str, degree: int, sweeps: int, starts: int) -> None:
    if dim < 3:
        raise InputError(
            f"n_components is {dim}; it must be at least 3, since on a circle neighbouring groups cannot "
            "get past each other and few can be kept apart."
        )
    if optimizer not in get_args(Optimizer):
        raise InputError(f"optimizer is {optimizer!r}; it must be 'newton' or 'gradient'.")
    for name, value in (("kernel_degree", degree), ("n_sweeps", sweeps), ("n_init", starts)):
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
        return 0.5 * (squares - 2 * sum_over_edges(*edges, points, degree) + all_pairs)

    def by_pairs(curvature: Array, rate: float) -> float:
        sweep_by_pairs(*edges, points, degree, curvature, rate)
        return half_of(sum_over_pairs(points, degree))

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
