"""Variables and records that take no part in an analysis and are placed in it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from scipy import sparse

from firth.ca.analyzed import GAP, known_codes, place_codes
from firth.ca.correspondence import Correspondence
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.side import CategorySide, Side
from firth.ca.supplementary import supplementary_rows
from firth.core import Counts, Vocabulary
from firth.core.categories import coded_columns, named_columns, refuse_missing
from firth.core.vocabulary import Numbers
from firth.counting import counts_from_table
from firth.counting.records import category_names, indicator_parts, record_names
from firth.counting.table_parts import numbers_in
from firth.counting.tables import named_counts
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Quantities:
    """Quantitative variables by their correlations with the axes.

    Attributes
    ----------
    names : tuple of str
    correlations : array of shape (variables, axes)
        Weighted by the masses of the rows.
    """

    names: tuple[str, ...]
    correlations: Array

    def to_polars(self, axes: int | None = None) -> pl.DataFrame:
        """name, r1 …, cos2_1 … as a polars frame; cos² is the square of the correlation."""
        import polars as pl

        columns: dict[str, Any] = {"name": list(self.names)}
        for label, values in (("r", self.correlations), ("cos2_", self.correlations**2)):
            columns |= {f"{label}{axis + 1}": values[:, axis] for axis in range(values.shape[1])[:axes]}
        return pl.DataFrame(columns)


def supplementary_variables(analysis: Correspondence, frame: Any, *, table: Any = None) -> CategorySide:
    """Categories of variables that took no part: each at the center of gravity of its records, or rows.

    Parameters
    ----------
    analysis : Correspondence or MultipleCorrespondence
    frame : pandas or polars frame, mapping of columns or 2-D array
        The variables of the same records, or of the rows of a table of counts, in the same order. Records
        without a value count for no category.
    table : Counts, pandas or polars frame, numpy array or scipy sparse matrix
        The table that was analyzed; needed for a table of counts, where a category's distance to the center
        is that of the sum of its rows.

    Returns
    -------
    CategorySide
        In multiple analysis at the center of gravity over σ, as the active categories are; in simple analysis
        at the center of gravity itself, the place of the sum of its rows. There the v-tests ask whether those
        counted in its rows are in other columns than all n.

    Examples
    --------
    >>> from firth.ca import correspondence
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [343, 84, 909], [98, 48, 403]])
    >>> analysis = correspondence(eyes_hair)
    >>> shades = {"shade": ["pale", "pale", "dark", "dark"]}
    >>> supplementary_variables(analysis, shades, table=eyes_hair).principal[:, 0].round(2).tolist()
    [0.29, -0.3]
    """
    names, owners, z = _categories(analysis, frame)
    masses = np.asarray(z @ analysis.rows.masses)
    shares = masses / masses_of_all(analysis)
    if isinstance(analysis, MultipleCorrespondence):
        n = analysis.columns.total
        means = np.asarray(z @ (analysis.rows.masses[:, None] * analysis.rows.standard)) / masses[:, None]
        spread = analysis.rows.singular_values
        distances = np.sqrt(np.maximum(1 / shares - 1, 0.0))
        if analysis.inertia not in (None, "indicator"):
            distances = np.full(len(names), np.nan)  # of the other versions, none is defined for records
        standard, values = means / spread, analysis.singular_values
    else:
        if table is None:
            raise InputError(
                "the categories of rows need the table that was analyzed; give it as table=, since their "
                "distance to the center is that of the sum of their rows."
            )
        counts = counts_from_table(table)
        gathered: Sparse = sparse.csr_array(z @ counts.matrix.astype(np.float64))
        placed = supplementary_rows(analysis, named_counts(gathered, names, counts.columns.tokens))
        # The n that were counted lie where their columns do, in standard coordinates of variance 1.
        n, spread = analysis.total, analysis.singular_values
        standard, values, distances = placed.standard, analysis.singular_values, placed.distances
    return CategorySide(
        Vocabulary(names, n * shares), shares, distances, standard, values, supplementary=True,
        variables=owners, weights=n * shares, total=n, record_values=spread,
    )  # fmt: skip


def supplementary_quantities(
    analysis: Correspondence, frame: Any, *, missing: Literal["refuse", "skip"] = "refuse"
) -> Quantities:
    """Quantitative variables that took no part: their correlations with the axes.

    Parameters
    ----------
    analysis : Correspondence or MultipleCorrespondence
    frame : pandas or polars frame, mapping of columns or 2-D array
        Numbers for the same records, or for the rows of a table of counts, in the same order.
    missing : {"refuse", "skip"}
        What becomes of missing values: refused, or left out of the correlations of their variable.

    Returns
    -------
    Quantities

    Examples
    --------
    >>> from firth.ca import correspondence
    >>> analysis = correspondence(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> supplementary_quantities(analysis, {"shade": [1.0, 2.0, 5.0]}).correlations.round(2).tolist()
    [[0.98, -0.18]]
    """
    columns = named_columns(frame)
    if not columns:
        raise InputError("the frame has no columns; give it at least one.")
    found = []
    for name, column in columns.items():
        values = _of_kept(analysis, numbers_in(_without_none(column), name).astype(np.float64), name)
        gaps = ~np.isfinite(values)
        if gaps.any() and missing == "refuse":
            raise InputError(
                f"column {name!r} has no number in {int(gaps.sum()):,} of {len(gaps):,} places (first: "
                f"{int(gaps.argmax()) + 1}); leave them out with missing='skip', or the column."
            )
        masses = np.where(gaps, 0.0, analysis.rows.masses)
        if not masses.any():
            raise InputError(f"column {name!r} has no number in any of {len(gaps):,} places; leave it out.")
        found.append(correlations(np.where(gaps, 0.0, values), analysis.rows.standard, masses))
    return Quantities(tuple(columns), np.array(found))


def supplementary_records(
    analysis: MultipleCorrespondence,
    records: Any,
    *,
    unknown: Literal["refuse", "origin"] = "refuse",
    names: Sequence[str] | None = None,
) -> Side:
    """Records that took no part: each at the mean of the standard coordinates of its categories.

    Parameters
    ----------
    analysis : MultipleCorrespondence
    records : pandas or polars frame, mapping of columns or 2-D array
        The variables of the analysis.
    unknown : {"refuse", "origin"}
        What becomes of categories that the analysis does not know, and of missing values if it has none:
        refused, or they count as the average.
    names : sequence of str, optional
        Names of the records; otherwise those of the index of a pandas frame, or numbers from 1.

    Returns
    -------
    Side

    Examples
    --------
    >>> from firth.ca import multiple_correspondence
    >>> data = {"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]}
    >>> analysis = multiple_correspondence(data)
    >>> again = supplementary_records(analysis, {"a": ["y"], "b": ["v"]})
    >>> np.allclose(again.principal, analysis.rows.principal[3:])
    True
    """
    codes, strangers = known_codes(analysis, records)
    if strangers and unknown == "refuse":
        raise InputError(
            f"{len(strangers)} categories are not among those analyzed (first: {strangers[0]!r}); leave out "
            "their records, or let them count as the average with unknown='origin'."
        )
    if unknown == "refuse":
        for variable, own in zip(analysis.variable_names, codes, strict=True):
            refuse_missing(own == GAP, variable)
    principal, distances = place_codes(analysis, codes)
    called = names if names is not None else record_names(records)
    rows = codes.shape[1]
    tokens = Numbers(rows) if called is None else tuple(called)
    values = analysis.rows.singular_values
    masses = np.full(rows, 1 / analysis.columns.total)
    return Side(
        Vocabulary(tokens, np.full(rows, analysis.variables)), masses, distances, principal / values, values,
        supplementary=True,
    )  # fmt: skip


def correlations(values: Array, standard: Array, masses: Array) -> Array:
    """Correlations of a variable with each axis, weighted; 0 for a variable that does not vary."""
    weights = masses / masses.sum()
    centered = values - weights @ values
    points = standard - weights @ standard
    spread = np.sqrt((weights @ centered**2) * (weights @ points**2))
    along = (weights * centered) @ points
    return np.asarray(np.divide(along, spread, out=np.zeros_like(along), where=spread > 0))


def masses_of_all(analysis: Correspondence) -> float:
    """The masses of the active rows together: 1, or less in an analysis of some rows only."""
    return float(analysis.rows.masses.sum())


def _categories(analysis: Correspondence, frame: Any) -> tuple[tuple[str, ...], tuple[str, ...], Sparse]:
    """Names, their variables, and a table of categories × rows with 1 where a row has the category."""
    if isinstance(frame, Counts) or sparse.issparse(frame):
        table, variables, places = indicator_parts(counts_from_table(frame))
        if table.shape[0] != len(analysis.rows.names):
            raise _other_length("the table", table.shape[0], analysis)
        tokens = counts_from_table(frame).columns.tokens
        return tuple(tokens), tuple(variables[place] for place in places), sparse.csr_array(table.T)
    coded = coded_columns(frame, gaps="keep")
    names: list[str] = []
    owners: list[str] = []
    blocks = []
    for variable, column in coded.items():
        codes = _of_kept(analysis, column.codes, variable)
        counts = np.bincount(codes[codes >= 0], minlength=len(column.names))
        held = np.flatnonzero(counts)
        places = np.full(len(column.names) + 1, -1)
        places[held] = np.arange(len(held))
        found = places[codes]
        rows = np.flatnonzero(found >= 0)
        blocks.append(
            sparse.csr_array((np.ones(len(rows)), (found[rows], rows)), shape=(len(held), len(codes)))
        )
        kept = {variable: column._replace(names=tuple(column.names[place] for place in held))}
        names += category_names(kept)
        owners += [variable] * len(held)
    return tuple(names), tuple(owners), sparse.csr_array(sparse.vstack(blocks))


def _of_kept(analysis: Correspondence, values: Array, name: str) -> Array:
    """The values of the records that were analyzed, where some were dropped for their gaps."""
    rows = len(analysis.rows.names)
    if len(values) == rows:
        return values
    kept = getattr(analysis, "kept_records", None)
    if kept is not None and len(values) > kept[-1]:
        return np.asarray(values[kept])
    raise _other_length(f"variable {name!r}", len(values), analysis)


def _other_length(what: str, found: int, analysis: Correspondence) -> InputError:
    kind = "records" if isinstance(analysis, MultipleCorrespondence) else "rows"
    return InputError(
        f"{what} describes {found:,} {kind}, and the analysis has {len(analysis.rows.names):,}."
    )


def _without_none(column: Any) -> Any:
    """A column with NaN where it has no value."""
    if hasattr(column, "fill_null"):  # polars
        numeric = column.dtype.is_numeric() and (column.null_count() or not column.dtype.is_integer())
        return column.cast(float) if numeric else column
    if isinstance(column, list | tuple):
        return [np.nan if value is None else value for value in column]
    return column
