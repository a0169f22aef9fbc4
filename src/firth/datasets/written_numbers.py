"""Numbers as people write them: decimal commas, marks between thousands, percent signs, missing cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from firth.errors import InputError

if TYPE_CHECKING:
    import polars as pl

MISSING = (
    "NA", "N/A", "n/a", "NaN", "NULL", "null", ".", "..", "-", "–", "—", "<NA>",
    "#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!",
)  # fmt: skip
"""What stands for a missing cell, besides an empty one."""

_GAPS = "[ \u00a0\u2009\u202f'’]"
_SIGN = "[+\u2212-]?"
_LAKHS = r"\d{1,2}(?:,\d{2})+,\d{3}"
"""As numbers are grouped in India: 12,34,567."""

_END = r"(?:[eE][+-]?\d+)?\s?%?"


def _grammar(decimal: str, thousands: str) -> str:
    grouped = rf"\d{{1,3}}(?:(?:{_GAPS}|{thousands})\d{{3}})+"
    if thousands == ",":
        grouped += rf"|{_LAKHS}"
    return rf"^{_SIGN}(?:(?:\d+|{grouped})(?:{decimal}\d*)?|{decimal}\d+){_END}$"


_POINT, _COMMA = _grammar(r"\.", ","), _grammar(",", r"\.")
_TAIL = r"\s?%?$"


def _certain(decimal: str, thousands: str) -> str:
    """Numbers that can only be read with this decimal sign; "1,234" and "1.234" show neither."""
    ways = (
        rf"0?{decimal}\d+",
        rf"\d{{4,}}{decimal}\d*",
        rf"[^{thousands}]*{decimal}(?:\d{{1,2}}|\d{{4,}})?",
        rf".*{thousands}\d{{3}}{decimal}\d*",
        rf"\d{{1,3}}(?:{thousands}\d{{3}}){{2,}}",
        rf".*{decimal}\d*[eE][+-]?\d+",
        *([_LAKHS] if thousands == "," else []),
    )
    return rf"^{_SIGN}(?:{'|'.join(ways)}){_TAIL}"


_SHOWS = {
    "comma": _certain(",", r"\."),
    "point": _certain(r"\.", ","),
    "comma in doubt": rf"^{_SIGN}[1-9]\d{{0,2}},\d{{3}}{_TAIL}",
    "point in doubt": rf"^{_SIGN}[1-9]\d{{0,2}}\.\d{{3}}{_TAIL}",
}


class ReadNumbers(NamedTuple):
    """Columns with their numbers, the decimal sign that was taken, and what was found out."""

    columns: list[pl.Series]
    decimal: str
    notes: tuple[str, ...]


def read_numbers(
    columns: Sequence[pl.Series],
    *,
    decimal: str | None = None,
    missing: Collection[str] = MISSING,
    keep: Collection[str] = (),
) -> ReadNumbers:
    """Make numbers of the columns of text that hold nothing else.

    The decimal sign is one for the whole table: where some number can be read in one way only ("1,5",
    "1.234,5", "0,123"), that decides; where none can, a point is decimal and a comma stands between
    thousands.

    Parameters
    ----------
    columns : sequence of polars.Series
        Those that are not text stay as they are.
    decimal : {".", ","}, optional
        The decimal sign; found out unless given.
    missing : collection of str
        What stands for a missing cell.
    keep : collection of str
        The names of columns that stay text.

    Returns
    -------
    ReadNumbers

    Examples
    --------
    >>> import polars as pl
    >>> read_numbers([pl.Series("a", ["1.234", "2,5"])]).columns[0].to_list()
    [1234.0, 2.5]
    """
    import polars as pl

    if decimal not in (None, ".", ","):
        raise InputError(f"the decimal sign is {decimal!r}; it is '.' or ','.")
    coded = any(any(letter.isdigit() for letter in code) for code in missing)
    read: list[pl.Series] = []
    waiting: dict[int, pl.Series] = {}
    shown = dict.fromkeys(_SHOWS, False)
    for place, column in enumerate(columns):
        if column.dtype != pl.String:
            read.append(column)
            continue
        # A number may stand for a missing cell, such as 99.
        whole = None if coded or column.name in keep else _whole_numbers(column)
        if whole is not None:
            read.append(whole)
            continue
        text = _present(column, missing)
        numbers = None if column.name in keep or _has_padding(text) else _plain_numbers(text)
        read.append(text if numbers is None else numbers)
        if column.name in keep or (numbers is not None and numbers.dtype == pl.Int64):
            continue
        if numbers is None and (text.null_count() == len(text) or _has_padding(text) or not _is_loose(text)):
            continue
        waiting[place] = text
        for what, pattern in _SHOWS.items():
            shown[what] = shown[what] or bool(text.str.contains(pattern).any())
    taken = decimal or ("," if shown["comma"] and not shown["point"] else ".")
    notes = _notes(taken, shown, given=decimal is not None)
    percent = grouped = False
    for place, text in waiting.items():
        if taken == "." and read[place].dtype != pl.String:
            continue  # polars read it
        found = _converted(text, taken)
        if found is None:
            read[place] = text
            continue
        read[place] = found
        percent |= bool(text.str.contains("%", literal=True).any())
        grouped |= bool(text.str.contains(r"\d" + _GAPS + r"\d|" + ("," if taken == "." else r"\.")).any())
    if grouped:
        notes.append("marks between thousands")
    if percent:
        notes.append("percent signs dropped")
    return ReadNumbers(read, taken, tuple(notes))


def _present(column: pl.Series, missing: Collection[str]) -> pl.Series:
    """Without space around cells, and null where they are missing."""
    text = column.str.strip_chars()
    gaps = text.is_in(["", *missing])
    return text.set(gaps, None) if gaps.any() else text


def _has_padding(text: pl.Series) -> bool:
    """Whether some cell has zeros before it, as codes do: 007 is no number."""
    return bool(text.str.contains(r"^[+-]?0\d").any())


def _plain_numbers(text: pl.Series) -> pl.Series | None:
    """Whole numbers, or numbers with a decimal point, if all cells are plain ones."""
    import polars as pl

    gaps = text.null_count()
    if gaps == len(text):
        return None
    if text.dtype == pl.String and text.is_in(["true", "false"]).all():
        return text == "true"
    whole = _whole_numbers(text)
    if whole is not None:
        return whole
    broken = text.cast(pl.Float64, strict=False)
    if broken.null_count() == gaps and broken.is_finite().all():
        return broken
    return None


def _whole_numbers(text: pl.Series) -> pl.Series | None:
    import polars as pl

    whole = text.cast(pl.Int64, strict=False)
    if whole.null_count() != text.null_count() or whole.null_count() == len(text) or _has_padding(text):
        return None
    return whole


def _is_loose(text: pl.Series) -> bool:
    return bool((text.str.contains(_POINT) | text.str.contains(_COMMA)).all())


def _converted(text: pl.Series, decimal: str) -> pl.Series | None:
    if not text.str.contains(_POINT if decimal == "." else _COMMA).all():
        return None
    plain = (
        text.str.replace_all("\u2212", "-", literal=True)
        .str.replace_all(_TAIL, "")
        .str.replace_all(_GAPS if decimal == "." else _GAPS[:-1] + ".]", "")
        .str.replace_all("," if decimal == "." else "'", "", literal=True)
        .str.replace_all(",", ".", literal=True)
    )
    return _plain_numbers(plain)


def _notes(taken: str, shown: dict[str, bool], *, given: bool) -> list[str]:
    if given:
        return []
    if shown["comma"] and shown["point"]:
        return ["decimal points and decimal commas are mixed and points were taken; say which with --decimal"]
    if shown["comma"]:
        return ["decimal commas"]
    if shown["comma in doubt"] and not shown["point"]:
        return ["commas such as in 1,234 taken to stand between thousands (--decimal , if not)"]
    if shown["point in doubt"] and not shown["point"]:
        return ["points such as in 1.234 taken as decimal (--decimal , if not)"]
    return []
