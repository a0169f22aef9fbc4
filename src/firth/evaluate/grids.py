"""Tables that print on a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from firth.evaluate.resampling import Interval

if TYPE_CHECKING:
    from rich.table import Table

NONE = "–"
"""Stands where there is no number."""


class Cell(NamedTuple):
    """What a cell says; the best of a row are bold."""

    text: str
    bold: bool = False


@dataclass(frozen=True)
class Grid:
    """A title, heads, and rows of cells; the first column names the rows.

    sections: numbers of the rows that a line stands above.

    >>> print(Grid("tea", ("cup", "°C"), [[Cell("green"), Cell("80", bold=True)]]).markdown())
    **tea**
    <BLANKLINE>
    | cup | °C |
    | --- | ---: |
    | green | **80** |
    """

    title: str
    heads: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    sections: frozenset[int] = field(default_factory=frozenset)

    def table(self) -> Table:
        """For a terminal."""
        from rich.table import Table
        from rich.text import Text

        table = Table(title=Text(self.title), title_justify="left")
        table.add_column(Text(self.heads[0]), overflow="fold")
        for place, head in enumerate(self.heads[1:], start=1):
            table.add_column(
                Text(head), justify="right", min_width=self._longest_word(place), overflow="fold"
            )
        for number, row in enumerate(self.rows):
            if number in self.sections:
                table.add_section()
            table.add_row(*(Text(cell.text, style="bold" if cell.bold else "") for cell in row))
        return table

    def _longest_word(self, place: int) -> int:
        """Numbers are not cut, however narrow the terminal."""
        texts = (row[place].text for row in self.rows)
        return max((len(word) for text in texts for word in text.split()), default=1)

    def markdown(self) -> str:
        """As GitHub and Pandoc read it."""
        lines = [
            _line(self.heads),
            _line(["---"] + ["---:"] * (len(self.heads) - 1), escape=False),
            *(_line([f"**{_escaped(c.text)}**" if c.bold else _escaped(c.text) for c in row], escape=False)
              for row in self.rows),
        ]  # fmt: skip
        return "\n".join([f"**{_escaped(self.title)}**", "", *lines])


def as_markdown(grids: Sequence[Grid], notes: Sequence[str]) -> str:
    """Tables, then sentences, as one page."""
    listed = "\n".join(f"- {note}" for note in notes)
    return "\n\n".join([*(grid.markdown() for grid in grids), *([listed] if notes else [])]) + "\n"


def number(value: float | None) -> str:
    """Three decimals.

    >>> number(0.61749), number(None)
    ('0.617', '–')
    """
    return NONE if value is None else f"{value:.3f}"


def percent(value: float | None) -> str:
    """One decimal.

    >>> percent(0.4567)
    '45.7%'
    """
    return NONE if value is None else f"{value:.1%}"


def span(interval: Interval | None, *, as_percent: bool = False) -> str:
    """An interval: as many digits as its resamples bear, and no blank, so that it stays on one line.

    >>> span(Interval(0.581, 0.652)), span(Interval(0.2, 0.31), as_percent=True)
    ('[0.58,0.65]', '[20.0,31.0]')
    """
    if interval is None:
        return NONE
    low, high = (f"{100 * end:.1f}" if as_percent else f"{end:.2f}" for end in interval)
    return f"[{low},{high}]"


def _line(cells: Sequence[str], *, escape: bool = True) -> str:
    return "| " + " | ".join(_escaped(cell) if escape else cell for cell in cells) + " |"


def _escaped(text: str) -> str:
    """Signs that Markdown would take as its own."""
    for sign in "\\|*_`<":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
