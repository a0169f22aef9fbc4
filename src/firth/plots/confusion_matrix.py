"""Confusion matrices: a row for each true class, in shares of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import INK, name_style, new_figure, one_line, text_style
from firth.plots.heatmap import MOST_PRINTED, name_columns, name_margins, name_rows, paint_cells
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_CELL, _MOST_ACROSS, _ABOVE = 0.62, 4, 0.5


def confusion_matrices(
    matrices: Mapping[str, Any], classes: Sequence[str], *, title: str | None = None
) -> Figure:
    """A panel for each confusion matrix; colors and numbers are percentages of the true class.

    Parameters
    ----------
    matrices : mapping of str to array of shape (classes, classes)
        Counts by the name of the classifier: a row for each true class, a column for each predicted one.
    classes : sequence of str
        Names of the classes.
    title : str, optional
        A title above the picture.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> figure = confusion_matrices({"SVM": [[8, 2], [1, 9]]}, ["bad", "good"])
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['80', '20', '10', '90']
    """
    shares = {name: _shares(name, counts, len(classes)) for name, counts in matrices.items()}
    if not shares:
        raise InputError("there are no confusion matrices to draw; they need learners of classes.")
    labels = [one_line(label, most=24) for label in classes]
    left, below = name_margins(labels)
    side = float(np.clip(_CELL * len(labels), 1.3, 6.0))
    across = min(_MOST_ACROSS, len(shares))
    down = -(-len(shares) // across)
    above = 0.4 if title else 0.05
    wide, high = left + side + 0.25, _ABOVE + side + below
    width, height = across * wide, above + down * high
    figure = new_figure(width, height)
    for place, (name, values) in enumerate(shares.items()):
        row, column = divmod(place, across)
        x, y = column * wide + left, height - above - row * high - _ABOVE - side
        ax = figure.add_axes((x / width, y / height, side / width, side / height))
        paint_cells(ax, values, 0.0, 1.0)
        name_rows(ax, labels)
        name_columns(ax, labels)
        ax.set_title(one_line(name, most=max(12, int(side / 0.07))), loc="left", **name_style(8.5))
        if len(labels) <= MOST_PRINTED:
            _print(ax, values)
    if title:
        figure.text(0.1 / width, 1 - 0.28 / height, title, **text_style(11))
    return figure


def _shares(name: str, counts: Any, classes: int) -> Array:
    """Each row divided by its sum; a class that was never tested is 0."""
    values = np.asarray(counts, dtype=float)
    if values.shape != (classes, classes) or classes < 2:
        raise InputError(
            f"the matrix of {name} has the shape {values.shape}, but there are {classes} classes; it needs a "
            "row and a column for each."
        )
    return np.asarray(values / np.maximum(values.sum(axis=1, keepdims=True), 1))


def _print(ax: Axes, values: Array) -> None:
    size = float(np.clip(10 - 0.2 * len(values), 6, 9))
    for (row, column), value in np.ndenumerate(values):
        ink = "white" if value > 0.6 else INK
        ax.text(column, row, f"{100 * value:.0f}", ha="center", va="center", **text_style(size, ink))
