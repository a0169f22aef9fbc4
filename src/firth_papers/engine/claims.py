"""What a paper claims, and whether it holds here: differences of scores in the same resamples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from firth.evaluate import Difference, Sample, paired_difference
from firth.evaluate.grids import number, percent
from firth.evaluate.resampling import DEFAULT
from firth.evaluate.scored_items import Pool, pooled_score

Verdict = Literal["confirmed", "refuted", "not refuted", "undecided", "not run"]

Samples = Sequence[Sample] | None
"""What a score rests on; None for what was not run."""


@dataclass(frozen=True)
class Claim:
    """What the paper says, what was found, and the verdict.

    A claim is undecided where chance explains the difference; a claim to be at least as good is then not
    refuted.
    """

    statement: str
    found: str
    verdict: Verdict

    @property
    def sentence(self) -> str:
        """As Markdown."""
        return f"{self.statement} **{self.verdict.capitalize()}:** {self.found}"


def above(
    statement: str,
    first: str,
    second: str,
    sides: Mapping[str, Samples],
    *,
    pool: Pool = "tests",
    at_least: bool = False,
) -> Claim:
    """The claim that the first scores more than the second; at_least: or as much.

    >>> import numpy as np
    >>> everyone = np.ones(200, dtype=bool)
    >>> better, worse = (Sample("q", np.arange(200) % n > 0, everyone) for n in (4, 2))
    >>> above("A is better.", "A", "B", {"A": [better], "B": [worse]}, pool="items").verdict
    'confirmed'
    """
    ours, theirs = sides[first], sides[second]
    if ours is None or theirs is None:
        absent = [name for name in (first, second) if sides[name] is None]
        return Claim(statement, f"there are no vectors of {' and '.join(absent)}.", "not run")
    shown, found = shown_by(pool), paired_difference(ours, theirs, pool)
    scores = ", ".join(
        f"{name}: {shown(pooled_score(samples, pool))}" for name, samples in ((first, ours), (second, theirs))
    )
    if found is None:
        return Claim(statement, f"{scores}; too few words are known for an interval.", "undecided")
    return Claim(
        statement, f"{scores}; difference {difference(found, pool)}.", verdict_of(found, at_least=at_least)
    )


def best(statement: str, name: str, sides: Mapping[str, Samples], *, pool: Pool = "tests") -> Claim:
    """The claim that one scores more than all others.

    It is refuted by one other that is above it beyond chance, and confirmed if all are below it beyond
    chance; intervals are not corrected for the number of comparisons.
    """
    run = {other: samples for other, samples in sides.items() if samples is not None}
    own = run.get(name)
    if own is None or len(run) < 2:
        return Claim(statement, f"there are no vectors of {name}.", "not run")
    absent = [other for other in sides if other not in run]
    shown = shown_by(pool)
    scores = {other: pooled_score(samples, pool) or 0.0 for other, samples in run.items()}
    rank = 1 + sum(score > scores[name] for score in scores.values())
    found = {other: paired_difference(own, samples, pool) for other, samples in run.items() if other != name}
    verdicts = {other: verdict_of(one) for other, one in found.items() if one is not None}
    below, over = ([o for o, v in verdicts.items() if v == wanted] for wanted in ("confirmed", "refuted"))
    rival = max(found, key=lambda other: scores[other])
    told = difference(found[rival], pool)
    text = (
        f"{name} is number {rank} of {len(run)} with {shown(scores[name])}; the best other is {rival} with "
        f"{shown(scores[rival])}: {told}. Beyond chance below {name}: {len(below)}; above it: "
        f"{', '.join(over) or 'none'}.{' Not run: ' + ', '.join(absent) + '.' if absent else ''}"
    )
    confirmed = len(below) == len(found)
    return Claim(statement, text, "refuted" if over else "confirmed" if confirmed else "undecided")


def verdict_of(found: Difference, *, at_least: bool = False) -> Verdict:
    """By whether a difference is beyond chance (p < 0.05), and its sign."""
    if found.p < 1 - DEFAULT.level:
        return "confirmed" if found.value > 0 else "refuted"
    return "not refuted" if at_least else "undecided"


def difference(found: Difference | None, pool: Pool = "tests") -> str:
    """A difference with its interval and p-value, in per cent where questions are pooled.

    >>> from firth.evaluate import Interval
    >>> difference(Difference(0.0121, Interval(-0.0004, 0.02), 0.058))
    '+0.012 [−0.000, +0.020], p = 0.058'
    """
    if found is None:
        return "no interval"
    scale, form = (100, "+.1f") if pool == "items" else (1, "+.3f")
    value, low, high = (format(scale * one, form).replace("-", "−") for one in (found.value, *found.interval))
    return f"{value} [{low}, {high}], p = {found.p:.2g}"


def shown_by(pool: Pool) -> Callable[[float | None], str]:
    """Means of Spearman's ρ with three decimals, shares of questions as per cent."""
    return percent if pool == "items" else number
