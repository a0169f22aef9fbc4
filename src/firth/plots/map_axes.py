"""The axes of maps: titled by the shares of the inertia, crossed at the origin, around a cloud of points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firth.plots.ca_map import axis_title
from firth.plots.canvas import FAINT, figure_of, plain_frame, text_style
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def title_axes(ax: Axes, axes: tuple[int, ...], shares: Array) -> None:
    """Titles, lines through the origin, and a layout that is settled before anything is measured."""
    ax.set_xlabel(axis_title(axes[0], shares), **text_style(9.5))
    if len(axes) == 2:
        ax.set_ylabel(axis_title(axes[1], shares), **text_style(9.5))
        ax.axvline(0, color=FAINT, linewidth=0.8, zorder=0)
    else:
        ax.yaxis.set_visible(False)
        ax.spines["left"].set_visible(False)
    ax.axhline(0, color=FAINT, linewidth=0.8, zorder=0)
    plain_frame(ax)
    figure_of(ax).draw_without_rendering()


def corners(points: Array, room: tuple[float, float]) -> tuple[Array, Array]:
    """The corners of a box around points, with a part of it left free on each side; never of no width."""
    low, high = points.min(axis=0), points.max(axis=0)
    spread = np.maximum(high - low, max((high - low).max(), 1e-12) * 1e-3)
    free = spread * np.array(room)
    return low - free, high + free


def height_over_width(box: tuple[Array, Array], least: float) -> float:
    """The shape that a map of these corners asks for, within reason: never higher than wide."""
    low, high = box
    return float(np.clip((high[1] - low[1]) / (high[0] - low[0]), least, 1.0))
