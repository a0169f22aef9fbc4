"""Variables of records that are no categories: counts, identifiers, quantities and numbers of cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firth.datasets.table_checks import is_text, listed, quoted
from firth.errors import InputError

if TYPE_CHECKING:
    import polars as pl

_FEWEST_RECORDS = 10
_MOST_CODES = 12
"""Numbers with more different values than a scale of 0 to 10, and one for no answer, are no categories."""

_NEARLY_ALL = 0.8
_CASES = {
    "freq", "frequency", "frequencies", "count", "counts", "n", "weight", "weights", "wt", "poids",
    "effectif", "effectifs", "anzahl", "häufigkeit", "gewicht", "aantal", "frecuencia", "frequenza", "cases",
}  # fmt: skip
"""What a column is called that says how many cases a line stands for."""


def check_records(frame: pl.DataFrame) -> tuple[str, ...]:
    """Raise where records hold counts, an identifier or a numeric variable; tell what is constant.

    Parameters
    ----------
    frame : polars.DataFrame
        The variables that shall be analyzed, and no others.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> import polars as pl
    >>> check_records(pl.DataFrame({"sex": ["f", "m"], "smokes": ["no", "no"]}))[0][:55]
    "variable 'smokes' has one value, 'no', in all records a"
    """
    if not frame.columns:
        raise InputError(
            "no variables are left to analyze, for every column plays another part; --mca needs two or more."
        )
    different = _different(frame)
    _refuse_empty(frame, different)
    _refuse_counts(frame, different)
    _refuse_cases(frame)
    _refuse_identifiers(frame, different)
    _refuse_numbers(frame, different)
    return tuple(
        f"variable {name!r} has one value, {str(frame[name].drop_nulls()[0])!r}, in all records and adds "
        f"nothing; leave it out with --drop {quoted(name)}."
        for name in frame.columns
        if different[name] == 1 and frame.height > 1
    )


def not_categorical(frame: pl.DataFrame) -> tuple[str, ...]:
    """The variables of records that identify them, count them or are quantities, rather than categories.

    Examples
    --------
    >>> import polars as pl
    >>> not_categorical(pl.DataFrame({"sex": ["f", "m"] * 10, "age": range(20, 40), "scale": [1, 2] * 10}))
    ('age',)
    """
    different = _different(frame)
    found = {*_identifiers(frame, different), *_cases(frame)}
    return tuple(
        name for name in frame.columns if name in found or _is_quantity(frame[name], different[name])
    )


def _different(frame: pl.DataFrame) -> dict[str, int]:
    return {name: frame[name].drop_nulls().n_unique() for name in frame.columns}


def _refuse_empty(frame: pl.DataFrame, different: dict[str, int]) -> None:
    empty = [name for name in frame.columns if not different[name]]
    if empty and frame.height:
        raise InputError(
            f"variable {empty[0]!r} has no value in any record; leave it out with --drop {quoted(empty[0])}."
        )


def _cases(frame: pl.DataFrame) -> list[str]:
    """Columns of whole numbers that are called a frequency or a weight."""
    return [
        name
        for name in frame.columns
        if frame[name].dtype.is_numeric() and name.strip().lower() in _CASES and _minimum(frame[name]) >= 0
    ]


def _refuse_cases(frame: pl.DataFrame) -> None:
    cases = _cases(frame)
    if cases:
        raise InputError(
            f"variable {cases[0]!r} seems to say how many cases a line stands for; say --weight "
            f"{quoted(cases[0])} if it does, --drop {quoted(cases[0])} to leave it out, or --as-is if it is "
            "a variable like the others."
        )


def _refuse_counts(frame: pl.DataFrame, different: dict[str, int]) -> None:
    first, *others = frame.columns
    named = is_text(frame[first]) and different[first] == frame.height
    numeric = others if named else frame.columns
    if len(numeric) < 2 or not all(frame[name].dtype.is_numeric() for name in numeric):
        return
    many = sum(
        different[name] > min(_MOST_CODES, frame.height / 2) and _minimum(frame[name]) >= 0
        for name in numeric
    )
    if frame.height >= 3 and many > len(numeric) / 2:
        raise InputError(
            "these look like counts, for columns hold numbers with many different values (first: "
            f"{numeric[0]!r}); leave --mca out for a table of counts, or say --as-is if they are categories."
        )


def _identifiers(frame: pl.DataFrame, different: dict[str, int]) -> list[str]:
    """Variables with another value in each record, or in nearly each if they are text."""
    if frame.height < _FEWEST_RECORDS:
        return []
    found = []
    for place, name in enumerate(frame.columns):
        column = frame[name]
        if not column.dtype.is_numeric():
            odd = different[name] >= _NEARLY_ALL * frame.height
        elif column.dtype.is_float() or different[name] < frame.height:
            odd = False
        else:  # numbers in a first column, or without a gap between them
            odd = place == 0 or int(column.max()) - int(column.min()) == frame.height - 1  # type: ignore[arg-type]
        if odd:
            found.append(name)
    return found


def _refuse_identifiers(frame: pl.DataFrame, different: dict[str, int]) -> None:
    for name in _identifiers(frame, different):
        raise InputError(
            f"variable {name!r} has {different[name]} different values in {frame.height} records; "
            f"leave it out with --drop {quoted(name)}, say --names {quoted(name)} if it names the "
            "records, or --as-is to keep it."
        )


def _refuse_numbers(frame: pl.DataFrame, different: dict[str, int]) -> None:
    numeric = [name for name in frame.columns if _is_quantity(frame[name], different[name])]
    if not numeric:
        return
    several = len(numeric) > 1
    quanti = " ".join(f"--quanti {quoted(name)}" for name in numeric)
    if len(numeric) > 5:
        quanti = f"--quanti {quoted(numeric[0])} and so on"
    raise InputError(
        f"variable{'s' * several} {listed(numeric)} {'hold numbers' if several else 'holds numbers'}, with "
        f"{listed([different[name] for name in numeric])} different values; place "
        f"{'them' if several else 'it'} as supplementary with {quanti}, cut into classes with "
        f"--bins {quoted(numeric[0] + '=4')}, or say --as-is if the numbers are categories."
    )


def _is_quantity(column: pl.Series, different: int) -> bool:
    if not column.dtype.is_numeric():
        return False
    if column.dtype.is_float() and different > 5 and bool((column.drop_nulls() % 1 != 0).any()):
        return True
    return different > _MOST_CODES


def _minimum(column: pl.Series) -> float:
    least = column.min()
    return float(least) if isinstance(least, int | float) else 0.0
