"""A table and its supplementary parts without the rows and columns that have no counts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from firth.core import Counts, Vocabulary
from firth.errors import InputError
from firth.runtime.arrays import Array


class CountedParts(NamedTuple):
    """The parts of a table that have counts.

    kept: the places of the active rows that have some. empty: the names of rows and columns without any.
    """

    active: Counts
    rows: Counts | None
    columns: Counts | None
    kept: Array
    empty: dict[str, tuple[str, ...]]


def counted_parts(active: Counts, rows: Counts | None, columns: Counts | None) -> CountedParts:
    """The parts of a table without rows and columns that have no counts.

    Those have no profile and cannot be placed; leaving them out changes nothing for the others.
    """
    kept, own = np.flatnonzero(active.row_sums), np.flatnonzero(active.column_sums)
    if not len(kept):
        raise InputError("all cells are 0; there is nothing to analyze.")
    empty = {
        "row": _names_at(active.rows, active.row_sums == 0),
        "column": _names_at(active.columns, active.column_sums == 0),
    }
    if empty["row"] or empty["column"]:
        active = active.part(kept, own)
    if rows is not None:
        rows = rows.part(np.arange(len(rows.rows)), own)
        filled = np.flatnonzero(rows.row_sums)
        empty["row"] += _names_at(rows.rows, rows.row_sums == 0)
        rows = rows.part(filled, np.arange(len(own))) if len(filled) else None
    if columns is not None:
        columns = columns.part(kept, np.arange(len(columns.columns)))
        filled = np.flatnonzero(columns.column_sums)
        empty["column"] += _names_at(columns.columns, columns.column_sums == 0)
        columns = columns.part(np.arange(len(kept)), filled) if len(filled) else None
    return CountedParts(active, rows, columns, kept, {what: names for what, names in empty.items() if names})


def _names_at(names: Vocabulary, chosen: Array) -> tuple[str, ...]:
    return tuple(names.tokens[place] for place in np.flatnonzero(chosen).tolist())
