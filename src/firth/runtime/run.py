"""How work is run, never what it makes: random seed, threads, memory and progress, as one value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from firth.errors import InputError

if TYPE_CHECKING:
    from firth.runtime.blocks import Blocks


class Progress(Protocol):
    """Called now and then with the stage, how much is done and of how much (0 when unknown), and the unit."""

    def __call__(self, stage: str, done: float, total: float, unit: str, /) -> None:
        """Take note."""


def silent(stage: str, done: float, total: float, unit: str, /) -> None:
    """Say nothing."""


_blocks: ContextVar[Blocks | None] = ContextVar("blocks", default=None)


@contextmanager
def kept_in(blocks: Blocks | None) -> Iterator[None]:
    """Finished parts of all work begun in here are kept in these blocks, and those kept before are used.

    >>> with kept_in(None):
    ...     print(Run().blocks)
    None
    """
    before = _blocks.set(blocks)
    try:
        yield
    finally:
        _blocks.reset(before)


def current_blocks() -> Blocks | None:
    """The blocks of `kept_in`; None outside of it, and in other threads."""
    return _blocks.get()


_spread: ContextVar[Callable[[Any], Any] | None] = ContextVar("spread", default=None)


@contextmanager
def spread_by(spread: Callable[[Any], Any] | None) -> Iterator[None]:
    """Matrices that are factorized in here are given to others to multiply by, as this function gives them.

    >>> with spread_by(None):
    ...     print(Run().spread)
    None
    """
    before = _spread.set(spread)
    try:
        yield
    finally:
        _spread.reset(before)


@dataclass(frozen=True)
class Run:
    """What travels from a public function to everything that it calls.

    Two runs that differ in threads, memory, progress or blocks give the same bytes.

    Attributes
    ----------
    seed : int
        The random seed; the same seed gives the same bytes.
    threads : int, optional
        The number of threads; see `firth.runtime.parallel.thread_count`.
    memory : str or int, optional
        The memory budget, such as "1GB"; see `firth.runtime.memory.memory_budget`.
    progress : callable
        Is told how far the work is.
    blocks : Blocks, optional
        Where finished parts of the work are kept, and those of an earlier run found: those of `kept_in`.
    spread : callable, optional
        Gives a matrix that is factorized to the workers of a cluster: that of `spread_by`.
    """

    seed: int = 0
    threads: int | None = None
    memory: str | int | None = None
    progress: Progress = silent
    blocks: Blocks | None = field(default_factory=current_blocks)
    spread: Callable[[Any], Any] | None = field(default_factory=_spread.get)

    def __post_init__(self) -> None:
        """Refuse a seed that no generator takes."""
        if self.seed < 0:
            raise InputError(f"seed is {self.seed}; it must be 0 or more.")

    @property
    def rng(self) -> np.random.Generator:
        """A generator of random numbers that begins at the seed."""
        return np.random.default_rng(self.seed)


DEFAULT_RUN = Run()
"""Seed 0, all threads, half of the free memory, and silence."""
