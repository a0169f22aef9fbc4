"""What the degree of a kernel does, as curves and as colors on the sphere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import (
    INK,
    QUIET,
    figure_of,
    name_style,
    new_figure,
    new_panels,
    plain_frame,
    text_style,
)
from firth.plots.globe import View, circles, fit_ball
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.sphere.kernels import KernelName, SphereKernel

DEGREES = (1, 3, 5, 13, 21)

_VIEW = View(azimuth=0, elevation=28)
_NORTH = np.array([[0.0, 0.0, 1.0]])
_PIXELS = 480


def kernel_curves(degrees: Sequence[int] = DEGREES, *, kernel: KernelName = "polynomial") -> Figure:
    """A kernel K by the cosine x, and the force it makes along the sphere, K √(1 − x²), by the angle.

    The polynomial is K = ((x + 1) / 2)^p. The higher its degree, the nearer two points must be to repel each
    other: what figure 3.2 of [HajiSoleimani2019] shows, as numbers.

    >>> figure = kernel_curves((1, 13))
    >>> [line.get_label() for line in figure.axes[0].lines]
    ['degree 1', 'degree 13']
    """
    kernels = kernels_of(degrees, kernel)
    figure = new_figure(9.0, 3.9)
    similarity = figure.add_axes((0.07, 0.14, 0.41, 0.75))
    force = figure.add_axes((0.57, 0.14, 0.41, 0.75))
    cosines, angles = np.linspace(-1, 1, 401), np.linspace(0, np.pi, 361)
    for (degree, values), color in zip(kernels.items(), shades(len(kernels)), strict=True):
        for ax, x, y in (
            (similarity, cosines, values(cosines)),
            (force, np.degrees(angles), values(np.cos(angles)) * np.sin(angles)),
        ):
            ax.plot(x, y, color=color, linewidth=1.8, label=f"degree {degree}")
    _finish(similarity, "Similarity", "cosine x", "K(x)", [-1, -0.5, 0, 0.5, 1])
    _finish(force, "Force along the sphere", "angle", "K(x) √(1 − x²)", [0, 30, 60, 90, 120, 150, 180])
    force.xaxis.set_major_formatter("{x:.0f}°")
    legend = force.legend(frameon=False, loc="upper right", handlelength=1.4, labelspacing=0.35)
    for text in legend.get_texts():
        text.set(**text_style(9))
    return figure


def kernel_spheres(degrees: Sequence[int] = (1, 3, 5), *, kernel: KernelName = "polynomial") -> Figure:
    """How strongly each place of the sphere repels a word at its top (the white point), as colors.

    Figure 3.2 of [HajiSoleimani2019].

    >>> [ax.get_title() for ax in kernel_spheres((1, 5)).axes[:2]]
    ['degree 1', 'degree 5']
    """
    kernels = kernels_of(degrees, kernel)
    cosines = _cosines_with_the_top()
    panels = new_panels(len(kernels), 2.8, left=0.15, below=0.15, caption=0.4, header=0.0, least=3.0)
    for ax, (degree, values) in zip(panels.squares, kernels.items(), strict=True):
        _paint(ax, values(cosines))
        ax.set_title(f"degree {degree}", pad=5, **name_style(10))
    bar = figure_of(panels.whole).colorbar(panels.squares[0].images[0], cax=panels.bar)
    bar.outline.set_visible(False)
    bar.set_label("K(x)", labelpad=4, **text_style(9))
    bar.ax.tick_params(colors=INK, labelsize=8, length=0)
    return figure_of(panels.whole)


def kernels_of(degrees: Sequence[int], name: KernelName) -> dict[int, SphereKernel]:
    """A kernel for each degree, in the order given."""
    from firth.sphere.kernels import SphereKernel

    if not degrees:
        raise InputError("there is no degree to draw; give at least one, such as 13.")
    return {degree: SphereKernel(name, degree) for degree in degrees}


def shades(count: int) -> list[str]:
    """Colors for an ordered row of curves, from dark blue to gold, that differ in brightness too."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    return [to_hex(colormaps["viridis"](0.82 * i / max(count - 1, 1))) for i in range(count)]


def _finish(ax: Axes, title: str, x: str, y: str, ticks: list[float]) -> None:
    ax.set_title(title, loc="left", pad=8, **text_style(10.5))
    ax.set_xlabel(x, **text_style(9.5))
    ax.set_ylabel(y, **text_style(9.5))
    ax.set_xticks(ticks)
    ax.set_xlim(ticks[0], ticks[-1])
    ax.set_ylim(0)
    ax.grid(color="#EEEEEE", linewidth=0.8)
    ax.set_axisbelow(True)
    plain_frame(ax)


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
