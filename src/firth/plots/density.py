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


def draw_density(ax: Axes, points: Array, colors: Array, *, zorder: float) -> None:
    """Shade the axes where there are points; the limits of the axes must be final.

    Each cell has the mean color of the points there: markers would show only those drawn last. The opacity is
    the square root of the density over its maximum, so that thinly peopled parts stay visible.

    colors: one for each point.
    """
    from matplotlib.colors import to_rgb

    cells = shade_cells(ax)
    found = list(dict.fromkeys(colors.tolist()))
    thick = np.array(
        [density(points[colors == color], ax.get_xlim(), ax.get_ylim(), cells) for color in found]
    )
    total = thick.sum(axis=0)
    shade = np.zeros((cells[1], cells[0], 4))
    mixed = np.einsum("kij,kc->ijc", thick, np.array([to_rgb(color) for color in found]))
    shade[..., :3] = np.clip(mixed / np.maximum(total, np.finfo(float).tiny)[..., None], 0, 1)
    shade[..., 3] = _DARKEST * np.sqrt(total / max(float(total.max()), np.finfo(float).tiny))
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
    """How many points stand in each cell, smoothed; a row for each cell upwards."""
    from scipy.ndimage import gaussian_filter

    counts, _, _ = np.histogram2d(points[:, 1], points[:, 0], bins=cells[::-1], range=(vertical, horizontal))
    return np.asarray(gaussian_filter(counts, _BLUR, mode="constant"))
