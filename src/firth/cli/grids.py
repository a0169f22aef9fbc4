"""Tables on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firth.evaluate.tables import Grid

_WIDTH_WHEN_PIPED = 160


def print_grids(grids: Sequence[Grid], notes: Sequence[str] = ()) -> None:
    """Tables, then sentences; as wide as the terminal, or wide where there is none."""
    from rich.console import Console
    from rich.text import Text

    piped = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    console = Console(width=_WIDTH_WHEN_PIPED if piped else None)
    for grid in grids:
        console.print(grid.table())
    for note in notes:
        console.print(Text(note))
