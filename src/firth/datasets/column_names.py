"""The names of a table's columns: its first line, checked; or V1, V2, … where it has none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from firth.errors import InputError

if TYPE_CHECKING:
    import polars as pl

_NUMBER = re.compile(r"[+\u2212-]?(?:\d[\d.,'’ \u00a0\u2009\u202f]*|\.\d+)(?:[eE][+-]?\d+)?\s?%?")


def column_names(first: Sequence[str], width: int, name: str) -> list[str]:
    """Name the columns by the cells of the first line.

    A first line with one cell less than the others, as R's write.table has it, leaves the first column
    without a name, for it names the rows. Another column without a name is called after its place.

    Parameters
    ----------
    first : sequence of str
    width : int
        The number of columns.
    name : str
        What messages call the file.

    Returns
    -------
    list of str

    Raises
    ------
    InputError
        Two columns have the same name.

    Examples
    --------
    >>> column_names(["fair", "dark"], 3, "eyes.csv")
    ['', 'fair', 'dark']
    """
    cells = [cell.strip() for cell in first]
    if len(cells) == width - 1:
        cells.insert(0, "")
    cells[0] = cells[0].lstrip("#").strip()
    names = [cell or (f"column {place}" if place > 1 else "") for place, cell in enumerate(cells, start=1)]
    places: dict[str, int] = {}
    for place, each in enumerate(names, start=1):
        if each in places:
            raise InputError(
                f"{name}: columns {places[each]} and {place} are both called {each!r}; names must differ, so "
                "rename one of them."
            )
        places[each] = place
    return names


def refuse_numbers_as_names(first: Sequence[str], width: int, name: str) -> None:
    """Raise where a first line looks like data, for all of it are numbers.

    Where the first cell is text, numbers in order name the columns, as years or classes of age do; and so
    they do where the line has one cell less than the others.

    Examples
    --------
    >>> refuse_numbers_as_names(["site", "1999", "2004", "2009"], 4, "birds.csv")
    >>> refuse_numbers_as_names(["3", "2"], 2, "birds.csv")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    firth.errors.InputError: birds.csv has no line of names: its first line is 3, 2; say --no-header, or ...
    """
    cells = [cell.strip() for cell in first]
    if len(cells) == width - 1:
        cells.insert(0, "row")  # R's write.table names the rows in a column without a name
    if first and _are_numbers(cells):
        raise _no_header(first, name)


def refuse_records_as_names(frame: pl.DataFrame, name: str) -> None:
    """Raise where each name of a column is found again among the values of that column."""
    if _are_found_below(frame):
        raise _no_header(frame.columns, name)


def numbers_taken_as_names(first: Sequence[str], width: int) -> str | None:
    """What to tell where numbers name the columns and could be counts: no years, and not evenly spaced.

    Examples
    --------
    >>> numbers_taken_as_names(["blue", "110", "326"], 3)
    'the numbers 110, 326 in the first line taken as names of columns (--no-header if they are counts)'
    >>> numbers_taken_as_names(["site", "1999", "2004"], 3)
    """
    cells = [cell.strip() for cell in first]
    if len(cells) != width or len(cells) < 3 or not cells[0]:
        return None
    if not all(_NUMBER.fullmatch(cell) for cell in cells[1:]):
        return None
    try:
        values = [float(cell) for cell in cells[1:]]
    except ValueError:
        return None
    steps = {round(after - before, 9) for before, after in pairwise(values)}
    if (len(values) > 2 and len(steps) == 1) or all(1000 <= value <= 2200 for value in values):
        return None
    shown = ", ".join(cells[1:5]) + (", …" if len(cells) > 5 else "")
    return f"the numbers {shown} in the first line taken as names of columns (--no-header if they are counts)"


def numbered_columns(width: int) -> list[str]:
    """V1, V2, …, as R names columns that have no names."""
    return [f"V{place}" for place in range(1, width + 1)]


def _no_header(first: Sequence[str], name: str) -> InputError:
    shown = ", ".join(first[:5]) + (", …" if len(first) > 5 else "")
    return InputError(
        f"{name} has no line of names: its first line is {shown}; say --no-header, or --as-is if these are "
        "names."
    )


def _are_numbers(names: list[str]) -> bool:
    numeric = [bool(_NUMBER.fullmatch(each)) for each in names]
    if all(numeric):
        return True
    if len(names) < 3 or numeric[0] or not names[0] or not all(numeric[1:]):
        return False
    try:
        values = [float(each) for each in names[1:]]
    except ValueError:
        return True
    steps = [after - before for before, after in pairwise(values)]
    return not (all(step > 0 for step in steps) or all(step < 0 for step in steps))


def _are_found_below(frame: pl.DataFrame) -> bool:
    """Records without a header: the first line repeats values of its own columns.

    Where all other values hold the name ("lunch" and "Not.lunch"), or there are none, it is a list to tick.
    """
    import polars as pl

    if frame.height < 5 or frame.width < 2:
        return False
    named = list(zip(frame.columns, frame.iter_columns(), strict=True))
    if any(column.dtype.is_numeric() and not _NUMBER.fullmatch(name) for name, column in named):
        return False
    # A number such as an age need not be there twice.
    words = [(name, column) for name, column in named if not column.dtype.is_numeric()]
    for name, column in words or named:
        values = column.cast(pl.String).drop_nulls()
        if not name or not (values == name).any() or values.str.contains(name, literal=True).all():
            return False
    return True
