"""Correspondence analysis, with the statistics that go with it."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from firth.association.quotient import quotient
from firth.ca.independence import p_value_given_margins
from firth.ca.side import Side, SideName
from firth.core import Association, Counts, Factors, SolverReport, SparseLowRank, Vocabulary
from firth.counting import counts_from_table
from firth.counting.totals import share_sums, totals
from firth.errors import InputError, TableWarning
from firth.factorize import Solver, decompose
from firth.runtime.arrays import Array
from firth.runtime.other_names import AnswersOtherNames, refuse_other_names
from firth.runtime.run import Progress, silent
from firth.runtime.small_table import small_table
from firth.runtime.sparse import sums_of_cells

if TYPE_CHECKING:
    import polars as pl

_AXES_SHOWN = 8
"""Axes in the table that a notebook shows."""

ACCURACY = 1e-10
"""Residual, relative to the first singular value, at which axes of large tables count as found."""

PATIENCE = 4
"""Axes made by noise lie so close together that they may never be told apart to that accuracy; after so many
times the usual steps they are given as they are, and the report says how near."""


@dataclass(frozen=True, eq=False)
class Correspondence(AnswersOtherNames):
    """A table as two clouds of points on common axes.

    Attributes
    ----------
    rows, columns : Side
        The points with their coordinates and statistics.
    singular_values : array of shape (axes,)
        σ of the axes kept.
    total_inertia : float
        The inertia of all axes, χ²/n; exact, however many are kept.
    total : float
        n, the sum of the table.
    report : SolverReport
        How the axes were found, and how accurately.
    inertias, shares : array of shape (axes,)
        σ², and each axis's part of the total inertia.
    chi_square, degrees_of_freedom, p_value, cramers_v
        The test of independence of rows and columns; p_value and cramers_v are NaN where there is none.
    p_value_given_margins : float
        The same by the exact mean and variance of χ² for these margins, for tables whose cells expect few
        counts; NaN where there is no test.
    least_expected : float
        The smallest count that a cell expects; under 5, `p_value` may be far off.
    no_test : str
        Why the inertia is no test of independence: of a subset, or of shares without their number; empty
        where it is one.
    """

    rows: Side
    columns: Side
    singular_values: Array
    total_inertia: float
    total: float
    report: SolverReport
    no_test: str = field(default="", kw_only=True)

    def __repr__(self) -> str:
        """How large the table is, how many axes were kept, and the inertia."""
        return (
            f"{type(self).__name__}({len(self.rows.names):,} rows × {len(self.columns.names):,} columns, "
            f"{len(self.singular_values)} axes, total inertia {self.total_inertia:.6g})"
        )

    def _repr_html_(self) -> str:
        """The first axes with their inertia, for notebooks."""
        shares = np.asarray(self.shares, np.float64)
        axes = zip(self.inertias.tolist(), shares.tolist(), np.cumsum(shares).tolist(), strict=False)
        rows = [
            (f"axis {i + 1}", inertia, f"{share:.1%}", f"{sum_:.1%}")
            for i, (inertia, share, sum_) in enumerate(axes)
        ]
        return small_table(repr(self), ["", "inertia", "share", "cumulative"], rows[:_AXES_SHOWN])

    @property
    def inertias(self) -> Array:
        """λ = σ²: the inertia along each axis."""
        return np.asarray(self.singular_values**2)

    @property
    def shares(self) -> Array:
        """Each axis's part of the total inertia."""
        return np.asarray(self.inertias / self.total_inertia)

    @property
    def chi_square(self) -> float:
        """χ² = n · total inertia."""
        return self.total * self.total_inertia

    @property
    def degrees_of_freedom(self) -> int:
        """(m − 1)(p − 1)."""
        return (len(self.rows.names) - 1) * (len(self.columns.names) - 1)

    @property
    def p_value(self) -> float:
        """The probability of a χ² as large under independence."""
        if self.no_test:
            return float("nan")
        from scipy.special import chdtrc

        return float(chdtrc(self.degrees_of_freedom, self.chi_square))

    @property
    def least_expected(self) -> float:
        """min r · min c · n, the count expected in the emptiest cell."""
        return float(self.rows.masses.min() * self.columns.masses.min() * self.total)

    @property
    def p_value_given_margins(self) -> float:
        """The probability of a χ² as large, by its exact mean and variance given the margins [Dawson1954]."""
        if self.no_test:
            return float("nan")
        return p_value_given_margins(
            self.chi_square, self.total * self.rows.masses, self.total * self.columns.masses
        )

    @property
    def cramers_v(self) -> float:
        """√(total inertia / (min(m, p) − 1))."""
        if self.no_test:
            return float("nan")
        least = min(len(self.rows.names), len(self.columns.names)) - 1
        return float(np.sqrt(self.total_inertia / least)) if least else 0.0

    def rows_to_polars(self) -> pl.DataFrame:
        """The rows, as `Side.to_polars` gives them."""
        return self.rows.to_polars()

    def axes_to_polars(self) -> pl.DataFrame:
        """axis, singular_value, inertia, share and cumulative share as a polars frame."""
        import polars as pl

        return pl.DataFrame(
            {
                "axis": np.arange(1, len(self.singular_values) + 1),
                "singular_value": self.singular_values,
                "inertia": self.inertias,
                "share": self.shares,
                "cumulative": np.cumsum(self.shares),
            }
        )


_OF_ROWS = "use analysis.rows.principal, or analysis.rows.to_pandas() for all that is known of them"
_OF_COLUMNS = "use analysis.columns.principal, or analysis.columns.to_pandas() for all that is known of them"
_OF_AXES = "use analysis.inertias and analysis.shares, or analysis.axes_to_polars()"

Correspondence.other_names = {
    **dict.fromkeys(("row_coordinates", "row_coordinates_", "F", "row", "ind", "rowcoord"), _OF_ROWS),
    **dict.fromkeys(
        ("column_coordinates", "column_coordinates_", "G", "col", "var", "colcoord"), _OF_COLUMNS
    ),
    **dict.fromkeys(("eig", "eigenvalues", "eigenvalues_", "eigenvalues_summary", "sv"), _OF_AXES),
    **dict.fromkeys(("explained_inertia_", "explained_inertia_ratio_", "percentage_of_variance_"), _OF_AXES),
    "row_contributions_": "use analysis.rows.contributions",
    "column_contributions_": "use analysis.columns.contributions",
    "explained_variance_ratio_": _OF_AXES,
    "singular_values_": "here it is called singular_values",
    "inertia": "use analysis.total_inertia, or analysis.inertias for each axis",
    "plot": "use firth.plots.biplot(analysis)",
    "summary": "print(analysis.axes_to_polars()) has the axes, analysis.rows.to_pandas() the rows",
    "transform": "use firth.supplementary_rows(analysis, table)",
    "fit": "the analysis is done; firth.CorrespondenceAnalysis is the estimator for scikit-learn",
}
"""What prince, FactoMineR and ca call things, and what to write here."""


@refuse_other_names()
def correspondence(
    table: Any,
    *,
    axes: int | None = None,
    at_most: int | None = None,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    n: float | None = None,
    no_test: str = "",
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> Correspondence:
    """Correspondence analysis: the SVD of D(r)^-½ (P − rcᵀ) D(c)^-½.

    Parameters
    ----------
    table : Counts, pandas or polars frame, numpy array or scipy sparse matrix
        Counts of rows × columns. A sparse table is never made dense.
    axes : int, optional
        How many axes to keep; all of them unless given.
    at_most : int, optional
        Where axes is not given, the largest number to keep; fewer where the table has fewer.
    rows, columns : sequence of str, optional
        Analyze only these, with the masses and the center of the whole table (subset correspondence
        analysis).
    n : float, optional
        The number of observations behind a table of shares or percentages; the sum of the table unless
        given. The axes do not depend on it; χ² and everything that is tested does.
    no_test : str
        Why χ² should not be tested, where that is so, such as "the cells are shares, not counts".
    solver : {"auto", "krylov", "lanczos", "dense", "gram"}
        How the matrix is factorized; auto chooses by its size.
    seed : int
        The random seed of the solver that large tables need; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. Results do not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    Correspondence

    See Also
    --------
    firth.supplementary_rows, firth.supplementary_columns : Place points that took no part.
    firth.CorrespondenceAnalysis : The same as a scikit-learn estimator.

    Notes
    -----
    P = N/n, and r and c are its row and column sums [Greenacre2017]. The mathematics is in
    docs/mathematics/ca.md.

    Examples
    --------
    >>> import numpy as np
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]])
    >>> analysis = correspondence(eyes_hair)
    >>> analysis.singular_values.round(4).tolist(), round(analysis.chi_square, 1)
    ([0.2815, 0.0295], 203.7)
    """
    if n is not None and not 0 < n < np.inf:
        raise InputError(f"n is {n}; it is the number of observations, more than 0.")
    counts = counts_from_table(table)
    if not isinstance(table, Counts):
        no_test = no_test or _doubted(counts, n)
    association = quotient(counts, dtype=np.float64, threads=threads)
    if rows is not None or columns is not None:
        association = _subset(association, rows, columns)
    operator = association.operator
    whole = rows is None and columns is None
    dim = kept_axes(axes, at_most, min(operator.shape) - (1 if whole else 0), "this table has")
    total_inertia = operator.squared_norm()
    refuse_flat(total_inertia)
    factors = decompose(
        operator,
        dim,
        solver=solver,
        tolerance=ACCURACY,
        patience=PATIENCE,
        beyond_rank="drop",
        seed=seed,
        threads=threads,
        progress=progress,
    )
    refuse_missing_axes(axes, len(factors.values), "this table has")
    sides = both_sides(association, factors)
    reason = no_test or ("" if whole else "some rows or columns only")
    return Correspondence(
        *sides, factors.values, total_inertia, n or counts.total, factors.report, no_test=reason
    )


def _doubted(counts: Counts, n: float | None) -> str:
    """Tell of totals that were left in and of shares; why χ² is not tested, if it is not."""
    rows, columns = totals(counts)
    names = [f"row {name!r}" for name in rows] + [f"column {name!r}" for name in columns]
    if names:
        warnings.warn(
            f"{' and '.join(names)} {'are sums' if len(names) > 1 else 'is the sum'} of the others: totals "
            "take no part in an analysis; leave them out of the table, or place them with "
            "supplementary_rows and supplementary_columns.",
            TableWarning,
            stacklevel=3,
        )
    shares = None if n is not None or names else share_sums(counts)
    if shares is None:
        return ""
    what, kind = shares
    warnings.warn(
        f"{what}: if these are {kind}, χ² and p mean nothing and are left out; give the number of "
        "observations as n.",
        TableWarning,
        stacklevel=3,
    )
    return f"the cells are {kind}"


def refuse_flat(total_inertia: float) -> None:
    """Refuse a table in which nothing differs."""
    if total_inertia < 1e-14:
        raise InputError(
            "the rows of the table are all proportional: its inertia is 0, and there are no axes to find."
        )


def side_of(analysis: Correspondence, side: SideName) -> Side:
    """The rows or the columns of an analysis."""
    if side not in get_args(SideName):
        raise InputError(f"side is {side!r}; choose rows or columns.")
    return analysis.rows if side == "rows" else analysis.columns


def both_sides(association: Association, factors: Factors) -> tuple[Side, Side]:
    """Rows and columns with their statistics; the vectors of the factors become their coordinates."""
    return sides_from_squares(association, factors, operator_squares(association.operator))


def sides_from_squares(
    association: Association, factors: Factors, squares: tuple[Array, Array]
) -> tuple[Side, Side]:
    """`both_sides` where the row and column sums of the squares of the operator are known."""
    # In place: with a million rows the vectors are larger than the table.
    left, right = factors.left, factors.right
    left /= np.sqrt(association.row_masses)[:, None]
    right /= np.sqrt(association.column_masses)[:, None]
    r, c = association.row_masses, association.column_masses
    return (
        Side(association.rows, r, np.sqrt(squares[0] / r), left, factors.values),
        Side(association.columns, c, np.sqrt(squares[1] / c), right, factors.values),
    )


def operator_squares(operator: SparseLowRank) -> tuple[Array, Array]:
    """Row and column sums of the squares of M = S − L Rᵀ, without forming it.

    Σ_j (s_ij − l_i·r_j)² = Σ_j s_ij² − 2 l_i·(S R)_i + l_iᵀ(RᵀR) l_i
    """
    rows, columns = sums_of_cells(operator.sparse, np.square)

    def rest(left: Array, image: Array, right: Array) -> Array:
        own = np.einsum("ij,jk,ik->i", left, right.T @ right, left)
        return np.asarray(own - 2 * np.sum(left * image, axis=1))

    left, right = operator.left, operator.right
    rows += rest(left, operator.sparse @ right, right)
    columns += rest(right, operator.sparse.T @ left, left)
    return np.maximum(rows, 0.0), np.maximum(columns, 0.0)


def kept_axes(axes: int | None, at_most: int | None, most: int, has: str) -> int:
    """How many axes to look for; most is what the size of the data allows.

    >>> kept_axes(None, 10, 4, "this table has")
    4
    """
    if most < 1:
        raise InputError("the table has one row or one column; correspondence analysis needs two of each.")
    if at_most is not None and at_most < 1:
        raise InputError(f"at_most is {at_most}; it must be at least 1.")
    if axes is None:
        return min(at_most or most, most)
    if not 1 <= axes <= most:
        raise InputError(f"axes is {axes}; {has} at most {most}.")
    return axes


def refuse_missing_axes(axes: int | None, found: int, has: str) -> None:
    """Refuse a number of axes of which some have no inertia, as where rows are proportional."""
    if not found:
        raise InputError(f"{has} no inertia, and there are no axes to find.")
    if axes is not None and found < axes:
        raise InputError(f"axes is {axes}, and {has} only {found} with any inertia; ask for at most {found}.")


def _subset(
    association: Association, rows: Sequence[str] | None, columns: Sequence[str] | None
) -> Association:
    """Some rows and columns of the residuals, with the masses they have in the whole table."""
    kept_rows, kept_columns = _places(association.rows, rows), _places(association.columns, columns)
    operator = association.operator
    part = SparseLowRank(
        operator.sparse[kept_rows][:, kept_columns],
        operator.left[kept_rows],
        operator.right[kept_columns],
    )
    return replace(
        association,
        operator=part,
        row_masses=association.row_masses[kept_rows],
        column_masses=association.column_masses[kept_columns],
        rows=association.rows.part(kept_rows),
        columns=association.columns.part(kept_columns),
    )


def _places(names: Vocabulary, wanted: Sequence[str] | None) -> Array:
    if wanted is None:
        return np.arange(len(names))
    wanted = [wanted] if isinstance(wanted, str) else wanted
    unknown = [name for name in wanted if name not in names]
    if unknown:
        raise InputError(f"the table has no {unknown[0]!r}; it has {', '.join(names.tokens[:5])} …")
    if not len(wanted):
        raise InputError("no names were given of the rows or columns to analyze; give some, or None for all.")
    return np.unique([names.index[name] for name in wanted])
