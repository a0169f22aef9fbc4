"""Vectors fitted by gradient descent, on axes that say most first."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Counts, Factors, SolverReport
from firth.factorize.orthonormal import orthonormal
from firth.factorize.products import combine
from firth.factorize.signs import fix_signs
from firth.factorize.weighted import weighted_factors
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, silent


def descent_factors(
    counts: Counts,
    dim: int,
    options: Mapping[str, Any],
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Factors:
    """W = U Σ Vᵀ of what `weighted_factors` fits, contexts added to words where both have the same names.

    Turning them by V changes no cosine and no product; U Σ are the vectors, with the largest axes first.
    """
    began = perf_counter()
    fit = weighted_factors(counts, dim=dim, seed=seed, threads=threads, progress=progress, **options)
    same = list(counts.rows.tokens) == list(counts.columns.tokens)
    vectors = fit.left + fit.right if same else fit.left
    left, values = principal_axes(vectors, threads)
    report = SolverReport(
        "adagrad", len(fit.losses), fit.losses[-1], f"{len(fit.losses)} epochs", perf_counter() - began
    )
    return Factors(left, values, left, report)


def principal_axes(vectors: Array, threads: int | None = None) -> tuple[Array, Array]:
    """U and Σ of W = U Σ Vᵀ, with signs fixed by rule."""
    with threadpool_limits(limits=1, user_api="blas"):
        basis, coefficients = orthonormal(vectors, threads)
        x, values, _ = np.linalg.svd(coefficients, full_matrices=False)
        left = combine(basis, x.astype(basis.dtype), threads)
    left, _ = fix_signs(left, left)
    return left, np.asarray(values, np.float64)
