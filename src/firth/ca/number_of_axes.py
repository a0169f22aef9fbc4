"""How many axes of an analysis are worth reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from firth.ca.analyzed import AnalyzedRecords, AnalyzedTable, analyzed_records, analyzed_table
from firth.ca.axis_advice import AxisAdvice, ChanceComparison
from firth.ca.chance import DENSE_CELLS, ChanceInertias, axes_of_records, chance_records, chance_tables
from firth.ca.correspondence import Correspondence
from firth.ca.malinvaud import MalinvaudTest, malinvaud
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.nonlinear import NonlinearCorrespondence
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, Run, silent

REPLICATES, LARGE_REPLICATES = 99, 19
"""For tables that fit into an array and all records; and for larger tables, where 19 are the fewest that can
give p = .05."""

AXES, LARGE_AXES = 10, 5
"""Axes compared with chance unless a number is given."""


def number_of_axes(
    analysis: Correspondence,
    data: Any,
    *,
    axes: int | None = None,
    replicates: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> AxisAdvice:
    """Recommend how many axes to read: those beyond chance that explain more than an average axis.

    Parameters
    ----------
    analysis : Correspondence or MultipleCorrespondence
    data : Counts, frame, array or sparse matrix
        The table, or the records, that were analyzed.
    axes : int, optional
        How many axes to compare with chance; 10 unless given, 5 of large tables, and no more than the
        analysis kept.
    replicates : int, optional
        How many tables without association to compare with; 99 unless given, 19 for large tables, and 0 for
        none.
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. Results do not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    AxisAdvice

    See Also
    --------
    firth.ca.malinvaud : The test alone.

    Notes
    -----
    Tables of counts are compared with random tables of the same margins: `scipy.stats.random_table` up to
    250,000 cells; larger ones are sparse, and dealt count by count, which takes about 2 seconds a table of 10
    million counts in 20,000 × 115,000 cells. Records are compared with records of which each variable was
    permuted by itself; weights that are whole numbers count records, others stay with their records. Of
    records only axes with λ > 1/Q are compared [Greenacre2017].

    The k-th axis is held against the first axis of those tables outside the first k − 1 axes of the analysis:
    what chance would add to them. Against the k-th axis of those tables, as in parallel analysis, two real
    axes are followed by a third one by mistake in about half of the cases, since chance then has to be shown
    three times; that comparison is given too. Malinvaud's test [Malinvaud1987] (`malinvaud`) and the broken
    stick [Jackson1993] are reported beside it. Where the table is so large that small axes are beyond chance
    too, those are recommended that explain more than an average axis, or the first two, which make a map.

    Cells that are no whole numbers are not compared with chance.

    Examples
    --------
    >>> import textwrap
    >>> from firth.ca import correspondence
    >>> table = np.array([[24, 11, 8], [9, 25, 12], [10, 9, 13], [11, 10, 9]])
    >>> advice = number_of_axes(correspondence(table), table)
    >>> advice.recommended, advice.chance.p_values.tolist()
    (1, [0.04, 0.11])
    >>> for line in textwrap.wrap(advice.reason, 80):
    ...     print(line)
    1 axis: the second explains 23.1 %, and 11 % of tables without any association
    beyond the first axis have one as large by chance.
    """
    run = Run(seed, threads, progress=progress)
    if replicates is not None and replicates < 0:
        raise InputError(f"replicates is {replicates}; give 0 or more.")
    if axes is not None and axes < 1:
        raise InputError(f"axes is {axes}; give 1 or more.")
    if isinstance(analysis, NonlinearCorrespondence):
        raise InputError(
            "the number of axes of a non-linear correspondence analysis cannot be compared with chance; "
            "analyze the table with correspondence."
        )
    if isinstance(analysis, MultipleCorrespondence):
        wanted = REPLICATES if replicates is None else replicates
        return _of_records(analysis, analyzed_records(analysis, data), axes or AXES, wanted, run)
    return _of_table(analysis, analyzed_table(analysis, data), axes, replicates, run)


def broken_stick(pieces: int) -> Array:
    """Expected lengths, longest first, of a stick of length 1 broken at random into pieces.

    b_k = 1/K Σ_{j=k}^{K} 1/j; an axis with a larger share says more than chance [Jackson1993].

    Parameters
    ----------
    pieces : int
        K, the number of pieces.

    Returns
    -------
    array of shape (pieces,)

    Examples
    --------
    >>> broken_stick(3).round(3).tolist()
    [0.611, 0.278, 0.111]
    """
    if pieces < 1:
        raise InputError(f"pieces is {pieces}; a stick has at least 1 piece.")
    return np.asarray(np.cumsum(1 / np.arange(pieces, 0, -1))[::-1] / pieces)


def _of_table(
    analysis: Correspondence, table: AnalyzedTable, axes: int | None, replicates: int | None, run: Run
) -> AxisAdvice:
    m, p = table.counts.matrix.shape
    large = m * p > DENSE_CELLS
    inertias = analysis.inertias[: axes or (LARGE_AXES if large else AXES)]
    possible = min(m, p) - 1 if table.whole else min(len(table.rows), len(table.columns))
    test = None if analysis.no_test else malinvaud(analysis)

    def as_shares(values: Array) -> Array:
        return np.asarray(values / analysis.total_inertia)

    known = _advice("tables", inertias, as_shares(inertias), possible, 1.0, test)
    if replicates is None:
        replicates = LARGE_REPLICATES if large else REPLICATES
    counted = not np.any(table.counts.matrix.data % 1) and not (analysis.no_test and table.whole)
    if not replicates or not counted:
        return known
    left, right = (
        side.standard[:, : len(inertias)] * np.sqrt(side.masses)[:, None]
        for side in (analysis.rows, analysis.columns)
    )
    return _beside(known, chance_tables(table, left, right, replicates, run), as_shares)


def _of_records(
    analysis: MultipleCorrespondence, records: AnalyzedRecords, axes: int, replicates: int, run: Run
) -> AxisAdvice:
    """Of the axes above 1/Q; the stick is the sum of their adjusted inertias."""
    q, columns = analysis.variables, analysis.columns
    found = axes_of_records(records)
    if found is None:
        vectors, _ = np.linalg.qr(columns.standard * np.sqrt(columns.masses)[:, None])
        found = analysis.indicator_values**2, vectors
    inertias, vectors = found
    total = analysis.adjusted_total

    def as_shares(values: Array) -> Array:
        return np.asarray((q / (q - 1) * np.maximum(values - 1 / q, 0.0)) ** 2 / total)

    above = int((inertias > 1 / q + 1e-12).sum())
    shares = as_shares(inertias[:above])
    # With excluded categories, the adjusted inertias are those of a table of their own.
    own = (analysis.adjusted_inertias / total)[:above]
    shares[: len(own)] = own
    shown = min(axes, above, vectors.shape[1])
    known = _advice("records", inertias[:shown], shares[:shown], above, float(shares.sum()))
    if not replicates or not shown:
        return known
    drawn = chance_records(records, inertias[:shown], vectors[:, :shown], replicates, run)
    return _beside(known, drawn, as_shares)


def _advice(
    kind: str, inertias: Array, shares: Array, possible: int, stick: float, test: MalinvaudTest | None = None
) -> AxisAdvice:
    """Advice without a comparison with chance. stick: the part of the total that is broken."""
    broken = np.zeros(len(shares))
    if possible:
        broken[:possible] = stick * broken_stick(possible)[: len(shares)]
    return AxisAdvice(kind, inertias, shares, None, None, broken, stick / max(possible, 1), test, 0, possible)


def _beside(known: AxisAdvice, drawn: ChanceInertias, as_shares: Callable[[Array], Array]) -> AxisAdvice:
    """The same beside what chance gave."""

    def compared(found: Array) -> ChanceComparison:
        # Tables of few counts repeat the observed one, but for rounding.
        reached = (found >= known.inertias * (1 - 1e-9)).sum(axis=0)
        limits = np.asarray(np.quantile(found, 0.95, axis=0))
        p_values = (1 + reached) / (1 + len(found))
        return ChanceComparison(np.asarray(found.mean(axis=0)), limits, as_shares(limits), p_values)

    return replace(
        known, chance=compared(drawn.beyond), ranked=compared(drawn.ranked), replicates=len(drawn.beyond)
    )
