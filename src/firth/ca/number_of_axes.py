"""How many axes of an analysis are worth reading."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    chance_means, chance_limits : array of shape (axes,)
        What chance adds as the next axis to the k − 1 before it: the mean and the 95 % quantile of the first
        inertia of tables without association, outside the first k − 1 axes of the analysis.
    p_values : array of shape (axes,)
        (1 + replicates of at least λ_k)/(1 + replicates) in that comparison.
    ranked_means, ranked_limits, ranked_p_values : array of shape (axes,)
        The same for the k-th inertia of each table without association (parallel analysis). It finds too many
        axes once the first is real.
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
    chance_means: Array
    chance_limits: Array
    p_values: Array
    ranked_means: Array
    ranked_limits: Array
    ranked_p_values: Array
    broken_stick: Array
    average: float
    malinvaud: MalinvaudTest | None
    replicates: int
    possible: int

    @property
    def beyond_chance(self) -> int | None:
        """Leading axes with p ≤ .05, or None without replicates."""
        return _leading(self.p_values <= SIGNIFICANCE) if self.replicates else None

    @property
    def beyond_broken_stick(self) -> int:
        """Leading axes with a larger share than the broken stick."""
        return _leading(self.shares > self.broken_stick)

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
            "chance_mean": self.chance_means,
            "chance_95": self.chance_limits,
            "p_value": self.p_values,
            "ranked_mean": self.ranked_means,
            "ranked_95": self.ranked_limits,
            "ranked_p_value": self.ranked_p_values,
            "broken_stick": self.broken_stick,
        }
        if self.malinvaud is not None:
            columns["malinvaud_chi_square"] = self.malinvaud.chi_squares[: len(self.inertias)]
            columns["malinvaud_df"] = self.malinvaud.degrees_of_freedom[: len(self.inertias)]
            columns["malinvaud_p_value"] = self.malinvaud.p_values[: len(self.inertias)]
        return pl.DataFrame(columns, nan_to_null=True)


@dataclass(frozen=True, eq=False)
class _Axes:
    """What is known of the axes before chance is asked; `stick` is the part of the total that is broken."""

    inertias: Array
    shares: Array
    pieces: int
    stick: float
    possible: int
    malinvaud: MalinvaudTest | None = field(default=None)

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
    """Recommend how many axes to read: those that chance does not explain, if they say more than an average axis.

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
    too, only those are recommended that explain more than an average axis.

    Cells that are no whole numbers are not compared with chance.

    Examples
    --------
    >>> from firth.ca import correspondence
    >>> eyes_hair = np.array([[326, 38, 241, 3], [688, 116, 584, 4], [343, 84, 909, 26], [98, 48, 403, 85]])
    >>> advice = number_of_axes(correspondence(eyes_hair), eyes_hair)
    >>> advice.recommended, advice.p_values.tolist()
    (1, [0.01, 0.01, 0.81])
    >>> print(advice.reason)
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
    known = _Axes(inertias, inertias / analysis.total_inertia, possible, 1.0, possible, test)
    if replicates is None:
        replicates = LARGE_REPLICATES if large else REPLICATES
    if not replicates or not _are_counts(table):
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
    adjusted = analysis.adjusted_inertias
    above = int((inertias > 1 / q + 1e-12).sum())
    shown = min(axes, above, len(adjusted), vectors.shape[1])
    if len(adjusted) < above:
        # Only the first axes were kept; what the others explain, the Burt table tells.
        rest = (q / (q - 1) * (inertias[len(adjusted) : above] - 1 / q)) ** 2
        adjusted = np.concatenate([adjusted, rest])
    total = analysis.adjusted_total
    known = _Axes(
        inertias[:shown], adjusted[:shown] / total, len(adjusted), float(adjusted.sum()) / total, len(adjusted)
    )
    if not replicates or not shown:
        return _advice(known, None)
    return _advice(known, chance_records(records, inertias[:shown], vectors[:, :shown], replicates, run))


def _are_counts(table: AnalyzedTable) -> bool:
    return not np.any(table.counts.matrix.data % 1)


def _advice(known: _Axes, chance: ChanceInertias | None) -> AxisAdvice:
    inertias = known.inertias
    nothing = np.full(len(inertias), np.nan)
    of_chance = [nothing] * 6
    if chance is not None:
        of_chance = [*_compared(inertias, chance.beyond), *_compared(inertias, chance.ranked)]
    replicates = 0 if chance is None else len(chance.beyond)
    recommended, reason = _recommendation(known, of_chance[2] if replicates else None)
    return AxisAdvice(
        recommended, reason, inertias, known.shares, *of_chance, known.broken, known.average,
        known.malinvaud, replicates, known.possible,
    )  # fmt: skip


def _compared(inertias: Array, chance: Array) -> tuple[Array, Array, Array]:
    """The mean and the 95 % quantile of chance for each axis, and the p-values."""
    chance = chance[:, : len(inertias)]
    # Tables of few counts repeat the observed one, but for rounding.
    reached = (chance >= inertias * (1 - 1e-9)).sum(axis=0)
    return (
        np.asarray(chance.mean(axis=0)),
        np.asarray(np.quantile(chance, 0.95, axis=0)),
        np.asarray((1 + reached) / (1 + len(chance))),
    )


def _recommendation(known: _Axes, p_values: Array | None) -> tuple[int, str]:
    """Axes beyond chance that explain more than an average one, at least 1; and why."""
    shares, count = known.shares, len(known.shares)
    above = max(_leading(shares > known.average * (1 + 1e-9)), 1)
    if not count:
        return 1, "1 axis, for display only: no axis has an inertia above 1/Q, the mean of all of them."
    if p_values is None:
        why = f"the {_ordinal(above)} explains {_percent(shares[above - 1])}, and an average axis {_percent(known.average)}"
        return above, f"{_axes(above)}: {why}; nothing was compared with chance.{_others(known, above)}"
    beyond = _leading(p_values <= SIGNIFICANCE)
    if beyond == 0:
        return 1, (
            f"1 axis, for display only: even the first explains no more than chance. It has {_percent(shares[0])}, "
            f"which tables without any association reach in {_percent(p_values[0], 0)} of the cases."
            f"{_others(known, 0)}"
        )
    if above < beyond:
        rest = _ordinal(above + 1) if beyond == above + 1 else f"{_ordinal(above + 1)} to {_ordinal(beyond)}"
        return above, (
            f"{_axes(above)}: the {rest} {'is' if beyond == above + 1 else 'are'} beyond chance too, but "
            f"explain{'s' if beyond == above + 1 else ''} less than an average axis ({_percent(shares[above])} "
            f"against {_percent(known.average)}).{_others(known, beyond)}"
        )
    if beyond < count:
        after = {0: "", 1: " after the first axis"}.get(beyond, f" after the first {beyond} axes")
        return beyond, (
            f"{_axes(beyond)}: the {_ordinal(beyond + 1)} explains {_percent(shares[beyond])}, which tables "
            f"without any association{after} reach in {_percent(p_values[beyond], 0)} of the cases."
            f"{_others(known, beyond)}"
        )
    if count == known.possible:
        return (
            beyond,
            f"{_axes(beyond)}: all there are, and each explains more than chance.{_others(known, beyond)}",
        )
    return beyond, (
        f"{_axes(beyond)}: all that were compared explain more than chance, and there may be more; the "
        f"{_ordinal(beyond)} explains {_percent(shares[beyond - 1])}.{_others(known, beyond)}"
    )


def _others(known: _Axes, beyond: int) -> str:
    """What the other criteria say, where they say something else."""
    said = []
    test = known.malinvaud
    if test is not None and test.expected_count >= 5 and test.axes(SIGNIFICANCE) != beyond:
        said.append(f"Malinvaud's test keeps {test.axes(SIGNIFICANCE)}")
    stick = _leading(known.shares > known.broken)
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
