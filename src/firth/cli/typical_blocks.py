"""What firth documents typical prints: a block for each group, as wide as the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import typer

from firth.cli.show import wide_console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from firth.ca import CharacteristicWords
    from firth.runtime.arrays import Array

MOST_BLOCKS = 60
"""Groups that are printed and drawn; more are for files and JSON."""
_LETTERS = 400
"""How much of a carrier is printed; files have all of it."""
_NAME = 60
"""How much of the name of a group is printed."""
_MARGIN = 14
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def print_blocks(found: CharacteristicWords, sizes: Sequence[int], top: int, carriers: str) -> None:
    """A block for each group: the words above and below what chance explains, and the carriers.

    sizes: how many documents each group has. top: words of each sign. carriers: what they are called.
    """
    from rich.text import Text

    console = wide_console()
    words = found.words.strongest(top)
    own = dict(by_group(found.group, len(words.rows)))
    for place, cells in by_group(words.row, len(words.rows))[:MOST_BLOCKS]:
        heading = Text(f"\n{_shortened(_plain(words.rows.tokens[place]), _NAME)}", style="bold")
        size = f"   {many(sizes[place], 'document')}, {many(int(words.rows.counts[place]), 'word')}"
        console.print(heading.append(size, style="not bold dim"))
        tests = list(zip(words.column[cells].tolist(), words.v_tests[cells].tolist(), strict=True))
        for title, signed in (
            ("over-used", [pair for pair in tests if pair[1] > 0]),
            ("under-used", [pair for pair in tests if pair[1] <= 0][::-1]),
        ):
            named = [f"{words.columns.tokens[j]} {'−' if v < 0 else ''}{abs(v):.1f}" for j, v in signed]
            _print_beside(console, title, _filled(named, console.width - _MARGIN))
        if not tests:
            typer.echo("  no word is over- or under-used")
        places = range(len(found.text))[own[place]]
        _print_carriers(console, carriers, [(found.score[i], found.text[i]) for i in places])
    if len(words.rows) > MOST_BLOCKS:
        more = len(words.rows) - MOST_BLOCKS
        typer.echo(f"\nand {many(more, 'more group')}; -o writes all groups, and --json prints them")


def _print_carriers(console: Console, title: str, found: list[tuple[float, str]]) -> None:
    from rich.text import Text

    lines = []
    for score, text in found:
        wrapped = Text(_shortened(_plain(text), _LETTERS)).wrap(console, max(20, console.width - _MARGIN - 6))
        for number, line in enumerate(wrapped):
            lines.append(f"{'' if number else f'{score:.1f}':>5} {line.plain.rstrip()}")
    _print_beside(console, title, lines)


def _print_beside(console: Console, title: str, lines: list[str]) -> None:
    from rich.text import Text

    for number, line in enumerate(lines):
        shown = Text(f"  {'' if number else title:<{_MARGIN - 2}}", style="dim")
        console.print(shown.append(line, style="not dim"), soft_wrap=True)


def by_group(places: Array, groups: int) -> list[tuple[int, slice]]:
    """Where each group begins and ends in what is sorted by group."""
    import numpy as np

    bounds = np.searchsorted(places, np.arange(groups + 1)).tolist()
    return [(place, slice(bounds[place], bounds[place + 1])) for place in range(groups)]


def _filled(items: list[str], width: int) -> list[str]:
    """Items one after the other on lines of so many cells, none of them broken."""
    from rich.cells import cell_len

    lines: list[str] = []
    for item in items:
        if lines and cell_len(lines[-1]) + 3 + cell_len(item) <= width:
            lines[-1] += f" · {item}"
        else:
            lines.append(item)
    return lines


def many(number: int, what: str) -> str:
    """1 word, or 2 words."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _plain(text: str) -> str:
    """On one line, without what would steer a terminal."""
    return " ".join(_CONTROL.sub(" ", text).split())


def _shortened(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    head = text[: most - 1]
    return f"{head.rpartition(' ')[0] or head}…"
