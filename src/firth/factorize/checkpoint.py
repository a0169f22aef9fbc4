"""What a Krylov space restarts from, kept in blocks so that a run that was stopped goes on from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from time import monotonic
from typing import Any

from firth.core.operator import SparseLowRank
from firth.factorize.plan import KrylovPlan
from firth.runtime.arrays import Array
from firth.runtime.blocks import Block, Blocks, digest_of_arrays
from firth.runtime.run import Run

SECONDS_BETWEEN = 5.0
"""What takes less is not worth its place on the disk."""

_KEY = "factors"
"""Of one block for all factorizations of a command: what it is made of tells them apart."""


class Checkpoint:
    """The newest restart of one factorization."""

    def __init__(self, blocks: Blocks, made_of: Mapping[str, Any]) -> None:
        """made_of: the matrix, and how it is factorized."""
        self._blocks, self._made_of = blocks, made_of
        self._saved = monotonic()

    def load(self) -> Block | None:
        """What an earlier run kept: the arrays of a restart, and as a fact how many steps were taken."""
        return self._blocks.find(_KEY, self._made_of)

    def save(self, arrays: Mapping[str, Array], steps: int) -> None:
        """Keep what this restart begins with, unless the last was kept a moment ago."""
        if monotonic() - self._saved >= SECONDS_BETWEEN:
            self._blocks.put(_KEY, self._made_of, arrays, {"steps": steps})
            self._saved = monotonic()


def checkpoint_of(operator: SparseLowRank, plan: KrylovPlan, run: Run, *, kind: str) -> Checkpoint | None:
    """Where restarts of this factorization are kept; None where the run keeps nothing."""
    if run.blocks is None or not isinstance(operator, SparseLowRank):
        return None
    sparse = operator.sparse
    matrix = digest_of_arrays(sparse.indptr, sparse.indices, sparse.data, operator.left, operator.right)
    how = {"matrix": matrix, "symmetric": operator.symmetric, "plan": asdict(plan)}
    return Checkpoint(run.blocks, {**how, "kind": kind, "seed": run.seed})
