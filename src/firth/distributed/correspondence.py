"""Correspondence analysis of a table that workers hold."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from firth.association.quotient import quotient
from firth.ca.correspondence import (
    ACCURACY,
    PATIENCE,
    Correspondence,
    kept_axes,
    refuse_flat,
    refuse_missing_axes,
    sides_from_squares,
)
from firth.core import Association, Counts, SparseLowRank
from firth.distributed.association import associate
from firth.distributed.counts import DistributedCounts, distribute
from firth.distributed.workers import Workers
from firth.factorize import solve
from firth.runtime.run import Run


def correspondence(
    table: Counts | DistributedCounts,
    workers: Workers,
    *,
    axes: int | None = None,
    at_most: int | None = None,
    n: float | None = None,
    no_test: str = "",
    seed: int = 0,
    threads: int | None = None,
) -> Correspondence:
    """Correspondence analysis, with products of the table on workers.

    Parameters
    ----------
    table : Counts or DistributedCounts
        Counts of this machine are sent to the workers in blocks of rows.
    workers : Workers
        What `firth.distributed.connected` gives.
    axes, at_most, n, no_test, seed, threads
        See `firth.correspondence`.

    Returns
    -------
    Correspondence
        That of `firth.correspondence`, up to rounding.
    """
    counts = distribute(table, workers) if isinstance(table, Counts) else table
    made = associate(counts, quotient, {}, np.float64)
    operator = made.operator
    dim = kept_axes(axes, at_most, min(operator.shape) - 1, "this table has")
    total_inertia = operator.squared_norm()
    refuse_flat(total_inertia)
    factors = solve(
        cast("SparseLowRank", operator), dim, Run(seed, threads, progress=workers.progress),
        tolerance=ACCURACY, patience=PATIENCE, beyond_rank="drop",
    )  # fmt: skip
    refuse_missing_axes(axes, len(factors.values), "this table has")
    association = Association(
        cast("Any", operator), made.row_masses, made.column_masses, made.counts.rows, made.counts.columns
    )
    sides = sides_from_squares(association, factors, operator.squares())
    return Correspondence(
        *sides, factors.values, total_inertia, n or made.total, factors.report, no_test=no_test
    )
