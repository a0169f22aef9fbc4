"""From where points in space are looked at, and how they stand in the picture then."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

TRIED = 400
"""Directions from which `best_view` looks."""
_LOOKED_AT = 2_000
_CELLS = 28


@dataclass(frozen=True)
class View:
    """A direction from the middle to the eye, in degrees; the third axis points up in the picture.

    azimuth: around the third axis, from the first to the second; elevation: above their plane.
    """

    azimuth: float
    elevation: float

    def __post_init__(self) -> None:
        """Refuse what is no direction."""
        if not np.isfinite(self.azimuth) or not -90 <= self.elevation <= 90:
            raise InputError(
                f"the view from azimuth {self.azimuth} and elevation {self.elevation} is none; give degrees, "
                "the elevation from −90 to 90."
            )

    @property
    def eye(self) -> Array:
        """The direction as a unit vector."""
        return np.asarray(self._axes()[2])

    def project(self, points: Array) -> Array:
        """Coordinates to the right, upwards and towards the eye.

        >>> View(azimuth=90, elevation=0).project(np.eye(3)).round(6).tolist()
        [[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
        """
        return np.asarray(np.einsum("ij,kj->ik", points, self._axes())) + 0.0  # no negative zeros

    def _axes(self) -> Array:
        around, above = np.radians([self.azimuth, self.elevation])
        right = [-np.sin(around), np.cos(around), 0.0]
        up = [-np.sin(above) * np.cos(around), -np.sin(above) * np.sin(around), np.cos(above)]
        eye = [np.cos(above) * np.cos(around), np.cos(above) * np.sin(around), np.sin(above)]
        return np.array([right, up, eye])


def best_view(points: Array, *, hollow: bool) -> View:
    """The direction from which points take up most of the picture, among 400 even ones.

    hollow: points on a sphere, which hides its far side; of it nothing counts.

    >>> ring = np.array([[0, np.cos(a), np.sin(a)] for a in np.linspace(0, 6, 200)])
    >>> bool(abs(best_view(ring, hollow=False).eye[0]) > 0.9)
    True
    """
    some = points[:: -(-len(points) // _LOOKED_AT)]
    reach = float(np.linalg.norm(some, axis=1).max()) or 1.0
    views = _even_views(TRIED)
    return views[int(np.argmax([_seen(view.project(some) / reach, hollow) for view in views]))]


def _even_views(count: int) -> list[View]:
    """Directions spread evenly over the sphere: a spiral in golden steps, the equator first."""
    heights = 1 - (2 * np.arange(count) + 1) / count
    turns = np.degrees(np.pi * (3 - np.sqrt(5))) * np.arange(count) % 360
    order = np.argsort(np.abs(heights), kind="stable")
    return [View(float(turns[i]), float(np.degrees(np.arcsin(heights[i])))) for i in order]


def _seen(placed: Array, hollow: bool) -> float:
    """How many cells of the picture hold a point that is seen, and a little more if points face the eye."""
    seen = placed[placed[:, 2] > 0] if hollow else placed
    across, up = np.clip(((seen[:, :2] + 1) / 2 * _CELLS).astype(np.int64), 0, _CELLS - 1).T
    cells = np.count_nonzero(np.bincount(across * _CELLS + up, minlength=1))
    return float(cells * (2 + placed[:, 2].mean()))
