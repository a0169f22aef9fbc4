"""Points that take no part in an analysis and are placed in it afterwards."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from firth.ca.correspondence import Correspondence
from firth.ca.side import Side
from firth.core import Counts, Vocabulary
from firth.core.vocabulary import Numbers
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names


@refuse_other_names()
def supplementary_rows(analysis: Correspondence, table: Any) -> Side:
    """Place rows of another table with the same columns, which took no part in the analysis.

    Parameters
    ----------
    analysis : Correspondence
        What `firth.correspondence` returns.
    table : Counts, pandas or polars frame, numpy array or scipy sparse matrix
        The rows to place. Columns are matched by name: those that the analysis does not know are left out,
        and those that the table lacks count as 0. Columns without names, as those of an array, must be those
        of the analysis, in order.

    Returns
    -------
    Side
        The rows, with coordinates on the axes of the analysis.

    Notes
    -----
    A row with profile h lies at hᵀ G Σ^-1, the center of gravity of the columns' standard coordinates
    [Greenacre2017]. The mathematics is in docs/mathematics/ca.md.

    Examples
    --------
    >>> from firth.ca import correspondence
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]])
    >>> analysis = correspondence(eyes_hair)
    >>> again = supplementary_rows(analysis, eyes_hair[1:])
    >>> np.allclose(again.principal, analysis.rows.principal[1:])
    True
    """
    counts = counts_from_table(table)
    names = _names(table, counts.columns, analysis.columns.names, "columns")
    matrix = aligned(counts.matrix, names, analysis.columns.names)
    return _placed(analysis, matrix, counts.rows, analysis.columns)


@refuse_other_names()
def supplementary_columns(analysis: Correspondence, table: Any) -> Side:
    """Place columns of another table with the same rows, which took no part in the analysis.

    Parameters
    ----------
    analysis : Correspondence
        What `firth.correspondence` returns.
    table : Counts, pandas or polars frame, numpy array or scipy sparse matrix
        The columns to place. Rows are matched by name, as `supplementary_rows` matches columns. Rows without
        names must be those of the analysis, in order.

    Returns
    -------
    Side
        The columns, with coordinates on the axes of the analysis.

    Examples
    --------
    >>> from firth.ca import correspondence
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]])
    >>> analysis = correspondence(eyes_hair)
    >>> again = supplementary_columns(analysis, eyes_hair[:, :1])
    >>> np.allclose(again.principal, analysis.columns.principal[:1])
    True
    """
    counts = counts_from_table(table)
    transposed: Sparse = counts.matrix.T.tocsr()
    names = _names(table, counts.rows, analysis.rows.names, "rows")
    matrix = aligned(transposed, names, analysis.rows.names)
    return _placed(analysis, matrix, counts.columns, analysis.rows)


def unknown_names(names: Vocabulary, known: Vocabulary) -> list[str]:
    """The names that an analysis does not have."""
    return [name for name in names.tokens if name not in known]


def aligned(matrix: Sparse, names: Vocabulary, wanted: Vocabulary) -> Sparse:
    """The columns of a table in the order of the wanted names: unknown ones dropped, missing ones empty."""
    if names is wanted or (len(names) == len(wanted) and list(names) == list(wanted)):
        return matrix
    places = [(place, wanted.index[name]) for place, name in enumerate(names.tokens) if name in wanted]
    if not places:
        raise InputError(
            f"none of the {len(names)} names of the table is known (first: {names.tokens[0]!r}); "
            f"the analysis has {', '.join(wanted.tokens[:3])} …"
        )
    old, new = np.array(places).T
    chooser = sparse.csr_array((np.ones(len(old)), (old, new)), shape=(len(names), len(wanted)))
    product: Sparse = (matrix @ chooser).tocsr()
    return product


def _names(table: Any, own: Vocabulary, wanted: Vocabulary, what: str) -> Vocabulary:
    """The names to match by: the table's own, or those of the analysis for a table that has none."""
    if isinstance(table, Counts) or not isinstance(own.tokens, Numbers):
        return own
    if len(own) != len(wanted):
        raise InputError(
            f"the table has {len(own)} {what} without names, and the analysis has {len(wanted)}; give all of "
            "them in order, or a table with names."
        )
    return wanted


def _placed(analysis: Correspondence, matrix: Sparse, names: Vocabulary, other: Side) -> Side:
    sums = np.asarray(matrix.sum(axis=1), dtype=np.float64).ravel()
    empty = np.flatnonzero(sums == 0)
    if len(empty):
        first = ", ".join(repr(names.tokens[i]) for i in empty[:3])
        raise InputError(
            f"{len(empty)} of {len(sums)} supplementary points have no known counts (first: {first}); "
            "they have no profile and cannot be placed. Drop them."
        )
    principal = np.asarray(matrix @ other.standard) / sums[:, None]
    values = analysis.singular_values
    squares = matrix.astype(np.float64).power(2) @ (1.0 / other.masses) / sums**2 - 1.0
    distances: Array = np.sqrt(np.maximum(np.asarray(squares), 0.0))
    return Side(names, sums / analysis.total, distances, principal / values, values, supplementary=True)
