"""Small tables in notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def small_table(caption: str, header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """A table in HTML with everything escaped; the first cell of each row is its name.

    >>> small_table("Words", ["", "count"], [["<s>", 3]])[-41:]
    '<th>&lt;s&gt;</th><td>3</td></tr></table>'
    """
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in header)
    lines = []
    for name, *cells in rows:
        shown = "".join(f"<td>{escape(_printed(cell))}</td>" for cell in cells)
        lines.append(f"<tr><th>{escape(str(name))}</th>{shown}</tr>")
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{''.join(lines)}</table>"


def _printed(cell: object) -> str:
    return f"{cell:.4g}" if isinstance(cell, float) else f"{cell:,}" if isinstance(cell, int) else str(cell)
