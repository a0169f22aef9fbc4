"""Ellipses of groups of records, or of rows: how far they spread, and where their mean might lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from firth.ca.correspondence import Correspondence, side_of
from firth.ca.ellipses import Ellipses, checked_axes, checked_level, covariance_matrices
from firth.ca.side import SideName
from firth.core.categories import categories_of
from firth.errors import InputError
from firth.runtime.arrays import Array


def group_ellipses(
    analysis: Correspondence,
    groups: Any,
    *,
    kind: Literal["mean", "spread"] = "mean",
    side: SideName = "rows",
    axes: tuple[int, int] = (1, 2),
    level: float = 0.95,
) -> Ellipses:
    """Ellipses of groups of records, or of rows: of where their mean might lie, or of how far they spread.

    Parameters
    ----------
    analysis : Correspondence or MultipleCorrespondence
    groups : list, array, or pandas or polars column
        The group of each record, or of each row.
    kind : {"mean", "spread"}
        The confidence ellipse of the center of gravity of a group, or the ellipse that holds that part of its
        points, if they are about normal.
    side : {"rows", "columns"}
        Which points are grouped.
    axes : tuple of int
        Which two axes, from 1.
    level : float

    Returns
    -------
    Ellipses
        Groups in the order of their first appearance.

    Notes
    -----
    Points weigh as much as their masses. The covariances are those of samples, with n − 1, as
    those of FactoMineR [Le2008]; with unequal masses m_i, n is (Σ m_i)²/Σ m_i², and with weights of records
    that are whole numbers their sum. A group of one point has the ellipse 0.

    Examples
    --------
    >>> from firth.ca import multiple_correspondence
    >>> data = {"a": list("xxyyxy"), "b": list("uuuvvv")}
    >>> groups = ["old", "old", "young", "young", "old", "young"]
    >>> group_ellipses(multiple_correspondence(data), groups).centers.round(3).tolist()
    [[-0.667, -0.333], [0.667, 0.333]]
    """
    if kind not in ("mean", "spread"):
        raise InputError(f"kind is {kind!r}; choose mean or spread.")
    level, chosen = checked_level(level), checked_axes(axes, len(analysis.singular_values))
    points = side_of(analysis, side)
    codes, names = categories_of(groups, "groups")
    kept = getattr(analysis, "kept_records", None)
    if kept is not None and side == "rows" and len(codes) > kept[-1]:
        codes = codes[kept]
    if len(codes) != len(points.names):
        raise InputError(
            f"there are groups of {len(codes):,} points, and the analysis has {len(points.names):,} {side}; "
            "give one for each, in the same order."
        )
    held = np.bincount(codes, points.masses, minlength=len(names)) > 0
    codes, names = _renumbered(codes, held), tuple(np.array(names, object)[held])
    cases = getattr(analysis, "record_weights", None) if side == "rows" else None
    frequencies = cases is not None and not bool(np.any(cases % 1))
    weights = points.masses if cases is None or not frequencies else cases
    found = group_moments(
        codes[None], len(names), points.principal[:, chosen], weights, frequencies=frequencies
    )
    counted = found.counted
    correction = np.divide(found.counted, counted - 1, out=np.zeros(len(names)), where=counted > 1 + 1e-9)
    covariances = found.covariances if kind == "mean" else found.spreads
    return Ellipses(names, found.means, correction[:, None, None] * covariances, level, axes)


@dataclass(frozen=True, eq=False)
class GroupMoments:
    """Of the points of each group: their mean, its covariance, their own, and how many they count for."""

    means: Array
    covariances: Array
    spreads: Array
    counted: Array


def group_moments(
    codes: Array, groups: int, points: Array, weights: Array, *, frequencies: bool
) -> GroupMoments:
    """The moments of groups of points.

    codes: one or more divisions of the points into groups, no group in two of them. frequencies: whether a
    weight says how often its point was seen, or only how much it counts.
    """
    sums, square_sums = np.zeros(groups), np.zeros(groups)
    means = np.zeros((groups, 2))
    spread, squared = np.zeros((groups, 3)), np.zeros((groups, 3))
    for division in codes:
        own = np.bincount(division, weights, minlength=groups)
        sums += own
        square_sums += np.bincount(division, weights**2, minlength=groups)
        held = np.where(own > 0, own, 1.0)[:, None]
        center = weighted_sums(division, groups, points, weights) / held
        means += center
        apart = points - center[division]
        products = np.column_stack([apart[:, 0] ** 2, apart[:, 0] * apart[:, 1], apart[:, 1] ** 2])
        spread += weighted_sums(division, groups, products, weights) / held
        squared += weighted_sums(division, groups, products, weights**2) / held**2
    counted = sums if frequencies else sums**2 / np.where(square_sums > 0, square_sums, 1.0)
    if frequencies:
        squared = spread / np.where(sums > 0, sums, 1.0)[:, None]
    return GroupMoments(means, covariance_matrices(*squared.T), covariance_matrices(*spread.T), counted)


def weighted_sums(codes: Array, groups: int, values: Array, weights: Array) -> Array:
    """Σ w v over the points of each group, for each column of the values."""
    columns = [np.bincount(codes, weights * column, minlength=groups) for column in values.T]
    return np.column_stack(columns)


def _renumbered(codes: Array, held: Array) -> Array:
    """Codes without the groups that only dropped records had."""
    return np.asarray((np.cumsum(held) - 1)[codes])
