"""A numeric column cut into classes, each with about as many records."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.counting.table_parts import numbers_in
from firth.errors import InputError

if TYPE_CHECKING:
    import polars as pl


def bins(column: Any, n: int) -> pl.Series:
    """Cut a numeric variable at its quantiles into ordered categories.

    Parameters
    ----------
    column : array, list, or pandas or polars column
        Numbers; missing ones stay missing.
    n : int
        The number of classes. There are fewer where one value is so frequent that a class would be empty.

    Returns
    -------
    polars.Series
        The class of each record, named by its limits, such as "[5, 12)", in the order of the numbers.

    Raises
    ------
    InputError
        There are fewer than two classes, or a number that is not finite.

    Notes
    -----
    The k-th class begins with the number at place ⌊kN/n⌋ of the N in order, so that equal numbers are in one
    class and every limit is a number that occurs.

    Examples
    --------
    >>> bins([5, 7, 12, 30, 41, 12], 2).to_list()
    ['[5, 12)', '[5, 12)', '[12, 41]', '[12, 41]', '[12, 41]', '[12, 41]']
    """
    import polars as pl

    name = str(getattr(column, "name", None) or "")
    if n < 2:
        raise InputError(f"{name or 'a variable'} cannot be cut into {n} classes; take two or more.")
    values = np.asarray(numbers_in(column, name), np.float64)
    present = ~np.isnan(values)
    ordered = np.sort(values[present])
    if not len(ordered) or not np.isfinite(ordered[[0, -1]]).all():
        raise InputError(
            f"{name or 'the variable'} has no finite numbers, or one that is infinite; it cannot be cut."
        )
    starts = np.unique(ordered[np.arange(n) * len(ordered) // n])
    limits = [_written(limit) for limit in (*starts, ordered[-1])]
    labels = [f"[{low}, {high})" for low, high in pairwise(limits[:-1])]
    labels.append(f"[{limits[-2]}, {limits[-1]}]")
    places = np.searchsorted(starts, values, side="right") - 1
    classes = pl.Series(labels, dtype=pl.Enum(labels))
    codes = pl.Series(places.astype(np.uint32)).set(pl.Series(~present), None)
    return classes.gather(codes).alias(name)


def _written(limit: float) -> str:
    return np.format_float_positional(limit, trim="-")
