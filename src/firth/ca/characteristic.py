"""Cells of a table larger or smaller than its margins explain: characteristic words and documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.ca._hypergeometric_kernels import room_for_cells, significant_cells
from firth.ca.description_tables import refuse_proba
from firth.ca.hypergeometric import p_values_of, v_tests_of
from firth.core import Counts, Vocabulary
from firth.core.categories import categories_of
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.parallel import in_order
from firth.runtime.sparse import cell_blocks, release_rows
from firth.text.tokenize import require_choice

if TYPE_CHECKING:
    import polars as pl

Use = Literal["both", "over", "under"]
Described = Literal["rows", "columns"]

_EVERYTHING = 1.0
"""A bound of log p, positive, that no cell is above."""

_EQUAL = 1e-12
"""p as near to proba as this is not below it, whatever the rounding."""


@dataclass(frozen=True, eq=False)
class CharacteristicCells:
    """Cells of a table with their tests, row after row, each from most over-used to most under-used.

    Attributes
    ----------
    rows, columns : Vocabulary
        The names, with the sums of the table as their counts.
    total : float
        n, the sum of the table.
    row, column : array of int
        The places of each cell's row and column.
    counts : array
        The cells; 0 for what is absent and was expected.
    v_tests : array
        Normal quantiles, positive for over-use and negative for under-use.
    p_values : array
        The same as two-sided probabilities; 0 where they are too small for a float.
    """

    rows: Vocabulary
    columns: Vocabulary
    total: float
    row: Array
    column: Array
    counts: Array
    v_tests: Array

    @property
    def p_values(self) -> Array:
        """2 Φ(−|v|)."""
        return p_values_of(self.v_tests)

    def __len__(self) -> int:
        """How many cells there are."""
        return len(self.row)

    def of(self, name: str) -> CharacteristicCells:
        """The cells of one row."""
        if name not in self.rows:
            raise InputError(f"there is no row {name!r}; the rows are {', '.join(self.rows.tokens[:5])} …")
        return self._part(np.flatnonzero(self.row == self.rows.index[name]))

    def strongest(self, top: int) -> CharacteristicCells:
        """At most `top` cells over-used and `top` under-used of each row."""
        return self._part(np.flatnonzero(_among_first(self.row, self.v_tests > 0, top)))

    def to_polars(self) -> pl.DataFrame:
        """row, column, percent_in_row, percent_overall, count, overall_count, p_value, v_test as a frame.

        percent_in_row is the cell's part of its row, percent_overall the column's part of the whole table.
        """
        import polars as pl

        row_sums, column_sums = self.rows.counts[self.row], self.columns.counts[self.column]
        return pl.DataFrame(
            {
                "row": [self.rows.tokens[i] for i in self.row.tolist()],
                "column": [self.columns.tokens[j] for j in self.column.tolist()],
                "percent_in_row": 100.0 * self.counts / row_sums,
                "percent_overall": 100.0 * column_sums / self.total,
                "count": self.counts,
                "overall_count": column_sums,
                "p_value": self.p_values,
                "v_test": self.v_tests,
            },
            schema_overrides={"row": pl.String, "column": pl.String},
        )

    def __repr__(self) -> str:
        """How many cells there are, of how large a table."""
        return (
            f"CharacteristicCells({len(self):,} cells of {len(self.rows):,} rows × "
            f"{len(self.columns):,} columns)"
        )

    def __str__(self) -> str:
        """A line for each of the first rows: what it has more and less of than expected, with v-tests."""
        shown, lines = self.strongest(8), [repr(self)]
        for place in np.unique(shown.row)[:20].tolist():
            cells = np.flatnonzero(shown.row == place)
            lines.append(self.rows.tokens[place])
            for sign, over in (("+", True), ("−", False)):
                chosen = [i for i in cells.tolist() if (shown.v_tests[i] > 0) == over]
                ordered = chosen if over else chosen[::-1]
                names = (f"{self.columns.tokens[shown.column[i]]} {shown.v_tests[i]:.1f}" for i in ordered)
                if chosen:
                    lines.append(f"  {sign} {', '.join(names)}")
        return "\n".join(lines)

    def _part(self, cells: Array) -> CharacteristicCells:
        arrays = (self.row, self.column, self.counts, self.v_tests)
        return CharacteristicCells(self.rows, self.columns, self.total, *(array[cells] for array in arrays))


def characteristic(
    table: Any,
    *,
    groups: Sequence[Any] | None = None,
    describe: Described = "rows",
    use: Use = "both",
    proba: float = 0.05,
    top: int | None = None,
    threads: int | None = None,
) -> CharacteristicCells:
    """Find what each row of a table has significantly more or less of than its margins explain.

    Parameters
    ----------
    table : Counts, pandas or polars frame, numpy array or scipy sparse matrix
        Counts, such as those of words in documents: whole numbers. A sparse table is never made dense.
    groups : sequence, optional
        The author, party or year of each row; rows of a group are added up and described together.
    describe : {"rows", "columns"}
        What is described: each row by its columns, or each column by its rows.
    use : {"both", "over", "under"}
        Whether to look for what is over-used, under-used or both. What a row has none of is under-used where
        enough of it was expected.
    proba : float
        Cells with p below this are kept; 1 keeps every cell, the empty ones too.
    top : int, optional
        Keep at most so many over-used and so many under-used cells of each row; memory stays small.
    threads : int, optional
        The number of threads. Results do not depend on it.

    Returns
    -------
    CharacteristicCells

    See Also
    --------
    firth.ca.characteristic_words : The same from texts, with the sentences that carry the words.

    Notes
    -----
    Of the n occurrences in the table, a column has M, and a row has K, x of them in that column. Were the K
    drawn by chance, x would follow the hypergeometric law; p doubles the tail from x on, and the v-test is
    the normal quantile that leaves p/2 beyond it [Lafon1980, LebartSalem1994].

    FactoMineR's descfreq gives the same numbers [Le2008], with two exceptions. Where the doubled tail is
    above 1 it becomes 2 less itself, and so a word that is absent where next to none was expected (.02, say)
    is listed as under-used with a p below .05; here it is not listed, unless proba is 1. And cells that are
    no whole numbers are rounded there; here they are refused.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[10, 0, 5], [0, 30, 5]]), columns=["x", "y", "z"])
    >>> found = characteristic(table)
    >>> [(found.columns.tokens[j], round(v, 2)) for j, v in zip(found.column, found.v_tests.tolist())][:2]
    [('x', 5.0), ('y', -5.68)]
    """
    require_choice("describe", describe, Described)
    require_choice("use", use, Use)
    refuse_proba(proba)
    if top is not None and top < 1:
        raise InputError(f"top is {top}; it must be at least 1.")
    counts = counts_from_table(table)
    _refuse_parts(counts)
    if groups is not None:
        counts = gathered(counts, groups)
    if describe == "columns":
        counts = Counts(counts.matrix.T.tocsr(), counts.columns, counts.rows)
    return _significant(counts, use, proba, top, threads)


def gathered(counts: Counts, groups: Sequence[Any]) -> Counts:
    """The rows of each group added up; groups in the order of their first appearance.

    >>> from firth.counting import counts_from_table
    >>> both = gathered(counts_from_table(np.array([[1, 2], [3, 0], [5, 0]])), ["b", "a", "b"])
    >>> both.rows.tokens, both.matrix.toarray().tolist()
    (('b', 'a'), [[6, 2], [3, 0]])
    """
    from scipy import sparse

    coded = categories_of(groups, "groups")
    rows = counts.matrix.shape[0]
    if len(coded.codes) != rows:
        raise InputError(f"groups has {len(coded.codes)} entries, and the table has {rows} rows.")
    narrow = np.int32 if counts.matrix.nnz < 2**31 else np.int64
    order = np.argsort(coded.codes, kind="stable").astype(narrow)
    pointer = np.concatenate([[0], np.cumsum(np.bincount(coded.codes, minlength=len(coded.names)))])
    dtype = counts.matrix.dtype if counts.matrix.dtype.kind == "f" else np.int64
    members = sparse.csr_array(
        (np.ones(rows, dtype), order, pointer.astype(narrow)), shape=(len(coded.names), rows)
    )
    matrix = sparse.csr_array(members @ counts.matrix)
    sums = np.asarray(matrix.sum(axis=1)).ravel()
    return Counts(matrix, Vocabulary(coded.names, sums), counts.columns)


def _significant(
    counts: Counts, use: Use, proba: float, top: int | None, threads: int | None
) -> CharacteristicCells:
    matrix = counts.matrix
    row_sums = counts.row_sums
    column_sums = row_sums if counts.symmetric else counts.column_sums
    total = float(row_sums.sum())
    order = np.lexsort((-np.arange(len(column_sums)), -column_sums))
    sizes = np.ascontiguousarray(column_sums[order])
    bound = float(np.log(proba)) - _EQUAL if proba < 1 else _EVERYTHING
    most, over_too, under_too = top or 0, use != "under", use != "over"
    rows, columns = Vocabulary(counts.rows.tokens, row_sums), Vocabulary(counts.columns.tokens, column_sums)
    blocks = cell_blocks(matrix)

    def starts_in(first: int, last: int) -> Array:
        starts: Array = (matrix.indptr[first : last + 1] - matrix.indptr[first]).astype(np.int64)
        return starts

    def room_in(block: tuple[int, int]) -> int:
        sums = row_sums[slice(*block)]
        return room_for_cells(starts_in(*block), sums, sizes, total, bound, most, under_too)

    def found_in(work: tuple[tuple[int, int], int]) -> tuple[Array, Array, Array, Array]:
        (first, last), room = work
        begin, end = matrix.indptr[first], matrix.indptr[last]
        indices, data = matrix.indices[begin:end].astype(np.int64), matrix.data[begin:end].astype(np.float64)
        lengths = np.empty(last - first, np.int64)
        columns, values, log_p, over = (np.empty(room, t) for t in (np.int32, np.float64, np.float64, bool))
        found = significant_cells(
            starts_in(first, last), indices, data, row_sums[first:last], column_sums, order, total, bound,
            most, over_too, under_too, lengths, columns, values, log_p, over,
        )  # fmt: skip
        release_rows(matrix, first, last)
        row = np.repeat(np.arange(first, last, dtype=np.int32), lengths)
        return row, columns[:found], values[:found], v_tests_of(log_p[:found], over[:found])

    rooms = list(in_order(room_in, blocks, threads))
    # Room for all cells that may be found is reserved, but only what is written becomes resident.
    size = np.int32 if sizes[0] < 2**31 else np.int64
    arrays = tuple(np.empty(sum(rooms), dtype) for dtype in (np.int32, np.int32, size, np.float64))
    end = 0
    for part in in_order(found_in, zip(blocks, rooms, strict=True), threads):
        start, end = end, end + len(part[0])
        for array, values in zip(arrays, part, strict=True):
            array[start:end] = values
    return CharacteristicCells(rows, columns, total, *(array[:end] for array in arrays))


def _refuse_parts(counts: Counts) -> None:
    """Refuse cells that are no whole numbers."""
    matrix = counts.matrix
    if matrix.dtype.kind != "f":
        return
    for first, last in cell_blocks(matrix):
        begin, end = matrix.indptr[first], matrix.indptr[last]
        broken = np.flatnonzero(matrix.data[begin:end] % 1)
        if len(broken):
            place = int(begin + broken[0])
            row = int(np.searchsorted(matrix.indptr, place, side="right")) - 1
            raise InputError(
                f"the cell in row {counts.rows.tokens[row]!r} and column "
                f"{counts.columns.tokens[matrix.indices[place]]!r} is {matrix.data[place]}; the "
                "hypergeometric law counts occurrences, which are whole numbers. Give the counts themselves, "
                "or round them."
            )


def _among_first(row: Array, over: Array, top: int) -> Array:
    """Whether each cell is among the first `top` over-used or the last `top` under-used ones of its row."""
    kind = 2 * row.astype(np.int64) + ~over  # rises, for within a row the under-used come last
    starts = np.searchsorted(kind, kind, side="left")
    ends = np.searchsorted(kind, kind, side="right")
    places = np.arange(len(kind))
    return np.asarray(np.where(over, places - starts < top, ends - places <= top))
