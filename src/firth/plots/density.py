"""Clouds too large for points: a shade for where they are, smoothed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CELLS = 320
"""Across the longer side of the axes."""
_BLUR = 3.0
"""Cells: the standard deviation of the smoothing."""
_DARKEST = 0.85


def draw_density(ax: Axes, points: Array, color: str, *, zorder: float) -> None:
    """Shade the axes in a color where there are points; the limits of the axes must be final.

    The opacity is the square root of the density over its maximum, so that thinly peopled parts stay visible.
    """
    from matplotlib.colors import to_rgb

    cells = shade_cells(ax)
    shade = np.zeros((cells[1], cells[0], 4))
    shade[..., :3] = to_rgb(color)
    shade[..., 3] = _DARKEST * np.sqrt(density(points, ax.get_xlim(), ax.get_ylim(), cells))
    draw_shade(ax, shade, zorder=zorder)


def shade_cells(ax: Axes) -> tuple[int, int]:
    """How many cells of a shade go across the axes, and up."""
    size = np.array(ax.get_window_extent().size)
    across, up = np.maximum(1, np.round(_CELLS * size / size.max())).astype(int).tolist()
    return across, up


def draw_shade(ax: Axes, shade: Array, *, zorder: float) -> None:
    """Cells of red, green, blue and opacity that fill the axes, a row for each cell upwards."""
    from matplotlib.image import AxesImage

    extent = (*ax.get_xlim(), *ax.get_ylim())
    image = AxesImage(ax, extent=extent, origin="lower", interpolation="bilinear", zorder=zorder)
    image.set_data(shade)
    image.set_clip_path(ax.patch)
    image.set_in_layout(False)
    ax.add_artist(image)


def density(
    points: Array, horizontal: tuple[float, float], vertical: tuple[float, float], cells: tuple[int, int]
) -> Array:
    """How thickly points stand in each cell, smoothed, over the largest; a row for each cell upwards."""
    from scipy.ndimage import gaussian_filter

    counts, _, _ = np.histogram2d(points[:, 1], points[:, 0], bins=cells[::-1], range=(vertical, horizontal))
    smooth = np.asarray(gaussian_filter(counts, _BLUR, mode="constant"))
    return smooth / max(float(smooth.max()), np.finfo(float).tiny)
