"""What the degree of a kernel does, as colours on the sphere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from firth.plots.canvas import INK, QUIET, figure_of, names, new_panels, words
from firth.plots.globe import View, circles, fit_ball
from firth.runtime.arrays import Array
from firth_papers.figures.kernel_curves import kernels_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.sphere.kernels import KernelName

_VIEW = View(azimuth=0, elevation=28)
_NORTH = np.array([[0.0, 0.0, 1.0]])
_PIXELS = 480


def kernel_spheres(degrees: Sequence[int] = (1, 3, 5), *, kernel: KernelName = "polynomial") -> Figure:
    """How strongly each place of the sphere repels a word at its top (the white point), as colours.

    Figure 3.2 of paper 004.

    >>> [ax.get_title() for ax in kernel_spheres((1, 5)).axes[:2]]
    ['degree 1', 'degree 5']
    """
    kernels = kernels_of(degrees, kernel)
    cosines = _cosines_with_the_top()
    panels = new_panels(len(kernels), 2.8, left=0.15, below=0.15, caption=0.4, header=0.0, least=3.0)
    for ax, (degree, values) in zip(panels.squares, kernels.items(), strict=True):
        _paint(ax, values(cosines))
        ax.set_title(f"degree {degree}", pad=5, **names(10))
    bar = figure_of(panels.whole).colorbar(panels.squares[0].images[0], cax=panels.bar)
    bar.outline.set_visible(False)
    bar.set_label("K(x)", labelpad=4, **words(9))
    bar.ax.tick_params(colors=INK, labelsize=8, length=0)
    return figure_of(panels.whole)


def _cosines_with_the_top() -> Array:
    """Of each place of the near side with the top of the sphere, by pixels; beyond the rim, of the rim."""
    across = (np.arange(_PIXELS) + 0.5) / _PIXELS * 2 - 1
    x, y = np.meshgrid(across, across)
    z = np.sqrt(np.clip(1 - x**2 - y**2, 0, None))
    lengths = np.sqrt(x**2 + y**2 + z**2)
    top = _VIEW.project(_NORTH)[0]
    return np.asarray((x * top[0] + y * top[1] + z * top[2]) / lengths)


def _paint(ax: Axes, strengths: Array) -> None:
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Circle

    disc = Circle((0, 0), 1, facecolor="none", edgecolor=QUIET, linewidth=0.8, zorder=2)
    ax.add_patch(disc)
    image = ax.imshow(
        strengths,
        extent=(-1, 1, -1, 1),
        origin="lower",
        cmap="cividis",
        vmin=0,
        vmax=1,
        interpolation="bilinear",
    )
    image.set_clip_path(disc)
    near, _ = circles(_VIEW)
    ax.add_collection(LineCollection(near, colors="white", linewidths=0.5, alpha=0.3), autolim=False)
    x, y, _ = _VIEW.project(_NORTH)[0]
    ax.scatter(x, y, s=34, color="white", edgecolors=INK, linewidths=0.9, zorder=3)
    fit_ball(ax)
