"""Words with similarities, as lines or as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from firth.query import Neighbor


def ranking_as_list(found: Iterable[Neighbor]) -> list[dict[str, Any]]:
    """Plain values for JSON, best first."""
    return [{"word": neighbor.word, "similarity": float(neighbor.similarity)} for neighbor in found]


def print_ranking(found: Iterable[Neighbor]) -> None:
    """One line each: the similarity, then the word."""
    for neighbor in found:
        typer.echo(f"{neighbor.similarity:7.4f}  {neighbor.word}")
