"""Non-linear correspondence analysis, with the statistics that go with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.association import QuotientFunction, nonlinear_quotient
from firth.ca.correspondence import ACCURACY, PATIENCE, Correspondence, both_sides
from firth.core import Association, SparseLowRank
from firth.counting import counts_from_table
from firth.factorize import Solver, decompose
from firth.factorize.coordinates import centers_of_gravity
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, silent

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False, repr=False)
class NonlinearCorrespondence(Correspondence):
    """Documents (rows) and words (columns) on common axes; the inertia is that of √r √c f(q).

    Attributes
    ----------
    centers : array of shape (rows, axes)
        x*, the center of gravity of each row's columns.
    possible : int
        How many axes there can be.

    The others are those of `Correspondence`.
    """

    centers: Array
    possible: int

    def rows_to_polars(self) -> pl.DataFrame:
        """The rows' frame, with the centers of gravity as G1 … beside F1 …."""
        import polars as pl

        frame = self.rows.to_polars()
        centers = [pl.Series(f"G{k + 1}", self.centers[:, k]) for k in range(self.centers.shape[1])]
        at = frame.columns.index(f"F{len(centers)}") + 1
        return frame.select(frame.columns[:at]).hstack(centers).hstack(frame.get_columns()[at:])


@refuse_other_names()
def nonlinear_correspondence(
    table: Any,
    *,
    function: QuotientFunction,
    axes: int = 2,
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> NonlinearCorrespondence:
    """The SVD of √r √c f(q), q_ij = p_ij / (r_i c_j): documents x, words y, documents x*.

    Parameters
    ----------
    table : Counts, pandas or polars frame, numpy array or scipy sparse matrix
        Counts, with documents in rows and words in columns.
    function : callable
        The increasing function f: `power(β)`, `presence()`, `logarithm(pseudo_count=…)` of
        `firth.association`, or one of your own; power(1) is correspondence analysis.
    axes : int
        How many axes to keep.
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
    NonlinearCorrespondence

    See Also
    --------
    firth.NonlinearCA : The same as a scikit-learn estimator, for new documents too.

    Notes
    -----
    The analysis is that of [Picca2006]; the mathematics is in docs/mathematics/nonlinear-ca.md.

    Examples
    --------
    >>> from firth.association import power
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]])
    >>> nonlinear_correspondence(eyes_hair, function=power(1)).singular_values.round(4).tolist()
    [0.2815, 0.0295]
    >>> nonlinear_correspondence(eyes_hair, function=power(0.5)).singular_values.round(4).tolist()
    [0.2989, 0.0299]
    """
    counts = counts_from_table(table)
    association = nonlinear_quotient(counts, function=function, threads=threads)
    factors = decompose(
        association,
        axes,
        solver=solver,
        tolerance=ACCURACY,
        patience=PATIENCE,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    rows, columns = both_sides(association, factors)
    return NonlinearCorrespondence(
        rows,
        columns,
        factors.values,
        association.operator.squared_norm(),
        counts.total,
        factors.report,
        centers_of_gravity(counts.matrix, columns.principal),
        possible_axes(association),
    )


def possible_axes(association: Association) -> int:
    """How many axes M = D(r)^½ f(q) D(c)^½ can have: a side on which it is centered loses one.

    >>> from firth.association import power
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> [possible_axes(nonlinear_quotient(table, function=power(beta))) for beta in (1.0, 0.5)]
    [2, 3]
    """
    operator = association.operator
    rounding = 1e-12 * np.sqrt(operator.squared_norm())
    rows = len(association.rows) - _is_null(operator.T, association.row_masses, rounding)
    columns = len(association.columns) - _is_null(operator, association.column_masses, rounding)
    return min(rows, columns)


def _is_null(operator: SparseLowRank, masses: Array, rounding: float) -> bool:
    """Whether the operator sends the roots of the masses to 0."""
    return bool(np.linalg.norm(operator @ np.sqrt(masses)) < rounding)
