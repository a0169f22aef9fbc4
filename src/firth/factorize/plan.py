"""How large a Krylov space to build, when to restart it and when to stop."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from firth.factorize._kernels import WIDTHS

MANY = 2000
"""The number of dimensions above which a basis is not restarted."""


@dataclass(frozen=True)
class KrylovPlan:
    """A basis grows by `block` columns a step up to `columns`, then restarts from its best `keep` vectors.

    It takes `steps` steps, or with a tolerance as many as the residual of `dim` vectors needs, up to `steps`.
    """

    dim: int
    block: int
    columns: int
    keep: int
    steps: int
    tolerance: float | None = None

    @property
    def enough(self) -> float:
        """See `project_out`: how much of a column one round must leave."""
        return 0.1 if self.tolerance is None else 0.5

    def looks(self, steps: int, size: int) -> bool:
        """Whether residuals are computed after this step, although the basis, of this size, is not full."""
        wanted = self.tolerance is not None and steps % 4 == 0 and size >= self.dim
        return steps >= self.steps or wanted

    def stop(self, steps: int, residual: float, *, exhausted: bool) -> str:
        """Why to stop after this step, or an empty string."""
        if exhausted:
            return "the space is exhausted"
        if self.tolerance is not None and residual <= self.tolerance:
            return "the residual is below the tolerance"
        if steps >= self.steps:
            return "all planned steps were taken"
        return ""


def krylov_plan(
    dim: int, side: int, *, two_sided: bool = False, tolerance: float | None = None, patience: int = 100
) -> KrylovPlan:
    """Wide blocks and a fixed number of products for embeddings, narrow blocks for a tolerance.

    side: the shorter side of the matrix. two_sided: a step multiplies by M and by Mᵀ, so half the steps.
    patience: how many times as many steps may be taken to reach a tolerance.

    Embeddings need no digits but many vectors: blocks of 32, a basis of 2·dim + 40 and 4¼·dim columns
    multiplied in all. Measured on wiki100m (68k words, 44 M non-zeros, 300 eigenvectors): ten steps of 64
    columns without restart gave a mean Spearman of .585, and twenty .607; forty steps of 32 columns,
    restarted in a basis of 640, give .613 for the products of the twenty and half the memory. Beyond
    MANY dimensions the basis is filled once: each restart of one of 8,000 columns costs as much again. The
    last of 1,000 singular values is then 40 % too small, and scores on word pairs change by less than .01
    on sets of some hundred pairs (tail-cut counts of wiki100m).

    Digits come from many powers of the matrix, and so from narrow blocks: for the 50 axes of a table of
    20,000 × 115,000, the last ten of them noise, blocks of 4 reach 10⁻¹⁰ with 1,600 columns multiplied and
    blocks of 8 with 2,500; on one of 20,000 × 10,000 blocks of 32 do not with 19,000.
    """
    narrow, wide = WIDTHS
    if tolerance is None:
        block = min(wide, side)
        columns = min(max(2 * dim + 40, dim + 4 * block), side)
        keep = min(dim + max(block, dim // 6), max(columns - block, 1))
        steps = ceil(4.25 * dim / block / (2 if two_sided else 1)) + 4
        if dim > MANY:
            steps = min(steps, columns // block)
        return KrylovPlan(dim, block, columns, keep, steps)
    block = min(narrow, side)
    columns = min(2 * dim + 100, side)
    keep = min(dim + 30, max(columns - block, 1))
    steps = patience * (ceil(4.25 * dim / block) + 16)
    return KrylovPlan(dim, block, columns, keep, steps, tolerance)
