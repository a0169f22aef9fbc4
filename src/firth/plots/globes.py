"""A globe of pale glass: what is behind shows through, paler."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firth.plots.views import View
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOM = 1.04
"""Half the width of the picture; the globe's radius is 1."""

_TILT = View(azimuth=0, elevation=22)
"""How the circles lie. They only show that the globe is round: points know no north."""
_LIGHT = np.array([-0.45, 0.6, 0.66])
_RIM, _NEAR_LINE, _FAR_LINE = "#C3CAD3", "#D3D9E0", "#EAEDF0"
_PIXELS = 360
_PALEST = 0.72


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
    near, far = circles(_TILT)
    ax.add_collection(LineCollection(far, colors=_FAR_LINE, linewidths=0.6, zorder=0.2), autolim=False)
    ax.add_collection(LineCollection(near, colors=_NEAR_LINE, linewidths=0.6, zorder=2), autolim=False)
    fit_ball(ax)  # imshow has set its own limits


def paler(colors: Array, depths: Array) -> Array:
    """Colours (red, green, blue) on their way to white: the farther from the eye (−1 to 1), the paler.

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
