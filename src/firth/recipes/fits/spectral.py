"""The spectral fit: singular triples or eigenpairs of the association."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from firth.core import Counts
from firth.factorize import solve
from firth.factorize.plan import krylov_plan
from firth.recipes.fits.contract import Continuation, Fitted, Job
from firth.runtime.run import Run


@dataclass(frozen=True)
class Spectral:
    """M = U Σ Vᵀ of the association, by singular values or by the algebraically largest eigenvalues."""

    kind: Literal["svd", "eigen"]
    options: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    can_continue: ClassVar[bool] = False
    contexts: ClassVar[str] = ""

    def memory(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> int:
        """Bytes beyond the counts: the matrix, the Krylov bases and the vectors.

        A table that is not symmetric is held in both orders and has a basis on both sides.
        """
        rows, columns = counts.matrix.shape
        sides = 1 if counts.symmetric else 2
        basis = krylov_plan(dim, min(rows, columns)).columns
        cells = counts.matrix.nnz * (4 + counts.matrix.indices.itemsize) * sides
        return cells + (rows + columns) // 2 * sides * 4 * (basis + dim)

    def fit(self, job: Job, run: Run, continuation: Continuation) -> Fitted:
        """Associate and factorize."""
        run.progress("associating", 0, 1, "tables")
        association = job.recipe.association(job.counts, job.options, threads=run.threads)
        run.progress("associating", 1, 1, "tables")
        factors = solve(association, job.dim, run, kind=self.kind, solver=job.solver)
        how = association.recipe.then(
            "factorize", kind=self.kind, dim=job.dim, solver=factors.report.method, seed=run.seed
        )
        return Fitted(factors, how, association)
