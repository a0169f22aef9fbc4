"""What descriptions are made of: tables with a few named columns, and the records they describe."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from firth.core.categories import Categories, named_columns
from firth.counting.gaps import coded_records
from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl

AT_THRESHOLD = 1 + 1e-12
"""A p above the threshold by rounding alone still counts as at it."""


@dataclass(frozen=True, eq=False)
class DescriptionTable:
    """A table: each field is a column, names as a tuple of str and numbers as an array."""

    def __len__(self) -> int:
        """How many lines there are."""
        return len(getattr(self, fields(self)[0].name))

    def __repr__(self) -> str:
        """Its kind and how many lines it has."""
        return f"{type(self).__name__}({len(self):,} lines)"

    def __str__(self) -> str:
        """The first lines of the table."""
        return str(self.to_polars())

    def to_polars(self) -> pl.DataFrame:
        """The columns as a polars frame."""
        import polars as pl

        columns = {field.name: getattr(self, field.name) for field in fields(self)}
        return pl.DataFrame(
            [
                pl.Series(name, list(column), pl.String)
                if isinstance(column, tuple)
                else pl.Series(name, column)
                for name, column in columns.items()
            ]
        )

    def chosen(self, lines: Array) -> Self:
        """Some of the lines, in the order given."""
        columns = {}
        for field in fields(self):
            column = getattr(self, field.name)
            names = isinstance(column, tuple)
            columns[field.name] = tuple(column[i] for i in lines.tolist()) if names else column[lines]
        return type(self)(**columns)


class Records(NamedTuple):
    """The columns of records, by name.

    Attributes
    ----------
    quantitative : dict of str to array
        Columns of numbers, in float64; what is missing is NaN.
    categorical : dict of str to Categories
        All others.
    """

    quantitative: dict[str, Array]
    categorical: dict[str, Categories]


def read_records(frame: Any, *, length: int, of: str, kept: Array | None = None) -> Records:
    """Take numeric columns as quantitative variables and all others as categorical ones.

    What is missing is NaN in a quantitative variable, and a category of its own in a categorical one. length:
    how many records there must be; of: what they must be as many as, in words; kept: which of a longer frame
    they are.

    >>> read = read_records({"age": [30, None], "sex": ["f", None]}, length=2, of="the groups")
    >>> read.quantitative["age"].tolist(), read.categorical["sex"].names
    ([30.0, nan], ('f', 'missing'))
    """
    quantitative, categorical = {}, {}
    for name, column in named_columns(frame).items():
        longer = kept is not None and len(column) != length and len(column) > kept[-1]
        if len(column) != length and not longer:
            raise InputError(f"column {name!r} has {len(column)} records, and {of} has {length}.")
        places = kept if kept is not None and longer else slice(None)
        numbers = _numbers(column)
        if numbers is None:
            codes, names = coded_records({name: column}, missing="category").columns[name]
            categorical[name] = Categories(codes[places], names)
        else:
            quantitative[name] = numbers[places]
    return Records(quantitative, categorical)


def refuse_proba(proba: float) -> None:
    """Refuse a threshold that is no probability."""
    if not 0 < proba <= 1:
        raise InputError(f"proba is {proba}; it must be above 0 and at most 1.")


def _numbers(column: Any) -> Array | None:
    """A column as floats, NaN where a value is missing, or None if it is not one of numbers."""
    import polars as pl

    if isinstance(column, pl.Series):
        if not column.dtype.is_numeric():
            return None
        return column.cast(pl.Float64).fill_null(np.nan).to_numpy()
    kind = getattr(getattr(column, "dtype", None), "kind", None)
    if kind is not None and kind in "iuf":
        if hasattr(column, "iloc"):  # pandas, whose own integers may be missing
            return np.asarray(column.to_numpy(dtype=np.float64, na_value=np.nan))
        return np.asarray(column, dtype=np.float64)
    if kind is not None and kind != "O":
        return None
    values = column.tolist() if hasattr(column, "tolist") else list(column)
    # Text is by far the most common: the first value that is there tells.
    first = next((value for value in values if value is not None), None)
    if isinstance(first, bool) or not isinstance(first, int | float | np.integer | np.floating):
        return None
    try:
        return np.array([np.nan if value is None else float(value) for value in values])
    except (TypeError, ValueError):
        return None
