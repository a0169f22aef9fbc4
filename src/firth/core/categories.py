"""Categorical columns as category numbers, with the names of the categories."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl

Gaps = Literal["refuse", "keep"]


class Categories(NamedTuple):
    """A column of categories as numbers.

    Attributes
    ----------
    codes : array of int
        The category of each record, from 0; −1 where a gap was kept.
    names : tuple of str
        In the order of their first appearance.
    """

    codes: Array
    names: tuple[str, ...]


def coded_columns(
    frame: Any, names: Sequence[str] | None = None, *, gaps: Gaps = "refuse"
) -> dict[str, Categories]:
    """Take the columns of a frame as category numbers, by name.

    Parameters
    ----------
    frame : pandas or polars frame, mapping of columns, or 2-D array
    names : sequence of str, optional
        Which columns; all if not given.
    gaps : {"refuse", "keep"}
        What becomes of missing values: a sentence that names the first, or the code −1.

    Returns
    -------
    dict of str to Categories

    Examples
    --------
    >>> coded_columns({"drink": ["tea", "milk", "tea"]})["drink"].codes.tolist()
    [0, 1, 0]
    """
    columns = named_columns(frame)
    chosen = list(columns) if names is None else list(names)
    for name in chosen:
        refuse_unknown(name, columns)
    if not chosen:
        raise InputError("the frame has no columns; give it at least one.")
    coded = {name: categories_of(columns[name], name, gaps=gaps) for name in chosen}
    (first, length), *others = ((name, len(column.codes)) for name, column in coded.items())
    for name, other in others:
        if other != length:
            raise InputError(
                f"column {first!r} has {length} records and column {name!r} has {other}; "
                "give them the same records."
            )
    return coded


def named_columns(frame: Any) -> dict[str, Any]:
    """Take the columns of a frame as they are, by name.

    Parameters
    ----------
    frame : pandas or polars frame, mapping of columns, or 2-D array
        The columns of an array are named "0", "1", …

    Returns
    -------
    dict of str to column

    Examples
    --------
    >>> import numpy as np
    >>> list(named_columns(np.zeros((3, 2))))
    ['0', '1']
    """
    if hasattr(frame, "get_columns"):  # polars
        return {column.name: column for column in frame.get_columns()}
    if isinstance(frame, Mapping) or hasattr(frame, "iloc"):
        named: dict[str, Any] = {}
        for name, column in frame.items():
            if str(name) in named:
                raise InputError(f"two columns are called {str(name)!r}; names must differ.")
            named[str(name)] = column
        return named
    table = np.asarray(frame)
    if table.ndim != 2:
        raise InputError(
            f"a frame has rows and columns, but this has {table.ndim} dimensions; "
            "give a pandas or polars frame, a mapping of columns or a 2-D array."
        )
    return {str(j): table[:, j] for j in range(table.shape[1])}


def refuse_unknown(name: str, columns: Collection[str]) -> None:
    """Raise for a column that a frame does not have, naming those it has."""
    if name not in columns:
        first = [*columns][:20]
        more = f" and {len(columns) - 20:,} more" if len(columns) > 20 else ""
        raise InputError(f"there is no column {name!r}; the columns are {', '.join(first)}{more}.")


def categories_of(column: Any, name: str, *, gaps: Gaps = "refuse") -> Categories:
    """Take one column as category numbers; two values are the same category where they print the same.

    Parameters
    ----------
    column : list, array, or pandas or polars column
        Dictionary-coded or not.
    name : str
        What the column is called where it is refused.
    gaps : {"refuse", "keep"}
        What becomes of missing values: a sentence that names the first, or the code −1.

    Returns
    -------
    Categories

    Raises
    ------
    InputError
        The column has no records, a missing value, or values that are not plain.

    Examples
    --------
    >>> categories_of([2, 1, 2], "cups").names
    ('2', '1')
    """
    if getattr(column, "ndim", 1) != 1:
        raise InputError(f"column {name!r} has {column.ndim} dimensions; a column has one.")
    if hasattr(column, "factorize"):  # pandas
        codes, printed = _from_pandas(column, name)
    else:
        values = _values(column)
        series = _series(values)
        codes, printed = _from_objects(values, name) if series is None else _from_series(series, name)
    if len(codes) == 0:
        raise InputError(f"column {name!r} has no records; give it at least one.")
    if gaps == "refuse":
        refuse_missing(codes < 0, name)
    numbers: dict[str, int] = {}
    merged = np.array([*(numbers.setdefault(text, len(numbers)) for text in printed), -1], np.int32)
    return Categories(merged[codes], tuple(numbers))  # the code −1 of a gap takes the last place


def _from_pandas(column: Any, name: str) -> tuple[Array, list[str]]:
    try:
        codes, distinct = column.factorize()
    except TypeError as error:
        raise _not_plain(name, str(error)) from error
    return codes, _printed(_values(np.asarray(distinct)))


def _from_series(series: pl.Series, name: str) -> tuple[Array, list[str]]:
    import polars as pl

    if series.dtype.is_nested():
        raise _not_plain(name, str(series.dtype))
    missing = series.is_null()
    if series.dtype.is_float():
        missing |= series.is_nan().fill_null(False)
    whole = series.filter(~missing) if missing.any() else series
    distinct = whole.unique(maintain_order=True)
    if series.dtype == pl.String:
        found = whole.cast(pl.Enum(distinct)).to_physical()
    elif series.dtype in (pl.Categorical, pl.Enum):  # text that has numbers already
        places = distinct.to_physical().to_numpy().astype(np.int64)
        order = np.zeros(int(places.max(initial=-1)) + 1, np.int32)
        order[places] = np.arange(len(places))
        found = order[whole.to_physical().to_numpy()]
    else:
        numbers = pl.Series(np.arange(len(distinct), dtype=np.int32))
        found = whole.to_physical().replace_strict(distinct.to_physical(), numbers, return_dtype=pl.Int32)
    codes = np.full(len(series), -1, np.int32)
    codes[~missing.to_numpy()] = found
    return codes, distinct.cast(pl.String).to_list()


def _from_objects(values: Any, name: str) -> tuple[Array, list[str]]:
    """Values of several types, or of one that polars does not know."""
    numbers: dict[Any, int] = {}
    try:
        codes = np.array([numbers.setdefault(value, len(numbers)) for value in values], np.int32)
    except TypeError as error:
        raise _not_plain(name, str(error)) from error
    missing = np.fromiter(map(_is_missing, numbers), bool, len(numbers))
    places = np.where(missing, -1, np.cumsum(~missing) - 1)
    return places[codes], [str(value) for value in numbers if not _is_missing(value)]


def _values(column: Any) -> Any:
    """An array of numbers or a polars series as it is, and a list of anything else."""
    if isinstance(column, np.ndarray):
        return column if column.dtype.kind in "biufmM" else column.tolist()
    return column if hasattr(column, "to_physical") else list(column)


def _series(values: Any) -> pl.Series | None:
    """A polars series, unless the values are not all of one type that it knows."""
    import polars as pl

    try:
        series = pl.Series(values=values)
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
        return None
    return None if series.dtype == pl.Object else series


def _printed(values: Any) -> list[str]:
    """As polars prints values of one type, else as Python does."""
    import polars as pl

    series = _series(values)
    return [str(value) for value in values] if series is None else series.cast(pl.String).to_list()


def _is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # pandas.NA has no truth value
        return True


def refuse_missing(missing: Array, name: str) -> None:
    """Raise where a column has gaps, naming the first."""
    if missing.any():
        raise InputError(
            f"column {name!r} has no value in {int(missing.sum())} of {len(missing)} records "
            f"(first: record {int(missing.argmax()) + 1}); "
            "drop those records, or give the gap a category of its own, such as 'missing'."
        )


def _not_plain(name: str, what: str) -> InputError:
    return InputError(f"column {name!r} holds {what}; categories are plain values such as text.")
