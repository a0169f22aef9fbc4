"""Words in categories."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

from firth.datasets.lines import numbered_lines
from firth.errors import FormatError

_COLUMNS = ("category", "word")


class Member(NamedTuple):
    """A word and the category it is in."""

    category: str
    word: str


def read_categories(path: str | Path) -> list[Member]:
    """Read words with their categories.

    Parameters
    ----------
    path : str or Path
        A file with a category, a tab and a word on each line, or a .csv file. A first line that names the
        columns ``word`` and ``category`` may put them in the other order; a .csv file must have it.

    Returns
    -------
    list of Member
        The words. A word given twice in a category counts once; one in two categories is refused.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "kinds.csv"
    >>> _ = path.write_text("word,category\\ncat,animal\\nbus,vehicle\\n")
    >>> read_categories(path)
    [Member(category='animal', word='cat'), Member(category='vehicle', word='bus')]
    """
    separator = "," if Path(path).suffix.lower() == ".csv" else "\t"
    order: tuple[str, ...] = _COLUMNS
    members: dict[str, Member] = {}
    for number, line in numbered_lines(path):
        cells = [cell.strip() for cell in _cells(line, separator)]
        if not members and sorted(cell.lower() for cell in cells) == list(_COLUMNS):
            order = tuple(cell.lower() for cell in cells)
            continue
        if separator == "," and not members and order is _COLUMNS:
            raise FormatError(f"{path} does not name its columns; its first line should be word,category.")
        member = _member(path, number, line, dict(zip(order, cells, strict=False)) if len(cells) == 2 else {})
        if members.setdefault(member.word, member) != member:
            raise FormatError(
                f"{path}, line {number}: {member.word!r} is in {members[member.word].category!r} and in "
                f"{member.category!r}; keep it in one category."
            )
    if len({member.category for member in members.values()}) < 2:
        raise FormatError(f"{path} has fewer than two categories; each line should be: category<TAB>word.")
    return list(members.values())


def _cells(line: str, separator: str) -> list[str]:
    """Quotation marks hold a cell together in .csv files; elsewhere they are characters like any other."""
    if separator == "\t":
        return line.split("\t")
    try:
        return next(csv.reader([line]))
    except csv.Error:  # a cell too long to be one
        return []


def _member(path: str | Path, number: int, line: str, cells: dict[str, str]) -> Member:
    if not cells or not all(cells.values()):
        raise FormatError(
            f"{path}, line {number}: {line[:60]!r} is not a category and a word; write category<TAB>word, or "
            "word,category in a .csv file with that as its first line."
        )
    return Member(**cells)
