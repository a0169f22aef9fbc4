"""The vectors of words, number by number, as colors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from firth.core import Embedding
from firth.errors import InputError
from firth.plots.canvas import figure_of, name_style, new_axes, one_line, text_style
from firth.plots.cosine_matrix import word_cosines
from firth.plots.heatmap import color_bar, name_margins, name_rows, paint_cells
from firth.plots.word_groups import (
    ANIMALS_AND_FOODS,
    HEADER_WIDTH,
    Groups,
    WordGroups,
    color_names,
    draw_borders,
    draw_header,
    header_height,
    unit_vectors,
)
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Order = Literal["axis", "difference"]
"""Of the columns. axis: as they stand in the vectors. difference: by the mean over the first of two groups
minus the mean over the second, largest first."""

MOST_NUMBERED = 20
_STEPS = tuple(factor * 10**power for power in range(9) for factor in (1, 2, 5))
"""Between the dimensions that are numbered."""


def word_heatmap(
    embedding: Embedding,
    groups: Groups = ANIMALS_AND_FOODS,
    *,
    order: Order = "axis",
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """A row for each word, a column for each dimension of its unit vector, groups apart.

    The colors diverge from white at 0; they reach to the absolute value that one number in a hundred exceeds.
    As in [HajiSoleimani2019, fig. 3.7], whose order is "difference".

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    groups : mapping of str to sequence of str
        The words of each group, by its name; a word stands in one group. By default 11 animals and 11 foods.
        Words without a vector are left out, and counted above the picture.
    order : {"axis", "difference"}
        The order of the columns. axis: as they stand in the vectors. difference: by the mean over the first
        of two groups minus the mean over the second, largest first.
    title : str, optional
        A title above the picture.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; by default those of a new figure.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 2.0]])
    >>> e = Embedding(vectors, Vocabulary(("cat", "dog", "bread"), np.array([3, 2, 1])))
    >>> figure = word_heatmap(e, {"animals": ["cat", "dog"], "foods": ["bread"]})
    >>> figure.axes[0].images[0].get_array().round(6).tolist()
    [[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]]
    """
    cosines = word_cosines(embedding, groups)
    chosen = cosines.chosen
    vectors = unit_vectors(embedding, chosen.words)
    columns = column_order(vectors, chosen, order)
    named = [one_line(word, most=24) for word in chosen.words]
    ax = ax or _axes(named, vectors.shape[1], chosen, title)
    high = float(np.quantile(np.abs(vectors), 0.99, method="higher")) or 1.0
    image = paint_cells(ax, vectors[:, columns], -high, high, aspect="auto")
    color_bar(image, ax.inset_axes((1.015, 0.0, 0.015, 1.0)), beyond=bool(np.abs(vectors).max() > high))
    name_rows(ax, named)
    color_names(ax.yaxis, chosen.membership)
    draw_borders(ax, chosen.membership, columns=False)
    _name_dimensions(ax, columns, chosen, order)
    draw_header(ax, chosen, title, cosines.sentence)
    return figure_of(ax)


def column_order(vectors: Array, chosen: WordGroups, order: Order) -> Array:
    """The places of the dimensions, from left to right."""
    if order not in get_args(Order):
        raise InputError(f"there is no order {order!r}; choose one of {', '.join(get_args(Order))}.")
    if order == "axis":
        return np.arange(vectors.shape[1])
    if len(chosen.groups) != 2:
        raise InputError(
            f"the order 'difference' compares two groups, not {len(chosen.groups)}; choose 'axis'."
        )
    first, second = (vectors[chosen.membership == group].mean(axis=0) for group in (0, 1))
    return np.argsort(second - first, kind="stable")


def _axes(labels: list[str], dim: int, chosen: WordGroups, title: str | None) -> Axes:
    rows = len(labels)
    width, height = float(np.clip(0.4 * dim, 4.0, 8.0)), float(np.clip(0.2 * rows, 0.4, 9.0))
    left, _ = name_margins(labels)
    top, right = header_height(chosen, title), max(0.8, HEADER_WIDTH - width)
    return new_axes(left + width + right, 0.55 + height + top, (left, right, 0.55, top))


def _name_dimensions(ax: Axes, columns: Array, chosen: WordGroups, order: Order) -> None:
    """Numbers from 1, where they are few or in order, and what the order is."""
    dim = len(columns)
    step = next(step for step in _STEPS if dim <= MOST_NUMBERED * step)
    places = np.arange(step - 1, dim, step) if step == 1 or order == "axis" else np.arange(0)
    ax.set_xticks(places, [str(columns[place] + 1) for place in places], **text_style(8))
    if order == "axis":
        ax.set_xlabel("dimension", **text_style(9))
    else:
        first, second = (one_line(group) for group in chosen.groups)
        ax.set_xlabel(f"dimensions, by the mean of {first} minus the mean of {second}", **name_style(9))
