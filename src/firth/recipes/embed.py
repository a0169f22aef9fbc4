"""Counts → Embedding: the last three arrows in one call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from firth.core import Counts, Embedding, Vocabulary
from firth.errors import InputError
from firth.factorize import Solver, scaled_coordinates
from firth.factorize.coordinates import check_exponent
from firth.recipes.fits import Continuation, Fitted, Job
from firth.recipes.postprocess import check_steps, postprocess
from firth.recipes.recipe import NamedRecipe, require_counts
from firth.recipes.registry import DEFAULT_RECIPE, named_recipe
from firth.recipes.source import counts_of, options_of_recipe
from firth.runtime.arrays import Array
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.run import Progress, Run, silent
from firth.runtime.storage import refuse_full_scratch


def embed(
    source: Any,
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
    **more: Any,
) -> Embedding:
    """Vectors for the words of a text, or for the rows of a table of counts.

    Text is read as by `firth.encode` and counted as by `firth.count`, then counts are associated, factorized
    and scaled. Rows without any count get no vector.

    Parameters
    ----------
    source : path, texts, Corpus or Counts
        A file, a folder or a pattern such as "letters/*.txt", or a list of `pathlib.Path`; texts in memory: a
        list, a generator, or a column of a pandas or polars frame, of strings or of lists of tokens; or what
        `firth.encode`, `firth.count` and `firth.counts_from_table` return.
    recipe : str
        The name of a recipe; `firth.RECIPES` has them all.
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
        The memory budget, such as "1GB"; half of the free memory unless given.
    progress : callable
        Is told how far the work is.
    resume : Embedding, optional
        Unfinished vectors to continue from, for a recipe that can be continued (`kubwe`).
    keep : callable, optional
        Is called with unfinished vectors after each sweep of such a recipe.
    **more
        How text is read: the options of `firth.encode` for files, such as ``documents="file"``, and those of
        `firth.encode_texts` for texts in memory, such as ``min_count=2`` and ``missing="skip"``. How it is
        counted: the options of `firth.count`, such as ``window=5``; where none is given, what the recipe asks
        for. And options of the recipe, such as ``shift=5``, which may also be given in `options`.

    Returns
    -------
    Embedding

    Examples
    --------
    >>> texts = ["tea or coffee", "coffee or tea", "tea and milk"]
    >>> embed(texts, recipe="sppmi", dim=2, shift=2, window=2, min_count=1).vectors.shape
    (5, 2)

    The same in three steps:

    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> counts = count(encode_texts(texts, min_count=1), window=2)
    >>> embed(counts, recipe="sppmi", dim=2, options={"shift": 2}).vectors.shape
    (5, 2)
    """
    named = named_recipe(recipe)
    of_recipe = options_of_recipe(named, more, _own_arguments())
    plan = plan_embedding(
        recipe,
        dim=dim,
        exponent=exponent,
        add_contexts=add_contexts,
        post=post,
        options={**(options or {}), **of_recipe},
        solver=solver,
    )
    run = Run(seed, threads, memory, progress)
    counts = counts_of(source, {name: more[name] for name in more.keys() - of_recipe.keys()}, named, run)
    return carry_out(plan, counts, run, Continuation(resume, keep))


def _own_arguments() -> list[str]:
    return [name for name in inspect.signature(embed).parameters if name != "more"]


@dataclass(frozen=True)
class EmbeddingPlan:
    """How counts will become vectors: a recipe with a value for each of its options, and what follows it.

    Attributes
    ----------
    recipe : NamedRecipe
    dim : int
    exponent : float
        The power of the spectrum in U Σ^exponent.
    add_contexts : bool
    post : tuple of str
        The steps after the fit.
    options : mapping
        All options of the recipe with their values.
    solver : str
    """

    recipe: NamedRecipe
    dim: int
    exponent: float
    add_contexts: bool
    post: tuple[str, ...]
    options: Mapping[str, Any]
    solver: Solver


def plan_embedding(
    recipe: str,
    *,
    dim: int,
    exponent: float | None = None,
    add_contexts: bool = False,
    post: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    solver: Solver = "auto",
) -> EmbeddingPlan:
    """Settle every choice of `embed`, and refuse those that no counts could be embedded by."""
    chosen = named_recipe(recipe)
    if dim < 1:
        raise InputError(f"dim is {dim}; it must be at least 1.")
    if exponent is not None:
        check_exponent(exponent)
    check_steps(post)
    if add_contexts and chosen.fit.contexts:
        raise InputError(f"recipe {chosen.name!r} {chosen.fit.contexts}; leave add_contexts out.")
    power = chosen.exponent if exponent is None else exponent
    return EmbeddingPlan(chosen, dim, power, add_contexts, tuple(post), chosen.settle(options), solver)


def carry_out(plan: EmbeddingPlan, counts: Counts, run: Run, continuation: Continuation) -> Embedding:
    """Embed counts as planned."""
    chosen = plan.recipe
    require_counts(counts)
    if plan.add_contexts and counts.rows.tokens != counts.columns.tokens:
        raise InputError("contexts are added to words where both have the same names; these tables differ.")
    if continuation.resume is not None and not chosen.fit.can_continue:
        raise InputError(f"recipe {chosen.name!r} cannot go on from unfinished vectors; leave resume out.")
    on_disk = _on_disk(plan, counts, memory_budget(run.memory))
    if not (counts.row_sums.all() and counts.column_sums.all()):
        counts = counts.without_empty()
    job = Job(chosen, counts, plan.dim, plan.options, plan.solver, plan.exponent, on_disk)
    return fitted_embedding(plan, chosen.fit.fit(job, run, continuation), counts.rows)


def fitted_embedding(plan: EmbeddingPlan, fitted: Fitted, words: Vocabulary) -> Embedding:
    """What was fitted, scaled and postprocessed as planned."""
    chosen = plan.recipe
    vectors = _coordinates(fitted, chosen, plan.exponent)
    stage: dict[str, Any] = {"exponent": plan.exponent}
    if fitted.association is not None:
        stage["by_masses"] = chosen.by_masses
    if plan.add_contexts:
        stage["add_contexts"] = True
        vectors += _coordinates(_turned(fitted), chosen, plan.exponent)
    how = fitted.how.then("coordinates", **stage)
    found = Embedding(vectors, words, fitted.factors.values, how, chosen.measure)
    return postprocess(found, plan.post)


def _on_disk(plan: EmbeddingPlan, counts: Counts, budget: int) -> bool:
    """Whether the cells have to go to temporary files; raises where not even that is within the budget."""
    fit = plan.recipe.fit
    needed = fit.memory(counts, plan.dim, plan.options)
    if needed <= budget:
        return False
    what = f"factorizing {counts.matrix.nnz:,} cells to {plan.dim} dimensions"
    with_disk = fit.with_disk(counts, plan.dim, plan.options) if plan.recipe.cell_by_cell else None
    if with_disk is not None and with_disk[0] < needed:
        needed, on_disk = with_disk
        what += ", with the cells in temporary files,"
    refuse_above_budget(
        needed, budget, what, "lower dim, count fewer words (min_count, max_vocabulary), or allow more memory"
    )
    refuse_full_scratch(on_disk, f"a matrix of {counts.matrix.nnz:,} cells in temporary files")
    return True


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
