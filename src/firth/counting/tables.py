"""Tables whose cells are counts: frames, arrays and sparse matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from firth.core import Counts, Recipe, Vocabulary
from firth.core.vocabulary import Numbers
from firth.counting.table_parts import Names, table_parts
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names
from firth.runtime.sparse import compressed_rows

Missing = Literal["refuse", "zero"]


@refuse_other_names()
def counts_from_table(
    table: Any,
    *,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    names: Names = True,
    missing: Missing = "refuse",
) -> Counts:
    """Take a table whose cells are counts.

    Parameters
    ----------
    table : pandas or polars frame, array, scipy sparse matrix or Counts
        Of pandas the index and the column labels are the names, the levels of either joined by " · "; a
        series of counts by two variables, as value_counts gives, becomes a table of the two.
    rows, columns : sequence of str, optional
        Names for a table that has none; otherwise its rows and columns are numbered from 1.
    names : bool or "first"
        Which column of a frame without an index names the rows: a first column of text (True), the first
        column whatever it holds ("first"), or none (False).
    missing : {"refuse", "zero"}
        What happens to a missing cell: it is refused by name, or counts as 0.

    Returns
    -------
    Counts

    Raises
    ------
    InputError
        A cell is negative, missing or not a number, or two rows or columns have the same name.

    Examples
    --------
    >>> import numpy as np
    >>> counts_from_table(np.array([[1, 2], [0, 3]]), columns=["no", "yes"]).total
    6.0
    """
    if isinstance(table, Counts):
        return table
    matrix, row_names, column_names = _named(table, rows, columns, names)
    return named_counts(_filled(matrix, missing), row_names, column_names)


def split_table(
    table: Any,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    *,
    names: Names = True,
    missing: Missing = "refuse",
) -> tuple[Counts, Counts | None, Counts | None]:
    """Set supplementary rows and columns of a table apart.

    Parameters
    ----------
    table : pandas or polars frame, array, scipy sparse matrix or Counts
    rows, columns : sequence of str
        The names of those that are supplementary.
    names, missing
        As for `counts_from_table`.

    Returns
    -------
    active : Counts
    rows, columns : Counts or None
        The supplementary rows with the active columns, and the supplementary columns with the active rows.
        Cells where a supplementary row meets a supplementary column are never read, and may be missing.

    Examples
    --------
    >>> import numpy as np
    >>> active, apart, _ = split_table(np.array([[1, 2], [3, 4], [5, 6]]), rows=["3"])
    >>> active.matrix.shape, apart.matrix.toarray().tolist()
    ((2, 2), [[5, 6]])
    """
    if isinstance(table, Counts):
        matrix, row_names, column_names = table.matrix, table.rows.tokens, table.columns.tokens
    else:
        matrix, row_names, column_names = _named(table, None, None, names)
        matrix = _filled(matrix, missing)
    own_rows, other_rows = _places(row_names, rows, "rows")
    own_columns, other_columns = _places(column_names, columns, "columns")

    def part(some_rows: Array, some_columns: Array) -> Counts:
        cells: Sparse = matrix[some_rows][:, some_columns]
        names = (tuple(row_names[i] for i in some_rows), tuple(column_names[i] for i in some_columns))
        return named_counts(cells, *names)

    return (
        part(own_rows, own_columns),
        part(other_rows, own_columns) if len(other_rows) else None,
        part(own_rows, other_columns) if len(other_columns) else None,
    )


def named_counts(matrix: Sparse, rows: Sequence[str], columns: Sequence[str]) -> Counts:
    """Counts of a matrix whose rows and columns are named; a cell that is no count is refused."""
    _refuse_bad_cells(matrix, rows, columns)
    if not matrix.has_canonical_format or not matrix.data.all():
        matrix = matrix.copy()  # the table given stays as it was
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
    if matrix.indices.dtype != np.int32 and matrix.shape[1] < 2**31:
        # Half the memory, and half of what every product reads.
        matrix = compressed_rows(matrix.indptr, matrix.indices.astype(np.int32), matrix.data, matrix.shape)
    row_sums, column_sums = np.asarray(matrix.sum(axis=1)).ravel(), np.asarray(matrix.sum(axis=0)).ravel()
    how = Recipe().then("table", rows=len(rows), columns=len(columns))
    return Counts(matrix, Vocabulary(rows, row_sums), Vocabulary(columns, column_sums), how)


def _filled(matrix: Sparse, missing: Missing) -> Sparse:
    """With 0 for missing cells, if they may count as that."""
    if missing not in ("refuse", "zero"):
        raise InputError(f"missing is {missing!r}; it is 'refuse' or 'zero'.")
    gaps = np.isnan(matrix.data) if missing == "zero" and matrix.data.dtype.kind == "f" else np.zeros(0, bool)
    if not gaps.any():
        return matrix
    filled = matrix.copy()
    filled.data[gaps] = 0.0
    return filled


def _named(
    table: Any, rows: Sequence[str] | None, columns: Sequence[str] | None, names: Names
) -> tuple[Sparse, Sequence[str], Sequence[str]]:
    if names not in (True, False, "first"):
        raise InputError(f"names is {names!r}; it is True, False or 'first'.")
    matrix, own_rows, own_columns = table_parts(table, names)
    m, p = matrix.shape
    if not m or not p:
        raise InputError(f"a table of {m} rows and {p} columns has nothing to analyze.")
    row_names = _names(rows if rows is not None else own_rows, m, "rows")
    return matrix, row_names, _names(columns if columns is not None else own_columns, p, "columns")


def _places(names: Sequence[str], apart: Sequence[str], what: str) -> tuple[Array, Array]:
    """The places of the names that stay, and of those set apart."""
    index = {name: place for place, name in enumerate(names)}
    for name in apart:
        if name not in index:
            raise InputError(f"there is no {name!r} among the {what}; they are {', '.join(names[:5])} …")
    out = np.array(sorted(index[name] for name in apart), dtype=np.intp)
    return np.setdiff1d(np.arange(len(names)), out), out


def _names(given: Sequence[str] | None, length: int, what: str) -> Sequence[str]:
    if given is None:
        return Numbers(length)
    names = tuple(map(str, given))
    if len(names) != length:
        raise InputError(f"{len(names)} names were given for {length} {what}.")
    if len(set(names)) != length:
        seen: set[str] = set()
        twice = next(name for name in names if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise InputError(f"the name {twice!r} stands twice among the {what}; names must differ.")
    return names


def _refuse_bad_cells(matrix: Sparse, rows: Sequence[str], columns: Sequence[str]) -> None:
    bad = np.flatnonzero(~(matrix.data >= 0) | ~np.isfinite(matrix.data))
    if len(bad):
        row = int(np.searchsorted(matrix.indptr, bad[0], side="right")) - 1
        column = int(matrix.indices[bad[0]])
        if np.isnan(matrix.data[bad[0]]):
            raise InputError(
                f"the cell in row {rows[row]!r} and column {columns[column]!r} is missing; fill it, or say "
                'missing="zero" if nothing was counted there.'
            )
        raise InputError(
            f"the cell in row {rows[row]!r} and column {columns[column]!r} is {matrix.data[bad[0]]}; "
            "counts are numbers of 0 or more."
        )
    with np.errstate(over="ignore"):
        total = float(matrix.data.sum(dtype=np.float64))
    if not np.isfinite(total):
        raise InputError(
            "the cells sum to more than a number can hold (1.8e308); divide all of them by one large number."
        )
