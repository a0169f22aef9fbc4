"""Totals that were left in a table of counts, and percentages that were taken for counts."""

from __future__ import annotations

from firth.core import Counts
from firth.counting.totals import share_sums, totals
from firth.datasets.table_checks import quoted
from firth.errors import InputError


def check_counts(counts: Counts) -> tuple[str, ...]:
    """Raise where totals were left in a table of counts, and tell where it holds shares.

    Parameters
    ----------
    counts : Counts
        Without supplementary rows and columns.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import numpy as np
    >>> from firth.counting import counts_from_table
    >>> told = check_counts(counts_from_table(np.array([[20.5, 79.5], [60.0, 40.0]])))
    >>> told[0][:73]
    'each row sums to 100: if these are percentages, n, χ² and p mean nothing;'
    """
    rows, columns = totals(counts)
    if rows or columns:
        parts = [f"row {name!r} is the sum of the others" for name in rows]
        parts += [f"column {name!r} is the sum of the others" for name in columns]
        options = [f"--sup-rows {quoted(name)}" for name in rows]
        options += [f"--sup-columns {quoted(name)}" for name in columns]
        # --drop is of columns; a row of totals can only be set apart.
        left = "" if rows else f", leave it out with {' '.join(f'--drop {quoted(name)}' for name in columns)}"
        if len(parts) > 1:
            left = left.replace(" it ", " them ")
        raise InputError(
            f"{' and '.join(parts)}: totals take no part in the analysis; set "
            f"{'them' if len(parts) > 1 else 'it'} apart with {' '.join(options)}{left}, or say --as-is if "
            f"{'these are' if len(parts) > 1 else 'this is'} no total."
        )
    found = share_sums(counts)
    if found is None:
        return ()
    what, kind = found
    return (
        f"{what}: if these are {kind}, n, χ² and p mean nothing; give the number of observations with "
        "--observations N, or say --as-is if they are counts.",
    )
