"""Missing values and rare categories of records: what becomes of them before they are analyzed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from firth.core.categories import Categories, coded_columns
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.text.tokenize import require_choice

Missing = Literal["refuse", "category", "passive", "drop"]
"""refuse: say so. category: "missing" is a category of its own. passive: it is one that takes no part in
finding the axes. drop: records with a gap are left out."""

Rare = Literal["gather", "passive"]
"""gather: the rare categories of a variable become one, "other". passive: they take no part."""

MISSING, OTHER = "missing", "other"


@dataclass(frozen=True, eq=False)
class CodedRecords:
    """Records whose every column has a category everywhere.

    Attributes
    ----------
    columns : dict of str to Categories
    passive : tuple of str
        Categories ("variable:category") that are to take no part.
    kept : array of int or None
        The places of the records that are left; None if all are.
    weights : array or None
        How many cases each record that is left stands for; None if each stands for one.
    """

    columns: dict[str, Categories]
    passive: tuple[str, ...]
    kept: Array | None
    weights: Array | None


def coded_records(
    records: Any,
    *,
    variables: Sequence[str] | None = None,
    weights: Any = None,
    missing: Missing = "refuse",
    rare: float = 0.0,
    rare_as: Rare = "gather",
) -> CodedRecords:
    """Code the variables of records, with gaps and rare categories treated as asked.

    Parameters
    ----------
    records : pandas or polars frame, mapping of columns, or 2-D array
    variables : sequence of str, optional
        Which columns; all if not given.
    weights : sequence of float, optional
        How many cases each record stands for; 1 unless given.
    missing : {"refuse", "category", "passive", "drop"}
        What becomes of missing values.
    rare : float
        A share; categories of fewer records than that are rare.
    rare_as : {"gather", "passive"}
        What becomes of them. The gathered ones of a variable become the category "other"; if they are
        together still rare, the next rarest joins them, but two categories are always left. A variable
        whose categories cannot be gathered so has them made passive.

    Returns
    -------
    CodedRecords

    Examples
    --------
    >>> drinks = {"drink": ["tea", "tea", "milk", None, "mate", "tea", "milk", "tea"]}
    >>> coded_records(drinks, missing="category", rare=0.2).columns["drink"].names
    ('tea', 'milk', 'other')
    """
    require_choice("missing", missing, Missing)
    require_choice("rare_as", rare_as, Rare)
    if not 0 <= rare < 1:
        raise InputError(f"rare is {rare}; it is a share of the records, from 0 up to 1, such as 0.05.")
    columns = coded_columns(records, variables, gaps="keep")
    if weights is not None:
        weights = record_weights(weights, len(next(iter(columns.values())).codes))
    gaps = {name: column.codes < 0 for name, column in columns.items()}
    with_gaps = [name for name, places in gaps.items() if places.any()]
    kept = None
    apart: dict[str, str] = {}
    if with_gaps and missing == "refuse":
        raise _missing_error(with_gaps, gaps)
    if with_gaps and missing == "drop":
        kept = np.flatnonzero(~np.logical_or.reduce([gaps[name] for name in with_gaps]))
        if not len(kept):
            raise InputError(
                "every record has a missing value, and missing='drop' leaves none; make the gaps a category "
                "with missing='category' or 'passive'."
            )
        columns = {name: _used(column.codes[kept], column.names) for name, column in columns.items()}
        weights = None if weights is None else weights[kept]
    elif with_gaps:
        for name in with_gaps:
            columns[name], called = _with_missing(columns[name])
            if missing == "passive":
                apart[name] = called
    passive = [f"{name}:{called}" for name, called in apart.items()]
    if rare:
        for name, column in columns.items():
            columns[name], rarest = _without_rare(column, weights, rare, rare_as, apart.get(name))
            passive += [f"{name}:{category}" for category in rarest]
    return CodedRecords(columns, tuple(passive), kept, weights)


def record_weights(weights: Any, length: int) -> Array:
    """How many cases each record stands for, 1 if nothing is given; what is no weight is refused."""
    if weights is None:
        return np.ones(length)
    given = np.asarray(weights)
    if given.ndim != 1 or given.dtype.kind not in "biuf":
        raise InputError("weights are numbers, one for each record.")
    if len(given) != length:
        raise InputError(f"{len(given)} weights were given for {length} records; give one for each.")
    values = given.astype(np.float64)
    bad = np.flatnonzero(~((values >= 0) & np.isfinite(values)))
    if len(bad):
        raise InputError(
            f"the weight of record {int(bad[0]) + 1} is {values[bad[0]]:g}; weights are numbers of 0 or more."
        )
    if not values.any():
        raise InputError("all weights are zero; at least one record needs a weight.")
    if values.sum() <= 1 and length > 1:
        raise InputError(
            f"the weights add up to {values.sum():g}, and they say how many cases each record stands for; "
            f"multiply shares by the number of cases, such as {length:,}."
        )
    return values


def _missing_error(names: Sequence[str], gaps: dict[str, Array]) -> InputError:
    first = names[0]
    places = gaps[first]
    more = len(names) - 1
    others = f", and {more} more {'variable has' if more == 1 else 'variables have'} gaps" if more else ""
    return InputError(
        f"column {first!r} has no value in {int(places.sum()):,} of {len(places):,} records (first: record "
        f"{int(places.argmax()) + 1}){others}; choose what becomes of missing values: their own category, "
        "passive or drop, with missing=."
    )


def _used(codes: Array, names: tuple[str, ...]) -> Categories:
    """Only the categories that some record still has."""
    counts = np.bincount(codes, minlength=len(names))
    places = np.cumsum(counts > 0) - 1
    return Categories(
        places[codes].astype(np.int32), tuple(name for name, n in zip(names, counts, strict=True) if n)
    )


def _with_missing(column: Categories) -> tuple[Categories, str]:
    """The gaps as a last category, whose name no other has."""
    called = MISSING
    while called in column.names:
        called += "_"
    codes = np.where(column.codes < 0, len(column.names), column.codes).astype(np.int32)
    return Categories(codes, (*column.names, called)), called


def _without_rare(
    column: Categories, weights: Array | None, share: float, rare_as: Rare, apart: str | None
) -> tuple[Categories, list[str]]:
    """A column whose rare categories are gathered, and the categories that are to be passive.

    apart: a category that is passive already, and is left as it is.
    """
    masses = np.bincount(column.codes, weights, minlength=len(column.names)).astype(np.float64)
    masses /= masses.sum()
    order = np.lexsort((np.array(column.names), masses))  # by mass, then by name
    order = order[[column.names[place] != apart for place in order]]
    rare = int((masses[order] < share).sum())
    if not rare:
        return column, []
    gathered = rare
    while gathered < len(order) and (gathered < 2 or masses[order[:gathered]].sum() < share):
        gathered += 1
    if rare_as == "passive" or gathered > len(order) - 1:
        return column, [column.names[place] for place in np.sort(order[:rare])]
    called = OTHER
    left = np.setdiff1d(np.arange(len(column.names)), order[:gathered])
    while called in {column.names[place] for place in left}:
        called += "_"
    places = np.full(len(column.names), len(left), np.int32)
    places[left] = np.arange(len(left), dtype=np.int32)
    return Categories(places[column.codes], (*(column.names[place] for place in left), called)), []
