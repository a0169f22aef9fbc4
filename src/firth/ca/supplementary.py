"""Points that take no part in an analysis and are placed in it afterwards."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from firth.ca.correspondence import Correspondence, Side
from firth.core import Counts, Vocabulary
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse


def supplementary_rows(analysis: Correspondence, counts: Counts) -> Side:
    """Rows of another table with the same columns, at hᵀG Σ^-1 for a profile h.      (METHODS §4)

    Columns are matched by name; what the analysis does not know is left out (see `unknown_names`), what the
    table lacks counts as 0.
    """
    matrix = aligned(counts.matrix, counts.columns, analysis.columns.names)
    return _placed(analysis, matrix, counts.rows, analysis.columns)


def supplementary_columns(analysis: Correspondence, counts: Counts) -> Side:
    """Columns of another table with the same rows, placed likewise."""
    transposed: Sparse = counts.matrix.T.tocsr()
    matrix = aligned(transposed, counts.rows, analysis.rows.names)
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
    return Side(names, sums / analysis.total, distances, principal / values, values)
