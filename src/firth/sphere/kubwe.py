"""KUBWE: each word on the unit ball is drawn to those it goes with, and pushed away by the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Association
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.run import Progress, Run, silent
from firth.runtime.sparse import compressed_rows
from firth.sphere.far_field import FarFieldForces
from firth.sphere.forces import ExactForces, Forces, unit_rows
from firth.sphere.kernels import KernelName, SphereKernel
from firth.sphere.near import NearForces, NearSearch

Mode = Literal["exact", "fast", "far-field"]

SWEEPS: dict[Mode, int] = {"exact": 50, "fast": 100, "far-field": 50}
FIRST_STEP, LAST_STEP = 0.1, 0.01
SEARCH_AFTER, SEARCH_EVERY = 0.46, 20
"""Near neighbors are searched again once the steps since add up to this much, or after this many sweeps."""


@dataclass(frozen=True, eq=False)
class WordBall:
    """Words on the unit ball after some sweeps.

    Attributes
    ----------
    vectors : array
        A row of length 1 for each word.
    balances : tuple of float
        Before each sweep, the mean length of attraction less repulsion, both scaled to 1, along the sphere: 0
        where the two are in balance.
    stopped : str
        Why it ended; empty if it did not.
    searched : array, optional
        The vectors with which near neighbors were last searched; None if they never are.
    """

    vectors: Array
    balances: tuple[float, ...] = ()
    stopped: str = ""
    searched: Array | None = None


def word_ball(
    association: Association,
    *,
    dim: int = 100,
    mode: Mode = "exact",
    kernel: KernelName = "polynomial",
    degree: float = 13,
    sweeps: int | None = None,
    neighbors: int | None = None,
    search: NearSearch = "product",
    tolerance: float = 0.0,
    start: Array | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
    resume: WordBall | None = None,
    keep: Callable[[WordBall], None] | None = None,
) -> WordBall:
    """Place words on the unit ball (KUBWE).

    Parameters
    ----------
    association : Association
        Sparse, such as smoothed PPMI. Its positive cells are used, each row divided by its largest; a word
        without any is only pushed.
    dim : int
        The number of dimensions.
    mode : {"exact", "fast", "far-field"}
        Whether a word is pushed by all others, by the nearest `neighbors` alone, or by an expansion whose
        force has a cosine of .99 or more with the exact one.
    kernel : {"polynomial", "gaussian", "exponential"}
        K; see `SphereKernel`.
    degree : float
        p of the kernel.
    sweeps : int, optional
        The number of sweeps; 50 if not given, and 100 if fast.
    neighbors : int, optional
        How many push a word in the fast mode; 8 √words if not given.
    search : {"product", "tree", "graph"}
        How they are found; see `NearForces`.
    tolerance : float
        Stop once the balance is below.
    start : array, optional
        Vectors to begin with; random ones if not given.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. The result does not depend on it.
    progress : callable
        Is told how far the work is.
    resume : WordBall, optional
        A state to go on from, with the same bytes in the end.
    keep : callable, optional
        Is called with the state after each sweep but the last.

    Returns
    -------
    WordBall

    Notes
    -----
    w_i ← w_i + η u_i, scaled to length 1, where u_i is the direction of Σ_j a_ij w_j less Σ_j K(w_i·w_j) w_j
    over the j with a_ij = 0, either sum scaled to length 1 first
    [HajiSoleimani2019, ch. 3; docs/mathematics/sphere.md]

    Each sweep moves all words at once. η falls from 0.1 along a sigmoid to 0.01.

    Examples
    --------
    >>> from firth.recipes import associate
    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> counts = count(encode_texts(["tea or coffee", "king or queen"] * 9, min_count=1), window=2)
    >>> word_ball(associate(counts, "ppmi"), dim=3).vectors.shape
    (5, 3)
    """
    total = _check(mode, dim, sweeps, neighbors, tolerance)
    run = Run(seed, threads, progress=progress)
    weights = positive_weights(association)
    words = weights.shape[0]
    if dim > words:
        raise InputError(f"dim is {dim}, but there are {words} words; lower dim.")
    forces = _forces(mode, weights, SphereKernel(kernel, degree), neighbors, search, run)
    state = resume or WordBall(_first(start, words, dim, run))
    searches = set() if mode == "exact" else sweeps_with_search(total)
    run.progress("moving", len(state.balances), total, "sweeps")
    # One BLAS thread a task: BLAS's own threads would change the last digits with their number.
    with threadpool_limits(limits=1, user_api="blas"):
        if state.searched is not None and len(state.balances) not in searches:
            forces.find_near(state.searched)
        while not state.stopped:
            if len(state.balances) in searches:
                forces.find_near(state.vectors)
                state = replace(state, searched=state.vectors)
            state = _swept(state, forces, total, tolerance)
            run.progress("moving", len(state.balances), total, "sweeps")
            if keep is not None and not state.stopped:
                keep(state)
    return state


def default_neighbors(words: int) -> int:
    """How many neighbors push a word in the fast mode."""
    return max(1, min(words - 1, int(8 * words**0.5)))


def step_size(sweep: int, sweeps: int) -> float:
    """From 0.1 in the first sweep to 0.01 in the last, along 1 / (1 + e^u) for u from −6 to 6.

    >>> [round(step_size(t, 5), 4) for t in range(5)]
    [0.1, 0.0959, 0.055, 0.0141, 0.01]
    """
    u = np.array([-6.0, 12.0 * sweep / max(sweeps - 1, 1) - 6.0, 6.0])
    highest, here, lowest = 1 / (1 + np.exp(u))
    return float(LAST_STEP + (FIRST_STEP - LAST_STEP) * (here - lowest) / (highest - lowest))


def sweeps_with_search(sweeps: int) -> set[int]:
    """Those before which near neighbors are searched again: often while steps are long.

    >>> sorted(sweeps_with_search(50))
    [0, 5, 10, 15, 21, 30]
    """
    searches, last, moved = {0}, 0, 0.0
    for sweep in range(1, sweeps):
        moved += step_size(sweep - 1, sweeps)
        if moved >= SEARCH_AFTER or sweep - last >= SEARCH_EVERY:
            searches.add(sweep)
            last, moved = sweep, 0.0
    return searches


def _swept(state: WordBall, forces: Forces, sweeps: int, tolerance: float) -> WordBall:
    vectors, sweep = state.vectors, len(state.balances)
    attraction, repulsion = forces(vectors)
    force = unit_rows(attraction)
    force -= unit_rows(repulsion)
    balance = _tangential_length(force, vectors)
    step = unit_rows(force)
    step *= step_size(sweep, sweeps)
    step += vectors
    stopped = f"{sweeps} sweeps" if sweep + 1 >= sweeps else ""
    if balance <= tolerance:
        stopped = "attraction and repulsion are in balance"
    return replace(state, vectors=unit_rows(step), balances=(*state.balances, balance), stopped=stopped)


def _tangential_length(force: Array, vectors: Array) -> float:
    along = np.einsum("ij,ij->i", force, vectors)
    squares = np.einsum("ij,ij->i", force, force) - along**2
    return float(np.sqrt(np.maximum(squares, 0)).mean(dtype=np.float64))


def positive_weights(association: Association) -> Sparse:
    """The positive cells, each row divided by its largest, as float32."""
    operator = association.operator
    rows, columns = operator.shape
    if operator.left.shape[1]:
        raise InputError(
            "this association has a low-rank part, so that no pair is 0; use a sparse one such as ppmi."
        )
    if list(association.rows.tokens) != list(association.columns.tokens):
        raise InputError(
            f"the {rows} rows and {columns} columns do not have the same names; on the ball every word is "
            "a context too. Count with contexts='both'."
        )
    matrix = operator.sparse
    if not (matrix.data > 0).all():
        matrix = matrix.multiply(matrix > 0).tocsr()
        matrix.eliminate_zeros()
    if matrix.nnz == 0:
        raise InputError("no two words are associated; there is nothing that draws them together.")
    lengths = np.diff(matrix.indptr)
    filled = lengths > 0
    largest = np.maximum.reduceat(matrix.data, matrix.indptr[:-1][filled])
    data = matrix.data.astype(np.float32)
    data /= np.repeat(largest.astype(np.float32), lengths[filled])
    return compressed_rows(matrix.indptr, matrix.indices, data, (rows, columns))


def _forces(
    mode: Mode, weights: Sparse, kernel: SphereKernel, neighbors: int | None, search: NearSearch, run: Run
) -> Forces:
    if mode == "exact":
        return ExactForces(weights, kernel, threads=run.threads)
    if mode == "far-field":
        return FarFieldForces(weights, kernel, threads=run.threads)
    words = weights.shape[0]
    k = default_neighbors(words) if neighbors is None else min(neighbors, words - 1)
    return NearForces(weights, kernel, k, search=search, run=run)


def _first(start: Array | None, words: int, dim: int, run: Run) -> Array:
    if start is None:
        start = run.rng.standard_normal((words, dim), np.float32)
    elif start.shape != (words, dim):
        raise InputError(f"start has shape {start.shape}; it must be {(words, dim)}, a row for each word.")
    return unit_rows(start.astype(np.float32))


def _check(mode: Mode, dim: int, sweeps: int | None, neighbors: int | None, tolerance: float) -> int:
    """The number of sweeps; refuses what cannot be."""
    if mode not in get_args(Mode):
        raise InputError(f"mode is {mode!r}; choose one of {', '.join(get_args(Mode))}.")
    total = SWEEPS[mode] if sweeps is None else sweeps
    for name, value, least in (
        ("dim", dim, 2),
        ("sweeps", total, 1),
        ("neighbors", 1 if neighbors is None else neighbors, 1),
    ):
        if value < least:
            raise InputError(f"{name} is {value}; it must be at least {least}.")
    if not 0 <= tolerance < np.inf:
        raise InputError(f"tolerance is {tolerance}; it must be a number, 0 or more.")
    return total
