"""Inertias of data without any association: the same margins, and nothing else in common with the data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from firth.association.quotient import quotient
from firth.ca.analyzed import AnalyzedRecords, AnalyzedTable, indicator_of
from firth.ca.burt import DENSE_CATEGORIES, burt_table
from firth.ca.shuffling import permuted, shuffled_table, unit_records
from firth.core import SparseLowRank
from firth.errors import InputError
from firth.factorize.decomposition import solve
from firth.runtime.arrays import Array
from firth.runtime.parallel import in_order
from firth.runtime.run import Run

DENSE_CELLS = 250_000
"""Tables with up to so many cells are drawn and factorized as arrays; larger ones stay sparse."""

MOST_UNITS = 50_000_000
"""Counts of a large table that are dealt one by one; about 20 bytes each."""

TOLERANCE = 1e-2
"""Residual of a large table's axes: the error of an inertia is about its square."""

STAGE = "drawing tables without association"


@dataclass(frozen=True, eq=False)
class ChanceInertias:
    """Inertias that chance alone gave; replicates × axes.

    Attributes
    ----------
    ranked : array
        The k-th inertia of each table.
    beyond : array
        The first inertia of each table outside the first k − 1 axes of the analysis.
    """

    ranked: Array
    beyond: Array


def chance_tables(
    table: AnalyzedTable, left: Array, right: Array, replicates: int, run: Run
) -> ChanceInertias:
    """Inertias of random tables with the margins of a table of whole numbers.

    left, right: U and V of the analysis, a column for each axis to compare.
    """
    m, p = table.counts.matrix.shape
    if m * p <= DENSE_CELLS:
        return _dense_tables(table, left, right, replicates, run)
    if table.counts.total > MOST_UNITS:
        raise InputError(
            f"the counts sum to {table.counts.total:,.0f}; tables of more than {DENSE_CELLS:,} cells are "
            f"compared with chance up to {MOST_UNITS:,}. Give replicates=0 for advice without."
        )
    return _sparse_tables(table, left, right, replicates, run)


def chance_records(
    records: AnalyzedRecords, inertias: Array, vectors: Array, replicates: int, run: Run
) -> ChanceInertias:
    """Inertias of records of which each variable's categories were permuted, independently of the others.

    Weights that are whole numbers count records, and each of those is permuted by itself; other weights stay
    with their records, so that the weighted margins vary a little from one permutation to the next.
    inertias, vectors: λ and V of the analysis, for each axis to compare.

    An axis v leaves nothing of what two variables have in common when it is taken out, but it takes
    q/(q−1) (λ − 1/q) v_j v_jᵀ from the block of a variable with itself; so it does here.
    """
    codes, weights = unit_records(records)
    variables = len(codes)
    lost = variables / (variables - 1) * np.maximum(inertias - 1 / variables, 0.0)
    within = np.where(records.owners[:, None] == np.arange(variables), 1.0, 0.0)

    def drawn(replicate: int) -> Array:
        return permuted(codes, np.random.default_rng([run.seed, replicate]))

    def dense_task(replicate: int) -> tuple[Array, Array]:
        residuals = burt_residuals(burt_table(drawn(replicate), weights, records.categories), records)
        return _outside(residuals, vectors, lost=lost, blocks=within @ within.T)

    def operator(replicate: int) -> tuple[SparseLowRank, Array, Array]:
        return _sparse_burt_residuals(drawn(replicate), weights, records), vectors, vectors

    if records.categories <= DENSE_CATEGORIES:
        return _gathered(dense_task, replicates, run)
    return _one_by_one(operator, vectors.shape[1], replicates, run, lost=(lost, within))


def axes_of_records(records: AnalyzedRecords) -> tuple[Array, Array] | None:
    """All inertias of records, falling, and V; None where there are too many categories for an array."""
    if records.categories > DENSE_CATEGORIES:
        return None
    burt = burt_table(records.codes, records.weights, records.categories)
    with threadpool_limits(limits=1, user_api="blas"):
        values, vectors = np.linalg.eigh(burt_residuals(burt, records))
    return np.maximum(values[::-1], 0.0), vectors[:, ::-1]


def _dense_tables(
    table: AnalyzedTable, left: Array, right: Array, replicates: int, run: Run
) -> ChanceInertias:
    from scipy.stats import random_table

    row_sums, column_sums = _whole(table.counts.row_sums), _whole(table.counts.column_sums)
    expected = np.outer(row_sums / row_sums.sum(), column_sums)
    scale = np.sqrt(expected * row_sums.sum())
    distribution = random_table(row_sums, column_sums)
    wide = len(table.rows) < len(table.columns)
    if wide:
        left, right = right, left

    def task(replicate: int) -> tuple[Array, Array]:
        rng = np.random.default_rng([run.seed, replicate])
        residuals = (distribution.rvs(1, random_state=rng)[0] - expected) / scale
        residuals = residuals[table.rows][:, table.columns]
        residuals = residuals.T if wide else residuals
        return _outside(residuals.T @ residuals, right, images=residuals.T @ left)

    return _gathered(task, replicates, run)


def _sparse_tables(
    table: AnalyzedTable, left: Array, right: Array, replicates: int, run: Run
) -> ChanceInertias:
    counts = table.counts
    row_sums, column_sums = _whole(counts.row_sums), _whole(counts.column_sums)

    def drawn(replicate: int) -> tuple[SparseLowRank, Array, Array]:
        rng = np.random.default_rng([run.seed, replicate])
        chance = replace(counts, matrix=shuffled_table(row_sums, column_sums, rng), symmetric=False)
        operator = quotient(chance, dtype=np.float64, threads=run.threads).operator
        if not table.whole:
            operator = SparseLowRank(
                operator.sparse[table.rows][:, table.columns],
                operator.left[table.rows],
                operator.right[table.columns],
            )
        return operator, left, right

    return _one_by_one(drawn, left.shape[1], replicates, run)


def burt_residuals(burt: Array, records: AnalyzedRecords) -> Array:
    """D^-½ (B/(nQ²) − ccᵀ) D^-½ of the categories that take part; its eigenvalues are the inertias λ."""
    variables, kept = len(records.codes), len(records.owners)
    roots = _mass_roots(np.diag(burt), kept)
    part = burt[:kept, :kept] / (np.trace(burt) * variables)
    return np.asarray(part / np.outer(roots, roots) - np.outer(roots, roots))


def _mass_roots(sums: Array, kept: int) -> Array:
    """√c; 1 for a category that has lost all weight in a permutation, which then adds nothing to any axis."""
    masses = sums[:kept] / sums.sum()
    return np.where(masses > 0, np.sqrt(masses), 1.0)


def _sparse_burt_residuals(codes: Array, weights: Array | None, records: AnalyzedRecords) -> SparseLowRank:
    """The same for many categories; the Burt table stays sparse."""
    variables, kept = len(codes), len(records.owners)
    z = indicator_of(codes, records.categories)
    burt = sparse.csr_array(z.T @ (z if weights is None else sparse.diags_array(weights) @ z))
    roots = _mass_roots(burt.diagonal(), kept)
    scale = sparse.diags_array(1 / roots)
    part = sparse.csr_array(scale @ burt[:kept][:, :kept] @ scale) / (burt.diagonal().sum() * variables)
    return SparseLowRank(sparse.csr_array(part), roots[:, None], roots[:, None], symmetric=True)


def _gathered(task: Callable[[int], tuple[Array, Array]], replicates: int, run: Run) -> ChanceInertias:
    """Replicates side by side; each has a generator of its own, so that threads change nothing."""
    found = []
    with threadpool_limits(limits=1, user_api="blas"):
        for place, result in enumerate(in_order(task, range(replicates), run.threads)):
            run.progress(STAGE, place + 1, replicates, "tables")
            found.append(result)
    return ChanceInertias(*(np.array(part) for part in zip(*found, strict=True)))


def _outside(
    gram: Array,
    vectors: Array,
    *,
    images: Array | None = None,
    lost: Array | None = None,
    blocks: Array | None = None,
) -> tuple[Array, Array]:
    """Leading eigenvalues of G = MᵀM, and the first after each of the axes (u, v) was taken out of M.

    vectors: V. images: Mᵀ U; without them M is symmetric, and G is M itself. lost: how much of v vᵀ an axis
    takes from the cells where blocks is 1.
    """
    ranked = _largest(gram, vectors.shape[1])
    beyond = ranked[:1].tolist()
    for axis in range(vectors.shape[1] - 1):
        v = vectors[:, axis]
        if images is not None:
            gram = gram - np.outer(images[:, axis], images[:, axis])
            images = images - np.outer(v, v @ images)
        if lost is not None:
            gram = gram - lost[axis] * blocks * np.outer(v, v)
        # In the order of the axes this projects out all that came before, too.
        before = vectors[:, : axis + 1]
        across = gram @ before
        gram = gram - before @ across.T
        gram = gram - (gram @ before) @ before.T
        beyond.append(float(_largest(gram, 1)[0]))
    return ranked, np.maximum(beyond, 0.0)


def _largest(symmetric: Array, count: int) -> Array:
    side = len(symmetric)
    if side <= 120 or 2 * count >= side:
        values = np.linalg.eigvalsh(symmetric)[::-1][:count]
    else:
        from scipy.sparse.linalg import eigsh

        # ARPACK starts from random numbers of its own unless it is given a vector.
        start = np.random.default_rng(0).standard_normal(side)
        values = np.sort(eigsh(symmetric, count, which="LA", v0=start, return_eigenvectors=False))[::-1]
    return np.maximum(np.pad(values, (0, count - len(values))), 0.0)


def _one_by_one(
    draw: Callable[[int], tuple[SparseLowRank, Array, Array]],
    axes: int,
    replicates: int,
    run: Run,
    *,
    lost: tuple[Array, Array] | None = None,
) -> ChanceInertias:
    """Large tables, one after the other; each product is spread over the threads."""
    ranked, beyond = np.zeros((replicates, axes)), np.zeros((replicates, axes))
    quiet = Run(run.seed, run.threads, blocks=None)  # of many small tables none is worth keeping

    def leading(operator: SparseLowRank, count: int) -> Array:
        factors = solve(
            operator, count, quiet, kind="eigen" if operator.symmetric else "svd", solver="krylov",
            tolerance=TOLERANCE, patience=4, beyond_rank="drop",
        )  # fmt: skip
        values = factors.values if operator.symmetric else factors.values**2
        return np.pad(values, (0, count - len(values)))

    for replicate in range(replicates):
        run.progress(STAGE, replicate, replicates, "tables")
        operator, left, right = draw(replicate)
        ranked[replicate] = leading(operator, axes)
        beyond[replicate, 0] = ranked[replicate, 0]
        for axis in range(1, axes):
            if lost is not None:
                operator = _without_blocks(operator, lost[0][axis - 1], lost[1] * left[:, axis - 1, None])
            beyond[replicate, axis] = leading(without_axes(operator, left[:, :axis], right[:, :axis]), 1)[0]
    run.progress(STAGE, replicates, replicates, "tables")
    return ChanceInertias(ranked, np.maximum(beyond, 0.0))


def _without_blocks(operator: SparseLowRank, part: float, parts: Array) -> SparseLowRank:
    """M − part · Σ_q v_q v_qᵀ, with a column v_q for each variable."""
    return replace(
        operator,
        left=np.hstack([operator.left, part * parts]),
        right=np.hstack([operator.right, parts]),
    )


def without_axes(operator: SparseLowRank, left: Array, right: Array) -> SparseLowRank:
    """(I − U Uᵀ) M (I − V Vᵀ), still sparse less low rank.

    M − U (Mᵀ U)ᵀ − (M V − U Uᵀ M V) Vᵀ
    """
    from_left = operator.T @ left
    from_right = operator @ right
    from_right -= left @ (left.T @ from_right)
    return SparseLowRank(
        operator.sparse,
        np.hstack([operator.left, left, from_right]),
        np.hstack([operator.right, from_left, right]),
        symmetric=operator.symmetric,
    )


def _whole(sums: Array) -> Array:
    return np.asarray(np.rint(sums), np.int64)
