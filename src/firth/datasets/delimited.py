"""Delimited text as a frame of text: by polars where the file is clean, line by line where it is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from firth.datasets.encodings import Encoded
from firth.datasets.layout import Layout, find_layout, records_of
from firth.errors import FormatError

if TYPE_CHECKING:
    import polars as pl

_SAMPLE = 1 << 19
_QUOTED = b"\x01"
_SEPARATOR_LINE = re.compile(rb'"?sep=(.)"?[^\S\n]*\n')
"""A first line that tells Excel what separates the cells."""


class TextCells(NamedTuple):
    """Cells as they are written: the first line, a frame of text below it, and what was skipped.

    first: one cell shorter than the frame where the first column has no name.
    """

    first: tuple[str, ...]
    frame: pl.DataFrame
    layout: Layout
    comments: int


def text_cells(
    encoded: Encoded,
    name: str,
    *,
    separator: str | None = None,
    comment: str | None = None,
    header: bool = True,
) -> TextCells:
    """Cut a delimited text into cells, all of them text, and null where they are empty.

    Parameters
    ----------
    encoded : Encoded
    name : str
        What messages call the file.
    separator, comment : str, optional
        What is known already of the layout.
    header : bool
        Whether the first line stands apart from the frame.

    Returns
    -------
    TextCells

    Raises
    ------
    FormatError
        A line has more or fewer cells than the others, or a quotation mark is never closed.

    Notes
    -----
    polars reads a clean file; what it would misread (a line that is too short, a quotation mark within a
    cell) is found by counting separators, and such a file is read line by line.

    Examples
    --------
    >>> text_cells(Encoded(b"eyes,fair\\nblue,12\\nbrown,3\\n", "UTF-8"), "eyes.csv").frame.rows()
    [('blue', '12'), ('brown', '3')]
    """
    whole = encoded.content
    if whole.count(b"\r") != whole.count(b"\r\n"):  # files of old Macintoshes end lines so
        whole = re.sub(rb"\r(?!\n)", b"\n", whole)
    told = _SEPARATOR_LINE.match(whole)
    if told and (separator is None or separator.encode() == told[1]):
        whole, separator = b"\n" + whole[told.end() :], told[1].decode("latin-1")  # lines keep their numbers
    content = whole
    if not content.strip():
        raise FormatError(f"{name} is empty.")
    layout = find_layout(_beginning(content), name, separator=separator, comment=comment)
    comments = 0
    if layout.comment:
        begins = re.escape(layout.comment.encode())
        content, comments = re.subn(rb"(?m)^" + begins + rb"[^\n]*(?:\n|\Z)", b"", content)
    frame = _by_polars(content, layout, header=header)
    if frame is not None:
        return TextCells(layout.first if header else (), frame, layout, comments)
    return _by_lines(whole, name, layout, comments, header=header)


def _beginning(content: bytes) -> str:
    return content[:_SAMPLE].decode("utf-8", "ignore")


def _by_polars(content: bytes, layout: Layout, *, header: bool) -> pl.DataFrame | None:
    """What polars reads, or nothing where that could be wrong."""
    import polars as pl

    separator = layout.separator.encode()
    if len(separator) != 1:
        return None
    plain = _without_quoted(content, separator)
    if plain is None or (layout.separator == " " and re.search(rb"(?m)  |^ | \r?$", plain)):
        return None
    ended = content.endswith(b"\n")
    gaps = plain.startswith((b"\n", b"\r\n")) or b"\n\n" in plain or b"\n\r\n" in plain
    blank = len(re.findall(rb"(?m)^\r?$", plain)) if gaps else int(ended)
    lines = plain.count(b"\n") + (not ended) - (blank - ended)
    short = layout.width - len(layout.first)
    if short and not header:
        return None
    if plain.count(separator) != lines * (layout.width - 1) - short or short not in (0, 1):
        return None
    begun = _after_first(content) if header else 0
    if not content[begun:].strip():
        return pl.DataFrame(schema={f"column_{i}": pl.String for i in range(layout.width)})
    schema = {f"column_{i}": pl.String() for i in range(1, layout.width + 1)}
    try:
        frame = pl.read_csv(
            content[begun:], has_header=False, separator=layout.separator, infer_schema=False, schema=schema
        )
    except (pl.exceptions.PolarsError, OSError):
        return None
    return frame.filter(~pl.all_horizontal(pl.all().is_null()))


def _without_quoted(content: bytes, separator: bytes) -> bytes | None:
    """The text with a mark for each cell in quotation marks; nothing where one stands within a cell."""
    if b'"' not in content:
        return content
    if _QUOTED in content:
        return None
    plain = re.sub(rb'(?:"[^"]*")+', _QUOTED, content)
    cells = plain.count(_QUOTED)
    begun = plain.startswith(_QUOTED) + sum(plain.count(mark + _QUOTED) for mark in (separator, b"\n"))
    ends = (separator, b"\n", b"\r\n")
    ended = plain.endswith(_QUOTED) + sum(plain.count(_QUOTED + mark) for mark in ends)
    return plain if begun == ended == cells and b'"' not in plain else None


def _after_first(content: bytes) -> int:
    """Where the second record begins."""
    found = re.compile(rb'\s*(?:"(?:[^"]|"")*"|[^"\n])*(?:\n|\Z)').match(content)
    return found.end() if found else len(content)


def _by_lines(content: bytes, name: str, layout: Layout, comments: int, *, header: bool) -> TextCells:
    import polars as pl

    text = content.decode("utf-8")
    first: tuple[str, ...] = ()
    rows: list[list[str | None]] = []
    allowed = (layout.width, layout.width - 1)
    try:
        for line, record, written in records_of(text, layout.separator, layout.comment):
            if header and not first and len(record) in allowed:
                first = tuple(cell.strip() for cell in record)
                continue
            if len(record) != layout.width:
                if written.startswith("#"):
                    comments += 1
                    continue
                raise _ragged(name, line, len(record), layout)
            cells = [cell or None for cell in record]
            if any(cells):
                rows.append(cells)
    except FormatError as error:
        if str(error).startswith("line "):
            raise FormatError(f"{name}: {error}; close it, or take it away.") from error
        raise
    schema = {f"column_{i}": pl.String() for i in range(1, layout.width + 1)}
    return TextCells(first, pl.DataFrame(rows, schema=schema, orient="row"), layout, comments)


def _ragged(name: str, line: int, found: int, layout: Layout) -> FormatError:
    cells = "1 cell" if found == 1 else f"{found} cells"
    return FormatError(
        f"{name}: line {line} has {cells} where most lines have {layout.width}; mend it, put a cell that "
        f"holds {layout.separator!r} in quotation marks, or begin a line that is a comment with #."
    )
