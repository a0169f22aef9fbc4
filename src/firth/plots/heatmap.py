"""A square matrix, such as of correlations, as colors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import INK, QUIET, figure_of, name_style, new_axes, one_line, text_style
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

MOST_PRINTED = 20
MOST_NAMED = 60


def heatmap(
    matrix: Any, labels: Sequence[str], *, title: str | None = None, ax: Axes | None = None
) -> Figure:
    """Each entry of a square matrix as a colored cell, and as a number where there are at most 20 × 20.

    With negative entries the colors diverge from white at 0; without, they deepen from white at 0. They reach
    to the largest absolute value, and to 1 at least, as for correlations. NaN is gray.

    Parameters
    ----------
    matrix : array of shape (n, n)
        The entries.
    labels : sequence of str
        A name for each row, which the column of the same place has too.
    title : str, optional
        A title above the picture.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; by default those of a new figure.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
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
    image = paint_cells(ax, values, low, high)
    color_bar(image, ax.inset_axes((1.04, 0.0, min(0.04, 0.5 / n + 0.015), 1.0)))
    name_rows(ax, named)
    name_columns(ax, named)
    if n <= MOST_PRINTED:
        print_cells(ax, values, low, high)
    if title:
        ax.set_title(title, loc="left", pad=10, **text_style(11))
    return figure_of(ax)


def _heatmap_axes(labels: list[str], title: str | None) -> Axes:
    """A square for the cells, margins for the longest label and room for the color bar."""
    n = len(labels)
    side = float(np.clip(0.55 * n, 2.2, 7.5))
    top = 0.5 if title else 0.25
    left, below = name_margins(labels)
    return new_axes(left + side + 1.1, below + side + top, (left, 1.1, below, top))


def name_margins(labels: list[str]) -> tuple[float, float]:
    """Inches that the longest name takes to the left of the cells, and slanting below them."""
    longest = 0.075 * max(map(len, labels)) * _letter_size(len(labels)) / 8 + 0.25
    return longest, 0.75 * longest + 0.1


def _limits(values: Array) -> tuple[float, float]:
    known = np.abs(values[np.isfinite(values)])
    most = float(known.max()) if known.size else 1.0
    high = max(most, 1.0)
    return (-high if np.nanmin(values, initial=0.0) < 0 else 0.0), high


def paint_cells(
    ax: Axes, values: Array, low: float, high: float, *, aspect: Literal["equal", "auto"] = "equal"
) -> AxesImage:
    """Colored cells, apart from each other where they are few."""
    image = ax.imshow(
        np.ma.masked_invalid(values),
        cmap=_colors(low),
        vmin=low,
        vmax=high,
        aspect=aspect,
        interpolation="nearest",
    )
    rows, columns = values.shape
    if max(rows, columns) <= MOST_NAMED:
        ax.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
        ax.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
        ax.grid(which="minor", color="white", linewidth=min(1.2, 24 / max(rows, columns)))
        ax.tick_params(which="minor", length=0)
    ax.tick_params(length=0, pad=4)
    ax.spines[:].set_visible(False)
    return image


def color_bar(image: AxesImage, beside: Axes, *, beyond: bool = False) -> None:
    """What the colors mean, in axes of its own; beyond: whether values go further than the colors."""
    bar = figure_of(beside).colorbar(
        image, cax=beside, extend="both" if beyond else "neither", extendfrac=0.03
    )
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=8, colors=INK, color=QUIET, length=2)


def _colors(low: float) -> Any:
    from matplotlib import colormaps

    return colormaps["RdBu_r" if low < 0 else "Blues"].with_extremes(bad="#DDDDDD")


def name_rows(ax: Axes, labels: list[str]) -> None:
    """All labels, or every second, third … where they would not fit."""
    places, shown = _fitting(labels)
    ax.set_yticks(places, shown, **name_style(_letter_size(len(labels))))


def name_columns(ax: Axes, labels: list[str]) -> None:
    """Likewise below the cells; long ones slant."""
    places, shown = _fitting(labels)
    upright = max(map(len, shown)) > 3
    ax.set_xticks(
        places,
        shown,
        rotation=45 if upright else 0,
        ha="right" if upright else "center",
        rotation_mode="anchor",
        **name_style(_letter_size(len(labels))),
    )


def _fitting(labels: list[str]) -> tuple[list[int], list[str]]:
    step = -(-len(labels) // MOST_NAMED)
    return list(range(0, len(labels), step)), labels[::step]


def _letter_size(n: int) -> float:
    return float(np.clip(9.5 - n / 15, 6, 9))


def print_cells(ax: Axes, values: Array, low: float, high: float) -> None:
    """Each value as a number in its cell."""
    colors = _colors(low)
    size = float(np.clip(10 - 0.2 * len(values), 6, 9))
    for (row, column), value in np.ndenumerate(values):
        red, green, blue, _ = colors((value - low) / (high - low))
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.55
        text = f"{value:z.2f}".replace("-", "−") if np.isfinite(value) else "–"
        ink = "white" if dark and np.isfinite(value) else INK
        ax.text(column, row, text, ha="center", va="center", **text_style(size, ink))
