"""Vectors of words on the unit ball, on axes that say most first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import numpy as np

from firth.association import associate
from firth.coordinates.descent import principal_axes
from firth.core import Association, Counts, Embedding, Factors, Recipe, SolverReport
from firth.errors import InputError
from firth.factorize import decompose
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, silent
from firth.sphere.far_field import NEAR_WORDS
from firth.sphere.kubwe import Descent, Mode, default_neighbors, word_ball

UNFINISHED = "unfinished"
"""The stage of a recipe that says how far vectors are that are still being moved.

With exact forces they are the vectors after the last sweep. In the other modes twice as many columns: those
vectors, and beside them the ones with which neighbours were last looked for.
"""


def ball_factors(
    counts: Counts,
    recipe: str,
    dim: int,
    options: Mapping[str, Any],
    how: Recipe,
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
    resume: Embedding | None = None,
    keep: Callable[[Embedding], None] | None = None,
) -> Factors:
    """W = U Σ Vᵀ of the vectors that `word_ball` finds; U Σ are the same on the axes of largest variance.

    keep, resume: unfinished vectors, with how they were made and how far they are; those of other counts or
    options are refused.
    """
    began = perf_counter()
    state = None if resume is None else _state(resume, counts, dim, options["mode"], how)
    progress("associating", 0, 1, "tables")
    association = associate(counts, recipe, threads=threads, **options)
    progress("associating", 1, 1, "tables")
    own = {name: value for name, value in options.items() if name not in ("alpha", "init")}
    start = None if state else _start(options["init"], association, dim, seed, threads, progress)

    def keep_state(now: Descent) -> None:
        if keep is not None:
            both = now.vectors if now.looked is None else np.hstack([now.vectors, now.looked])
            keep(Embedding(both, counts.rows, recipe=how.then(UNFINISHED, balances=now.balances)))

    fit = word_ball(
        association, dim=dim, start=start, seed=seed, threads=threads, progress=progress,
        resume=state, keep=keep_state, **own,
    )  # fmt: skip
    left, values = principal_axes(fit.vectors, threads)
    report = SolverReport(
        options["mode"], len(fit.balances), fit.balances[-1], fit.stopped, perf_counter() - began
    )
    return Factors(left, values, left, report)


def ball_memory(counts: Counts, dim: int, options: Mapping[str, Any]) -> int:
    """Bytes that moving words needs beyond the counts: the association, vectors, forces and neighbours."""
    words, cells = counts.matrix.shape[0], counts.matrix.nnz
    # Vectors and forces; beside them those of the last look, and both once more, to be saved.
    vectors = (8 if options["mode"] == "exact" else 11) * 4 * words * dim
    tiles = 100_000_000
    pairs = 0
    if options["mode"] == "fast":
        k = options["neighbors"] or default_neighbors(words)
        # A search along a graph has distances too, and finds positives as well.
        found = 2 * k + cells // words if options["search"] == "graph" else k
        pairs = 2 * 4 * words * min(found, 2 * words)
    elif options["mode"] == "far-field":
        # Two lists of near pairs, and what the second is made of, with positives among them at first.
        pairs = 32 * words * min(NEAR_WORDS, words) + 8 * cells + 32 * dim**3 + 10_000 * dim**2
    return cells * (8 + counts.matrix.indices.itemsize) + vectors + tiles + pairs


def _start(
    init: str, association: Association, dim: int, seed: int, threads: int | None, progress: Progress
) -> Array | None:
    """Nothing for a random start, or the directions of the spectral embedding U Σ^½."""
    if init == "random":
        return None
    if init != "spectral":
        raise InputError(f"init is {init!r}; choose random or spectral.")
    factors = decompose(association, dim, seed=seed, threads=threads, progress=progress)
    return np.asarray(factors.left * np.sqrt(factors.values))


def _state(resume: Embedding, counts: Counts, dim: int, mode: Mode, how: Recipe) -> Descent:
    """Where to go on; `how` is the recipe that the vectors will have."""
    balances = resume.recipe[UNFINISHED].get("balances", [])
    same = resume.recipe == how.then(UNFINISHED, balances=balances)
    columns = dim if mode == "exact" else 2 * dim
    if not balances or not same or resume.vocabulary != counts.rows or resume.dim != columns:
        raise InputError(
            "the unfinished vectors are of other counts or other options; to begin anew remove their file, "
            "NAME.unfinished.safetensors beside the output (in Python: leave resume out)."
        )
    now, *looked = (np.array(part, order="C") for part in np.hsplit(resume.vectors, columns // dim))
    return Descent(now, tuple(balances), looked=looked[0] if looked else None)
