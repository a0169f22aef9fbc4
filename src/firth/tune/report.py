"""What a search found: which configuration, chosen on what, and how it does on other pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import groupby
from typing import Any

from firth.evaluate import Difference
from firth.evaluate.grids import NONE, Cell, Grid, number, span
from firth.evaluate.similarity import FEWEST_PAIRS
from firth.tune.configuration import Configuration, short
from firth.tune.search import Trial
from firth.tune.verdict import Row, Score, Verdict

_CHANCE = 0.05


@dataclass(frozen=True)
class Share:
    """How many pairs of a set are on each side, and how many of those have both words in the text."""

    name: str
    pairs: int
    development: int
    development_known: int
    held_out: int
    held_out_known: int


def all_sets(shares: Sequence[Share]) -> Share:
    """Their sum; a pair that several sets have counts in each."""
    return Share("all", *map(sum, zip(*(astuple(share)[1:] for share in shares), strict=True)))


@dataclass(frozen=True, eq=False)
class Tuned:
    """The outcome of `firth.tune.tune`.

    trials: with their development scores, the best first. refused: configurations that could not be made.
    default_development: the mean of the default on the development pairs. command: makes the chosen
    vectors. looks: how many choices have been scored on the held-out pairs, this one included.
    """

    chosen: Configuration
    trials: tuple[Trial, ...]
    refused: tuple[Trial, ...]
    default_development: float | None
    verdict: Verdict
    shares: tuple[Share, ...]
    command: str
    looks: int
    settings: Mapping[str, Any]

    def conclusion(self) -> dict[str, Any]:
        """What results.json has besides the trials, as plain values."""
        default = self.verdict.default
        return {
            "chosen": self.chosen.as_dict(),
            "default": default and default.as_dict(),
            "development": {"chosen": self.trials[0].development, "default": self.default_development},
            "held_out": [row.as_dict() for row in self.verdict.rows],
            "pairs": [asdict(share) for share in self.shares],
            "command": self.command,
            "notes": self.notes,
        }

    @property
    def notes(self) -> list[str]:
        """Sentences to read beside the numbers."""
        notes = [_what_was_done(self), _how_split(self)]
        sides = (
            ("development", self.trials[0].scores),
            ("held-out", [row.name for row in self.verdict.rows]),
        )
        for side, sets in sides:
            absent = [share.name for share in self.shares if share.name not in sets]
            if absent:
                few = f"with fewer than {FEWEST_PAIRS} known pairs of different scores"
                notes.append(f"No part in the {side} mean, {few}: {', '.join(absent)}.")
        if self.verdict.without:
            notes.append(self.verdict.without)
        if self.looks > 1:
            notes.append(
                f"The held-out pairs of this folder have now been scored for {self.looks} choices; the more "
                "choices follow from looking at them, the less they are unseen."
            )
        return notes

    @property
    def difference(self) -> str:
        """A sentence: how much better than the default, on either side; empty where there is no default."""
        default, mean = self.verdict.default, self.verdict.mean
        if default is None or mean.default is None:
            return ""
        told = (
            f"Default: {default.name}. On development pairs the chosen one has "
            f"{number(self.trials[0].development)} and the default {number(self.default_development)}; on "
            f"held-out pairs {number(mean.chosen.spearman)} and {number(mean.default.spearman)}"
        )
        if mean.difference is None:
            return f"{told}."
        value, (low, high), p = mean.difference
        meaning = "which chance explains"
        if p < _CHANCE:
            meaning = "better beyond chance" if value > 0 else "worse beyond chance: keep the default"
        return f"{told}, a difference of {value:+.3f} [{low:+.3f}, {high:+.3f}], p = {p:.2g}, {meaning}."

    def development_grid(self, most: int | None = None) -> Grid:
        """The configurations, the best on the development pairs first."""
        shown = self.trials[:most]
        texts = [_cells(trial.configuration) for trial in shown]
        used = [head for head in texts[0] if any(row[head] for row in texts)]
        rows = [
            [*(Cell(row[head]) for head in used), Cell(number(trial.development), bold=place == 0)]
            for place, (trial, row) in enumerate(zip(shown, texts, strict=True))
        ]
        title = "development pairs"
        if len(shown) < len(self.trials):
            title += f", the best {len(shown)} of {len(self.trials):,}"
        return Grid(title, (*used, "mean Spearman"), rows)

    def held_out_grid(self) -> Grid:
        """The chosen configuration on the held-out pairs, and the default beside it."""
        heads = ("set", "pairs", "chosen", *(("default", "difference") if self.verdict.default else ()))
        rows = [[Cell(text) for text in _held_out_cells(row)[: len(heads)]] for row in self.verdict.rows]
        return Grid("held-out pairs, Spearman", heads, rows, frozenset([len(rows) - 1]))

    def share_grid(self) -> Grid:
        """How the pairs of each set were split."""
        heads = ("set", "pairs", "development", "of them known", "held out", "of them known")
        shares = map(astuple, (*self.shares, all_sets(self.shares)))
        rows = [[Cell(name), *(Cell(f"{count:,}") for count in counts)] for name, *counts in shares]
        return Grid("pairs on each side", heads, rows, frozenset([len(rows) - 1]))


def as_markdown(tuned: Tuned) -> str:
    """The report: the choice, its held-out scores, every trial, the split, and what could not be made."""
    parts = [
        "# Tuning",
        "\n\n".join(tuned.notes),
        "## Chosen",
        tuned.chosen.name,
        f"```console\n$ {tuned.command}\n```",
        tuned.difference,
        tuned.held_out_grid().markdown(),
        "Brackets: 95 % intervals by the bootstrap over pairs; differences on the same resamples.",
        "## Tried",
        tuned.development_grid().markdown(),
        "The first of these scores is the largest of many, and flatters: read the held-out scores above.",
        *_about_refused(tuned.refused),
        "## Pairs",
        tuned.share_grid().markdown(),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _what_was_done(tuned: Tuned) -> str:
    return (
        f"Chosen among {len(tuned.trials):,} configurations by the mean Spearman over "
        f"{', '.join(tuned.trials[0].scores)}, on development pairs alone; after that the chosen one and the "
        "default, and no other, were scored on held-out pairs."
    )


def _how_split(tuned: Tuned) -> str:
    by, seed = tuned.settings["split"], tuned.settings["seed"]
    total = all_sets(tuned.shares)
    first, second = (f"{count / total.pairs:.0%}" for count in (total.development, total.held_out))
    told = f"{first} of {total.pairs:,} pairs are for development and {second} held out"
    if by == "words":
        return f"{told} (seed {seed}); no word is on both sides, and pairs with a word of each are left out."
    return f"{told} (seed {seed}); no pair is on both sides, but a word may be, in different pairs."


def _cells(configuration: Configuration) -> dict[str, str]:
    return {
        "recipe": configuration.recipe,
        "options": ", ".join(f"{name} {value}" for name, value in configuration.options),
        "window": str(configuration.window),
        "weights": configuration.weights,
        "exponent": short(configuration.exponent),
        "dim": str(configuration.dim),
        "then": ", ".join(configuration.steps),
    }


def _held_out_cells(row: Row) -> list[str]:
    return [row.name, f"{row.pairs:,}", _score(row.chosen), _score(row.default), _difference(row.difference)]


def _score(score: Score | None) -> str:
    if score is None:
        return NONE
    return number(score.spearman) + (f" {span(score.interval)}" if score.interval else "")


def _difference(difference: Difference | None) -> str:
    if difference is None:
        return NONE
    return f"{difference.value:+.3f} {span(difference.interval)}"


def _about_refused(trials: Sequence[Trial]) -> list[str]:
    if not trials:
        return []
    lines = [f"{len(trials):,} more could not be made:"]
    for why, group in groupby(sorted(trials, key=lambda one: one.refused), key=lambda one: one.refused):
        same = list(group)
        more = f" and {len(same) - 1:,} like it" if len(same) > 1 else ""
        lines.append(f"- {same[0].configuration.name}{more}: {why}")
    return ["\n".join([lines[0], "", *lines[1:]])]
