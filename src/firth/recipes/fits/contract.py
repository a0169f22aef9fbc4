"""The contract of a fit: its options, the memory it needs, and whether it can be continued."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from firth.core import Association, Counts, Embedding, Factors, Recipe
from firth.factorize import Solver
from firth.runtime.run import Run

if TYPE_CHECKING:
    from firth.recipes.recipe import NamedRecipe


@dataclass(frozen=True)
class Job:
    """What a fit is asked for.

    Attributes
    ----------
    recipe : NamedRecipe
    counts : Counts
        Every row and every column has counts.
    dim : int
    options : mapping
        All options of the recipe with their values.
    solver : str
        For the spectral fit.
    exponent : float
        The power of the spectrum that the vectors will be scaled by; unfinished vectors remember it.
    on_disk : bool
        Whether the cells of the matrix go to temporary files.
    """

    recipe: NamedRecipe
    counts: Counts
    dim: int
    options: Mapping[str, Any]
    solver: Solver = "auto"
    exponent: float = 0.5
    on_disk: bool = False


@dataclass(frozen=True)
class Continuation:
    """Where a fit that can be continued begins, and who keeps its unfinished vectors.

    Attributes
    ----------
    resume : Embedding, optional
        Unfinished vectors to go on from.
    keep : callable, optional
        Is called with unfinished vectors after each step.
    """

    resume: Embedding | None = None
    keep: Callable[[Embedding], None] | None = None


@dataclass(frozen=True, eq=False)
class Fitted:
    """What a fit found.

    Attributes
    ----------
    factors : Factors
        The vectors are U Σ^exponent of these.
    how : Recipe
        How they were made, the fit included.
    association : Association, optional
        The matrix that was factorized; None where the factors are not those of a matrix.
    """

    factors: Factors
    how: Recipe
    association: Association | None = None


class Fit(Protocol):
    """A way to find vectors."""

    @property
    def kind(self) -> Literal["svd", "eigen", "descent", "sphere"]:
        """What files and `firth recipes` call it."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options that it has beside those of the association, with their defaults."""

    @property
    def can_continue(self) -> bool:
        """Whether it goes on from unfinished vectors."""

    @property
    def contexts(self) -> str:
        """Why contexts cannot be added to words; empty where they can."""

    def memory(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> int:
        """Bytes that it needs beyond the counts."""

    def with_disk(self, counts: Counts, dim: int, options: Mapping[str, Any]) -> tuple[int, int] | None:
        """Bytes of memory and of temporary files that it needs with its cells on disk; None if it cannot."""

    def fit(self, job: Job, run: Run, continuation: Continuation) -> Fitted:
        """Find the vectors."""
