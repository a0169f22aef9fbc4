"""Factors → coordinates: scaled by a power of the spectrum and by masses, and centers of gravity."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from firth.core import Association, Factors
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse

STEEPEST = 8


def scaled_coordinates(factors: Factors, exponent: float, *, masses: Array | None = None) -> Array:
    """Scale the left vectors of factors by a power of the spectrum.

    Parameters
    ----------
    factors : Factors
    exponent : float
        γ; with masses 0 gives standard coordinates, 1 principal ones.
    masses : array, optional
        r, divided out as correspondence analysis does.

    Returns
    -------
    array
        U Σ^γ, or D(r)^-½ U Σ^γ with masses.

    Raises
    ------
    InputError
        An eigenvalue is not positive, and so has no power.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.core import Factors, SolverReport
    >>> u = np.eye(2)
    >>> factors = Factors(u, np.array([4.0, 1.0]), u, SolverReport("dense", 1, 0.0, "exact", 0.0))
    >>> scaled_coordinates(factors, 0.5).tolist()
    [[2.0, 0.0], [0.0, 1.0]]
    """
    values = factors.values
    check_exponent(exponent)
    if exponent != 0 and (values <= 0).any():
        positive = int((values > 0).sum())
        raise InputError(
            f"only {positive} of {len(values)} eigenvalues are positive, others have no power {exponent:g}; "
            f"choose dim of at most {positive}, or exponent 0."
        )
    coordinates = factors.left * (values**exponent).astype(factors.left.dtype)
    if masses is not None:
        coordinates *= (1.0 / np.sqrt(masses))[:, None].astype(coordinates.dtype)
    return np.ascontiguousarray(coordinates)


def check_exponent(exponent: float) -> None:
    """Refuse what is no power, and powers so large that they leave the range of numbers."""
    if not abs(exponent) <= STEEPEST:
        raise InputError(f"exponent is {exponent}; it must be a number from −{STEEPEST} to {STEEPEST}.")


def principal_pair(association: Association, factors: Factors) -> tuple[Array, Array]:
    """Principal coordinates of rows and of columns: D(r)^-½ U Γ and D(c)^-½ V Γ      (docs/mathematics/ca.md)

    With words in rows and documents in columns these are y = γ v/√π and x = γ u/√ρ of [Picca2006].

    >>> from scipy.sparse import csr_array
    >>> from firth.association import nonlinear_quotient, power
    >>> from firth.core import Counts, Vocabulary
    >>> from firth.factorize import decompose
    >>> names = Vocabulary(("a", "b"), np.array([4, 4]))
    >>> counts = Counts(csr_array([[3.0, 1.0], [1.0, 3.0]]), names, names)
    >>> association = nonlinear_quotient(counts, function=power(1))
    >>> rows, columns = principal_pair(association, decompose(association, 1))
    >>> abs(rows).round(6).tolist(), abs(columns).round(6).tolist()
    ([[0.5], [0.5]], [[0.5], [0.5]])
    """
    turned = replace(factors, left=factors.right, right=factors.left)
    return (
        scaled_coordinates(factors, 1.0, masses=association.row_masses),
        scaled_coordinates(turned, 1.0, masses=association.column_masses),
    )


def centers_of_gravity(table: Sparse, points: Array) -> Array:
    """x*_j = Σ_i (n_ji / n_j·) y_i: each row of a table at the mean of its columns' points.      [Picca2006]

    table: documents in rows, words in columns. A row without counts has no center and gets NaN.

    >>> from scipy.sparse import csr_array
    >>> centers_of_gravity(csr_array([[3.0, 1.0], [0.0, 2.0]]), np.array([[0.0, 4.0], [8.0, 0.0]])).tolist()
    [[2.0, 3.0], [8.0, 0.0]]
    """
    if table.shape[1] != len(points):
        raise InputError(f"a table with {table.shape[1]} columns does not go with {len(points)} points.")
    sums = np.asarray(table.sum(axis=1), np.float64).ravel()
    weighted = np.asarray(table @ points)
    return weighted / np.where(sums > 0, sums, np.nan)[:, None]
