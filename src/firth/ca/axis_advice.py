"""Advice on how many axes to read: what each criterion says of them, and a recommendation with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.ca.malinvaud import MalinvaudTest
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl

SIGNIFICANCE = 0.05

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

_DRAWN = {"tables": "tables", "records": "sets of records"}
"""What is drawn to compare axes with, by the kind of the advice."""

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
    kind : str
        What was compared: "tables" or "records".
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

    kind: str
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
    def recommended(self) -> int:
        """Axes beyond chance that explain more than an average one, or the first two; at least 1."""
        return self._recommendation[0]

    @property
    def reason(self) -> str:
        """Why so many are recommended, and what other criteria say."""
        return self._recommendation[1]

    @cached_property
    def _recommendation(self) -> tuple[int, str]:
        return _recommendation(self)

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


def _recommendation(advice: AxisAdvice) -> tuple[int, str]:
    """Axes beyond chance that explain more than an average one, or the first two; at least 1; and why."""
    shares = advice.shares
    if not len(shares):
        return 1, "1 axis, for display only: no axis has an inertia above 1/Q, the mean of all of them."
    above = max(_leading(shares > advice.average * (1 + 1e-9)), 1)
    average = f"an average axis {_percent(advice.average)}"
    beyond = advice.beyond_chance
    if advice.chance is None or beyond is None:
        return above, (
            f"{_axes(above)}: the {_ordinal(above)} explains {_percent(shares[above - 1])}, and {average}; "
            f"nothing was compared with chance.{_others(advice, above)}"
        )
    others = _others(advice, beyond)
    # Two axes beyond chance make a map, however small the second is.
    above = max(above, min(beyond, 2))
    if above < beyond:
        return above, f"{_axes(above)}: {_too_small(advice, above, beyond)}, and {average}.{others}"
    if beyond < len(shares):
        few = _axes(beyond) if beyond else "1 axis, though none is beyond chance"
        return max(beyond, 1), (
            f"{few}: the {_ordinal(beyond + 1)} explains {_percent(shares[beyond])}, and "
            f"{_percent(advice.chance.p_values[beyond], 0)} of {_DRAWN[advice.kind]} without any "
            f"association{_after(beyond)} have one as large by chance.{others}"
        )
    if len(shares) == advice.possible:
        return beyond, f"{_axes(beyond)}: all there are, and beyond chance.{others}"
    return beyond, (
        f"{_axes(beyond)}: all that were compared are beyond chance, the {_ordinal(beyond)} with "
        f"{_percent(shares[-1])}; there may be more.{others}"
    )


def _too_small(advice: AxisAdvice, above: int, beyond: int) -> str:
    """The axes after those above the average, up to the last beyond chance."""
    first, last, share = _ordinal(above + 1), _ordinal(beyond), _percent(advice.shares[above])
    if beyond == above + 1:
        return f"the {first} is beyond chance too, but explains only {share}"
    joined = "and" if beyond == above + 2 else "to"
    return f"the {first} {joined} {last} are beyond chance too, but the {first} explains only {share}"


def _after(axes: int) -> str:
    if axes < 2:
        return " beyond the first axis" if axes else ""
    return f" beyond the first {axes if axes > len(NUMBERS) else NUMBERS[axes - 1]}"


def _others(advice: AxisAdvice, beyond: int) -> str:
    """What the other criteria say, where they say something else."""
    said = []
    test = advice.malinvaud
    if test is not None and test.expected_count >= 5 and advice.beyond_malinvaud != beyond:
        said.append(f"Malinvaud's test keeps {advice.beyond_malinvaud}")
    if advice.beyond_broken_stick != beyond:
        said.append(f"the broken stick keeps {advice.beyond_broken_stick}")
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
