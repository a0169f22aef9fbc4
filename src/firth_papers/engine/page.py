"""The page of an experiment: paragraphs, claims and tables with the source's numbers in brackets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from firth.evaluate.grids import NONE, Cell, Grid, number, percent, span
from firth.evaluate.resampling import Interval
from firth_papers.engine.claims import Claim

Part = str | Grid
"""A heading ("## …"), a paragraph, or a table."""


def as_page(
    title: str,
    method: str,
    claims: Sequence[Mapping[str, Any]] | None,
    parts: Iterable[Part],
    differences: Sequence[str],
    differs_from: str,
) -> str:
    """What was done, the claims, tables, and what differs from the source, as Markdown."""
    page: list[Part] = [f"# {title}", method]
    if claims is not None:
        page += ["## Claims", listed([Claim(**claim).sentence for claim in claims])]
    page += parts
    if differences:
        page += [f"## What differs from {differs_from}", listed(differences)]
    return "\n\n".join(part if isinstance(part, str) else part.markdown() for part in page) + "\n"


def listed(lines: Sequence[str]) -> str:
    """A list in Markdown."""
    return "\n".join(f"- {line}" for line in lines)


def plain_table(heads: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown without a title; the first column names the rows.

    >>> print(plain_table(("category", "ours"), [("earn", 2689)]))
    | category | ours |
    | --- | ---: |
    | earn | 2689 |
    """
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def plain_grid(title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Grid:
    """A table of anything; None is a dash."""
    return Grid(title, tuple(heads), [[Cell(NONE if c is None else str(c)) for c in row] for row in rows])


class Beside(NamedTuple):
    """A score of ours, its interval, and the source's score; None where there is none."""

    ours: float | None
    interval: Interval | None = None
    paper: float | None = None
    share: bool = False

    @property
    def text(self) -> str:
        """Such as 0.612 [0.58,0.65] (0.678).

        >>> Beside(0.6124, Interval(0.581, 0.652), 0.678).text
        '0.612 [0.58,0.65] (0.678)'
        """
        shown = percent if self.share else number
        interval = (
            "" if self.interval is None else " " + span(Interval(*self.interval), as_percent=self.share)
        )
        paper = "" if self.paper is None else f" ({shown(self.paper)})"
        return f"{shown(self.ours)}{interval}{paper}"


def beside_paper(title: str, heads: Sequence[str], rows: Mapping[str, Sequence[Beside]]) -> Grid:
    """A row for each name; the best of ours in each column is bold.

    >>> rows = {"ppmi": [Beside(0.5, paper=0.6)], "svd": [Beside(0.4, paper=0.3)], "kubwe": [Beside(None)]}
    >>> [row[1].text for row in beside_paper("means", ("recipe", "mean"), rows).rows]
    ['0.500 (0.600)', '0.400 (0.300)', '–']
    """
    columns = list(zip(*rows.values(), strict=True))
    best = [max((cell.ours for cell in column if cell.ours is not None), default=None) for column in columns]
    return Grid(
        title,
        tuple(heads),
        [
            [
                Cell(name),
                *(
                    Cell(c.text, c.ours is not None and c.ours == most)
                    for c, most in zip(row, best, strict=True)
                ),
            ]
            for name, row in rows.items()
        ],
    )
