"""A square matrix, such as of correlations, as colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.core.arrays import Array
from firth.errors import InputError
from firth.plots.canvas import INK, QUIET, figure_of, names, new_axes, one_line, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PRINTED = 20
MOST_NAMED = 60


def heatmap(
    matrix: Any, labels: Sequence[str], *, title: str | None = None, ax: Axes | None = None
) -> Figure:
    """Each entry as a coloured cell, and as a number where there are at most 20 × 20.

    With negative entries the colours diverge from white at 0; without, they deepen from white at 0. They
    reach to the largest absolute value, and to 1 at least, as for correlations. NaN is grey.

    >>> figure = heatmap([[1, 0.25], [0.25, 1]], ["eyes", "hair"])
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['1.00', '0.25', '0.25', '1.00']
    """
    values = np.asarray(matrix, dtype=float)
    n = len(labels)
    if values.shape != (n, n) or n == 0:
        raise InputError(
            f"a matrix of shape {values.shape} was given {n} labels; a heatmap needs a square matrix and one "
            "label for each row."
        )
    named = [one_line(label, most=24) for label in labels]
    ax = ax or _heatmap_axes(named, title)
    low, high = _limits(values)
    _paint(ax, values, low, high)
    _name(ax, named)
    if n <= MOST_PRINTED:
        _print(ax, values, low, high)
    if title:
        ax.set_title(title, loc="left", pad=10, **words(11))
    return figure_of(ax)


def _heatmap_axes(labels: list[str], title: str | None) -> Axes:
    """A square for the cells, margins for the longest label and room for the colour bar."""
    n = len(labels)
    side = float(np.clip(0.55 * n, 2.2, 7.5))
    longest = 0.075 * max(map(len, labels)) * _letter_size(n) / 8 + 0.25
    top = 0.5 if title else 0.25
    slanted = 0.75 * longest + 0.1
    return new_axes(longest + side + 1.1, slanted + side + top, (longest, 1.1, slanted, top))


def _limits(values: Array) -> tuple[float, float]:
    known = np.abs(values[np.isfinite(values)])
    most = float(known.max()) if known.size else 1.0
    high = max(most, 1.0)
    return (-high if np.nanmin(values, initial=0.0) < 0 else 0.0), high


def _paint(ax: Axes, values: Array, low: float, high: float) -> None:
    image = ax.imshow(
        np.ma.masked_invalid(values),
        cmap=_colors(low),
        vmin=low,
        vmax=high,
        aspect="equal",
        interpolation="nearest",
    )
    n = len(values)
    if n <= MOST_NAMED:
        ax.set_xticks(np.arange(n + 1) - 0.5, minor=True)
        ax.set_yticks(np.arange(n + 1) - 0.5, minor=True)
        ax.grid(which="minor", color="white", linewidth=min(1.2, 24 / n))
        ax.tick_params(which="minor", length=0)
    ax.spines[:].set_visible(False)
    beside = ax.inset_axes((1.04, 0.0, min(0.04, 0.5 / n + 0.015), 1.0))
    bar = figure_of(ax).colorbar(image, cax=beside)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8, colors=INK, color=QUIET, length=2)


def _colors(low: float) -> Any:
    from matplotlib import colormaps

    return colormaps["RdBu_r" if low < 0 else "Blues"].with_extremes(bad="#DDDDDD")


def _name(ax: Axes, labels: list[str]) -> None:
    """All labels, or every second, third … where they would not fit."""
    n = len(labels)
    step = -(-n // MOST_NAMED)
    places, shown = list(range(0, n, step)), labels[::step]
    upright = max(map(len, shown)) > 3
    ax.set_yticks(places, shown, **names(_letter_size(n)))
    ax.set_xticks(
        places,
        shown,
        rotation=45 if upright else 0,
        ha="right" if upright else "center",
        rotation_mode="anchor",
        **names(_letter_size(n)),
    )
    ax.tick_params(length=0, pad=4)


def _letter_size(n: int) -> float:
    return float(np.clip(9.5 - n / 15, 6, 9))


def _print(ax: Axes, values: Array, low: float, high: float) -> None:
    colors = _colors(low)
    size = float(np.clip(10 - 0.2 * len(values), 6, 9))
    for (row, column), value in np.ndenumerate(values):
        red, green, blue, _ = colors((value - low) / (high - low))
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.55
        text = f"{value:.2f}".replace("-", "−") if np.isfinite(value) else "–"
        ink = "white" if dark and np.isfinite(value) else INK
        ax.text(column, row, text, ha="center", va="center", **words(size, ink))
