"""How much of the variance of coordinates lies between the categories of a variable, and its test."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firth.runtime.arrays import Array


def correlation_ratios(codes: Sequence[Array], coordinates: Array, weights: Array | None = None) -> Array:
    """η² of each variable on each axis: the variance of the means of its categories over the variance.

    η² = Σ_k n_k (m_k − m)² / Σ_i w_i (x_i − m)²      [Greenacre2017]

    Parameters
    ----------
    codes : sequence of arrays of int
        For each variable, the category of each record, from 0.
    coordinates : array of shape (records, axes)
    weights : array of shape (records,), optional
        Of the records; equal ones if not given.

    Returns
    -------
    array of shape (variables, axes)
        From 0 to 1; 0 on an axis without variance.

    Examples
    --------
    >>> sex, axis = np.array([0, 0, 1, 1]), np.array([[1.0], [3.0], [5.0], [7.0]])
    >>> correlation_ratios([sex], axis).tolist()
    [[0.8]]
    """
    coordinates = np.asarray(coordinates, dtype=np.float64)
    weights = np.ones(len(coordinates)) if weights is None else np.asarray(weights, dtype=np.float64)
    gaps = centered(coordinates, weights)
    sums = weights @ gaps**2
    ratios: Array = np.zeros((len(codes), gaps.shape[1]))
    for place, own in enumerate(codes):
        sizes, means = category_means(own, gaps, weights)
        np.divide(sizes @ means**2, sums, out=ratios[place], where=sums > 0)
    return ratios


def centered(values: Array, weights: Array) -> Array:
    """Each column less its mean, exact also where the mean is far larger than the spread."""
    total = weights.sum()
    gaps = values - weights @ values / total
    # A float near a large mean is too coarse to hold it; the gaps are small enough.
    gaps -= weights @ gaps / total
    return np.asarray(gaps)


def category_means(
    codes: Array, values: Array, weights: Array, categories: int | None = None
) -> tuple[Array, Array]:
    """The weight of each category, and the mean of each column of values in it; 0 in an empty one.

    >>> category_means(np.array([0, 1, 1]), np.array([[1.0], [2.0], [4.0]]), np.ones(3))[1].tolist()
    [[1.0], [3.0]]
    """
    length = int(codes.max()) + 1 if categories is None else categories
    sizes = np.bincount(codes, weights, minlength=length)
    means: Array = np.zeros((length, values.shape[1]))
    for column in range(values.shape[1]):
        sums = np.bincount(codes, weights * values[:, column], minlength=length)
        np.divide(sums, sizes, out=means[:, column], where=sizes > 0)
    return sizes, means


def ratio_p_value(ratio: Array | float, between: Array | float, total: Array | float) -> Array:
    """The probability of a share of variance at least as large, by the F test.

    ratio: R², or the square of a correlation; between: its degrees of freedom, the categories less 1; total:
    the number of records. NaN where no degrees of freedom are left for the rest.

    >>> round(float(ratio_p_value(0.5, 1, 20)), 8)
    0.00048959
    """
    from scipy.special import betainc

    rest = np.asarray(total, dtype=np.float64) - between - 1
    with np.errstate(invalid="ignore"):
        p = betainc(
            np.maximum(rest, 0) / 2, np.asarray(between) / 2, np.clip(1.0 - np.asarray(ratio), 0.0, 1.0)
        )
    return np.where((rest > 0) & (np.asarray(between) > 0), p, np.nan)
