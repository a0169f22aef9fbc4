"""Points in space as a picture: fitted to the unit ball, seen from a direction, with a globe around them.

The globe is of pale glass: what is behind shows through, paler.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TRIED = 400
"""Directions from which `best_view` looks."""
_LOOKED_AT = 2_000
_CELLS = 28

ROOM = 1.04
"""Half the width of the picture; the globe's radius is 1."""

_LIGHT = np.array([-0.45, 0.6, 0.66])
_RIM, _NEAR_LINE, _FAR_LINE = "#C3CAD3", "#D3D9E0", "#EAEDF0"
_PIXELS = 360
_PALEST = 0.72


@dataclass(frozen=True, eq=False)
class Ball:
    """Points within the unit ball; hollow: all of them on its surface."""

    points: Array
    hollow: bool


def ball_of(points: Array) -> Ball:
    """Points of length 1 as they are, to a thousandth; others centered and scaled.

    >>> ball_of(np.array([[0.0, 0, 0], [0, 0, 4]])).points.tolist()
    [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]
    """
    given = np.asarray(points, dtype=np.float64)
    if given.ndim != 2 or given.shape[1] != 3 or not len(given):
        raise InputError(
            f"points of shape {given.shape} cannot be drawn in space; give some with three coordinates each."
        )
    if not np.isfinite(given).all():
        first = int(np.argmin(np.isfinite(given).all(axis=1)))
        raise InputError(f"point {first} has a coordinate that is not finite; leave such points out.")
    if np.abs(np.linalg.norm(given, axis=1) - 1).max() < 1e-3:
        return Ball(given, hollow=True)
    centered = given - (given.min(axis=0) + given.max(axis=0)) / 2
    return Ball(centered / (np.linalg.norm(centered, axis=1).max() or 1.0), hollow=False)


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
                f"azimuth {self.azimuth} and elevation {self.elevation} are not a direction; give degrees, "
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


def fit_ball(ax: Axes) -> None:
    """Equal units, no frame, and room for a ball of radius 1."""
    ax.set_aspect("equal", adjustable="box")
    ax.set_xlim(-ROOM, ROOM)
    ax.set_ylim(-ROOM, ROOM)
    ax.set_axis_off()


def draw_globe(ax: Axes) -> None:
    """The globe, without points: shading, circles behind and in front, and the rim."""
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Circle

    disc = Circle((0, 0), 1, facecolor="none", edgecolor=_RIM, linewidth=0.9, zorder=0.3)
    ax.add_patch(disc)
    image = ax.imshow(
        _shading(), extent=(-1, 1, -1, 1), origin="lower", interpolation="bilinear", zorder=0, aspect="equal"
    )
    image.set_clip_path(disc)
    # How the circles lie only shows that the globe is round: points know no north.
    near, far = circles(View(azimuth=0, elevation=22))
    ax.add_collection(LineCollection(far, colors=_FAR_LINE, linewidths=0.6, zorder=0.2), autolim=False)
    ax.add_collection(LineCollection(near, colors=_NEAR_LINE, linewidths=0.6, zorder=2), autolim=False)
    fit_ball(ax)  # imshow has set its own limits


def paler(colors: Array, depths: Array) -> Array:
    """Colors (red, green, blue) on their way to white: the farther from the eye (−1 to 1), the paler.

    >>> paler(np.array([[0.0, 0.4, 0.8]]), np.array([1.0])).tolist()
    [[0.0, 0.4, 0.8]]
    """
    share = _PALEST * np.clip((0.25 - depths) / 1.05, 0, 1)[:, None]
    return np.asarray(colors + (1 - colors) * share)


def _shading() -> Array:
    """The brightness of a ball under light from above and the left, nearly white everywhere."""
    across = (np.arange(_PIXELS) + 0.5) / _PIXELS * 2 - 1
    x, y = np.meshgrid(across, across)
    z = np.sqrt(np.clip(1 - x**2 - y**2, 0, None))
    lit = np.clip(x * _LIGHT[0] + y * _LIGHT[1] + z * _LIGHT[2], 0, 1)
    shade = (0.075 * (1 - lit) ** 1.4)[:, :, None] * np.array([1.15, 0.95, 0.75])
    return np.asarray(1 - shade)


def circles(view: View) -> tuple[list[Array], list[Array]]:
    """Pieces of the graticule as they stand in a picture, in front and behind."""
    pieces = np.vstack([np.stack([line[:-1], line[1:]], axis=1) for line in graticule()])
    placed = view.project(pieces.reshape(-1, 3)).reshape(-1, 2, 3)
    front = placed[:, :, 2].mean(axis=1) > 0
    return list(placed[front][:, :, :2]), list(placed[~front][:, :, :2])


def graticule() -> list[Array]:
    """Parallels and meridians every 30 degrees, each as a closed line of points."""
    angles = np.radians(np.arange(0, 361, 5))
    along, across, level = np.cos(angles), np.sin(angles), np.ones_like(angles)
    parallels = [
        np.column_stack([np.cos(above) * along, np.cos(above) * across, np.sin(above) * level])
        for above in np.radians([-60, -30, 0, 30, 60])
    ]
    meridians = [
        np.column_stack([np.cos(around) * along, np.sin(around) * along, across])
        for around in np.radians([0, 30, 60, 90, 120, 150])
    ]
    return parallels + meridians
