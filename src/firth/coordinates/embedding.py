"""Counts → Embedding: the last three arrows in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from firth.association import associate, named_recipe
from firth.coordinates.descent import descent_factors
from firth.coordinates.postprocess import checked_steps, postprocess
from firth.coordinates.scale import scaled_coordinates
from firth.coordinates.sphere import ball_factors, ball_memory
from firth.core import Counts, Embedding
from firth.errors import InputError
from firth.factorize import Solver, decompose
from firth.factorize.plan import krylov_plan
from firth.factorize.weighted import descent_memory
from firth.runtime.memory import memory_budget, refuse_above_budget
from firth.runtime.run import Progress, silent

DEFAULT_RECIPE = "eigenword"


def embed(
    counts: Counts,
    *,
    recipe: str = DEFAULT_RECIPE,
    dim: int = 300,
    exponent: float | None = None,
    add_contexts: bool = False,
    steps: Sequence[str] = (),
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

    recipe: a name that `firth recipes` lists. exponent: of the spectrum; the recipe's own if not given.
    add_contexts: add to each word's vector the one it has as a context. steps: of `postprocess`, such as
    ["remove-top=2", "unit"]. options: the recipe's options, such as {"shift": 5}. Rows without any count get
    no vector. keep, resume: recipes of the kind sphere call `keep` with unfinished vectors after each sweep,
    and go on from those that are given.

    >>> from firth.counting import count
    >>> from firth.text import encode_texts
    >>> counts = count(encode_texts(["a b a c", "b a b"], min_count=1), window=1)
    >>> embed(counts, recipe="svd", dim=2).vectors.shape
    (3, 2)
    """
    chosen = named_recipe(recipe)
    checked_steps(steps)
    if add_contexts and chosen.kind == "descent":
        raise InputError(f"recipe {recipe!r} adds contexts to words already; leave add_contexts out.")
    if add_contexts and chosen.kind == "sphere":
        raise InputError(f"in recipe {recipe!r} words are their own contexts; leave add_contexts out.")
    if resume is not None and chosen.kind != "sphere":
        raise InputError(f"recipe {recipe!r} cannot go on from unfinished vectors; leave resume out.")
    if add_contexts and counts.rows.tokens != counts.columns.tokens:
        raise InputError("contexts are added to words where both have the same names; these tables differ.")
    used = chosen.exponent if exponent is None else exponent
    values = chosen.settle(options)
    refuse_above_budget(
        _needed(chosen.kind, counts, dim, values),
        memory_budget(memory),
        f"factorizing {counts.matrix.nnz:,} cells to {dim} dimensions",
        "lower dim, count fewer words (min_count, max_vocabulary), or allow more memory",
    )
    if not (counts.row_sums.all() and counts.column_sums.all()):
        counts = counts.without_empty()
    if chosen.kind == "sphere":
        how = chosen.remembered(counts, values).then("factorize", kind="sphere", dim=dim, seed=seed)
        how = how.then("coordinates", exponent=used)
        factors = ball_factors(
            counts, recipe, dim, values, how,
            seed=seed, threads=threads, progress=progress, resume=resume, keep=keep,
        )  # fmt: skip
        vectors = scaled_coordinates(factors, used)
        return postprocess(Embedding(vectors, counts.rows, factors.values, how, chosen.measure), steps)
    if chosen.kind == "descent":
        factors = descent_factors(counts, dim, values, seed=seed, threads=threads, progress=progress)
        how = chosen.remembered(counts, values).then(
            "factorize", kind="descent", dim=dim, solver=factors.report.method, seed=seed
        )
        found = Embedding(
            scaled_coordinates(factors, used), counts.rows, factors.values,
            how.then("coordinates", exponent=used), chosen.measure,
        )  # fmt: skip
        return postprocess(found, steps)
    progress("associating", 0, 1, "tables")
    association = associate(counts, recipe, threads=threads, **(options or {}))
    progress("associating", 1, 1, "tables")
    factors = decompose(
        association, dim, kind=chosen.kind, solver=solver, seed=seed, threads=threads, progress=progress
    )
    vectors = scaled_coordinates(factors, used, masses=association.row_masses if chosen.by_masses else None)
    how = association.recipe.then(
        "factorize", kind=chosen.kind, dim=dim, solver=factors.report.method, seed=seed
    ).then(
        "coordinates",
        exponent=used,
        by_masses=chosen.by_masses,
        **({"add_contexts": True} if add_contexts else {}),
    )
    if add_contexts:
        turned = replace(factors, left=factors.right)
        vectors += scaled_coordinates(
            turned, used, masses=association.column_masses if chosen.by_masses else None
        )
    found = Embedding(vectors, association.rows, factors.values, how, chosen.measure)
    return postprocess(found, steps)


def _needed(kind: str, counts: Counts, dim: int, options: Mapping[str, Any]) -> int:
    if kind == "descent":
        return descent_memory(counts, dim)
    if kind == "sphere":
        return ball_memory(counts, dim, options)
    return working_memory(counts, dim)


def working_memory(counts: Counts, dim: int) -> int:
    """Bytes that factorizing needs beyond the counts: the matrix, the Krylov bases and the vectors.

    A table that is not symmetric is held in both orders and has a basis on both sides.
    """
    rows, columns = counts.matrix.shape
    sides = 1 if counts.symmetric else 2
    basis = krylov_plan(dim, min(rows, columns)).columns
    cells = counts.matrix.nnz * (4 + counts.matrix.indices.itemsize) * sides
    return cells + (rows + columns) // 2 * sides * 4 * (basis + dim)
