"""χ² of a sparse table: its exact mean and variance given the margins, and the p-value they give."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array

FEWEST_EXPECTED = 5.0
"""Where some cell is expected to count less than this, as R warns, Pearson's law of χ² may be far off."""


def chi_square_moments(row_sums: Array, column_sums: Array) -> tuple[float, float]:
    """The mean and the variance of χ² over all tables with these margins, without association.

    E = n (m − 1)(p − 1)/(n − 1)
    V = 2n/(n − 3) · (a − u)(b − v) + n²/(n − 1) · u v,  with a = (m − 1)(n − m)/(n − 1),
    u = (n Σ 1/r_i − m²)/(n − 2), and b, v of the columns in the same way     [Dawson1954]

    Parameters
    ----------
    row_sums, column_sums : array
        Positive, with the same sum n above 3.

    Examples
    --------
    >>> chi_square_moments(np.array([2, 2]), np.array([2, 2]))  # χ² is 4, 0 and 4 in 1, 4 and 1 of 6 tables
    (1.3333333333333333, 3.5555555555555554)
    """
    n = float(row_sums.sum())
    (a, u), (b, v) = (
        ((k - 1) * (n - k) / (n - 1), (n * float(np.sum(1.0 / sums)) - k * k) / (n - 2))
        for k, sums in ((len(row_sums), row_sums), (len(column_sums), column_sums))
    )
    mean = n * (len(row_sums) - 1) * (len(column_sums) - 1) / (n - 1)
    return mean, 2 * n / (n - 3) * (a - u) * (b - v) + n * n / (n - 1) * u * v


def p_value_given_margins(chi_square: float, row_sums: Array, column_sums: Array) -> float:
    """The probability of a χ² as large, by the multiple of a χ² law that has the exact mean and variance.

    Where cells expect few counts, χ² varies far more than the law of Pearson says, which then finds
    association in what is chance.

    Examples
    --------
    >>> round(p_value_given_margins(4.0, np.array([2, 2]), np.array([2, 2])), 2)
    0.08
    """
    if row_sums.sum() <= 3:
        return float("nan")
    mean, variance = chi_square_moments(row_sums, column_sums)
    if not variance > 0:  # all tables with these margins have the same χ²
        return 1.0
    from scipy.special import gammaincc

    return float(gammaincc(mean**2 / variance, chi_square * mean / variance))
