"""The fit by gradient descent: GloVe's weighted least squares, on axes of falling variance."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from types import MappingProxyType
from typing import Any, ClassVar, Literal

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Counts, Factors, SolverReport
from firth.factorize.glove import glove_factors, glove_memory
from firth.factorize.orthonormal import orthonormal
from firth.factorize.products import combine
from firth.factorize.signs import fix_signs
from firth.recipes.fits.contract import Continuation, Fitted, Job
from firth.recipes.fits.dimensions import dimensions_found
from firth.runtime.arrays import Array
from firth.runtime.run import Run

_OPTIONS = MappingProxyType(
    {"target": "log", "negatives": 0.0, "x_max": 100.0, "power": 0.75, "epochs": 25, "rate": 0.05}
)
"""Those of `firth.factorize.glove.glove_factors`."""


class Descent:
    """Counts are fitted directly; contexts are added to words where both have the same names."""

    kind: ClassVar[Literal["descent"]] = "descent"
    options: ClassVar[Mapping[str, Any]] = _OPTIONS
    can_continue: ClassVar[bool] = False
    contexts: ClassVar[str] = "adds contexts to words already"

    def memory(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> int:
        """Bytes beyond the counts."""
        return glove_memory(counts, dim)

    def with_disk(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """It reads its cells in another order than they are written, and keeps them in memory."""
        return None

    def fit(self, job: Job, run: Run, continuation: Continuation) -> Fitted:
        """W = U Σ Vᵀ of the sum of both sides; turning W by V changes no cosine and no product."""
        began, counts = perf_counter(), job.counts
        found = glove_factors(counts, dim=job.dim, run=run, **job.options)
        same = list(counts.rows.tokens) == list(counts.columns.tokens)
        left, values = principal_axes(found.left + found.right if same else found.left, run.threads)
        epochs = len(found.losses)
        report = SolverReport("adagrad", epochs, found.losses[-1], f"{epochs} epochs", perf_counter() - began)
        how = job.recipe.remembered(counts, job.options).then(
            "factorize",
            kind=self.kind,
            **dimensions_found(len(values), job),
            solver=report.method,
            seed=run.seed,
        )
        return Fitted(Factors(left, values, left, report), how)


def principal_axes(vectors: Array, threads: int | None = None) -> tuple[Array, Array]:
    """U and Σ of W = U Σ Vᵀ, with signs fixed by rule."""
    with threadpool_limits(limits=1, user_api="blas"):
        basis, coefficients = orthonormal(vectors, threads)
        x, values, _ = np.linalg.svd(coefficients, full_matrices=False)
        left = combine(basis, x.astype(basis.dtype), threads)
    left, _ = fix_signs(left, left)
    return left, np.asarray(values, np.float64)
