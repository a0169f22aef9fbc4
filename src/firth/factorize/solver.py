"""What every solver is asked, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from firth.core.operator import SparseLowRank
from firth.runtime.arrays import Array
from firth.runtime.run import Run

Decomposition = Literal["svd", "eigen"]
Solver = Literal["auto", "krylov", "lanczos", "dense", "gram"]


@dataclass(frozen=True, eq=False)
class Task:
    """M ≈ U diag(σ) Vᵀ, or M ≈ U diag(λ) Uᵀ, is asked for.

    Attributes
    ----------
    operator : SparseLowRank
        M.
    dim : int
        The number of axes.
    kind : {"svd", "eigen"}
        Singular triples, or eigenpairs with the algebraically largest eigenvalues.
    tolerance : float or None
        The largest ‖M v − σ u‖ / σ₁ that is accepted; None leaves it to the solver.
    patience : int
        How many times the usual number of steps a tolerance may take.
    run : Run
    """

    operator: SparseLowRank
    dim: int
    kind: Decomposition
    tolerance: float | None
    patience: int
    run: Run


@dataclass(frozen=True, eq=False)
class Solved:
    """What a solver found, in falling order.

    Attributes
    ----------
    left, values, right : array
        U, σ and V; of eigenvectors `right` is the very array `left`.
    residual : float or None
        The largest ‖M v − σ u‖ / σ₁; None where the solver does not know it.
    passes : int
        How often the whole matrix was multiplied.
    stopped : str
        Why it ended.
    """

    left: Array
    values: Array
    right: Array
    residual: float | None
    passes: int
    stopped: str
