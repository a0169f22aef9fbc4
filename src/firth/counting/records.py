"""Records with a category in each column: the table of two columns, and the indicator table of many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from firth.core import Counts, Recipe, Vocabulary
from firth.core.categories import coded_columns, named_columns, refuse_unknown
from firth.core.vocabulary import Numbers
from firth.counting.tables import named_counts, numbers_in
from firth.errors import InputError
from firth.runtime.sparse import compressed_rows


def counts_from_long(
    table: Any, *, row: str | None = None, column: str | None = None, count: str | None = None
) -> Counts:
    """Take a table with a line for each pair: a row, a column and perhaps a count.

    Parameters
    ----------
    table : pandas or polars frame, mapping of columns, or 2-D array
    row, column, count : str, optional
        Names of the columns that hold them; the first, second and third if not given.

    Returns
    -------
    Counts
        Rows and columns in the order of their first appearance. Pairs that are given twice are added up.

    Examples
    --------
    >>> import polars as pl
    >>> eyes = pl.DataFrame({"eyes": ["blue", "dark", "blue"], "hair": ["fair", "dark", "fair"]})
    >>> counts_from_long(eyes).matrix.toarray().tolist()
    [[2, 0], [0, 1]]
    """
    columns = named_columns(table)
    names = list(columns)
    if len(names) < 2:
        raise InputError(f"a long table needs a row and a column, and this one has only {', '.join(names)}.")
    chosen = (row or names[0], column or names[1])
    counted = count or (names[2] if len(names) > 2 else None)
    if counted:
        refuse_unknown(counted, columns)
    coded = coded_columns(columns, chosen)
    (row_codes, row_names), (column_codes, column_names) = (coded[name] for name in chosen)
    values = numbers_in(columns[counted], counted) if counted else np.ones(len(row_codes), np.int64)
    matrix = sparse.csr_array(
        sparse.coo_array((values, (row_codes, column_codes)), shape=(len(row_names), len(column_names)))
    )
    return named_counts(matrix, row_names, column_names)


def indicator(records: Any, *, variables: Sequence[str] | None = None) -> Counts:
    """Make the indicator table Z: a row for each record, a column for each category, 1 where it has it.

    Parameters
    ----------
    records : pandas or polars frame, mapping of columns, or 2-D array
        Categories, which may be text or numbers.
    variables : sequence of str, optional
        Which columns; all if not given.

    Returns
    -------
    Counts
        Columns are named ``variable:category``, in the order of first appearance.

    Examples
    --------
    >>> import polars as pl
    >>> indicator(pl.DataFrame({"sex": ["f", "m"], "smokes": ["no", "no"]})).columns.tokens
    ('sex:f', 'sex:m', 'smokes:no')
    """
    coded = coded_columns(records, variables)
    names = tuple(f"{variable}:{name}" for variable, column in coded.items() for name in column.names)
    indices = np.stack([column.codes for column in coded.values()], axis=1)
    indices += np.cumsum([0, *(len(column.names) for column in coded.values())], dtype=np.int32)[:-1]
    rows, q = indices.shape
    matrix = compressed_rows(
        np.arange(0, rows * q + 1, q),
        indices.ravel(),
        np.ones(rows * q, np.int8),
        (rows, len(names)),
    )
    how = Recipe().then("records", variables=list(coded))
    sums = np.bincount(matrix.indices, minlength=len(names))
    return Counts(matrix, Vocabulary(Numbers(rows), np.full(rows, q)), Vocabulary(names, sums), how)
