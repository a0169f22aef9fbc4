"""How far points would move if the data had been drawn again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from firth.ca.analyzed import AnalyzedRecords, AnalyzedTable, analyzed_records, analyzed_table
from firth.ca.correspondence import Correspondence, side_of
from firth.ca.ellipses import Ellipses, checked_axes, checked_level, covariance_matrices
from firth.ca.group_ellipses import group_moments, weighted_sums
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.nonlinear import NonlinearCorrespondence
from firth.ca.side import SideName
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.parallel import in_order
from firth.runtime.run import Progress, Run, silent

Draw = Callable[[np.random.Generator], Array]
"""Where each point lies in data drawn again; NaN where it is not in them."""


def confidence_ellipses(
    analysis: Correspondence,
    data: Any,
    *,
    side: SideName = "columns",
    axes: tuple[int, int] = (1, 2),
    level: float = 0.95,
    replicates: int = 0,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Ellipses:
    """Where the points might lie if the data had been drawn again, on the axes as they are.

    Parameters
    ----------
    analysis : Correspondence or MultipleCorrespondence
    data : Counts, frame, array or sparse matrix
        The table of counts, or the records, that were analyzed.
    side : {"rows", "columns"}
        Which points; of records the columns, which are the categories.
    axes : tuple of int
        Which two axes, from 1.
    level : float
        The part of the replicates that an ellipse holds, if they are about normal.
    replicates : int
        0 computes the covariances exactly; otherwise they are those of so many tables or samples of records
        drawn at random.
    seed : int
        The random seed of the replicates; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. Results do not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    Ellipses
        With `coverage` where replicates were drawn.

    See Also
    --------
    firth.ca.group_ellipses : Ellipses of groups of records or rows.

    Notes
    -----
    n observations are drawn anew from the cells of the table, and each row, or column, of the new table is
    placed as a supplementary point [Greenacre2017]. A row with n_i counts and profile p_i is then the center
    of gravity of n_i columns, drawn independently, at γ_j on the axes, and its covariance

        S_i = (Σ_j p_ij γ_j γ_jᵀ − f_i f_iᵀ)/n_i,    f_i = Σ_j p_ij γ_j

    without any drawing, in one product of the table. This takes n_i as given. Replicates draw n and not the
    n_i, which adds about S_i/n_i: nothing that shows above some tens of counts. Categories lie at the mean of
    their records, which are drawn in the same way; a weight that is a whole number counts records, another
    one stays with its record: S_k = Σ_i w_i² (y_i − f_k)(y_i − f_k)ᵀ/(Σ_i w_i)².

    As the axes do not move, the ellipses say nothing of how stable those are; see `number_of_axes`. Those of
    points with few counts are too small: a single count can only be drawn again, so that its ellipse is a
    point.

    Examples
    --------
    >>> from firth.ca import correspondence
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]])
    >>> ellipses = confidence_ellipses(correspondence(eyes_hair), eyes_hair, side="rows")
    >>> ellipses.half_axes.round(3).tolist()
    [[0.1, 0.089], [0.068, 0.065], [0.112, 0.08]]
    >>> ellipses.contains([0, 0]).tolist()
    [False, False, False]
    """
    if isinstance(analysis, NonlinearCorrespondence):
        raise InputError(
            "the points of a non-linear analysis are no centers of gravity, whose ellipses can be given."
        )
    own = side_of(analysis, side)
    if replicates < 0 or replicates == 1:
        raise InputError(f"replicates is {replicates}; give 0 for exact covariances, or 2 or more.")
    level, chosen = checked_level(level), checked_axes(axes, len(analysis.singular_values))
    if isinstance(analysis, MultipleCorrespondence):
        if side == "rows":
            raise InputError(
                "a record is drawn or not, and has no ellipse of its own; use group_ellipses for groups of "
                "records, or side='columns' for the categories."
            )
        means, covariances, draw = _of_categories(analysis, analyzed_records(analysis, data), chosen)
    else:
        table = analyzed_table(analysis, data)
        if analysis.no_test and table.whole:
            raise InputError(f"ellipses need the number of counts, and this is {analysis.no_test}.")
        means, covariances, draw = _of_table(analysis, table, side, chosen)
    centers = own.principal[:, chosen]
    if not replicates:
        return Ellipses(own.names.tokens, centers, covariances, level, axes)
    places = _replicates(draw, replicates, Run(seed, threads, progress=progress)) - means + centers
    ellipses = Ellipses(own.names.tokens, centers, _covariances_of(places), level, axes)
    return replace(ellipses, coverage=_coverage(ellipses, places))


def _of_table(
    analysis: Correspondence, table: AnalyzedTable, side: SideName, chosen: Array
) -> tuple[Array, Array, Draw]:
    """f, the covariances, and how to draw: n counts from the cells of the table."""
    matrix: Any
    matrix, own, others, other = table.counts.matrix, table.rows, table.columns, analysis.columns
    if side == "columns":
        matrix, own, others, other = matrix.T, table.columns, table.rows, analysis.rows
    # Of a subset, what was left out lies in the center.
    positions = np.zeros((matrix.shape[1], 2))
    positions[others] = other.standard[:, chosen]
    x, y = positions.T
    sums = np.asarray(matrix.sum(axis=1), np.float64).ravel()
    means = np.asarray(matrix @ positions) / sums[:, None]
    squares = np.asarray(matrix @ np.column_stack([x**2, x * y, y**2])) / sums[:, None]
    products = np.column_stack([means[:, 0] ** 2, means[:, 0] * means[:, 1], means[:, 1] ** 2])
    # Counts that are all in one place do not vary, whatever rounding leaves.
    spread = np.where(squares - products > 1e-13 * squares, squares - products, 0.0)
    spread[:, 1] = (squares - products)[:, 1]
    # Of shares, the analysis knows how many counts they were.
    counted = sums * (analysis.total / table.counts.total)
    covariances = covariance_matrices(*(spread / counted[:, None]).T)

    @cache
    def cells() -> tuple[Array, Array, Array]:
        entries = matrix.tocoo()
        return entries.row, positions[entries.col], entries.data / entries.data.sum(dtype=np.float64)

    def draw(rng: np.random.Generator) -> Array:
        owners, places, chances = cells()
        counts = rng.multinomial(round(analysis.total), chances)
        found = weighted_sums(owners, len(sums), places, counts)
        return _ratios(found, np.bincount(owners, counts, minlength=len(sums)))[own]

    return means[own], covariances[own], draw


def _of_categories(
    analysis: MultipleCorrespondence, records: AnalyzedRecords, chosen: Array
) -> tuple[Array, Array, Draw]:
    """The means of the records of each category, the covariances, and how to draw: records."""
    # The mean of the records' standard coordinates, but for the scale of other versions of inertia.
    scale = analysis.columns.singular_values[chosen] / analysis.rows.singular_values[chosen]
    points = analysis.rows.standard[:, chosen] * scale
    kept, n = len(records.owners), len(points)
    weights = np.ones(n) if records.weights is None else records.weights
    frequencies = records.weights is None or records.frequencies
    found = group_moments(records.codes, records.categories, points, weights, frequencies=frequencies)

    def draw(rng: np.random.Generator) -> Array:
        if frequencies:
            drawn = rng.multinomial(round(weights.sum()), weights / weights.sum()).astype(np.float64)
        else:
            drawn = weights * rng.multinomial(n, np.full(n, 1 / n))
        sums, places = np.zeros(records.categories), np.zeros((records.categories, 2))
        for codes in records.codes:
            sums += np.bincount(codes, drawn, minlength=records.categories)
            places += weighted_sums(codes, records.categories, points, drawn)
        return _ratios(places, sums)[:kept]

    return found.means[:kept], found.covariances[:kept], draw


def _ratios(places: Array, sums: Array) -> Array:
    """NaN for points that were not drawn."""
    return np.divide(places, sums[:, None], out=np.full_like(places, np.nan), where=sums[:, None] > 0)


def _replicates(draw: Draw, replicates: int, run: Run) -> Array:
    """replicates × points × 2; each has a generator of its own, so that threads change nothing."""
    found = []
    for place in in_order(
        lambda replicate: draw(np.random.default_rng([run.seed, replicate])), range(replicates), run.threads
    ):
        found.append(place)
        run.progress("drawing replicates", len(found), replicates, "replicates")
    return np.array(found)


def _covariances_of(places: Array) -> Array:
    """About the means of the replicates that a point is in; 0 for a point in fewer than two."""
    there = ~np.isnan(places[:, :, 0])
    counted = there.sum(axis=0)
    filled = np.where(there[:, :, None], places, 0.0)
    means = filled.sum(axis=0) / np.maximum(counted, 1)[:, None]
    x, y = np.moveaxis(np.where(there[:, :, None], places - means, 0.0), 2, 0)
    products = np.stack([(x**2).sum(axis=0), (x * y).sum(axis=0), (y**2).sum(axis=0)])
    return covariance_matrices(*(products / np.maximum(counted - 1, 1)))


def _coverage(ellipses: Ellipses, places: Array) -> Array:
    """The part of the replicates that a point is in where it lies within its ellipse."""
    there = (~np.isnan(places[:, :, 0])).sum(axis=0)
    within = sum(ellipses.contains(place).astype(np.int64) for place in places)
    return np.asarray(within / np.maximum(there, 1))
