"""How alike random vectors are: the cosines that chance alone gives, by dimension."""

from __future__ import annotations

from collections.abc import Sequence
from math import lgamma, log, pi
from typing import TYPE_CHECKING

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import figure_of, new_axes, plain_frame, text_style
from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks
from firth_papers.kernel_figures import shades

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DIMENSIONS = (3, 10, 50, 100, 300)
_BINS = 120
_BLOCK = 10_000


def random_cosines(
    dims: Sequence[int] = DIMENSIONS, *, pairs: int = 100_000, seed: int = 0, ax: Axes | None = None
) -> Figure:
    """Cosines of random pairs of vectors as areas, and what they tend to as lines, for each dimension.

    Figure 3.1 of [HajiSoleimani2019]. The lines are exact: `cosine_density`.

    >>> figure = random_cosines((3, 100), pairs=1000)
    >>> [line.get_label() for line in figure.axes[0].lines]
    ['3 dimensions', '100 dimensions']
    """
    if not dims or min(dims) < 2:
        raise InputError(f"dims is {list(dims)}; give dimensions of at least 2, such as 3, 10 and 100.")
    if pairs < 1:
        raise InputError(f"pairs is {pairs}; at least 1 is drawn.")
    ax = ax or new_axes(7.4, 4.2, (0.7, 0.25, 0.6, 0.35))
    edges = np.linspace(-1, 1, _BINS + 1)
    # Within the bins: in two dimensions the density has no end at ±1.
    places = np.linspace(-1 + 1 / _BINS, 1 - 1 / _BINS, 801)
    for dim, color in zip(dims, shades(len(dims)), strict=True):
        heights, _ = np.histogram(_cosines(dim, pairs, seed), bins=edges, density=True)
        ax.stairs(heights, edges, fill=True, color=color, alpha=0.3, linewidth=0)
        ax.plot(places, cosine_density(places, dim), color=color, linewidth=1.6, label=f"{dim} dimensions")
    _finish(ax, pairs)
    return figure_of(ax)


def cosine_density(cosines: Array, dim: int) -> Array:
    """How likely each cosine of two random directions is.

    f(x) = Γ(d/2) / (√π Γ((d − 1)/2)) · (1 − x²)^((d − 3)/2)

    >>> cosine_density(np.array([-0.9, 0.0, 0.5]), 3).round(6).tolist()
    [0.5, 0.5, 0.5]
    """
    scale = lgamma(dim / 2) - lgamma((dim - 1) / 2) - log(pi) / 2
    return np.asarray(np.exp(scale) * (1 - np.asarray(cosines) ** 2) ** ((dim - 3) / 2))


def _cosines(dim: int, pairs: int, seed: int) -> Array:
    rng = np.random.default_rng([seed, dim])
    found = []
    for start, stop in even_blocks(pairs, _BLOCK):
        first, second = rng.normal(size=(2, stop - start, dim))
        lengths = np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
        found.append((first * second).sum(axis=1) / lengths)
    return np.asarray(np.clip(np.concatenate(found), -1, 1))


def _finish(ax: Axes, pairs: int) -> None:
    ax.set_xlim(-1, 1)
    ax.set_ylim(0)
    ax.set_xlabel("cosine", **text_style(9.5))
    ax.set_ylabel("density", **text_style(9.5))
    ax.set_title(f"{pairs:,} pairs of random vectors", loc="left", pad=8, **text_style(10.5))
    plain_frame(ax)
    legend = ax.legend(frameon=False, loc="upper right", handlelength=1.4, labelspacing=0.35)
    for text in legend.get_texts():
        text.set(**text_style(9))
