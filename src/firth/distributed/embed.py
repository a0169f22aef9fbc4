"""Counts on workers → vectors here: the workers multiply, this machine does the small problem."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from firth.association.quotient import quotient
from firth.association.template import template
from firth.core import Association, Embedding, SparseLowRank
from firth.distributed.association import associate
from firth.distributed.counts import DistributedCounts
from firth.errors import InputError
from firth.factorize import solve
from firth.factorize.decomposition import SMALL
from firth.recipes.embed import EmbeddingPlan, carry_out, fitted_embedding, plan_embedding
from firth.recipes.fits import Continuation
from firth.recipes.fits.contract import Fitted
from firth.recipes.recipe import NamedRecipe
from firth.recipes.registry import RECIPES
from firth.runtime.run import Run


def embed(
    counts: DistributedCounts, *, seed: int = 0, threads: int | None = None, **options: Any
) -> Embedding:
    """Vectors for the rows of a table that workers hold.

    Parameters
    ----------
    counts : DistributedCounts
        What `firth.distributed.count` gives.
    seed : int
        The random seed.
    threads : int, optional
        Of this machine, which keeps the vectors orthogonal.
    **options
        ``recipe``, ``dim``, ``exponent``, ``add_contexts``, ``post``, ``options`` and ``solver`` of
        `firth.embed`.

    Returns
    -------
    Embedding
        That of `firth.embed`, up to rounding.
    """
    recipe = options.pop("recipe", "eigenword")
    plan = plan_embedding(recipe, **{"dim": 300, **options})
    return carry_out_on_workers(plan, counts, Run(seed, threads, progress=counts.workers.progress))


def carry_out_on_workers(plan: EmbeddingPlan, counts: DistributedCounts, run: Run) -> Embedding:
    """Embed counts that workers hold, as planned."""
    refuse_undistributed(plan)
    if min(len(counts.rows), len(counts.columns)) <= SMALL:  # such tables are factorized exactly
        return carry_out(plan, counts.collect(), run, Continuation())
    chosen = plan.recipe
    assert chosen.associate is not None
    own = {name: value for name, value in plan.options.items() if name not in chosen.fit.options}
    made = associate(counts, chosen.associate, own, np.float32)
    kind = cast("Any", chosen.kind)
    # It has what factorization asks of a matrix.
    operator = cast("SparseLowRank", made.operator)
    factors = solve(operator, plan.dim, run, kind=kind, solver=plan.solver)
    how = chosen.remembered(cast("Any", made.counts), plan.options).then(
        "factorize", kind=kind, dim=plan.dim, solver=factors.report.method, seed=run.seed
    )
    rows, columns = made.counts.rows, made.counts.columns
    association = Association(operator, made.row_masses, made.column_masses, rows, columns)
    return fitted_embedding(plan, Fitted(factors, how, association), rows)


def refuse_undistributed(plan: EmbeddingPlan) -> None:
    """Refuse recipes whose matrix is not made cell by cell, and solvers that need all of it here."""
    possible = [name for name, known in RECIPES.items() if _is_possible(known)]
    if plan.recipe.name not in possible:
        raise InputError(
            f"recipe {plan.recipe.name!r} cannot be made on a cluster; take one of {', '.join(possible)}."
        )
    if plan.solver not in ("auto", "krylov"):
        raise InputError(f"solver {plan.solver!r} needs the matrix in one place; a cluster takes krylov.")


def _is_possible(recipe: NamedRecipe) -> bool:
    spectral = recipe.kind in ("svd", "eigen")
    return spectral and recipe.associate in (template, quotient) and not recipe.counting.get("cut")
