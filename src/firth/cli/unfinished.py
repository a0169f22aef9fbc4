"""Vectors that are still being moved, kept beside the output until it is there."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from firth.cli.signals import goes_on_from, is_done

if TYPE_CHECKING:
    from firth.core import Embedding

SECONDS_BETWEEN = 10.0


class Unfinished:
    """The file that a long run goes on from when it was stopped, by Ctrl-C or in any other way.

    path: NAME.unfinished.safetensors beside the output.

    >>> Unfinished(Path("vectors.safetensors")).path.name
    'vectors.unfinished.safetensors'
    """

    def __init__(self, output: Path) -> None:
        """Nothing is written yet; a signal from now on saves what there is then."""
        self.path = output.with_name(f"{output.stem}.unfinished.safetensors")
        self._newest: Embedding | None = None
        self._written = monotonic()
        goes_on_from(self.path, self._save)

    def taken_up(self) -> Embedding | None:
        """The vectors of a run that was stopped, if there are any."""
        from firth.store import load_embedding

        return load_embedding(self.path) if self.path.exists() else None

    def keep(self, embedding: Embedding) -> None:
        """Take note of these vectors; write them, whole or not at all, if the last are some seconds old."""
        self._newest = embedding
        if monotonic() - self._written >= SECONDS_BETWEEN:
            self._save()

    def end(self) -> None:
        """The output is there: remove the file."""
        is_done(self.path)
        self.path.unlink(missing_ok=True)

    def _save(self) -> None:
        from firth.store import save

        if self._newest is not None:
            save(self._newest, self.path)
            self._newest, self._written = None, monotonic()
