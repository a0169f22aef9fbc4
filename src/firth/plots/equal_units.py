"""Axes with equal units in both directions, so that distances can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def fit_box(ax: Axes, low: Array, high: Array) -> None:
    """Limits that hold a box, given by its corners, and fill the axes; ticks alike in both directions."""
    from matplotlib.ticker import MaxNLocator, MultipleLocator

    size = np.array(ax.get_window_extent().size)
    unit = float(np.max((high - low) / size))  # data units per pixel
    middle = (low + high) / 2
    ax.set_aspect("equal", adjustable="box")
    ax.set_xlim(*(middle[0] + np.array([-0.5, 0.5]) * unit * size[0]).tolist())
    ax.set_ylim(*(middle[1] + np.array([-0.5, 0.5]) * unit * size[1]).tolist())
    ticks = MaxNLocator(9, steps=[1, 2, 2.5, 5, 10]).tick_values(0, unit * float(size.max()))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MultipleLocator(float(ticks[1] - ticks[0])))
