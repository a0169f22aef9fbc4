"""The cells of tables of every form: pandas and polars frames, arrays, sparse matrices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import numpy as np
from scipy import sparse

from firth.core.categories import categories_of, named_columns
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse

Names = bool | Literal["first"]
"""Whether a first column of text names the rows, or any first column does."""

_JOINED = " · "


def table_parts(table: Any, names: Names) -> tuple[Sparse, Sequence[str] | None, Sequence[str] | None]:
    """The cells of a table of any form, and the names of its rows and columns if it has them."""
    if sparse.issparse(table):
        given: Any = table
        return sparse.csr_array(given.tocsr()), None, None
    if hasattr(table, "collect_schema") and hasattr(table, "collect"):
        table = table.collect()  # a lazy frame of polars
    if hasattr(table, "iloc") and getattr(table, "ndim", 2) == 1:
        return _series_parts(table)
    if hasattr(table, "to_pandas") or hasattr(table, "iloc"):
        return _frame_parts(table, names)
    if not (hasattr(table, "__array__") or isinstance(table, list | tuple)):
        raise InputError(
            "a table is Counts, a pandas or polars frame, a numpy array or a scipy sparse matrix, and this "
            f"is a {type(table).__name__}; firth.datasets.read_table reads one from a file."
        )
    array = np.asarray(table)
    if array.ndim != 2:
        several = "s" * (array.ndim != 1)
        raise InputError(f"a table has rows and columns; this array has {array.ndim} dimension{several}.")
    if array.dtype.kind not in "biuf":
        raise InputError(f"a table of counts holds numbers; this array holds {array.dtype}.")
    if array.dtype == np.float16:  # which scipy has no matrices of
        array = array.astype(np.float64)
    return sparse.csr_array(array), None, None


def numbers_in(column: Any, name: str | None, rows: Sequence[str] | None = None) -> Array:
    """A column as numbers, NaN where it is missing; a value that is none is named with its row."""
    if hasattr(getattr(column, "dtype", None), "na_value"):  # pandas' own kinds of columns
        try:
            return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan))
        except (TypeError, ValueError):
            column = column.astype(object)
    values = np.asarray(column)
    if values.dtype.kind in "biuf":
        return values
    numbers = np.zeros(len(values))
    for place, value in enumerate(values.tolist()):
        try:
            # One bad cell makes text of a whole column of a file.
            numbers[place] = np.nan if _is_missing(value) else float(value)
        except (TypeError, ValueError):
            where = f"row {rows[place]!r}" if rows is not None else f"line {place + 1}"
            raise InputError(
                f"column {name!r} has {value!r} in {where}, which is not a number; mend that cell, leave it "
                "empty if its value is missing, or leave the column out."
            ) from None
    return numbers


def _is_missing(value: Any) -> bool:
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def _series_parts(series: Any) -> tuple[Sparse, Sequence[str], Sequence[str]]:
    """A pandas series of counts by two variables."""
    levels = getattr(series.index, "nlevels", 1)
    if levels != 2:
        raise InputError(
            f"a table has rows and columns; this series counts by {levels} variable{'s' * (levels > 1)}, and "
            "a series by two would do. Give a frame, such as pandas.crosstab makes."
        )
    (row_codes, rows), (column_codes, columns) = (
        categories_of(series.index.get_level_values(level), f"level {level + 1} of the index")
        for level in (0, 1)
    )
    cells = numbers_in(series, str(series.name or "count"))
    matrix = sparse.coo_array((cells, (row_codes, column_codes)), shape=(len(rows), len(columns)))
    return sparse.csr_array(matrix), rows, columns


def _frame_parts(table: Any, names: Names) -> tuple[Sparse, Sequence[str] | None, Sequence[str] | None]:
    columns = _columns_of(table)
    rows: Sequence[str] | None = None
    if hasattr(table, "iloc") and not _is_default(table.index):
        rows = [_label(name) for name in table.index]
    labels = list(columns)
    if rows is None and labels and (names == "first" or (names and _is_text(columns[labels[0]]))):
        rows = _row_names(columns[labels[0]], labels[0])
        labels = labels[1:]
    if not labels:
        raise InputError("the table has no columns of counts.")
    return _side_by_side(numbers_in(columns[label], label, rows) for label in labels), rows, labels


def _columns_of(table: Any) -> dict[str, Any]:
    """The columns of a frame by name; the levels of pandas' labels are joined."""
    if not hasattr(table, "iloc"):
        return named_columns(table)
    named: dict[str, Any] = {}
    for place, label in enumerate(table.columns):
        name = _label(label)
        if name in named:
            raise InputError(f"two columns are called {name!r}; names must differ.")
        named[name] = table.iloc[:, place]
    return named


def _label(name: Any) -> str:
    if not isinstance(name, tuple):
        return str(name)
    return _JOINED.join(part for part in map(str, name) if part)  # margins leave levels empty


def _is_default(index: Any) -> bool:
    """Whether pandas numbered the rows itself."""
    return getattr(index, "start", None) == 0 and getattr(index, "step", None) == 1 and index.name is None


def _row_names(column: Any, label: str) -> list[str]:
    names = []
    for place, name in enumerate(column):
        if _is_missing(name) or name != name:
            raise InputError(
                f"column {label!r}, which names the rows, has no name in line {place + 1}; name each row, or "
                "say --no-names if this column is no name (in Python, names is False)."
            )
        names.append(str(int(name)) if isinstance(name, float) and name.is_integer() else str(name))
    return names


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
    first = next((value for value in column if not _is_missing(value)), None)
    return isinstance(first, str)
