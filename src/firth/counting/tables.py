"""Tables whose cells are counts: frames, arrays and sparse matrices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from firth.core import Counts, Recipe, Vocabulary
from firth.core.categories import named_columns
from firth.core.vocabulary import Numbers
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import compressed_rows


def counts_from_table(
    table: Any, *, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None
) -> Counts:
    """Take a table whose cells are counts.

    Parameters
    ----------
    table : pandas or polars frame, array, scipy sparse matrix or Counts
        Of pandas the index and the column labels are the names. Of polars a first column of text names the
        rows.
    rows, columns : sequence of str, optional
        Names for a table that has none; otherwise its rows and columns are numbered from 1.

    Returns
    -------
    Counts

    Raises
    ------
    InputError
        A cell is negative, not finite or not a number, or two rows or columns have the same name.

    Examples
    --------
    >>> import numpy as np
    >>> counts_from_table(np.array([[1, 2], [0, 3]]), columns=["no", "yes"]).total
    6.0
    """
    if isinstance(table, Counts):
        return table
    matrix, row_names, column_names = _named(table, rows, columns)
    return named_counts(matrix, row_names, column_names)


def split_table(
    table: Any, rows: Sequence[str] = (), columns: Sequence[str] = ()
) -> tuple[Counts, Counts | None, Counts | None]:
    """Set supplementary rows and columns of a table apart.

    Parameters
    ----------
    table : pandas or polars frame, array, scipy sparse matrix or Counts
    rows, columns : sequence of str
        The names of those that are supplementary.

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
        matrix, row_names, column_names = _named(table, None, None)
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


def numbers_in(column: Any, name: str | None, rows: Sequence[str] | None = None) -> Array:
    """A column as numbers; a value that is none is named with its row."""
    values = np.asarray(column)
    if values.dtype.kind in "biuf":
        return values
    numbers = np.zeros(len(values))
    for place, value in enumerate(column):
        try:
            numbers[place] = float(value)  # one bad cell makes text of a whole column of a file
        except (TypeError, ValueError):
            where = f"row {rows[place]!r}" if rows is not None else f"line {place + 1}"
            raise InputError(f"column {name!r} has {value!r} in {where}, which is not a number.") from None
    return numbers


def _parts(table: Any) -> tuple[Sparse, Sequence[str] | None, Sequence[str] | None]:
    if sparse.issparse(table):
        given: Any = table
        return sparse.csr_array(given.tocsr()), None, None
    if hasattr(table, "to_pandas") or hasattr(table, "iloc"):
        return _frame_parts(table)
    if not (hasattr(table, "__array__") or isinstance(table, list | tuple)):
        raise InputError(
            "a table is Counts, a pandas or polars frame, a numpy array or a scipy sparse matrix, and this "
            f"is a {type(table).__name__}; firth.datasets.read_table reads one from a file."
        )
    array = np.asarray(table)
    if array.ndim != 2:
        raise InputError(f"a table has rows and columns; this array has {array.ndim} dimensions.")
    if array.dtype.kind not in "biuf":
        raise InputError(f"a table of counts holds numbers; this array holds {array.dtype}.")
    return sparse.csr_array(array), None, None


def _frame_parts(table: Any) -> tuple[Sparse, Sequence[str] | None, Sequence[str] | None]:
    columns = named_columns(table)
    rows: Sequence[str] | None = None
    if hasattr(table, "iloc"):
        index = table.index
        default = getattr(index, "start", None) == 0 and getattr(index, "step", None) == 1
        rows = None if default else [str(name) for name in index]
    names = list(columns)
    if rows is None and names and _is_text(columns[names[0]]):
        rows = [str(name) for name in columns[names[0]]]
        names = names[1:]
    if not names:
        raise InputError("the table has no columns of counts.")
    return _side_by_side(numbers_in(columns[name], name, rows) for name in names), rows, names


def _side_by_side(columns: Iterable[Array]) -> Sparse:
    """The cells of columns that are not 0, in compressed rows, read one column at a time."""
    places, cells = [], []
    for column in columns:
        places.append(np.flatnonzero(column))
        cells.append(column[places[-1]])
    starts = np.cumsum([0, *map(len, places)])
    shape = (len(column), len(places))
    whole = sparse.csc_array((np.concatenate(cells), np.concatenate(places), starts), shape=shape)
    return sparse.csr_array(whole)


def _is_text(column: Any) -> bool:
    first = next(iter(column), None)
    return isinstance(first, str)


def _named(
    table: Any, rows: Sequence[str] | None, columns: Sequence[str] | None
) -> tuple[Sparse, Sequence[str], Sequence[str]]:
    matrix, own_rows, own_columns = _parts(table)
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
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise InputError(f"the name {twice!r} stands twice among the {what}; names must differ.")
    return names


def _refuse_bad_cells(matrix: Sparse, rows: Sequence[str], columns: Sequence[str]) -> None:
    bad = np.flatnonzero(~(matrix.data >= 0) | ~np.isfinite(matrix.data))
    if len(bad):
        row = int(np.searchsorted(matrix.indptr, bad[0], side="right")) - 1
        column = int(matrix.indices[bad[0]])
        raise InputError(
            f"the cell in row {rows[row]!r} and column {columns[column]!r} is {matrix.data[bad[0]]}; "
            "counts are numbers of 0 or more."
        )
