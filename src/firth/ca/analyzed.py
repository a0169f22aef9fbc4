"""The table or the records of an analysis, matched with its points, for what needs the data again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from firth.ca.correspondence import Correspondence
from firth.ca.multiple import MultipleCorrespondence, place_records
from firth.core import Counts, Vocabulary
from firth.core.categories import coded_columns
from firth.core.vocabulary import Numbers
from firth.counting import counts_from_table
from firth.counting.gaps import MISSING, OTHER
from firth.counting.records import indicator_parts
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.sparse import compressed_rows

GAP, UNKNOWN = -1, -2
"""Codes of what is missing, and of a category that an analysis does not know."""


@dataclass(frozen=True, eq=False)
class AnalyzedTable:
    """A table whose margins are the masses of an analysis.

    Attributes
    ----------
    counts : Counts
    rows, columns : array of int
        Where in it the points of the analysis are: everywhere, except in an analysis of some rows or columns.
    """

    counts: Counts
    rows: Array
    columns: Array

    @property
    def whole(self) -> bool:
        """Whether all of the table was analyzed."""
        return bool(self.counts.matrix.shape == (len(self.rows), len(self.columns)))

    @property
    def matrix(self) -> Sparse:
        """The cells of the points of the analysis, in its order."""
        if self.whole and _in_order(self.rows) and _in_order(self.columns):
            return self.counts.matrix
        return self.counts.matrix[self.rows][:, self.columns]


@dataclass(frozen=True, eq=False)
class AnalyzedRecords:
    """The records of a multiple correspondence analysis.

    Attributes
    ----------
    codes : array of shape (variables, records)
        The category of each record in each variable: those of the analysis in its order, then the excluded.
    categories : int
        How many there are, with the excluded ones.
    owners : array of int
        The variable of each category of the analysis.
    weights : array or None
        Of the records.
    frequencies : bool
        Whether the weights are whole numbers, and so say how often a record was seen.
    """

    codes: Array
    categories: int
    owners: Array
    weights: Array | None

    @property
    def frequencies(self) -> bool:
        """Whether a weight says how often its record was seen."""
        return self.weights is not None and not np.any(self.weights % 1)


def analyzed_table(analysis: Correspondence, table: Any) -> AnalyzedTable:
    """Find the points of an analysis in the table it was made from.

    Supplementary rows and columns that the table still has are left out; other counts are refused.
    """
    counts = counts_from_table(table)
    rows = _places(counts.rows, analysis.rows.names, "row")
    columns = _places(counts.columns, analysis.columns.names, "column")
    if not _has_masses(counts, rows, columns, analysis):
        counts = counts.part(rows, columns)
        rows, columns = np.arange(len(rows)), np.arange(len(columns))
        if not _has_masses(counts, rows, columns, analysis):
            raise InputError(
                f"this table (its sum is {counts.total:,.10g}) does not have the margins of the analysis; "
                "give the table that was analyzed."
            )
    return AnalyzedTable(counts, rows, columns)


def analyzed_records(analysis: MultipleCorrespondence, records: Any) -> AnalyzedRecords:
    """Code the records that an analysis was made from, with its gaps and its rare categories."""
    strangers: list[str] = []
    if isinstance(records, Counts) or sparse.issparse(records):
        codes = _codes_of_indicator(analysis, counts_from_table(records))
    else:
        codes, strangers = known_codes(analysis, records)
    if analysis.kept_records is not None and codes.shape[1] > analysis.kept_records[-1]:
        codes = codes[:, analysis.kept_records]
    if codes.shape[1] != len(analysis.rows.names):
        raise InputError(
            f"there are {codes.shape[1]:,} records, and the analysis has {len(analysis.rows.names):,}; give "
            "the records that were analyzed."
        )
    if (codes == UNKNOWN).any():
        raise _unknown(strangers[0])
    if (codes == GAP).any():
        raise InputError("the records have missing values where those of the analysis have none; give those.")
    places = {name: place for place, name in enumerate(analysis.variable_names)}
    owners = np.array([places[variable] for variable in analysis.columns.variables])
    return AnalyzedRecords(codes, len(_known(analysis)), owners, analysis.record_weights)


def known_codes(analysis: MultipleCorrespondence, records: Any) -> tuple[Array, list[str]]:
    """The category of each record in each variable, as in `AnalyzedRecords`, and the names of unknown ones.

    Rare categories and gaps go where those of the analysis went; GAP and UNKNOWN stand where none did.

    >>> from firth.ca import multiple_correspondence
    >>> analysis = multiple_correspondence({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    >>> codes, strangers = known_codes(analysis, {"a": ["y", None], "b": ["v", "w"]})
    >>> codes.tolist(), strangers
    ([[1, -1], [3, -2]], ['b:w'])
    """
    known = _known(analysis)
    coded = coded_columns(records, analysis.variable_names, gaps="keep")
    strangers: list[str] = []
    found = []
    for variable, (codes, names) in coded.items():
        others, missing = _stand_in(variable, OTHER, known), _stand_in(variable, MISSING, known)
        places = np.empty(len(names) + 1, np.int32)
        for place, name in enumerate(names):
            places[place] = known.get(f"{variable}:{name}", known.get(others, UNKNOWN))
            if places[place] == UNKNOWN:
                strangers.append(f"{variable}:{name}")
        places[-1] = known.get(missing, known.get(others, GAP))  # where the code −1 leads
        found.append(places[codes])
    return np.stack(found), strangers


def place_codes(analysis: MultipleCorrespondence, codes: Array) -> tuple[Array, Array]:
    """Principal coordinates and distances to the center of records, from `known_codes`."""
    columns = analysis.columns
    z = indicator_of(codes, len(columns.names))
    return place_records(z, columns.masses, columns.standard, analysis.variables)


def indicator_of(codes: Array, categories: int) -> Sparse:
    """Z of the first categories; a record has no 1 for a code that is none of theirs."""
    codes = codes.T
    present = (codes >= 0) & (codes < categories)
    starts = np.concatenate([[0], np.cumsum(present.sum(axis=1))])
    indices = np.sort(np.where(present, codes, categories), axis=1)
    shape = (len(codes), categories)
    return compressed_rows(starts, indices[indices < categories], np.ones(starts[-1]), shape)


def _known(analysis: MultipleCorrespondence) -> dict[str, int]:
    """The places of the categories of an analysis, and after them those of the excluded ones."""
    names = [*analysis.columns.names.tokens, *analysis.excluded]
    return {name: place for place, name in enumerate(names)}


def _stand_in(variable: str, called: str, known: dict[str, int]) -> str:
    """What the gaps, or the gathered categories, of a variable are called if it has them."""
    while f"{variable}:{called}_" in known:
        called += "_"
    return f"{variable}:{called}"


def _codes_of_indicator(analysis: MultipleCorrespondence, table: Counts) -> Array:
    known = _known(analysis)
    z, variables, _ = indicator_parts(table)
    for name in table.columns.tokens:
        if name not in known:
            raise _unknown(name)
    places = np.array([known[name] for name in table.columns.tokens], np.int32)
    return np.ascontiguousarray(places[z.indices].reshape(-1, len(variables)).T)


def _unknown(name: str) -> InputError:
    return InputError(
        f"the analysis has no category {name!r}; give the records that were analyzed, with the same columns."
    )


def _has_masses(counts: Counts, rows: Array, columns: Array, analysis: Correspondence) -> bool:
    total = counts.total
    return bool(
        np.allclose(counts.row_sums[rows] / total, analysis.rows.masses, rtol=1e-9, atol=0)
        and np.allclose(counts.column_sums[columns] / total, analysis.columns.masses, rtol=1e-9, atol=0)
    )


def _places(names: Vocabulary, wanted: Vocabulary, what: str) -> Array:
    if names is wanted:
        return np.arange(len(names))
    if isinstance(names.tokens, Numbers) and isinstance(wanted.tokens, Numbers) and len(names) == len(wanted):
        return np.arange(len(names))
    unknown = next((name for name in wanted.tokens if name not in names), None)
    if unknown is not None:
        raise InputError(
            f"the analysis has the {what} {unknown!r}, and this table does not; give the table that was "
            "analyzed."
        )
    return np.fromiter((names.index[name] for name in wanted.tokens), np.intp, len(wanted))


def _in_order(places: Array) -> bool:
    return bool(np.array_equal(places, np.arange(len(places))))
