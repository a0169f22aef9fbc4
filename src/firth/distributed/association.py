"""Counts → associations on workers: each block of rows by the margins of the whole table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from firth.association.quotient import powered_sums, quotient, quotient_operator, refuse_empty
from firth.association.template import template, template_operator
from firth.core import Margins, SparseLowRank
from firth.distributed.counts import DistributedCounts, margins_of
from firth.distributed.products import DistributedOperator
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse


@dataclass(frozen=True, eq=False)
class DistributedAssociation:
    """A matrix of associations whose rows are with workers, and the masses behind it.

    Attributes
    ----------
    operator : DistributedOperator
    row_masses, column_masses : array
    counts : DistributedCounts
        Without empty rows and columns.
    total : float
        n, the sum of the counts.
    """

    operator: DistributedOperator
    row_masses: Array
    column_masses: Array
    counts: DistributedCounts
    total: float


def associate(
    counts: DistributedCounts, made_by: Callable[..., Any], options: Mapping[str, Any], dtype: Any
) -> DistributedAssociation:
    """The association of `firth.association.template` or `quotient`, in blocks of rows."""
    margins = _margins(counts, margins_of)
    kept = counts.without_empty(margins.rows, margins.columns)
    if kept is not counts:
        margins = _margins(kept, margins_of)
    total = margins.total
    if made_by is template:
        function: Callable[..., SparseLowRank] = partial(template_operator, **options)
    elif made_by is quotient:
        function = partial(quotient_operator, **options)
        power = options.get("power", 1.0)
        margins = _margins(kept, partial(_powered, power=power))
        refuse_empty(margins.rows, kept.rows, "rows")
        refuse_empty(margins.columns, kept.columns, "columns")
    else:
        raise InputError(
            f"{getattr(made_by, '__name__', made_by)} needs the whole table in one place; take a recipe such "
            "as eigenword, ppmi or ca, or do without a cluster."
        )
    workers = kept.workers
    columns, n = workers.everywhere(margins.columns), margins.total
    function = partial(function, dtype=dtype, symmetric=kept.symmetric, threads=1)
    blocks = [
        workers.submit(
            _operator_of, function, block.matrix, margins.rows[block.first : block.last], columns, n
        )
        for block in kept.blocks
    ]
    workers.wait(blocks, "associating")
    thin = workers.results([workers.submit(_thin, block) for block in blocks])
    left = np.concatenate([rows for rows, _, _ in thin])
    right, symmetric = thin[0][1], thin[0][2]
    bounds = [(block.first, block.last) for block in kept.blocks]
    return DistributedAssociation(
        DistributedOperator(workers, blocks, bounds, (left, right), symmetric=symmetric),
        margins.rows / margins.rows.sum(),
        margins.columns / margins.columns.sum(),
        kept,
        total,
    )


def _margins(counts: DistributedCounts, sums: Callable[[Sparse], tuple[Array, Array]]) -> Margins:
    workers = counts.workers
    parts = workers.results([workers.submit(sums, block.matrix) for block in counts.blocks])
    rows = np.concatenate([by_row for by_row, _ in parts])
    columns = rows if counts.symmetric else np.sum([by_column for _, by_column in parts], axis=0)
    return Margins(rows, columns, float(rows.sum()))


def _powered(matrix: Sparse, power: float) -> tuple[Array, Array]:
    return powered_sums(matrix, power)


def _operator_of(
    function: Callable[..., SparseLowRank], matrix: Sparse, rows: Array, columns: Array, total: float
) -> SparseLowRank:
    return function(matrix, Margins(rows, columns, total))


def _thin(operator: SparseLowRank) -> tuple[Array, Array, bool]:
    return operator.left, operator.right, operator.symmetric
