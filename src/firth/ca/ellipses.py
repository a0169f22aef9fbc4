"""Ellipses around points on a pair of axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, eq=False)
class Ellipses:
    """An ellipse for each point, in principal coordinates of the analysis.

    Attributes
    ----------
    names : sequence of str
    centers : array of shape (points, 2)
    covariances : array of shape (points, 2, 2)
    level : float
        The part of a normal distribution with that covariance that an ellipse holds.
    axes : tuple of int
        Which axes of the analysis, from 1.
    coverage : array of shape (points,) or None
        The part of the replicates within the ellipse, where replicates were drawn.
    scale : float
        √(−2 ln(1 − level)), how many standard deviations the ellipses reach.
    half_axes : array of shape (points, 2)
        The longer first; 0 for a point that does not vary.
    angles : array of shape (points,)
        Of the longer axis to the first axis of the analysis, in radians.
    correlations : array of shape (points,)
    """

    names: Sequence[str]
    centers: Array
    covariances: Array
    level: float
    axes: tuple[int, int]
    coverage: Array | None = None

    def __len__(self) -> int:
        """The number of ellipses."""
        return len(self.names)

    @property
    def scale(self) -> float:
        """The root of the quantile of χ² with two degrees of freedom."""
        return float(np.sqrt(-2 * np.log1p(-self.level)))

    @property
    def half_axes(self) -> Array:
        """scale · the roots of the eigenvalues of each covariance."""
        first, both, second = self._entries
        longer = (first + second) / 2 + np.hypot((first - second) / 2, both)
        # Not as a difference, which would round away the width of a narrow ellipse.
        product = np.maximum(first * second - both**2, 0.0)
        shorter = np.divide(product, longer, out=np.zeros_like(longer), where=longer > 0)
        return np.asarray(self.scale * np.sqrt(np.column_stack([longer, shorter])))

    @property
    def angles(self) -> Array:
        """½ arctan(2 s₁₂/(s₁₁ − s₂₂)), between −π/2 and π/2."""
        first, both, second = self._entries
        return np.asarray(np.arctan2(2 * both, first - second) / 2)

    @property
    def correlations(self) -> Array:
        """Of the two coordinates; 0 where one of them does not vary."""
        first, both, second = self._entries
        product = np.sqrt(first * second)
        ratio = np.divide(both, product, out=np.zeros_like(both), where=product > 0)
        return np.asarray(np.clip(ratio, -1.0, 1.0))

    def outline(self, points: int = 100) -> Array:
        """The outline of each ellipse, ellipses × points × 2; its last point is the first again."""
        turns = np.linspace(0.0, 2 * np.pi, points)
        longer, shorter = self.half_axes.T
        cosines, sines = np.cos(self.angles), np.sin(self.angles)
        along, across = np.outer(longer, np.cos(turns)), np.outer(shorter, np.sin(turns))
        x = along * cosines[:, None] - across * sines[:, None]
        y = along * sines[:, None] + across * cosines[:, None]
        return np.asarray(self.centers[:, None] + np.stack([x, y], axis=2))

    def contains(self, point: Sequence[float] | Array) -> Array:
        """Whether each ellipse holds a point, such as the center (0, 0); or each its own point."""
        apart = np.asarray(point, np.float64) - self.centers
        cosines, sines = np.cos(self.angles), np.sin(self.angles)
        turned = np.column_stack(
            [apart[:, 0] * cosines + apart[:, 1] * sines, apart[:, 1] * cosines - apart[:, 0] * sines]
        )
        # A width of 0 holds what lies on the line, but for rounding.
        widths = np.maximum(self.half_axes, 1e-9 * (1 + np.abs(self.centers).max(axis=1))[:, None])
        return np.asarray(((turned / widths) ** 2).sum(axis=1) <= 1)

    def to_polars(self) -> pl.DataFrame:
        """name, center, half-axes, angle and correlation as a polars frame, and the coverage if known."""
        import polars as pl

        first, second = self.axes
        columns = {
            "name": list(self.names),
            f"F{first}": self.centers[:, 0],
            f"F{second}": self.centers[:, 1],
            "half_axis_1": self.half_axes[:, 0],
            "half_axis_2": self.half_axes[:, 1],
            "angle": self.angles,
            "correlation": self.correlations,
        }
        if self.coverage is not None:
            columns["coverage"] = self.coverage
        return pl.DataFrame(columns)

    @property
    def _entries(self) -> tuple[Array, Array, Array]:
        return self.covariances[:, 0, 0], self.covariances[:, 0, 1], self.covariances[:, 1, 1]


def covariance_matrices(first: Array, both: Array, second: Array) -> Array:
    """Of each point, from the variances and covariance of its coordinates, none negative by rounding."""
    first, second = np.maximum(first, 0.0), np.maximum(second, 0.0)
    most = np.sqrt(first * second)
    both = np.clip(both, -most, most)
    return np.stack([np.stack([first, both], axis=1), np.stack([both, second], axis=1)], axis=1)


def checked_axes(axes: tuple[int, int], kept: int) -> Array:
    """Places of two different axes, from 0."""
    chosen = tuple(axes)
    if len(chosen) != 2 or chosen[0] == chosen[1] or not all(1 <= axis <= kept for axis in chosen):
        raise InputError(f"axes are {chosen}; ellipses need two different ones of the {kept} that were kept.")
    return np.array(chosen) - 1


def checked_level(level: float) -> float:
    """A share between 0 and 1."""
    if not 0 < level < 1:
        raise InputError(f"level is {level}; it is a share between 0 and 1, such as 0.95.")
    return float(level)
