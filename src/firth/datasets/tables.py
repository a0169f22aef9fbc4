"""Tables in files: delimited text of any kind, spreadsheets and .parquet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from firth.datasets.column_names import (
    column_names,
    numbered_columns,
    numbers_taken_as_names,
    refuse_numbers_as_names,
    refuse_records_as_names,
)
from firth.datasets.delimited import text_cells
from firth.datasets.encodings import as_utf8
from firth.datasets.layout import SPOKEN
from firth.datasets.spreadsheets import SUFFIXES, read_sheet
from firth.datasets.written_numbers import MISSING, read_numbers
from firth.errors import FormatError, InputError
from firth.text.parquet import parquet_frame
from firth.text.sources import PACKINGS, Source
from firth.text.unpack import content_of

if TYPE_CHECKING:
    import polars as pl

_SUFFIX_SEPARATORS = {".tsv": "\t", ".tab": "\t"}
_OLD_SPREADSHEET = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, eq=False)
class TableFile:
    """A table read from a file, and what was found out about it.

    Attributes
    ----------
    frame : polars.DataFrame
    path : str
    encoding, separator, sheet : str or None
        None where the kind of file has none.
    decimal : str
        The decimal sign.
    comments : int
        How many comment lines were skipped.
    missing : int
        How many cells have no value.
    row_names : str or None
        The name ("" for the most part) of a first column that the header leaves without one, as R and pandas
        do for the names of rows; it is text.
    notes : tuple of str
        What is out of the ordinary, as phrases to be told.
    """

    frame: pl.DataFrame
    path: str
    encoding: str | None = None
    separator: str | None = None
    decimal: str = "."
    sheet: str | None = None
    comments: int = 0
    missing: int = 0
    row_names: str | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """The path, the shape and the notes."""
        rows, columns = self.frame.shape
        return "; ".join((f"TableFile({self.path}: {rows:,} rows × {columns:,} columns", *self.notes)) + ")"


def read_table(
    path: str | Path,
    *,
    separator: str | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
    sheet: str | int | None = None,
    header: bool = True,
    comment: str | None = None,
    missing: Collection[str] = MISSING,
    as_is: bool = False,
) -> pl.DataFrame:
    """Read a table whose first line names the columns.

    Parameters
    ----------
    path : str or Path
        A text file (.csv, .tsv, .txt …, also compressed: .gz .bz2 .xz .zst), a spreadsheet (.xlsx, .ods) or a
        .parquet file; "-" is text from standard input.
    separator : str, optional
        What stands between the cells; found out unless given.
    encoding : str, optional
        The encoding of text, such as "latin-1"; found out unless given.
    decimal : {".", ","}, optional
        The decimal sign; found out from the whole table unless given.
    sheet : str or int, optional
        The name of a sheet, or its number from 1; the first that is not empty unless given.
    header : bool
        Whether the first line names the columns; if not, they are called V1, V2, …
    comment : str, optional
        How lines begin that are skipped; "#" where the file begins so, unless given.
    missing : collection of str
        What stands for a missing cell, besides an empty one; () keeps "NA" as a category.
    as_is : bool
        Whether a first line that looks like data may name the columns.

    Returns
    -------
    polars.DataFrame
        Columns of numbers are numbers, the others text; missing cells are null.

    Raises
    ------
    FormatError
        The file is no table: it is empty, damaged or ragged, or has one column.
    InputError
        There is no such file, two columns have the same name, or the first line is no header.

    See Also
    --------
    read_table_file : The same with what was found out.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "eyes.csv"
    >>> _ = path.write_text("eyes;fair;dark\\nblue;32,6;11\\nbrown;9,8;NA\\n")
    >>> read_table(path).rows()
    [('blue', 32.6, 11), ('brown', 9.8, None)]
    """
    return read_table_file(
        path, separator=separator, encoding=encoding, decimal=decimal, sheet=sheet, header=header,
        comment=comment, missing=missing, as_is=as_is,
    ).frame  # fmt: skip


def read_table_file(
    path: str | Path,
    *,
    separator: str | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
    sheet: str | int | None = None,
    header: bool = True,
    comment: str | None = None,
    missing: Collection[str] = MISSING,
    as_is: bool = False,
) -> TableFile:
    """Read a table, and tell what was found out about its file.

    Parameters
    ----------
    path, separator, encoding, decimal, sheet, header, comment, missing, as_is
        As for `read_table`.

    Returns
    -------
    TableFile

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "eyes.csv"
    >>> _ = path.write_bytes("yeux;clairs;foncés\\nbleus;1 234;11\\n".encode("latin-1"))
    >>> read_table_file(path).notes
    ('Latin-1', "cells cut at ';'", 'marks between thousands')
    """
    import polars as pl

    data, name, suffix = _bytes(path)
    if suffix == ".parquet" or data.startswith(b"PAR1"):
        return _parquet(data, name)
    told: list[str] = []
    comments = 0
    found_encoding = found_separator = found_sheet = None
    if suffix in SUFFIXES or data.startswith((b"PK\x03\x04", _OLD_SPREADSHEET)):
        first, columns, found_sheet, notes = read_sheet(data, name, sheet=sheet, header=header)
        told.extend(notes)
    else:
        if sheet is not None:
            raise InputError(f"{name} is text and has no sheets; leave --sheet out.")
        encoded = as_utf8(data, name, encoding)
        del data  # as large as the file
        cells = text_cells(
            encoded,
            name,
            separator=separator or _SUFFIX_SEPARATORS.get(suffix),
            comment=comment,
            header=header,
        )
        found_encoding, found_separator, comments = encoded.encoding, cells.layout.separator, cells.comments
        first, columns = cells.first, cells.frame.get_columns()
        told.extend(_told(found_encoding, found_separator, comments))
    if len(columns) < 2:
        raise FormatError(f"{name} has only one column; a table has a column of names and one of numbers.")
    if not len(columns[0]):
        raise FormatError(f"{name} has names of columns but no rows.")
    if header:
        first, columns, above = _without_titles(first, columns)
        told.extend(above)
        first, columns = _without_empty(first, columns)
        if not as_is:
            refuse_numbers_as_names(first, len(columns), name)
            numbers = numbers_taken_as_names(first, len(columns))
            told += [numbers] if numbers else []
    names = column_names(first, len(columns), name) if header else numbered_columns(len(columns))
    named = [column.alias(label) for column, label in zip(columns, names, strict=True)]
    read = read_numbers(named, decimal=decimal, missing=missing, keep=("",))
    frame = pl.DataFrame({column.name: column for column in read.columns})
    if header and not as_is:
        refuse_records_as_names(frame, name)
    gaps = sum(column.null_count() for column in frame.iter_columns())
    if gaps:
        told.append(f"{gaps:,} cell{'s' * (gaps > 1)} missing")
    return TableFile(
        frame,
        name,
        encoding=found_encoding,
        separator=found_separator,
        decimal=read.decimal,
        sheet=found_sheet,
        comments=comments,
        missing=gaps,
        row_names="" if frame.columns[0] == "" else None,
        notes=(*told, *read.notes),
    )


def _bytes(path: str | Path) -> tuple[bytes, str, str]:
    """The plain bytes of a file, what to call it, and its suffix without that of its packing."""
    if str(path) == "-":
        source, suffix = Source(None), ""
    else:
        path = Path(path)
        if path.is_dir():
            raise InputError(f"{path} is a folder; name the file of the table.")
        if not path.is_file():
            raise InputError(f"there is no file {path}.")
        suffix = path.suffix.lower()
        packing = suffix if suffix in PACKINGS else ""
        if packing:
            suffix = Path(path.stem).suffix.lower()
        status = path.stat()
        source = Source(path, "csv", packing, status.st_size, status.st_mtime_ns)
    return content_of(source), source.name, suffix


def _parquet(data: bytes, name: str) -> TableFile:
    frame = parquet_frame(data, name)
    if not frame.width or not frame.height:
        raise FormatError(f"{name} has no rows.")
    gaps = sum(column.null_count() for column in frame.iter_columns())
    return TableFile(
        frame, name, missing=gaps, notes=(f"{gaps:,} cell{'s' * (gaps > 1)} missing",) if gaps else ()
    )


def _told(encoding: str, separator: str, comments: int) -> list[str]:
    told = [] if encoding == "UTF-8" else [encoding]
    if separator != ",":
        told.append(f"cells cut at {SPOKEN.get(separator, repr(separator))}")
    if comments:
        told.append(f"{comments} comment line{'s' * (comments > 1)} skipped")
    return told


def _without_titles(
    first: tuple[str, ...], columns: list[pl.Series]
) -> tuple[tuple[str, ...], list[pl.Series], list[str]]:
    """Without lines above the header that have one cell, as spreadsheets saved as text have titles."""
    skipped = 0
    while len(first) == len(columns) > 2 and sum(map(bool, first)) == 1 and first[0]:
        below = [column[0] if len(column) > 1 else None for column in columns]
        if not all(below[1:]):
            break
        first = tuple(str(cell or "").strip() for cell in below)
        columns = [column[1:] for column in columns]
        skipped += 1
    told = [f"{skipped} line{'s' * (skipped > 1)} above the table skipped"] if skipped else []
    return first, columns, told


def _without_empty(
    first: Sequence[str], columns: Sequence[pl.Series]
) -> tuple[tuple[str, ...], list[pl.Series]]:
    """Without last columns that have neither a name nor a cell, as separators at the ends of lines make."""
    names, kept = list(first), list(columns)
    while (
        len(kept) > 2 and kept[-1].null_count() == len(kept[-1]) and (len(names) < len(kept) or not names[-1])
    ):
        kept.pop()
        names = names[: len(kept)]
    return tuple(names), kept


def fisher_eyes_and_hair() -> pl.DataFrame:
    """The table of 5,387 schoolchildren in Caithness by the colors of their eyes and hair [Fisher1940].

    Returns
    -------
    polars.DataFrame
        Four colors of eyes by five of hair, with the names of the rows in the column "eyes".

    Examples
    --------
    >>> fisher_eyes_and_hair().shape
    (4, 6)
    """
    import polars as pl

    return pl.DataFrame(
        {
            "eyes": ["blue", "light", "medium", "dark"],
            "fair": [326, 688, 343, 98],
            "red": [38, 116, 84, 48],
            "medium": [241, 584, 909, 403],
            "dark": [110, 188, 412, 681],
            "black": [3, 4, 26, 85],
        }
    )
