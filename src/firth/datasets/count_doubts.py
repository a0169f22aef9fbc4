"""Tables of counts that may be something else: answers in numbers, amounts, and totals by their names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firth.core import Counts
from firth.datasets.table_checks import quoted
from firth.runtime.arrays import Array

_FEWEST_RECORDS = 10
_MOST_CODES = 12
_MOST_NAMES = 200
"""Among more names than these, "total" may well be a word that was counted."""

_TOTALS = (
    "total", "totals", "subtotal", "sub-total", "sub total", "grand total", "totaal", "totale", "totales",
    "insgesamt", "gesamt", "summe", "ensemble",
)  # fmt: skip


def doubts(counts: Counts, *, amounts: bool = True) -> tuple[str, ...]:
    """What to tell of a table of counts that may be something else, with the option that helps.

    Parameters
    ----------
    counts : Counts
        Without supplementary rows and columns.
    amounts : bool
        Whether to tell of cells that are no whole numbers.

    Returns
    -------
    tuple of str

    See Also
    --------
    check_counts : Totals that are the sum of all others, which are refused, and shares.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.counting import counts_from_table
    >>> answers = np.array([[1, 2], [2, 1], [1, 1], [3, 2], [2, 2]] * 2)
    >>> doubts(counts_from_table(answers))[0]
    'all columns hold numbers from 1 to 3 alone: if these are answers, say --mca, for each line is a record.'
    """
    told = (_answers(counts), _amounts(counts) if amounts else None, *_named_totals(counts))
    return tuple(each for each in told if each)


def _answers(counts: Counts) -> str | None:
    """Each column has all numbers from 1 to a small one, and no other, as codes of answers do."""
    matrix = counts.matrix
    m, p = matrix.shape
    if m < _FEWEST_RECORDS or p < 2 or matrix.nnz != m * p:
        return None
    most = matrix.data.max()
    if most < 2 or most > min(_MOST_CODES, m / 2) or np.any(matrix.data % 1):
        return None
    cells: Array = np.asarray(matrix.toarray())
    for column in cells.T:
        codes = np.unique(column)
        if codes[0] != 1 or codes[-1] != len(codes) or len(codes) == 1:
            return None
    return (
        f"all columns hold numbers from 1 to {most:g} alone: if these are answers, say --mca, for each line "
        "is a record."
    )


def _amounts(counts: Counts) -> str | None:
    data = counts.matrix.data
    broken = np.flatnonzero(data % 1) if data.dtype.kind == "f" else np.zeros(0, np.intp)
    if not len(broken):
        return None
    row = int(np.searchsorted(counts.matrix.indptr, broken[0], side="right")) - 1
    column = int(counts.matrix.indices[broken[0]])
    return (
        f"cells are no whole numbers (first: {data[broken[0]]:.6g} in row {counts.rows.tokens[row]!r} and "
        f"column {counts.columns.tokens[column]!r}): if they are amounts and count nothing, n, χ² and p mean "
        "nothing; give the number of observations with --observations N."
    )


def _named_totals(counts: Counts) -> list[str]:
    told = []
    for what, names in (("row", counts.rows.tokens), ("column", counts.columns.tokens)):
        called = _called_totals(names)
        if called:
            told.append(
                f"{what} {called[0]!r} is called a total: if it is one, though not of all others, set it "
                f"apart with --sup-{what}s {quoted(called[0])}."
            )
    return told


def _called_totals(names: Sequence[str]) -> list[str]:
    if len(names) > _MOST_NAMES:
        return []
    return [name for name in names if name.strip().lower().rstrip("0123456789 ") in _TOTALS]
