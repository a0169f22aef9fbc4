"""Factors: what a solver found, and how well."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from firth.runtime.arrays import Array


@dataclass(frozen=True)
class SolverReport:
    """How a factorization went.

    Attributes
    ----------
    method : str
        The solver.
    passes : int
        How often the whole matrix was multiplied.
    residual : float
        The largest ‖M v − σ u‖ / σ₁ over the axes that were returned.
    stopped : str
        Why it ended.
    seconds : float
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
    """The axes of a matrix: M ≈ U diag(σ) Vᵀ, with values falling and signs fixed by rule.

    Attributes
    ----------
    left : array
        U, m×dim. The entry of largest magnitude in each column is positive.
    values : array
        σ, or eigenvalues, which may be negative.
    right : array
        V, p×dim; of eigenvectors the same array as `left`.
    report : SolverReport
        How the factorization went.
    """

    left: Array
    values: Array
    right: Array
    report: SolverReport

    def __repr__(self) -> str:
        """The shape, the number of axes and the largest values."""
        first = ", ".join(f"{value:.4g}" for value in self.values[:3].tolist())
        more = ", …" if len(self.values) > 3 else ""
        return (
            f"Factors: {len(self.left):,} × {len(self.right):,}, {len(self.values)} axes "
            f"({first}{more}), {self.report.method}"
        )
