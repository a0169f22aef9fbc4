"""The fit on the unit ball: KUBWE's words move until attraction and repulsion balance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import numpy as np

from firth.core import Association, Counts, Embedding, Factors, Recipe, SolverReport
from firth.errors import InputError
from firth.factorize import solve
from firth.recipes.fits.contract import Continuation, Fitted, Job
from firth.recipes.fits.descent import principal_axes
from firth.recipes.fits.dimensions import dimensions_found
from firth.runtime.arrays import Array
from firth.runtime.run import Run
from firth.sphere.far_field import NEAR_WORDS
from firth.sphere.kubwe import WordBall, default_neighbors, word_ball

UNFINISHED = "unfinished"
"""The stage of a recipe that says how far vectors are that are still being moved.

With exact forces they are the vectors after the last sweep. In the other modes twice as many columns: those
vectors, and beside them the ones with which neighbors were last searched.
"""

_OPTIONS = MappingProxyType(
    {
        "mode": "exact",
        "kernel": "polynomial",
        "degree": 13,
        "sweeps": None,
        "neighbors": None,
        "search": "product",
        "init": "random",
        "tolerance": 0.0,
    }
)
"""Those of `firth.sphere.kubwe.word_ball`, and `init`: random, or spectral for the directions of U Σ^½."""


class Sphere:
    """Words on the unit ball, then on axes of falling variance."""

    kind: ClassVar[Literal["sphere"]] = "sphere"
    options: ClassVar[Mapping[str, Any]] = _OPTIONS
    can_continue: ClassVar[bool] = True
    contexts: ClassVar[str] = "has words that are their own contexts"

    def memory(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> int:
        """Bytes beyond the counts: the association, vectors, forces and neighbors."""
        words, cells = counts.matrix.shape[0], counts.matrix.nnz
        # Vectors and forces; beside them those of the last search, and both once more, to be saved.
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

    def with_disk(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """It reads its cells in another order than they are written, and keeps them in memory."""
        return None

    def fit(self, job: Job, run: Run, continuation: Continuation) -> Fitted:
        """W = U Σ Vᵀ of the vectors that `word_ball` finds; U Σ are the same on the axes of largest variance.

        Unfinished vectors carry how they are made and how far they are; those of other counts or options are
        refused.
        """
        began, counts, keep = perf_counter(), job.counts, continuation.keep
        asked, job = job, replace(job, dim=min(job.dim, len(counts.rows)))
        how = job.recipe.remembered(counts, job.options).then(
            "factorize", kind=self.kind, dim=job.dim, seed=run.seed
        )
        unfinished = how.then("coordinates", exponent=job.exponent)
        state = None if continuation.resume is None else _state(continuation.resume, job, unfinished)
        run.progress("associating", 0, 1, "tables")
        association = job.recipe.association(counts, job.options, threads=run.threads)
        run.progress("associating", 1, 1, "tables")
        own = {name: job.options[name] for name in self.options if name != "init"}
        start = None if state else _start(job.options["init"], association, job.dim, run)

        def keep_state(now: WordBall) -> None:
            if keep is not None:
                both = now.vectors if now.searched is None else np.hstack([now.vectors, now.searched])
                keep(Embedding(both, counts.rows, recipe=unfinished.then(UNFINISHED, balances=now.balances)))

        found = word_ball(
            association, dim=job.dim, start=start, seed=run.seed, threads=run.threads, progress=run.progress,
            resume=state, keep=keep_state, **own,
        )  # fmt: skip
        left, values = principal_axes(found.vectors, run.threads)
        report = SolverReport(
            job.options["mode"],
            len(found.balances),
            found.balances[-1],
            found.stopped,
            perf_counter() - began,
        )
        dimensions = dimensions_found(len(values), asked)
        how = how.then("factorize", kind=self.kind, **dimensions, seed=run.seed)
        return Fitted(Factors(left, values, left, report), how)


def _start(init: str, association: Association, dim: int, run: Run) -> Array | None:
    """Nothing for a random start, or the directions of the spectral embedding U Σ^½."""
    if init == "random":
        return None
    if init != "spectral":
        raise InputError(f"init is {init!r}; choose random or spectral.")
    factors = solve(association, dim, run)
    return np.asarray(factors.left * np.sqrt(factors.values))


def _state(resume: Embedding, job: Job, how: Recipe) -> WordBall:
    """Where to go on; `how` is the recipe that the vectors will have."""
    dim, balances = job.dim, resume.recipe[UNFINISHED].get("balances", [])
    same = resume.recipe == how.then(UNFINISHED, balances=balances)
    columns = dim if job.options["mode"] == "exact" else 2 * dim
    if not balances or not same or resume.vocabulary != job.counts.rows or resume.dim != columns:
        raise InputError(
            "the unfinished vectors are of other counts or other options; to begin anew remove their file, "
            "NAME.unfinished.safetensors beside the output (in Python: leave resume out)."
        )
    now, *searched = (np.array(part, order="C") for part in np.hsplit(resume.vectors, columns // dim))
    return WordBall(now, tuple(balances), searched=searched[0] if searched else None)
