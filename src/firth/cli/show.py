"""What commands print: JSON, lines, tables and a spectrum drawn with letters."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from firth.evaluate.grids import Grid
    from firth.query import Neighbor
    from firth.senses import SenseDescription, SenseModel, Tagging

_WIDTH_WHEN_PIPED = 160
_EIGHTHS = " ▁▂▃▄▅▆▇█"


def print_json(content: Any) -> None:
    """Indented, with letters as they are; not-a-number is refused, since readers of JSON refuse it."""
    typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))


def ranking_as_list(found: Iterable[Neighbor]) -> list[dict[str, Any]]:
    """Words with their similarities as plain values for JSON, best first."""
    return [{"word": neighbor.word, "similarity": float(neighbor.similarity)} for neighbor in found]


def print_ranking(found: Iterable[Neighbor]) -> None:
    """One line each: the similarity, then the word."""
    for neighbor in found:
        typer.echo(f"{neighbor.similarity:z7.4f}  {neighbor.word}")


def print_grids(grids: Sequence[Grid], notes: Sequence[str] = ()) -> None:
    """Tables, then sentences."""
    from rich.text import Text

    console = wide_console()
    for grid in grids:
        console.print(grid.table())
    for note in notes:
        console.print(Text(note))


def wide_console() -> Console:
    """A console as wide as the terminal, or wide enough for tables where the output is piped."""
    from rich.console import Console

    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Console(width=_WIDTH_WHEN_PIPED if piped else None)


def spectrum_chart(values: Sequence[float], *, width: int = 60, height: int = 8) -> list[str]:
    """Lines of bars on a logarithmic scale, the largest value first; only positive values are drawn.

    With more values than columns, a column is the geometric mean of its share.

    >>> print("\\n".join(spectrum_chart([100, 10, 1], height=2)))
           100 ┤█▁
             1 ┤██▁
               └1 3
    """
    logs = [log10(value) for value in values if value > 0]
    if not logs:
        return ["no positive values"]
    columns = min(width, len(logs))
    bounds = [i * len(logs) // columns for i in range(columns + 1)]
    heights = [sum(logs[a:b]) / (b - a) for a, b in pairwise(bounds)]
    top, bottom = max(heights), min(heights)
    span = (top - bottom) or 1.0
    eighths = [1 + round((value - bottom) / span * (8 * height - 1)) for value in heights]
    lines = []
    for row in range(height - 1, -1, -1):
        bars = "".join(_EIGHTHS[min(max(filled - 8 * row, 0), 8)] for filled in eighths)
        label = f"{10**top:.3g}" if row == height - 1 else f"{10**bottom:.3g}" if row == 0 else ""
        lines.append(f"{label:>10} {'┤' if label else '│'}{bars.rstrip()}")
    last = str(len(logs))
    return [*lines, f"{'':>10} └1{last:>{max(columns - 1, len(last) + 1)}}"]


def sense_as_dict(sense: SenseDescription) -> dict[str, Any]:
    """A sense as plain values for JSON."""
    return {
        "name": sense.name,
        "share": sense.share,
        "contexts": [{"word": word, "weight": weight} for word, weight in sense.contexts],
        "neighbors": [{"word": near.word, "similarity": near.similarity} for near in sense.neighbors],
    }


def print_senses(described: list[SenseDescription]) -> None:
    """A row for each sense."""
    from rich.console import Console
    from rich.table import Table

    table = Table(show_lines=True)
    table.add_column("sense", no_wrap=True)
    table.add_column("share", justify="right", no_wrap=True)
    table.add_column("typical contexts", ratio=1)
    table.add_column("nearest words", ratio=1)
    for sense in described:
        contexts = " ".join(word for word, _ in sense.contexts)
        near = " ".join(neighbor.word for neighbor in sense.neighbors)
        table.add_row(sense.name, f"{sense.share:.0%}", contexts, near)
    Console().print(table)


def tagging_as_dict(tagging: Tagging) -> dict[str, Any]:
    """A tagged word as plain values for JSON."""
    return {
        "word": tagging.word,
        "position": tagging.position,
        "sense": tagging.sense,
        "weights": tagging.weights.tolist(),
        "similarities": tagging.similarities.tolist(),
        "margin": tagging.margin,
        "contexts": tagging.contexts,
    }


def print_taggings(model: SenseModel, found: list[Tagging]) -> None:
    """A row for each word that was tagged."""
    from rich.console import Console
    from rich.table import Table

    from firth.senses import typical_contexts

    table = Table("word", "sense", "weights", "margin", "as with")
    for tagging in found:
        contexts = typical_contexts(model, tagging.word, 5)[tagging.sense - 1]
        table.add_row(
            tagging.word,
            f"{tagging.word}#{tagging.sense}",
            " ".join(f"{weight:.2f}" for weight in tagging.weights),
            f"{tagging.margin:.2f}" if tagging.contexts else "no known context",
            " ".join(word for word, _ in contexts),
        )
    Console().print(table)
