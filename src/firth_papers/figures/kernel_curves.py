"""What the degree of a kernel does: similarity and force by the angle between two points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import new_figure, plain_frame, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.sphere.kernels import Kernel, KernelName

DEGREES = (1, 3, 5, 13, 21)


def kernel_curves(degrees: Sequence[int] = DEGREES, *, kernel: KernelName = "polynomial") -> Figure:
    """A kernel K by the cosine x, and the force it makes along the sphere, K √(1 − x²), by the angle.

    The polynomial is K = ((x + 1) / 2)^p. The higher its degree, the nearer two points must be to repel each
    other: what figure 3.2 of paper 004 shows, as numbers.

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
        text.set(**words(9))
    return figure


def kernels_of(degrees: Sequence[int], name: KernelName) -> dict[int, Kernel]:
    """A kernel for each degree, in the order given."""
    from firth.sphere.kernels import Kernel

    if not degrees:
        raise InputError("there is no degree to draw; give at least one, such as 13.")
    return {degree: Kernel(name, degree) for degree in degrees}


def shades(count: int) -> list[str]:
    """Colours for an ordered row of curves, from dark blue to gold, that differ in brightness too."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    return [to_hex(colormaps["viridis"](0.82 * i / max(count - 1, 1))) for i in range(count)]


def _finish(ax: Axes, title: str, x: str, y: str, ticks: list[float]) -> None:
    ax.set_title(title, loc="left", pad=8, **words(10.5))
    ax.set_xlabel(x, **words(9.5))
    ax.set_ylabel(y, **words(9.5))
    ax.set_xticks(ticks)
    ax.set_xlim(ticks[0], ticks[-1])
    ax.set_ylim(0)
    ax.grid(color="#EEEEEE", linewidth=0.8)
    ax.set_axisbelow(True)
    plain_frame(ax)
