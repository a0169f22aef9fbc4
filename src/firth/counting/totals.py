"""What sums say of a table: totals that were left in, and percentages that were taken for counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from firth.core import Counts
from firth.runtime.arrays import Array

_TOTALS = {
    "total", "totals", "totaal", "totale", "totales", "sum", "sums", "summe", "suma", "all", "alle", "gesamt",
    "insgesamt", "ensemble", "margin", "overall", "tous", "tutti", "todos",
}  # fmt: skip


def totals(counts: Counts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of rows, and of columns, that are the sums of the others.

    Whole numbers must be so exactly; others, and what is called a total, up to rounding.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.counting import counts_from_table
    >>> totals(counts_from_table(np.array([[1, 2, 3], [4, 0, 4], [5, 2, 7]]), rows=["a", "b", "all"]))
    (('all',), ('3',))
    """
    matrix = counts.matrix
    if not matrix.nnz or (matrix.data.max() <= 1 and _decimals(matrix.data) == 0):
        return (), ()  # an incidence table: one row is soon the union of two others
    return _sums(matrix.tocsr(), counts.rows.tokens), _sums(matrix.T.tocsr(), counts.columns.tokens)


def _sums(matrix: Any, names: Sequence[str]) -> tuple[str, ...]:
    table = sparse.csr_array(matrix)
    m = table.shape[0]
    sums = np.asarray(table.sum(axis=1), np.float64).ravel()
    if m < 3 or np.count_nonzero(sums) < 3:
        return ()
    whole, down = sums.sum(), np.asarray(table.sum(axis=0), np.float64).ravel()
    if np.count_nonzero(down) < 2:
        return ()
    decimals = _decimals(table.data)
    rounding = 0.5 * 10.0**-decimals * m
    loose = rounding * np.count_nonzero(down)
    found = []
    for place in np.flatnonzero(np.abs(2 * sums - whole) <= max(loose, 1e-9 * whole)).tolist():
        exact = decimals == 0 and names[place].strip().lower() not in _TOTALS
        allowed = 1e-9 * down if exact else np.minimum(np.maximum(rounding, 1e-9 * down), 0.02 * down + 1e-12)
        row = np.asarray(table[[place]].toarray(), np.float64).ravel()
        if (np.abs(2 * row - down) <= allowed).all():
            found.append(names[place])
    return tuple(found)


def _decimals(cells: Array) -> int:
    """How many decimals cells are written with, 9 at most."""
    if cells.dtype.kind != "f":
        return 0
    for decimals in range(9):
        scaled = cells * 10.0**decimals
        if np.all(np.abs(scaled - np.rint(scaled)) <= 1e-9 * np.maximum(1.0, np.abs(scaled))):
            return decimals
    return 9


def share_sums(counts: Counts) -> tuple[str, str] | None:
    """What sums to 100 or to 1, as of percentages or shares, and which; None of a table of counts.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.counting import counts_from_table
    >>> share_sums(counts_from_table(np.array([[20.5, 79.5], [60.0, 40.0]])))
    ('each row sums to 100', 'percentages')
    """
    matrix = counts.matrix
    decimals = _decimals(matrix.data)
    m, p = matrix.shape
    sums = {
        "each row sums": (np.asarray(matrix.sum(axis=1), np.float64).ravel(), p),
        "each column sums": (np.asarray(matrix.sum(axis=0), np.float64).ravel(), m),
        "the whole table sums": (np.array([float(matrix.sum())]), m * p),
    }
    for what, (values, terms) in sums.items():
        for target in (100.0, 1.0):
            if decimals == 0 and (target == 1.0 or len(values) < 2):
                continue  # a hundred people are no percentages
            rounding = min(0.5 * 10.0**-decimals * terms, 0.015 * target) if len(values) > 2 else 0.0
            if decimals:
                rounding = max(rounding, min(0.5 * 10.0**-decimals * terms, 0.005 * target))
            if np.all(np.abs(values - target) <= rounding + 1e-9):
                kind = "percentages" if target == 100 else "shares"
                return f"{what} to {target:g}", kind
    return None
