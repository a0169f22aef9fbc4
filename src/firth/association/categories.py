"""Categorical columns as category numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import numpy as np

from firth.core.arrays import Array
from firth.errors import InputError


def coded_columns(frame: Any) -> dict[str, Array]:
    """The columns of a frame as category numbers, by name.

    frame: a pandas or polars frame, a mapping of names to columns, or a 2-D array of categories.

    >>> {name: codes.tolist() for name, codes in coded_columns({"drink": ["tea", "milk", "tea"]}).items()}
    {'drink': [0, 1, 0]}
    """
    coded: dict[str, Array] = {}
    for name, column in _named_columns(frame):
        if name in coded:
            raise InputError(f"two columns are called {name!r}; names must differ.")
        coded[name] = category_codes(column, name)
    if not coded:
        raise InputError("the frame has no columns; give it at least one.")
    (first, length), *others = ((name, len(codes)) for name, codes in coded.items())
    for name, other in others:
        if other != length:
            raise InputError(
                f"column {first!r} has {length} records and column {name!r} has {other}; "
                "give them the same records."
            )
    return coded


def _named_columns(frame: Any) -> Iterable[tuple[str, Any]]:
    if hasattr(frame, "get_columns"):  # polars
        return [(column.name, column) for column in frame.get_columns()]
    if isinstance(frame, Mapping) or hasattr(frame, "iloc"):
        return [(str(name), column) for name, column in frame.items()]
    table = np.asarray(frame)
    if table.ndim != 2:
        raise InputError(
            f"a frame has rows and columns, but this has {table.ndim} dimensions; pass a 2-D table."
        )
    return [(str(j), table[:, j]) for j in range(table.shape[1])]


def category_codes(column: Any, name: str) -> Array:
    """The categories of a column as numbers from 0, in the order they first stand or sort in."""
    values = column.to_numpy() if hasattr(column, "to_numpy") else column
    if isinstance(values, np.ndarray) and values.ndim != 1:
        raise InputError(f"column {name!r} has {values.ndim} dimensions; a column has one.")
    if isinstance(values, np.ndarray) and values.dtype != object:
        _refuse_missing(values != values, name)  # only what is missing differs from itself
        codes = np.unique(values, return_inverse=True)[1]
    else:
        records = list(values)
        _refuse_missing(np.fromiter(map(_is_missing, records), bool, len(records)), name)
        numbers: dict[Hashable, int] = {}
        try:
            codes = np.array([numbers.setdefault(value, len(numbers)) for value in records], np.int64)
        except TypeError as error:
            raise InputError(
                f"column {name!r} holds {error}; categories are plain values such as text."
            ) from error
    if len(codes) == 0:
        raise InputError(f"column {name!r} has no records; give it at least one.")
    return codes


def _is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # pandas.NA has no truth value
        return True


def _refuse_missing(missing: Array, name: str) -> None:
    if missing.any():
        raise InputError(
            f"column {name!r} has {int(missing.sum())} missing values "
            f"(first: record {int(missing.argmax())}); "
            "drop those records, or name the gap as a category of its own with fill_null or fillna."
        )
