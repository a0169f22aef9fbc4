"""The spectral fit: singular triples or eigenpairs of the association."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from firth.core import Counts, Factors
from firth.factorize import solve
from firth.factorize.plan import krylov_plan
from firth.recipes.fits.contract import Continuation, Fitted, Job
from firth.recipes.fits.dimensions import dimensions_found
from firth.runtime.run import Run
from firth.runtime.sparse import cells_on_disk

UNDER_WAY = 64_000_000
"""Bytes of cells and counts that threads hold at a time, where all others are on disk."""


@dataclass(frozen=True)
class Spectral:
    """M = U Σ Vᵀ of the association, by singular values or by the algebraically largest eigenvalues."""

    kind: Literal["svd", "eigen"]
    options: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    can_continue: ClassVar[bool] = False
    contexts: ClassVar[str] = ""

    def memory(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> int:
        """Bytes beyond the counts: the matrix, the Krylov bases and the vectors.

        A matrix that is not symmetric is held in both orders and has a basis on both sides.
        """
        sides = 2 if self._two_sided(counts, options) else 1
        cell = 4 + counts.matrix.indices.itemsize
        return len(counts.matrix.data) * cell * sides + _bases(counts, dim, sides)

    def with_disk(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """Bases, vectors and what is under way; on disk the matrix, and its cells while they are turned."""
        two_sided = self._two_sided(counts, options)
        cell = 4 + counts.matrix.indices.itemsize
        on_disk = len(counts.matrix.data) * (2 * cell + 12 if two_sided else cell)
        return _bases(counts, dim, 2 if two_sided else 1) + UNDER_WAY, on_disk

    def _two_sided(self, counts: Counts, options: Mapping[str, Any]) -> bool:
        if self.kind == "eigen":
            return False
        smoothed = options.get("alpha", 1.0) != 1.0 and options.get("scale") != "none"
        return not counts.symmetric or smoothed or options.get("scale") == "reg"

    def fit(self, job: Job, run: Run, continuation: Continuation) -> Fitted:
        """Associate and factorize."""
        run.progress("associating", 0, 1, "tables")
        with cells_on_disk() if job.on_disk else nullcontext():
            association = job.recipe.association(job.counts, job.options, threads=run.threads)
        run.progress("associating", 1, 1, "tables")
        dim = min(job.dim, *association.operator.shape)
        factors = solve(association, dim, run, kind=self.kind, solver=job.solver, beyond_rank="drop")
        factors = _with_powers(factors, job.exponent)
        dimensions = dimensions_found(len(factors.values), job, _why_fewer(factors, job))
        how = association.recipe.then(
            "factorize", kind=self.kind, **dimensions, solver=factors.report.method, seed=run.seed
        )
        return Fitted(factors, how, association)


def _with_powers(factors: Factors, exponent: float) -> Factors:
    """Factors without the axes whose eigenvalues are not positive, which have no such power."""
    positive = int((factors.values > 0).sum())
    if exponent == 0 or positive == len(factors.values):
        return factors
    same = factors.right is factors.left
    left = factors.left[:, :positive]  # values fall
    right = left if same else factors.right[:, :positive]
    return replace(factors, left=left, values=factors.values[:positive], right=right)


def _why_fewer(factors: Factors, job: Job) -> str:
    found = len(factors.values)
    if job.exponent == 0:
        return f"{{table}} has rank {found}"
    return f"{{table}} has {found or 'no'} {'axis' if found == 1 else 'axes'} with a value above 0"


def _bases(counts: Counts, dim: int, sides: int) -> int:
    """Bytes of the Krylov bases and the vectors."""
    rows, columns = counts.matrix.shape
    dim = min(dim, rows, columns)
    basis = krylov_plan(dim, min(rows, columns)).columns
    return (rows + columns) // 2 * sides * 4 * (basis + dim)
