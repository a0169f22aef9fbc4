"""What was measured, as it is kept in results.json."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from firth.runtime.atomic import whole_file
from firth_papers.dssvd.contenders import CONVERGED


@dataclass(frozen=True)
class TextTable:
    """The table of the first megabytes of the text."""

    megabytes: int
    tokens: int
    rows: int
    columns: int
    nonzeros: int

    @property
    def cells(self) -> int:
        """Of the table made dense."""
        return self.rows * self.columns


@dataclass(frozen=True)
class Measurement:
    """One contender on one table: seconds and bytes beyond the table, or why they are missing.

    tried: a process was started for it.
    """

    megabytes: int
    contender: str
    seconds: float | None = None
    memory: int | None = None
    values: list[float] = field(default_factory=list)
    missing: str = ""
    tried: bool = True


@dataclass(frozen=True)
class Results:
    """All of it. conditions: settings and machine; what was measured under others is not comparable."""

    conditions: dict[str, Any]
    tables: list[TextTable] = field(default_factory=list)
    measurements: list[Measurement] = field(default_factory=list)
    complete: bool = False

    def of(self, contender: str) -> list[Measurement]:
        """Everything of one contender, smallest text first."""
        found = (one for one in self.measurements if one.contender == contender)
        return sorted(found, key=lambda one: one.megabytes)

    def at(self, megabytes: int, contender: str) -> Measurement | None:
        """One of them."""
        return next((one for one in self.of(contender) if one.megabytes == megabytes), None)

    def ratios(self, contender: str, ours: str, what: str) -> Iterator[tuple[int, float]]:
        """(megabytes, how many times as much of it a contender takes as ours), where both have numbers."""
        for one in self.of(contender):
            other = self.at(one.megabytes, ours)
            if other and one.seconds is not None and other.seconds is not None:
                yield one.megabytes, getattr(one, what) / max(getattr(other, what), 1e-9)

    def error(self, one: Measurement) -> float | None:
        """The largest relative error of its singular values, by numpy's or, without them, the converged."""
        candidates = (self.at(one.megabytes, name) for name in ("numpy", CONVERGED))
        truth = next((other for other in candidates if other and other.values), one)
        pairs = zip(one.values, truth.values, strict=False)
        return None if truth is one else max((abs(a / b - 1) for a, b in pairs), default=None)

    def with_table(self, table: TextTable) -> Results:
        """These and a table, which takes the place of an earlier one of that size."""
        others = [one for one in self.tables if one.megabytes != table.megabytes]
        return replace(self, tables=[*others, table])

    def with_measurement(self, one: Measurement) -> Results:
        """These and one more."""
        return replace(self, measurements=[*self.measurements, one])

    def save(self, path: Path) -> None:
        """Write them as JSON."""
        content = {"experiment": "dssvd", "source": "Niitsuma & Lee 2018, figures 2–3", **asdict(self)}
        with whole_file(path) as temporary:
            temporary.write_text(json.dumps(content, indent=1, allow_nan=False), encoding="utf-8")


def unfinished(path: Path, conditions: dict[str, Any]) -> Results:
    """What an interrupted run under the same conditions has left, or nothing yet."""
    fresh = Results(conditions)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["complete"] or content["conditions"] != json.loads(json.dumps(conditions)):
            return fresh
        return replace(
            fresh,
            tables=[TextTable(**table) for table in content["tables"]],
            measurements=[Measurement(**one) for one in content["measurements"]],
        )
    except (OSError, ValueError, KeyError, TypeError):  # not there, or not written by this experiment
        return fresh
