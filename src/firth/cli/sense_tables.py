"""Senses and taggings as tables in the terminal, and as plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firth.senses import SenseDescription, SenseModel, Tagging


def sense_as_dict(sense: SenseDescription) -> dict[str, Any]:
    """Plain values."""
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
    """Plain values."""
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
