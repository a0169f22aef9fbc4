"""Factors: what a solver found, and how well."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from firth.runtime.arrays import Array


@dataclass(frozen=True)
class SolverReport:
    """How a factorization went.

    passes: how often the whole matrix was multiplied. residual: the largest ‖M v − σ u‖ / σ₁ over the
    axes that were returned. stopped: why it ended.
    """

    method: str
    passes: int
    residual: float
    stopped: str
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


@dataclass(frozen=True, eq=False)
class Factors:
    """M ≈ U diag(σ) Vᵀ, with values falling and signs fixed by rule.

    For eigenvectors, right is left and the values are eigenvalues, which may be negative.
    """

    left: Array
    values: Array
    right: Array
    report: SolverReport
