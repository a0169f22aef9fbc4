"""How a delimited text is laid out: what separates its cells, its comments and its header."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from firth.errors import FormatError, InputError

SEPARATORS = ("\t", ";", "|", ",")  # in the order of preference where several fit
_SPACE = " "
_SAMPLE = 1 << 18
_LINES = 500
SPOKEN = {"\t": "tabs", " ": "spaces"}
_NUMBER = re.compile(r"[+-]?[\d.,]+%?")


@dataclass(frozen=True)
class Layout:
    """How cells stand in a delimited text.

    Attributes
    ----------
    separator : str
        One character; a space stands for runs of spaces.
    width : int
        The number of cells in a line.
    first : tuple of str
        The cells of the first line that is no comment.
    comment : str
        How lines begin that are skipped; empty if none are.
    """

    separator: str
    width: int
    first: tuple[str, ...]
    comment: str


def find_layout(text: str, name: str, *, separator: str | None = None, comment: str | None = None) -> Layout:
    """Find out how a delimited text is laid out, from its beginning.

    Parameters
    ----------
    text : str
        The whole text, or its beginning.
    name : str
        What messages call the file.
    separator, comment : str, optional
        What is known already.

    Returns
    -------
    Layout

    Examples
    --------
    >>> find_layout("eyes;fair\\nblue;1,5\\nbrown;2,5\\n", "eyes.csv").separator
    ';'
    """
    if separator is not None:
        separator = {"\\t": "\t", "tab": "\t", "space": " "}.get(separator, separator)
        if len(separator) != 1 or separator in '"\r\n':
            raise InputError(f"the separator is {separator!r}; it must be one character, such as ',' or ';'.")
    if comment is None:
        comment = "#" if text.startswith("#") and not _is_header(text, separator) else ""
    sample = text if len(text) <= _SAMPLE else text[:_SAMPLE].rpartition("\n")[0] + "\n"
    records = {each: _sample(sample, each, comment) for each in _candidates(separator)}
    if not any(records.values()):
        raise FormatError(f"{name} is empty.")
    fits = {each: _fit(found) for each, found in records.items()}
    best = max(fits, key=lambda each: (fits[each], -_rank(each)))
    width = _width(records[best])
    if separator is None and best != _SPACE and fits[_SPACE] > 0.99 > fits[best]:
        best = _SPACE
        width = _width(records[best])
    if width < 2:
        raise FormatError(
            f"{name} has only one column when it is cut at {_spoken(best if separator else ',')}; name the "
            "separator, such as --separator ';'."
        )
    return Layout(best, width, tuple(cell.strip() for cell in records[best][0]), comment)


def records_of(text: str, separator: str, comment: str = "") -> Iterator[tuple[int, list[str], str]]:
    """The number of its first line, the cells and that line of each record that is not empty or a comment.

    Raises
    ------
    FormatError
        A quotation mark is never closed; the message has the line alone.
    """
    lines = _Lines(text, comment, strip=separator == _SPACE)
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=separator != "\t")
    before = csv.field_size_limit(1 << 30)
    try:
        while True:
            lines.begin()
            try:
                record = next(reader)
            except StopIteration:
                return
            if lines.open:  # the text ended within a quoted cell
                raise FormatError(f"line {lines.start} opens a quotation mark that is never closed")
            if record and not (len(record) == 1 and not record[0].strip()):
                yield lines.start, record, lines.first
    finally:
        csv.field_size_limit(before)


class _Lines:
    """Physical lines for csv, with their numbers and without comments."""

    def __init__(self, text: str, comment: str, *, strip: bool) -> None:
        self._lines = io.StringIO(text, newline="\n")
        self._comment, self._strip = comment, strip
        self._number = 0
        self.start, self.first, self.comments = 0, "", 0
        self.open = False

    def begin(self) -> None:
        """A new record begins with the next line."""
        self._fresh = True
        self.open = False

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        for line in self._lines:
            self._number += 1
            if self._fresh and self._comment and line.startswith(self._comment):
                continue
            if self._fresh:
                self.start, self.first, self._fresh = self._number, line, False
            return line.strip(" ") if self._strip else line
        self.open = not self._fresh  # csv asks for more within a quoted cell alone
        raise StopIteration


def _candidates(separator: str | None) -> tuple[str, ...]:
    return (separator,) if separator else (*SEPARATORS, _SPACE)


def _rank(separator: str) -> int:
    return (*SEPARATORS, _SPACE).index(separator) if separator in (*SEPARATORS, _SPACE) else 0


def _sample(text: str, separator: str, comment: str) -> list[list[str]]:
    found: list[list[str]] = []
    try:
        for _, record, _ in records_of(text, separator, comment):
            found.append(record)
            if len(found) == _LINES:
                break
    except FormatError:  # a quoted cell that the end of the sample cuts; told when all is read
        pass
    return found


def _width(records: list[list[str]]) -> int:
    """The number of cells most lines have; in doubt that of the first line."""
    if not records:
        return 0
    widths = Counter(map(len, records[1:] or records))
    most = max(widths.values())
    tied = [width for width, times in widths.items() if times == most]
    return len(records[0]) if len(records[0]) in tied else max(tied)


def _fit(records: list[list[str]]) -> float:
    """The share of lines that have as many cells as most, if that is more than one."""
    width = _width(records)
    if width < 2:
        return 0.0
    fitting = 0.0 + sum(len(record) == width for record in records[1:])
    if len(records[0]) == width:
        fitting += 1
    elif len(records[0]) == width - 1:  # as R writes tables with names of rows; else it fits worse
        fitting += 0.999
    return fitting / len(records)


def _is_header(text: str, separator: str | None) -> bool:
    """Whether a first line that begins with # names the columns: numbers follow, in as many cells."""
    first, second = [*text.split("\n", 2), ""][:2]
    if second.startswith("#"):
        return False
    for each in (separator,) if separator else SEPARATORS:
        cells = second.strip().split(each)
        numbers = sum(bool(_NUMBER.fullmatch(cell.strip().strip('"'))) for cell in cells[1:])
        if len(cells) > 1 and len(first.split(each)) == len(cells) and numbers == len(cells) - 1:
            return True
    return False


def _spoken(separator: str) -> str:
    return SPOKEN.get(separator, repr(separator))
