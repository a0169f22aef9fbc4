"""How many axes of an analysis are worth reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.ca.analyzed import AnalyzedRecords, AnalyzedTable, analyzed_records, analyzed_table
from firth.ca.chance import DENSE_CELLS, ChanceInertias, axes_of_records, chance_records, chance_tables
from firth.ca.correspondence import Correspondence
from firth.ca.malinvaud import MalinvaudTest, malinvaud
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.nonlinear import NonlinearCorrespondence
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, Run, silent

if TYPE_CHECKING:
    import polars as pl

SIGNIFICANCE = 0.05

REPLICATES, LARGE_REPLICATES = 99, 19
"""For tables that fit into an array and all records; and for larger tables, where 19 are the fewest that can
give p = .05."""

AXES, LARGE_AXES = 10, 5
"""Axes compared with chance unless a number is given."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, eq=False)
class ChanceComparison:
    """Axes beside those of data without association; one entry for each axis.

    Attributes
    ----------
    means, limits : array
        The mean and the 95 % quantile of the inertia that chance gives.
    limit_shares : array
        The limits in the same parts as the shares of the axes.
    p_values : array
        (1 + replicates of at least λ_k)/(1 + replicates).
    """

    means: Array
    limits: Array
    limit_shares: Array
    p_values: Array


@dataclass(frozen=True, eq=False)
class AxisAdvice:
    """How many axes to read, why, and what the criteria say about each axis.

    Attributes
    ----------
    recommended : int
        At least 1.
    reason : str
        A sentence or two.
    inertias, shares : array of shape (axes,)
        λ of the axes compared, and their parts of the total; of a multiple correspondence analysis, parts of
        Greenacre's total after the adjustment.
    chance : ChanceComparison or None
        Each axis beside what chance adds to the k − 1 before it: the first inertia of data without
        association outside the first k − 1 axes of the analysis. None where nothing was drawn.
    ranked : ChanceComparison or None
        Each axis beside the k-th inertia of data without association (parallel analysis), which finds too
        many axes once the first is real.
    broken_stick : array of shape (axes,)
        Shares of a stick broken at random, in the same parts as `shares`.
    average : float
        The share of an average axis.
    malinvaud : MalinvaudTest or None
        Of counts.
    replicates : int
        Tables without association that were drawn; 0 for none.
    possible : int
        How many axes there are.
    """

    recommended: int
    reason: str
    inertias: Array
    shares: Array
    chance: ChanceComparison | None
    ranked: ChanceComparison | None
    broken_stick: Array
    average: float
    malinvaud: MalinvaudTest | None
    replicates: int
    possible: int

    @property
    def beyond_chance(self) -> int | None:
        """Leading axes with p ≤ .05, or None without replicates."""
        return None if self.chance is None else _leading(self.chance.p_values <= SIGNIFICANCE)

    @property
    def beyond_broken_stick(self) -> int:
        """Leading axes with at least the share that the broken stick gives them."""
        return _leading(self.shares >= self.broken_stick * (1 - 1e-9))

    @property
    def beyond_malinvaud(self) -> int | None:
        """Axes after which Malinvaud's test finds no more association, or None where it does not apply."""
        return None if self.malinvaud is None else self.malinvaud.axes(SIGNIFICANCE)

    def __str__(self) -> str:
        """The reason."""
        return self.reason

    def to_polars(self) -> pl.DataFrame:
        """A row for each axis compared; Malinvaud's test is of what is left before the axis is taken."""
        import polars as pl

        columns: dict[str, Any] = {
            "axis": np.arange(1, len(self.inertias) + 1),
            "inertia": self.inertias,
            "share": self.shares,
        }
        for name, comparison in (("chance", self.chance), ("ranked", self.ranked)):
            if comparison is not None:
                columns[f"{name}_mean"] = comparison.means
                columns[f"{name}_95"] = comparison.limits
                columns[f"{name}_95_share"] = comparison.limit_shares
                columns[f"{name}_p_value"] = comparison.p_values
        columns["broken_stick"] = self.broken_stick
        if self.malinvaud is not None:
            columns["malinvaud_chi_square"] = self.malinvaud.chi_squares[: len(self.inertias)]
            columns["malinvaud_df"] = self.malinvaud.degrees_of_freedom[: len(self.inertias)]
            columns["malinvaud_p_value"] = self.malinvaud.p_values[: len(self.inertias)]
        return pl.DataFrame(columns)


@dataclass(frozen=True, eq=False)
class _Axes:
    """What is known of the axes before chance is asked.

    kind: of data. pieces, stick: into how many pieces which part of the total is broken.
    """

    kind: str
    inertias: Array
    shares: Array
    pieces: int
    stick: float
    as_shares: Callable[[Array], Array]
    malinvaud: MalinvaudTest | None = None

    @property
    def broken(self) -> Array:
        lengths = np.zeros(len(self.shares))
        if self.pieces:
            lengths[: self.pieces] = self.stick * broken_stick(self.pieces)[: len(lengths)]
        return lengths

    @property
    def average(self) -> float:
        return self.stick / max(self.pieces, 1)


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
    1 axis: the second explains 23.1 %, an inertia that tables without any
    association beyond the first axis reach in 11 % of the cases.
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

    known = _Axes("tables", inertias, as_shares(inertias), possible, 1.0, as_shares, test)
    if replicates is None:
        replicates = LARGE_REPLICATES if large else REPLICATES
    counted = not np.any(table.counts.matrix.data % 1) and not (analysis.no_test and table.whole)
    if not replicates or not counted:
        return _advice(known, None)
    left, right = (
        side.standard[:, : len(inertias)] * np.sqrt(side.masses)[:, None]
        for side in (analysis.rows, analysis.columns)
    )
    return _advice(known, chance_tables(table, left, right, replicates, run))


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
    known = _Axes("records", inertias[:shown], shares[:shown], above, float(shares.sum()), as_shares)
    if not replicates or not shown:
        return _advice(known, None)
    return _advice(known, chance_records(records, inertias[:shown], vectors[:, :shown], replicates, run))


def _advice(known: _Axes, drawn: ChanceInertias | None) -> AxisAdvice:
    chance = ranked = None
    if drawn is not None:
        chance, ranked = _compared(known, drawn.beyond), _compared(known, drawn.ranked)
    recommended, reason = _recommendation(known, None if chance is None else chance.p_values)
    return AxisAdvice(
        recommended, reason, known.inertias, known.shares, chance, ranked, known.broken, known.average,
        known.malinvaud, 0 if drawn is None else len(drawn.beyond), known.pieces,
    )  # fmt: skip


def _compared(known: _Axes, drawn: Array) -> ChanceComparison:
    # Tables of few counts repeat the observed one, but for rounding.
    reached = (drawn >= known.inertias * (1 - 1e-9)).sum(axis=0)
    limits = np.asarray(np.quantile(drawn, 0.95, axis=0))
    return ChanceComparison(
        np.asarray(drawn.mean(axis=0)), limits, known.as_shares(limits), (1 + reached) / (1 + len(drawn))
    )


def _recommendation(known: _Axes, p_values: Array | None) -> tuple[int, str]:
    """Axes beyond chance that explain more than an average one, or the first two; at least 1; and why."""
    shares = known.shares
    if not len(shares):
        return 1, "1 axis, for display only: no axis has an inertia above 1/Q, the mean of all of them."
    above = max(_leading(shares > known.average * (1 + 1e-9)), 1)
    average = f"an average axis {_percent(known.average)}"
    if p_values is None:
        return above, (
            f"{_axes(above)}: the {_ordinal(above)} explains {_percent(shares[above - 1])}, and {average}; "
            f"nothing was compared with chance.{_others(known, above)}"
        )
    beyond = _leading(p_values <= SIGNIFICANCE)
    others = _others(known, beyond)
    # Two axes beyond chance make a map, however small the second is.
    above = max(above, min(beyond, 2))
    if above < beyond:
        return above, f"{_axes(above)}: {_too_small(known, above, beyond)}, and {average}.{others}"
    if beyond < len(shares):
        few = _axes(beyond) if beyond else "1 axis, though none is beyond chance"
        return max(beyond, 1), (
            f"{few}: the {_ordinal(beyond + 1)} explains {_percent(shares[beyond])}, an inertia that "
            f"{known.kind} without any association{_after(beyond)} reach in "
            f"{_percent(p_values[beyond], 0)} of the cases.{others}"
        )
    if len(shares) == known.pieces:
        return beyond, f"{_axes(beyond)}: all there are, and beyond chance.{others}"
    return beyond, (
        f"{_axes(beyond)}: all that were compared are beyond chance, the {_ordinal(beyond)} with "
        f"{_percent(shares[-1])}; there may be more.{others}"
    )


def _too_small(known: _Axes, above: int, beyond: int) -> str:
    """The axes after those above the average, up to the last beyond chance."""
    first, last, share = _ordinal(above + 1), _ordinal(beyond), _percent(known.shares[above])
    if beyond == above + 1:
        return f"the {first} is beyond chance too, but explains only {share}"
    joined = "and" if beyond == above + 2 else "to"
    return f"the {first} {joined} {last} are beyond chance too, but the {first} explains only {share}"


def _after(axes: int) -> str:
    if axes < 2:
        return " beyond the first axis" if axes else ""
    return f" beyond the first {axes if axes > len(NUMBERS) else NUMBERS[axes - 1]}"


def _others(known: _Axes, beyond: int) -> str:
    """What the other criteria say, where they say something else."""
    said = []
    test = known.malinvaud
    if test is not None and test.expected_count >= 5 and test.axes(SIGNIFICANCE) != beyond:
        said.append(f"Malinvaud's test keeps {test.axes(SIGNIFICANCE)}")
    stick = _leading(known.shares >= known.broken * (1 - 1e-9))
    if stick != beyond:
        said.append(f"the broken stick keeps {stick}")
    return f" {_capital(' and '.join(said))}." if said else ""


def _leading(passed: Array) -> int:
    failed = np.flatnonzero(~passed)
    return int(failed[0]) if len(failed) else len(passed)


def _axes(count: int) -> str:
    return f"{count} ax{'is' if count == 1 else 'es'}"


def _ordinal(number: int) -> str:
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
