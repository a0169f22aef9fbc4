"""A table or records with all that is set apart: what is active, what is placed afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np

from firth.ca.correspondence import Correspondence, correspondence
from firth.ca.counted_parts import CountedParts, counted_parts
from firth.ca.multiple import Inertia, MultipleCorrespondence, multiple_correspondence
from firth.ca.side import CategorySide, Side
from firth.ca.supplementary import supplementary_columns, supplementary_rows
from firth.ca.supplementary_variables import (
    Quantities,
    supplementary_quantities,
    supplementary_records,
    supplementary_variables,
)
from firth.core import Counts
from firth.core.categories import Categories, refuse_unknown
from firth.counting import counts_from_long, split_table
from firth.counting.gaps import Missing, Rare, coded_records
from firth.counting.records import coded_indicator
from firth.counting.table_parts import numbers_in
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.run import DEFAULT_RUN, Run

if TYPE_CHECKING:
    import polars as pl

MOST_AXES = 10
"""Axes that are kept unless a number is given."""


@dataclass(frozen=True, eq=False)
class Study:
    """An analysis with the points that were placed afterwards, and the data that describe its rows.

    Attributes
    ----------
    analysis : Correspondence or MultipleCorrespondence
    data : Counts
        The active table; of records the indicator table of the active variables, with excluded categories.
    described : polars.DataFrame or None
        The variables of the active rows, active and supplementary: categories as text, quantities as numbers.
    taken : str
        What was taken as names, rows and columns.
    rows, columns : Side or None
        Supplementary rows (or individuals) and columns of counts.
    categories : CategorySide or None
        Categories of supplementary variables.
    quantities : Quantities or None
        Supplementary quantitative variables.
    """

    analysis: Correspondence
    data: Counts
    described: pl.DataFrame | None
    taken: str
    rows: Side | None = None
    columns: Side | None = None
    categories: CategorySide | None = None
    quantities: Quantities | None = None

    def __repr__(self) -> str:
        """What was analyzed."""
        return f"Study: {self.analysis!r}"


def study_table(
    frame: pl.DataFrame,
    *,
    names: str | None,
    drop: Sequence[str] = (),
    sup_rows: Sequence[str] = (),
    sup_columns: Sequence[str] = (),
    quali: Sequence[str] = (),
    quanti: Sequence[str] = (),
    missing: Literal["refuse", "zero"] = "refuse",
    n: float | None = None,
    no_test: str = "",
    axes: int | None = None,
    run: Run = DEFAULT_RUN,
) -> Study:
    """Analyze a table of counts, and place what takes no part.

    Parameters
    ----------
    frame : polars.DataFrame
    names : str or None
        The column that names the rows; they are numbered if it is None.
    drop : sequence of str
        Columns to leave out.
    sup_rows, sup_columns : sequence of str
        Rows and columns to place afterwards; rows that are numbered may be ranges, such as "20-30".
    quali, quanti : sequence of str
        Columns that are categorical or quantitative variables of the rows.
    missing : {"refuse", "zero"}
        What becomes of missing counts.
    n, no_test
        As for `correspondence`.
    axes : int, optional
        How many axes to keep; all, but 10 at most, unless given.
    run : Run

    Returns
    -------
    Study

    Notes
    -----
    Rows and columns without counts have no profile; they are left out, and `taken` names them.

    Examples
    --------
    >>> from firth.datasets import fisher_eyes_and_hair
    >>> study_table(fisher_eyes_and_hair(), names="eyes", sup_columns=["red"]).taken
    "rows are named by column 'eyes': 4 rows × 4 columns of counts, n = 5,101; supplementary: 1 column"
    """
    frame = _without(frame, drop)
    variables = _selected(frame, [*quali, *quanti])
    cells = frame.drop(variables.columns)
    if names is not None:
        refuse_unknown(names, cells.columns)
        cells = cells.select(names, *(name for name in cells.columns if name != names))
    apart = chosen_rows(_names_of(cells, names), sup_rows)
    active, rows, columns = split_table(
        cells, apart, sup_columns, names="first" if names is not None else False, missing=missing
    )
    parts = counted_parts(active, rows, columns)
    study = _study_of_counts(parts, n, no_test, axes, run)
    if variables.columns:
        kept = np.setdiff1d(np.arange(cells.height), _places(_names_of(cells, names), apart))
        variables = variables[kept[parts.kept].tolist()]
    where = _named_by("rows", names)
    return _described(study, variables, quali, quanti, where, parts.empty)


def study_long_table(
    frame: pl.DataFrame,
    *,
    count: str | None = None,
    drop: Sequence[str] = (),
    sup_rows: Sequence[str] = (),
    sup_columns: Sequence[str] = (),
    missing: Literal["refuse", "zero"] = "refuse",
    n: float | None = None,
    axes: int | None = None,
    run: Run = DEFAULT_RUN,
) -> Study:
    """Analyze a table with a line for each pair: a row, a column and perhaps a count.

    Parameters
    ----------
    frame : polars.DataFrame
    count : str, optional
        The column with the counts; the third unless given.
    drop, sup_rows, sup_columns, missing, n, axes, run
        As for `study_table`.

    Returns
    -------
    Study

    Examples
    --------
    >>> import polars as pl
    >>> bought = pl.DataFrame({"who": list("aabb"), "what": list("xyxy"), "times": [3, 1, 1, 4]})
    >>> study_long_table(bought).taken
    "a long table of 'who' by 'what': 2 rows × 2 columns of counts, n = 9"
    """
    frame = _without(frame, drop)
    counted = count if count is not None else next(iter(frame.columns[2:3]), None)
    if missing == "zero" and counted is not None:
        refuse_unknown(counted, frame.columns)
        frame = frame.with_columns(frame[counted].fill_null(0))
    counts = counts_from_long(frame, count=count)
    apart = chosen_rows(counts.rows.tokens, sup_rows)
    active, rows, columns = split_table(counts, apart, sup_columns)
    row, column = [name for name in frame.columns if name != count][:2]
    where = f"a long table of {row!r} by {column!r}"
    parts = counted_parts(active, rows, columns)
    study = _study_of_counts(parts, n, "", axes, run)
    return _described(study, frame.select([]), (), (), where, parts.empty)


def study_records(
    frame: pl.DataFrame,
    *,
    names: str | None = None,
    drop: Sequence[str] = (),
    weight: str | None = None,
    sup_rows: Sequence[str] = (),
    quali: Sequence[str] = (),
    quanti: Sequence[str] = (),
    exclude: Sequence[str] = (),
    missing: Missing = "refuse",
    rare: float = 0.0,
    rare_as: Rare = "gather",
    inertia: Inertia | None = None,
    axes: int | None = None,
    run: Run = DEFAULT_RUN,
) -> Study:
    """Analyze records by multiple correspondence analysis, and place what takes no part.

    Parameters
    ----------
    frame : polars.DataFrame
    names, weight : str, optional
        The columns with the names of the records, and with how many cases each stands for.
    drop : sequence of str
        Columns to leave out.
    sup_rows : sequence of str
        Individuals to place afterwards, by name, or by ranges of numbers where they are numbered.
    quali, quanti : sequence of str
        Supplementary categorical and quantitative variables; all other columns are active.
    exclude, missing, rare, rare_as, inertia
        As for `multiple_correspondence`.
    axes : int, optional
        How many axes to keep; all, but 10 at most, unless given.
    run : Run

    Returns
    -------
    Study

    Examples
    --------
    >>> import polars as pl
    >>> survey = pl.DataFrame({"a": list("xxyy"), "b": list("uuuv"), "age": [20, 30, 40, 50]})
    >>> study_records(survey, quanti=["age"]).quantities.correlations.round(2).tolist()
    [[0.94, -0.13]]
    """
    frame = _without(frame, drop)
    for name in (names, weight):
        if name is not None:
            refuse_unknown(name, frame.columns)
    set_apart = [*quali, *quanti, *(name for name in (names, weight) if name is not None)]
    _selected(frame, set_apart)
    variables = [name for name in frame.columns if name not in set_apart]
    labels = _names_of(frame, names)
    apart = _places(labels, chosen_rows(labels, sup_rows))
    active = np.setdiff1d(np.arange(frame.height), apart)
    others, frame = frame[apart.tolist()], frame[active.tolist()] if len(apart) else frame
    weights = None if weight is None else numbers_in(frame[weight], weight)
    coded = coded_records(
        frame, variables=variables, weights=weights, missing=missing, rare=rare, rare_as=rare_as
    )
    if coded.kept is not None:
        frame, active = frame[coded.kept.tolist()], active[coded.kept]
    # Records keep the numbers that they have in the table, whoever is set apart or dropped.
    own = labels if len(active) == len(labels) else [labels[place] for place in active.tolist()]
    analysis = multiple_correspondence(
        replace(coded, kept=None),
        axes=axes, at_most=MOST_AXES, exclude=exclude, inertia=inertia,
        names=None if own is labels and names is None else own,
        seed=run.seed, threads=run.threads, progress=run.progress,
    )  # fmt: skip
    placed = None
    if len(apart):
        placed = supplementary_records(analysis, others, unknown="origin", names=[labels[i] for i in apart])
    study = Study(analysis, coded_indicator(coded.columns), None, "", rows=placed)
    told = [_named_by("records", names)]
    if weight is not None:
        told.append(f"weighted by {weight!r}")
    if coded.kept is not None:
        told.append("records with missing values dropped")
    by_text = _texts(coded.columns)
    extra = frame.select([*quali, *quanti])
    return _described(study, by_text.hstack(extra), quali, quanti, ", ".join(told))


def chosen_rows(names: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The rows meant: names, and ranges such as "20-30" where no row has that name; each once.

    >>> chosen_rows(["1", "2", "3", "4"], ["2-3", "3"])
    ['2', '3']
    """
    known = set(names) if wanted else set()
    found: dict[str, None] = {}
    for name in wanted:
        first, dash, last = name.partition("-")
        if name not in known and dash and first.isdigit() and last.isdigit():
            if int(first) > int(last):
                raise InputError(f"{name!r} is no range of rows; write the smaller number first.")
            found |= dict.fromkeys(str(number) for number in range(int(first), int(last) + 1))
        else:
            found[name] = None
    for name in found:
        if name not in known:
            raise InputError(f"there is no {name!r} among the rows; they are {', '.join(names[:5])} …")
    if found and len(found) == len(names):
        raise InputError("all rows are supplementary, and none are left to analyze.")
    return list(found)


def _study_of_counts(parts: CountedParts, n: float | None, no_test: str, axes: int | None, run: Run) -> Study:
    active, rows, columns = parts.active, parts.rows, parts.columns
    analysis = correspondence(
        active, axes=axes, at_most=MOST_AXES, n=n, no_test=no_test,
        seed=run.seed, threads=run.threads, progress=run.progress,
    )  # fmt: skip
    return Study(
        analysis,
        active,
        None,
        "",
        rows=None if rows is None else supplementary_rows(analysis, rows),
        columns=None if columns is None else supplementary_columns(analysis, columns),
    )


def _described(
    study: Study,
    variables: pl.DataFrame,
    quali: Sequence[str],
    quanti: Sequence[str],
    where: str,
    empty: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Study:
    """The study with its supplementary variables placed, and the sentence that says what was taken."""
    analysis = study.analysis
    rows, columns = len(analysis.rows.names), len(analysis.columns.names)
    multiple = isinstance(analysis, MultipleCorrespondence)
    if isinstance(analysis, MultipleCorrespondence):
        shape = f"{rows:,} records, {analysis.variables:,} variables with {columns:,} categories"
    else:
        shape = f"{rows:,} rows × {columns:,} columns of counts, n = {analysis.total:,.10g}"
    apart = [
        f"{count:,} {kind}{'' if count == 1 else 's'}"
        for count, kind in (
            (0 if study.rows is None else len(study.rows.names), "individual" if multiple else "row"),
            (0 if study.columns is None else len(study.columns.names), "column"),
            (len(quali), "categorical variable"),
            (len(quanti), "quantitative variable"),
        )
        if count
    ]
    taken = f"{where}: {shape}" + (f"; supplementary: {', '.join(apart)}" if apart else "")
    if empty:
        taken += f"; left out, for they have no counts: {' and '.join(starmap(_few, empty.items()))}"
    table = None if multiple else study.data
    return replace(
        study,
        described=variables if variables.columns else None,
        taken=taken,
        categories=supplementary_variables(analysis, variables.select(quali), table=table) if quali else None,
        quantities=supplementary_quantities(analysis, variables.select(quanti), missing="skip")
        if quanti
        else None,
    )


def _few(what: str, names: Sequence[str]) -> str:
    shown = ", ".join(map(repr, names[:3])) + (", …" if len(names) > 3 else "")
    return f"{len(names):,} {what}{'s' * (len(names) > 1)} ({shown})"


def _named_by(what: str, names: str | None) -> str:
    if names is None:
        return f"{what} are numbered"
    return f"{what} are named by {f'column {names!r}' if names else 'the first column'}"


def _without(frame: pl.DataFrame, drop: Sequence[str]) -> pl.DataFrame:
    for name in drop:
        refuse_unknown(name, frame.columns)
    return frame.drop(drop)


def _selected(frame: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    for name in names:
        refuse_unknown(name, frame.columns)
        if list(names).count(name) > 1:
            raise InputError(f"column {name!r} was given two parts to play; name it once.")
    return frame.select(names)


def _names_of(frame: pl.DataFrame, names: str | None) -> Sequence[str]:
    """The names of the rows as text, which must differ."""
    import polars as pl

    from firth.core.vocabulary import Numbers

    if names is None:
        return Numbers(frame.height)
    column = frame[names].cast(pl.String).fill_null("")
    twice = column.filter(column.is_duplicated())
    if len(twice):
        raise InputError(
            f"the name {twice[0]!r} stands twice among the rows, which column {names!r} names; names must "
            "differ. If that column is not their names, give --no-names."
        )
    return column.to_list()


def _places(names: Sequence[str], wanted: Sequence[str]) -> Array:
    index = {name: place for place, name in enumerate(names)} if wanted else {}
    return np.array(sorted({index[name] for name in wanted}), np.intp)


def _texts(columns: Mapping[str, Categories]) -> pl.DataFrame:
    """Coded columns as text again, with gaps and rare categories as they were treated."""
    import polars as pl

    return pl.DataFrame(
        {
            name: pl.Series(column.names, dtype=pl.String).gather(column.codes)
            for name, column in columns.items()
        }
    )
