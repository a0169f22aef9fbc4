"""Sheets of .xlsx, .ods, .xls and .xlsb files, read by calamine."""

from __future__ import annotations

import datetime
import io
from typing import TYPE_CHECKING, Any, NamedTuple

from firth.errors import FirthError, FormatError, InputError

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")


class Sheet(NamedTuple):
    """A sheet's first line, the columns below it, its name, and what was found out."""

    first: tuple[str, ...]
    columns: list[pl.Series]
    name: str
    notes: tuple[str, ...]


def read_sheet(data: bytes, name: str, *, sheet: str | int | None = None, header: bool = True) -> Sheet:
    """Read a sheet of a workbook.

    Parameters
    ----------
    data : bytes
        The file.
    name : str
        What messages call it.
    sheet : str or int, optional
        The sheet's name, or its number from 1; the first that holds anything unless given.
    header : bool
        Whether the first line names the columns; if not, it is the first row.

    Returns
    -------
    Sheet
        Columns of numbers are numbers; the others are text, and null where cells are empty.

    Raises
    ------
    InputError
        There is no such sheet, or the extra `excel` is not installed.
    FormatError
        The file is cut short, damaged or locked.
    """
    try:
        import python_calamine
    except ImportError as error:
        raise InputError(
            f"{name} is a spreadsheet, and reading it needs python-calamine: pip install 'firth[excel]'."
        ) from error
    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        chosen = _chosen(book, name, sheet)
        cells = book.get_sheet_by_name(chosen).to_python(skip_empty_area=True)
    except FirthError:
        raise
    except python_calamine.PasswordError as error:
        raise FormatError(f"{name} is locked with a password; save it without one.") from error
    except Exception as error:  # of a damaged file calamine raises its own, the system's and Rust's errors
        raise FormatError(
            f"{name} could not be read as a spreadsheet: it is cut short, damaged or of another kind; "
            "save it again, or as .csv."
        ) from error
    rows = [row for row in cells if any(cell != "" for cell in row)]
    notes = []
    skipped = _above(rows) if header else 0
    if skipped:
        notes.append(f"{skipped} line{'s' * (skipped > 1)} above the table skipped")
    others = [each for each in book.sheet_names if each != chosen]
    if others:
        notes.append(f"sheet {chosen!r} of {len(others) + 1} (another with --sheet NAME)")
    if not rows:
        raise FormatError(f"{name} is empty: its sheet {chosen!r} holds nothing.")
    rows = rows[skipped:]
    first = tuple(map(_written, rows[0])) if header else ()
    below = rows[1:] if header else rows
    columns = [_column(place, [row[place] for row in below]) for place in range(len(rows[0]))]
    return Sheet(first, columns, chosen, tuple(notes))


def _chosen(book: Any, name: str, sheet: str | int | None) -> str:
    names: list[str] = list(book.sheet_names)
    if sheet is None:
        filled = (each for each in names if book.get_sheet_by_name(each).to_python(nrows=1))
        return next(filled, names[0]) if names else ""
    if isinstance(sheet, str) and sheet in names:
        return sheet
    if str(sheet).isdigit() and 1 <= int(sheet) <= len(names):
        return names[int(sheet) - 1]
    raise InputError(f"{name} has no sheet {sheet!r}; it has {', '.join(map(repr, names))}.")


def _above(rows: list[list[Any]]) -> int:
    """How many lines stand above the table: titles and notes, alone in their line."""
    if not rows or len(rows[0]) < 3:
        return 0
    alone = 0
    while alone < len(rows) - 2 and sum(cell != "" for cell in rows[alone]) == 1:
        alone += 1
    # A column of rows with one cell each is no title but data.
    return alone if alone < len(rows) // 2 + 1 and sum(cell != "" for cell in rows[alone]) > 1 else 0


def _column(place: int, cells: list[Any]) -> pl.Series:
    import polars as pl

    label = f"column_{place + 1}"
    present = [cell for cell in cells if cell != ""]
    if present and all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in present):
        numbers = [None if cell == "" else float(cell) for cell in cells]
        series = pl.Series(label, numbers, dtype=pl.Float64)
        whole = (series.drop_nulls() % 1 == 0).all() and (series.drop_nulls().abs() < 2.0**53).all()
        return series.cast(pl.Int64) if whole else series
    return pl.Series(label, [None if cell == "" else _written(cell) for cell in cells], dtype=pl.String)


def _written(cell: Any) -> str:
    """A cell as its spreadsheet shows it: whole numbers without a point, dates as 2026-11-18."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2.0**53:
        return str(int(cell))
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return str(cell).strip()
