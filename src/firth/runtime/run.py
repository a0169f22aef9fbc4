"""How long work tells where it is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called now and then with the stage, how much is done and of how much (0 when unknown), and the unit."""

    def __call__(self, stage: str, done: float, total: float, unit: str, /) -> None:
        """Take note."""


def silent(stage: str, done: float, total: float, unit: str, /) -> None:
    """Say nothing."""
