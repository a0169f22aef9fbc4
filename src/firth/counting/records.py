"""Records with a category in each column: the table of two columns, and the indicator table of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from firth.core import Counts, Recipe, Vocabulary
from firth.core.categories import Categories, coded_columns, named_columns, refuse_unknown
from firth.core.vocabulary import Numbers
from firth.counting.table_parts import numbers_in
from firth.counting.tables import named_counts
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names
from firth.runtime.sparse import compressed_rows


@refuse_other_names()
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
    if count is not None:
        refuse_unknown(count, columns)
    others = [name for name in names if name != count]
    chosen = (row or others[0], column or others[1])
    counted = count or (names[2] if len(names) > 2 else None)
    coded = coded_columns(columns, chosen)
    (row_codes, row_names), (column_codes, column_names) = (coded[name] for name in chosen)
    values = numbers_in(columns[counted], counted) if counted else np.ones(len(row_codes), np.int64)
    matrix = sparse.csr_array(
        sparse.coo_array((values, (row_codes, column_codes)), shape=(len(row_names), len(column_names)))
    )
    return named_counts(matrix, row_names, column_names)


def indicator(
    records: Any, *, variables: Sequence[str] | None = None, names: Sequence[str] | None = None
) -> Counts:
    """Make the indicator table Z: a row for each record, a column for each category, 1 where it has it.

    Parameters
    ----------
    records : pandas or polars frame, mapping of columns, or 2-D array
        Categories, which may be text or numbers.
    variables : sequence of str, optional
        Which columns; all if not given.
    names : sequence of str, optional
        Names of the records; otherwise those of the index of a pandas frame, or numbers from 1.

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
    return coded_indicator(coded_columns(records, variables), names=names or record_names(records))


def coded_indicator(columns: Mapping[str, Categories], *, names: Sequence[str] | None = None) -> Counts:
    """The indicator table of columns that are coded already, without gaps."""
    tokens = category_names(columns)
    indices = np.stack([column.codes for column in columns.values()], axis=1)
    indices += np.cumsum([0, *(len(column.names) for column in columns.values())], dtype=np.int32)[:-1]
    rows, q = indices.shape
    matrix = compressed_rows(
        np.arange(0, rows * q + 1, q),
        indices.ravel(),
        np.ones(rows * q, np.int8),
        (rows, len(tokens)),
    )
    how = Recipe().then("records", variables=list(columns))
    sums = np.bincount(matrix.indices, minlength=len(tokens))
    called = Numbers(rows) if names is None else tuple(names)
    if len(called) != rows:
        raise InputError(f"{len(called):,} names were given for {rows:,} records; give one for each.")
    return Counts(matrix, Vocabulary(called, np.full(rows, q)), Vocabulary(tokens, sums), how)


def indicator_parts(table: Counts) -> tuple[Sparse, tuple[str, ...], Array]:
    """Z in floating point, the names of its variables, and the variable of each category."""
    z = table.matrix.astype(np.float64)
    per_record = np.diff(z.indptr)
    if (per_record != per_record[0]).any() or (z.data != 1).any():
        raise InputError("an indicator table has a single 1 for each variable in every record.")
    owners = _owners(z, int(per_record[0]))
    first = [int(np.argmax(owners == variable)) for variable in range(int(per_record[0]))]
    names = [table.columns.tokens[place].split(":", 1) for place in first]
    return z, tuple(parts[0] if len(parts) == 2 else str(k + 1) for k, parts in enumerate(names)), owners


def _owners(z: Sparse, q: int) -> Array:
    """The variable of each column of an indicator table: the k-th category of every record is of the k-th."""
    owners = np.full(z.shape[1], -1)
    variables = np.tile(np.arange(q), z.shape[0])
    owners[z.indices] = variables
    if (owners[z.indices] != variables).any():
        raise InputError(
            "the columns of this indicator table are not in blocks, one a variable; put the categories "
            "of each variable side by side."
        )
    return owners


def category_names(columns: Mapping[str, Categories]) -> tuple[str, ...]:
    """``variable:category`` for every category of every column, in order."""
    return tuple(f"{variable}:{name}" for variable, column in columns.items() for name in column.names)


def record_names(records: Any) -> tuple[str, ...] | None:
    """The names that the index of a pandas frame gives its records; None where they are only numbered."""
    index = getattr(records, "index", None)
    if not hasattr(records, "iloc") or index is None:
        return None
    if getattr(index, "start", None) == 0 and getattr(index, "step", None) == 1:
        return None
    return tuple(map(str, index))
