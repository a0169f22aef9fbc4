"""What a table looks like: a table of counts, a long table or records.

Each check raises an `InputError` where a table is probably not what it is taken for, and names the option of
the command line that helps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from firth.errors import InputError

if TYPE_CHECKING:
    import polars as pl


def check_table(frame: pl.DataFrame, *, named: bool = True, records: str = "say --mca") -> None:
    """Raise where a frame that is taken for a table of counts is a long table, or holds records.

    Parameters
    ----------
    frame : polars.DataFrame
    named : bool
        Whether the first column names the rows.
    records : str
        What to do if each line is a record.

    Examples
    --------
    >>> import polars as pl
    >>> check_table(pl.DataFrame({"eyes": ["blue", "dark"], "fair": [326, 98], "dark": [110, 681]}))
    """
    if not frame.columns:
        raise InputError(
            "no counts are left, for every column plays another part; a table needs two or more."
        )
    first, second, *_ = [*frame.columns, ""]
    text = [name for name in frame.columns if is_text(frame[name])]
    if frame.width == 2 and len(text) == 2:
        raise InputError(
            f"the columns {listed(text)} both hold text, so this is no table of counts; say --long if each "
            f"line is a pair to be counted, or {records} if it is a record."
        )
    if frame.width == 3 and _looks_long(frame):
        raise InputError(
            f"this looks like a long table, with a row ({first!r}), a column ({second!r}) and a count in "
            "each line; say --long, or --as-is if it is a table of counts."
        )
    if frame.width == 4 and _looks_long_and_numbered(frame):
        raise InputError(
            f"this looks like a long table, with a row ({second!r}), a column ({frame.columns[2]!r}) and a "
            f"count in each line; say --long{f' --drop {quoted(first)}' * bool(first)}, or {records} if each "
            "line is a record."
        )
    others = text if not named or first not in text or len(text) > 3 else text[1:]
    if others:
        raise InputError(
            f"{_columns(others)} text where a table of counts holds numbers; {records} if each line is a "
            "record, or leave columns out with --drop NAME."
        )
    empty = [name for name in frame.columns[named:] if frame[name].null_count() == frame.height]
    if empty and frame.height:
        raise InputError(
            f"column {empty[0]!r} has no value in any row; leave it out with --drop {quoted(empty[0])}."
        )
    if named and frame.height > 2:
        different = frame[first].n_unique()
        if different <= 0.75 * frame.height:
            value, times = _most_frequent(frame[first])
            why = f"{times} of its cells are empty"
            if value is not None:
                why = f"{value!r} stands there {times} times"
            raise InputError(
                f"the first column, {first!r}, cannot name the rows, for {why}; {records} if each line is a "
                "record, or say --no-names if this column is one of counts."
            )


def check_long(frame: pl.DataFrame, *, count: str | None = None) -> None:
    """Raise where a frame that is taken for a long table is none.

    Parameters
    ----------
    frame : polars.DataFrame
    count : str, optional
        The column with the counts; the third unless given.

    Examples
    --------
    >>> import polars as pl
    >>> check_long(pl.DataFrame({"eyes": ["blue", "dark"], "hair": ["fair", "dark"], "n": [326, 681]}))
    """
    if frame.width > 3:
        raise InputError(
            f"a long table has a row, a column and perhaps a count in each line, and this has {frame.width} "
            "columns; leave --long out if it is a table of counts, or leave columns out with --drop NAME."
        )
    if frame.width == 3 and count is None and is_text(frame[frame.columns[2]]):
        raise InputError(
            f"the third column of a long table holds counts, and {frame.columns[2]!r} holds text; name the "
            "column that does with --weight NAME, leave this one out with --drop NAME, or say --mca instead "
            "of --long if each line is a record."
        )


def is_text(column: pl.Series) -> bool:
    """Whether a column holds words, rather than numbers with a bad cell among them."""
    import polars as pl

    if column.dtype in (pl.Categorical, pl.Enum):
        return True
    if column.dtype != pl.String:
        return False
    present = column.drop_nulls()
    if not len(present):
        return False
    numbers = present.str.replace_all(",", ".", literal=True).cast(pl.Float64, strict=False)
    return bool(numbers.null_count() > len(present) / 2)


def listed(names: Sequence[object]) -> str:
    """Two or three by name, and more by the first and their number."""
    shown = [repr(name) for name in names[:3]]
    if len(names) > 3:
        return f"{', '.join(shown)} and {len(names) - 3} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def quoted(name: str) -> str:
    """A name as it is typed in a shell."""
    return name if name and all(letter.isalnum() or letter in "_-.=:%" for letter in name) else f'"{name}"'


def _looks_long(frame: pl.DataFrame) -> bool:
    first, second, third = frame.columns
    if not frame[third].dtype.is_numeric():
        return False
    if is_text(frame[first]) and is_text(frame[second]):
        return True
    if frame.height < 4 or frame[second].dtype.is_float():
        return False
    pairs = frame.select(first, second).n_unique()
    repeated = (
        frame[first].n_unique() <= 0.75 * frame.height and frame[second].n_unique() <= 0.75 * frame.height
    )
    return repeated and pairs == frame.height


def _looks_long_and_numbered(frame: pl.DataFrame) -> bool:
    """Whether a column that numbers the lines stands before those of a long table, each pair in one line."""
    first, second, third, fourth = frame.columns
    return (
        is_text(frame[second])
        and is_text(frame[third])
        and frame[fourth].dtype.is_numeric()
        and frame[first].n_unique() == frame.height
        and frame.height > 3
        and frame.select(second, third).n_unique() == frame.height
    )


def _most_frequent(column: pl.Series) -> tuple[str | None, int]:
    """The value that stands most often in a column, None if that is no value, and how often."""
    counted = column.value_counts(sort=True, name="firth times")
    times = int(counted["firth times"][0])
    tied = counted.filter(counted["firth times"] == times)[column.name].to_list()
    value = next(value for value in column if value in tied)
    return None if value is None else str(value), times


def _columns(names: Sequence[str]) -> str:
    return f"column {names[0]!r} holds" if len(names) == 1 else f"the columns {listed(names)} hold"
