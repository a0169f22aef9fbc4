"""Joint correspondence analysis: the tables of two different variables, without those of one with itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from firth.ca.burt import Burt
from firth.errors import InputError
from firth.runtime.arrays import Array

MOST_CATEGORIES = 2_000
"""The modified Burt table is dense, and each step finds all its axes."""


@dataclass(frozen=True, eq=False)
class Joint:
    """The solution of joint correspondence analysis.

    Attributes
    ----------
    dimensions : int
        The number of axes that were fitted together.
    explained : float
        The part of the inertia between different variables that these axes explain.
    contributions, qualities : array of shape (categories,)
        Of each category, on the fitted axes together: the part of what they explain, and the part of its
        own inertia. In joint analysis neither can be split by axis.
    steps : int
        How many times the blocks were replaced.
    change : float
        The largest change of a cell, in records, at the last step.
    """

    dimensions: int
    explained: float
    contributions: Array
    qualities: Array
    steps: int
    change: float


@dataclass(frozen=True, eq=False)
class JointAxes:
    """The axes of the modified Burt table: its roots, standard coordinates, and squares of residuals."""

    values: Array
    standard: Array
    squares: Array
    total: float
    joint: Joint


def joint_axes(
    burt: Burt, records: float, *, dimensions: int, steps: int = 1000, tolerance: float = 1e-10
) -> JointAxes:
    """Replace the blocks of variables with themselves by what the axes say of them, until they agree.

    B_qq ← c cᵀ (1 + Σ_k λ_k φ_k φ_kᵀ) within blocks, φ standard coordinates, k ≤ dimensions; the first
    replacement uses the adjusted inertias [Greenacre2017, ch. 19].

    Parameters
    ----------
    burt : Burt
        Of all categories.
    records : float
        n.
    dimensions : int
        How many axes the blocks are made from.
    steps : int
        The largest number of replacements after the first.
    tolerance : float
        The change of the largest cell of the Burt table, in records, at which they stop. R's mjca stops at
        10⁻⁴ or after 50 steps unless told otherwise, which leaves errors of 10⁻⁵ in its coordinates.

    Returns
    -------
    JointAxes
    """
    c, q = burt.masses, burt.variables
    if len(c) > MOST_CATEGORIES:
        raise InputError(
            f"joint correspondence analysis of {len(c):,} categories would need a dense table; "
            f"it takes {MOST_CATEGORIES:,} at most. Use inertia='adjusted', which is near it, or gather rare "
            "categories."
        )
    own = burt.owners[:, None] == burt.owners[None, :]
    expected = np.outer(c, c)
    table = expected + np.sqrt(expected) * burt.residuals.to_dense(MOST_CATEGORIES**2)

    table = _replaced(table, own, dimensions, lambda values: (q / (q - 1)) ** 2 * (values - 1 / q) ** 2)
    step, change = 0, np.inf
    while step < steps and change > tolerance:
        following = _replaced(table, own, dimensions, lambda values: values)
        change = float(np.abs(following - table).max()) * records * q**2
        table, step = following, step + 1

    residuals, masses = _residuals(table / table.sum())
    values, vectors = _eigen(residuals, len(c))
    squares, within = np.sum(residuals**2, axis=1), np.sum(np.where(own, residuals, 0.0) ** 2, axis=1)
    fitted = vectors[:, :dimensions] ** 2 @ values[:dimensions] ** 2 - within
    joint = Joint(
        dimensions,
        float(fitted.sum() / (squares - within).sum()),
        fitted / fitted.sum(),
        fitted / (squares - within),
        step,
        change,
    )
    kept = values > 1e-8
    standard = vectors[:, kept] / np.sqrt(masses)[:, None]
    return JointAxes(values[kept], standard, squares, float(squares.sum()), joint)


def _replaced(table: Array, own: Array, dimensions: int, inertias: Callable[[Array], Array]) -> Array:
    """The table with c cᵀ (1 + Σ λ φ φᵀ) in the blocks of its own; λ from its eigenvalues."""
    residuals, masses = _residuals(table)
    values, vectors = _eigen(residuals, dimensions)
    standard = vectors / np.sqrt(masses)[:, None]
    fitted = np.outer(masses, masses) * (1 + (standard * inertias(values)) @ standard.T)
    return np.where(own, fitted, table)


def _residuals(table: Array) -> tuple[Array, Array]:
    """D(c)^-½ (B − c cᵀ) D(c)^-½ and the margins c, which the replacements move a little."""
    masses = table.sum(axis=0)
    expected = np.outer(masses, masses)
    return (table - expected) / np.sqrt(expected), masses


def _eigen(matrix: Array, most: int) -> tuple[Array, Array]:
    """The largest eigenvalues with their vectors, falling."""
    values, vectors = np.linalg.eigh(matrix)
    return values[::-1][:most], vectors[:, ::-1][:, :most]
