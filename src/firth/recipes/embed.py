"""Counts → Embedding: the last three arrows in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from firth.core import Counts, Embedding
from firth.errors import InputError
from firth.factorize import Solver, scaled_coordinates
from firth.recipes.fits import Continuation, Fitted, Job
from firth.recipes.postprocess import checked_steps, postprocess
from firth.recipes.recipe import NamedRecipe
from firth.recipes.registry import DEFAULT_RECIPE, named_recipe
from firth.runtime.arrays import Array
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.run import Progress, Run, silent


def embed(
    counts: Counts,
    *,
    recipe: str = DEFAULT_RECIPE,
    dim: int = 300,
    exponent: float | None = None,
    add_contexts: bool = False,
    post: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
    resume: Embedding | None = None,
    keep: Callable[[Embedding], None] | None = None,
) -> Embedding:
    """Vectors for the rows of a table: associate, factorize, scale.

    Rows without any count get no vector.

    Parameters
    ----------
    counts : Counts
        Which words stand near which; `firth.count` makes them.
    recipe : str
        A name that `firth recipes` lists.
    dim : int
        The number of dimensions.
    exponent : float, optional
        The power of the spectrum in U Σ^exponent; each recipe has its own default.
    add_contexts : bool
        Add to each word's vector the one it has as a context.
    post : sequence of str
        Steps of `postprocess` that follow, such as ``["remove-top=2", "unit"]``.
    options : mapping, optional
        Options of the recipe, such as ``{"shift": 5}``.
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        How a matrix is factorized; auto chooses by its size.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. Results do not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB"; half of what is free if not given.
    progress : callable
        Is told how far the work is.
    resume : Embedding, optional
        Unfinished vectors to go on from, for a recipe that can be continued (`kubwe`).
    keep : callable, optional
        Is called with unfinished vectors after each sweep of such a recipe.

    Returns
    -------
    Embedding

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> counts = count(encode_texts(["a b a c", "b a b"], min_count=1), window=1)
    >>> embed(counts, recipe="svd", dim=2).vectors.shape
    (3, 2)
    """
    chosen, run = named_recipe(recipe), Run(seed, threads, memory, progress)
    checked_steps(post)
    _refuse(chosen, counts, add_contexts=add_contexts, resume=resume)
    values = chosen.settle(options)
    refuse_above_budget(
        chosen.fit.memory(counts, dim, values),
        memory_budget(run.memory),
        f"factorizing {counts.matrix.nnz:,} cells to {dim} dimensions",
        "lower dim, count fewer words (min_count, max_vocabulary), or allow more memory",
    )
    if not (counts.row_sums.all() and counts.column_sums.all()):
        counts = counts.without_empty()
    fitted = chosen.fit.fit(Job(chosen, counts, dim, values, solver), run, Continuation(resume, keep))
    used = chosen.exponent if exponent is None else exponent
    vectors = _coordinates(fitted, chosen, used)
    stage: dict[str, Any] = {"exponent": used}
    if fitted.association is not None:
        stage["by_masses"] = chosen.by_masses
    if add_contexts:
        stage["add_contexts"] = True
        vectors += _coordinates(_turned(fitted), chosen, used)
    how = fitted.how.then("coordinates", **stage)
    return postprocess(Embedding(vectors, counts.rows, fitted.factors.values, how, chosen.measure), post)


def _refuse(chosen: NamedRecipe, counts: Counts, *, add_contexts: bool, resume: Embedding | None) -> None:
    if add_contexts and chosen.fit.contexts:
        raise InputError(f"recipe {chosen.name!r} {chosen.fit.contexts}; leave add_contexts out.")
    if add_contexts and counts.rows.tokens != counts.columns.tokens:
        raise InputError("contexts are added to words where both have the same names; these tables differ.")
    if resume is not None and not chosen.fit.can_continue:
        raise InputError(f"recipe {chosen.name!r} cannot go on from unfinished vectors; leave resume out.")


def _coordinates(fitted: Fitted, chosen: NamedRecipe, exponent: float) -> Array:
    association = fitted.association
    masses = association.row_masses if association is not None and chosen.by_masses else None
    return scaled_coordinates(fitted.factors, exponent, masses=masses)


def _turned(fitted: Fitted) -> Fitted:
    """The same with contexts in the place of words."""
    factors, association = fitted.factors, fitted.association
    if association is not None:
        association = replace(association, row_masses=association.column_masses)
    return replace(fitted, factors=replace(factors, left=factors.right), association=association)
