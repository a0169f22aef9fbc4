"""Multiple correspondence analysis: many categorical variables at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from firth.association.quotient import quotient
from firth.ca.correspondence import ACCURACY, PATIENCE, Correspondence
from firth.ca.side import Side
from firth.core import Counts, SparseLowRank
from firth.counting import counts_from_table, indicator
from firth.errors import InputError
from firth.factorize import Solver, decompose
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, silent


@dataclass(frozen=True, eq=False, repr=False)
class MultipleCorrespondence(Correspondence):
    """Records (rows) and categories (columns) on common axes; values are those of the indicator table.

    Attributes
    ----------
    variables : int
        Q.
    burt_inertia, burt_values
        The total inertia and the singular values of the Burt table.
    adjusted_inertias, adjusted_values, adjusted_total
        The inertias after the adjustment, their roots, and Greenacre's total.
    greenacre_shares, benzecri_shares : array
        Each axis's part of Greenacre's total, and of the sum of the adjusted inertias.

    The others are those of `Correspondence`.
    """

    variables: int
    burt_inertia: float

    @property
    def burt_values(self) -> Array:
        """Singular values of the Burt table: the squares of the indicator's."""
        return self.inertias

    @property
    def adjusted_inertias(self) -> Array:
        """(Q/(Q−1))² (λ − 1/Q)² for the axes with λ > 1/Q [Benzecri1979, Greenacre2017]."""
        q = self.variables
        above = self.inertias[self.inertias > 1 / q + 1e-12]
        return np.asarray((q / (q - 1)) ** 2 * (above - 1 / q) ** 2)

    @property
    def adjusted_values(self) -> Array:
        """The roots of the adjusted inertias."""
        return np.sqrt(self.adjusted_inertias)

    @property
    def benzecri_shares(self) -> Array:
        """Parts of the sum of the adjusted inertias; they overstate."""
        return np.asarray(self.adjusted_inertias / self.adjusted_inertias.sum())

    @property
    def adjusted_total(self) -> float:
        """Greenacre's total, the average inertia of the tables of two different variables."""
        q, categories = self.variables, len(self.columns.names)
        return float(q / (q - 1) * (self.burt_inertia - (categories - q) / q**2))

    @property
    def greenacre_shares(self) -> Array:
        """Parts of Greenacre's total."""
        return np.asarray(self.adjusted_inertias / self.adjusted_total)


def multiple_correspondence(
    records: Any,
    *,
    variables: Sequence[str] | None = None,
    axes: int | None = None,
    exclude: Sequence[str] = (),
    solver: Solver = "auto",
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = silent,
) -> MultipleCorrespondence:
    """Correspondence analysis of the indicator table Z, through the Burt table ZᵀZ.

    Parameters
    ----------
    records : pandas or polars frame, mapping of columns or 2-D array
        A row for each record and a column for each categorical variable; or an indicator table, as Counts or
        a scipy sparse matrix.
    variables : sequence of str, optional
        Which columns to analyze; all of them unless given.
    axes : int, optional
        How many axes to keep; all of them unless given.
    exclude : sequence of str
        Categories ("variable:category") that take no part, while all masses stay as they are.
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
    MultipleCorrespondence

    See Also
    --------
    firth.ca.supplementary_variables : Place variables that took no part.
    firth.MultipleCorrespondenceAnalysis : The same as a scikit-learn estimator.

    Notes
    -----
    The Burt table has a row for each category, however many records there are; its eigenvalues are the
    squares of Z's singular values, and the records follow by the transition formula. The mathematics is in
    docs/mathematics/ca.md.

    Examples
    --------
    >>> import polars as pl
    >>> data = pl.DataFrame({"a": ["x", "x", "y", "y"], "b": ["u", "u", "u", "v"]})
    >>> multiple_correspondence(data).singular_values.round(4).tolist()
    [0.8881, 0.4597]
    """
    table = _indicator(records, variables)
    per_record = np.diff(table.matrix.indptr)
    q = int(per_record[0])
    if q < 2 or (per_record != q).any():
        raise InputError(
            "multiple correspondence analysis needs two variables or more, each with a value everywhere."
        )
    z = table.matrix.astype(np.float64)
    burt_table = sparse.csr_array(z.T @ z)
    burt = Counts(burt_table, table.columns, table.columns, symmetric=True)
    association = quotient(burt, dtype=np.float64, threads=threads)
    operator, masses, names = association.operator, association.column_masses, association.columns
    kept = _kept(names.tokens, exclude)
    if len(kept) < len(names):
        operator = SparseLowRank(
            operator.sparse[kept][:, kept], operator.left[kept], operator.right[kept], symmetric=True
        )
        masses, names, z = masses[kept], names.part(kept), z[:, kept]
    most = min(len(kept) - (q if not exclude else 0), z.shape[0] - 1)
    if axes is not None and not 1 <= axes <= most:
        raise InputError(f"axes is {axes}; these variables have at most {most}.")
    factors = decompose(
        operator, axes or most, solver=solver, tolerance=ACCURACY,
        patience=PATIENCE,
        beyond_rank="drop" if axes is None else "refuse", seed=seed, threads=threads, progress=progress,
    )  # fmt: skip
    values = np.sqrt(factors.values)
    standard = factors.left / np.sqrt(masses)[:, None]
    categories = Side(names, masses, np.sqrt(1 / (masses * q) - 1), standard, values)
    people = _records(z, q, categories, table)
    total_inertia = float(categories.inertias.sum())
    return MultipleCorrespondence(
        people,
        categories,
        values,
        total_inertia,
        float(z.shape[0] * q),
        factors.report,
        q,
        operator.squared_norm(),
    )


def supplementary_variables(analysis: MultipleCorrespondence, records: Any) -> Side:
    """Categories of variables that took no part: each at the center of gravity of its records, over σ.

    Parameters
    ----------
    analysis : MultipleCorrespondence
    records : pandas or polars frame, mapping of columns or 2-D array
        The variables of the same records, in the same order.

    Returns
    -------
    Side
        The categories.
    """
    table = _indicator(records)
    z = table.matrix.astype(np.float64).T.tocsr()
    sums = np.asarray(z.sum(axis=1)).ravel()
    if z.shape[1] != len(analysis.rows.names):
        raise InputError(
            f"supplementary variables describe {z.shape[1]} records, and the analysis has "
            f"{len(analysis.rows.names)}."
        )
    values = analysis.singular_values
    principal = np.asarray(z @ analysis.rows.standard) / sums[:, None]
    masses = sums / analysis.total
    return Side(table.columns, masses, np.sqrt(z.shape[1] / sums - 1), principal / values, values)


def _indicator(records: Any, variables: Sequence[str] | None = None) -> Counts:
    """Z of records, or Z itself where it is given."""
    if isinstance(records, Counts) or sparse.issparse(records):
        return counts_from_table(records)
    return indicator(records, variables=variables)


def _records(z: Any, q: int, categories: Side, table: Counts) -> Side:
    """Records at the mean of the standard coordinates of their categories."""
    principal = np.asarray(z @ categories.standard) / q
    squares = np.asarray(z @ (1.0 / categories.masses)).ravel() / q**2 - np.asarray(z.sum(axis=1)).ravel() / q
    n = z.shape[0]
    return Side(
        table.rows,
        np.full(n, 1 / n),
        np.sqrt(np.maximum(squares, 0.0)),
        principal / categories.singular_values,
        categories.singular_values,
    )


def _kept(names: Sequence[str], exclude: Sequence[str]) -> Array:
    unknown = [name for name in exclude if name not in set(names)]
    if unknown:
        raise InputError(f"there is no category {unknown[0]!r} to exclude; write variable:category.")
    dropped = set(exclude)
    return np.array([place for place, name in enumerate(names) if name not in dropped])
