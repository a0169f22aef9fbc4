"""Vectors that are still being moved, kept beside the output until it is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from firth.cli.signals import goes_on_from

if TYPE_CHECKING:
    from firth.core import Embedding

SECONDS_BETWEEN = 10.0


def unfinished_path(output: Path) -> Path:
    """Where the state of an unfinished run is kept.

    >>> unfinished_path(Path("vectors.safetensors")).name
    'vectors.unfinished.safetensors'
    """
    return output.with_name(f"{output.stem}.unfinished.safetensors")


def take_up(path: Path) -> Embedding | None:
    """The vectors of a run that was stopped, if there are any."""
    from firth.store import load_embedding

    goes_on_from(path)
    return load_embedding(path) if path.exists() else None


def keep_in(path: Path, *, every: float = SECONDS_BETWEEN) -> Callable[[Embedding], None]:
    """A function that writes unfinished vectors, whole or not at all, but not more often than worth while."""
    from firth.store import save

    written = monotonic()

    def keep(embedding: Embedding) -> None:
        nonlocal written
        if monotonic() - written >= every:
            save(embedding, path)
            written = monotonic()

    return keep
