"""The chosen configuration on pairs that had no part in the choice, beside the default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from firth.core import Embedding
from firth.evaluate import Difference, Interval, Report, Resampling, evaluate_similarity, paired_difference
from firth.evaluate.measures import Measure
from firth.tune.configuration import Configuration
from firth.tune.split import HeldOut


@dataclass(frozen=True)
class Score:
    """Spearman's ρ with its interval."""

    spearman: float | None
    interval: Interval | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"spearman": self.spearman, "interval": self.interval}


@dataclass(frozen=True)
class Row:
    """A set, or the mean of all: held-out pairs, and how the two do on them."""

    name: str
    pairs: int
    chosen: Score
    default: Score | None
    difference: Difference | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "name": self.name,
            "pairs": self.pairs,
            "chosen": self.chosen.as_dict(),
            "default": self.default and self.default.as_dict(),
            "difference": self.difference and self.difference._asdict(),
        }


@dataclass(frozen=True)
class Verdict:
    """The held-out scores of the chosen configuration and of the default.

    default: what `firth embed` does when nothing is asked; None where that is what was chosen, or cannot
    be had of this text, as `without` says.
    """

    default: Configuration | None
    rows: tuple[Row, ...]
    without: str = ""

    @property
    def mean(self) -> Row:
        """Of all sets."""
        return self.rows[-1]


def held_out_rows(
    chosen: Embedding, default: Embedding | None, held_out: HeldOut, resampling: Resampling
) -> tuple[Row, ...]:
    """A row for each set and one for their mean; pairs with a word that has no vector count as similarity 0.

    >>> import numpy as np
    >>> from firth.core import Vocabulary
    >>> from firth.datasets import WordPair
    >>> words = Vocabulary.from_counts({"a": 3, "b": 2, "c": 1})
    >>> e = Embedding(np.array([[1.0, 0.1], [0.9, 0.2], [0.0, 1.0]]), words)
    >>> pairs = HeldOut({"mine": [WordPair("a", "b", 9), WordPair("a", "c", 2)]})
    >>> [(row.name, row.pairs, row.chosen.spearman) for row in held_out_rows(e, None, pairs, Resampling())]
    [('mine', 2, 1.0), ('mean', 2, 1.0)]
    """
    ours = _measures(chosen, held_out, resampling)
    theirs: Sequence[Measure | None] = (
        [None] * len(ours) if default is None else _measures(default, held_out, resampling)
    )
    return tuple(_row(one, other) for one, other in zip(ours, theirs, strict=True))


def _measures(embedding: Embedding, held_out: HeldOut, resampling: Resampling) -> Sequence[Measure]:
    results = tuple(
        evaluate_similarity(embedding, pairs, missing="zero", name=name, resampling=resampling)
        for name, pairs in held_out.sets.items()
    )
    return Report(results, None, "zero", resampling=resampling).measures


def _row(chosen: Measure, default: Measure | None) -> Row:
    ours = Score(chosen.score, chosen.interval)
    if default is None:
        return Row(chosen.name, chosen.scored, ours, None, None)
    return Row(
        chosen.name,
        chosen.scored,
        ours,
        Score(default.score, default.interval),
        paired_difference(chosen.samples, default.samples, chosen.pool),
    )
