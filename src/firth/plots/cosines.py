"""How alike words are, as colours: one embedding, or several side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from firth.core import Embedding
from firth.errors import InputError
from firth.plots.canvas import QUIET, figure_of, names, new_axes, new_panels, one_line, words, write_at
from firth.plots.group_marks import HEADER_WIDTH, color_names, draw_borders, draw_header, header_height
from firth.plots.heatmaps import color_bar, name_columns, name_margins, name_rows, paint_cells, print_cells
from firth.plots.word_groups import (
    ANIMALS_AND_FOODS,
    Groups,
    WordCosines,
    WordGroups,
    cosines_of,
    known_words,
    word_cosines,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

MOST_PRINTED = 25


def cosine_matrix(
    embedding: Embedding,
    groups: Groups = ANIMALS_AND_FOODS,
    *,
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """The cosine of every two words as a coloured cell, and as a number where there are at most 25 words.

    The colours always go from blue at −1 over white at 0 to red at 1. Above the picture stand the mean
    cosines within groups and between them. Words without a vector are left out, and counted there too.
    Figure 4.2 of paper 004.

    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 2.0]])
    >>> e = Embedding(vectors, Vocabulary(("cat", "dog", "bread"), np.array([3, 2, 1])))
    >>> figure = cosine_matrix(e, {"animals": ["cat", "dog"], "foods": ["bread"]})
    >>> [text.get_text() for text in figure.axes[0].texts][:3]
    ['1.00', '0.60', '0.00']
    """
    cosines = word_cosines(embedding, groups)
    chosen = cosines.chosen
    ax = ax or _axes(chosen, title)
    image = _paint(ax, cosines, rows=True, columns=True)
    color_bar(image, ax.inset_axes((1.04, 0.0, min(0.04, 0.5 / len(chosen.words) + 0.015), 1.0)))
    if len(chosen.words) <= MOST_PRINTED:
        print_cells(ax, cosines.matrix, -1.0, 1.0)
    draw_header(ax, chosen, title, cosines.sentence)
    return figure_of(ax)


def cosine_matrices(
    embeddings: Mapping[str, Embedding], groups: Groups = ANIMALS_AND_FOODS, *, title: str | None = None
) -> Figure:
    """The matrices of several embeddings side by side, with the same colours, words and order.

    Words that one of the embeddings lacks are left out of all. Above each matrix stand its mean cosines:
    within groups, between groups, and their difference.

    >>> from firth.core import Vocabulary
    >>> words = Vocabulary(("cat", "dog", "bread"), np.array([3, 2, 1]))
    >>> e = Embedding(np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 2.0]]), words)
    >>> f = Embedding(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), words)
    >>> figure = cosine_matrices({"CA": e, "GloVe": f}, {"animals": ["cat", "dog"], "foods": ["bread"]})
    >>> [ax.get_title("left") for ax in figure.axes[:2]]
    ['CA', 'GloVe']
    """
    if not embeddings:
        raise InputError("there is no embedding to draw; give at least one, with its name.")
    chosen = known_words(groups, [embedding.vocabulary for embedding in embeddings.values()])
    side = float(np.clip(0.115 * len(chosen.words), 1.6, 5.0))
    left, below = name_margins(_names(chosen))
    panels = new_panels(
        len(embeddings),
        side,
        left=left,
        below=below,
        caption=0.45,
        header=header_height(chosen, title),
        least=HEADER_WIDTH,
    )
    for ax, (name, embedding) in zip(panels.squares, embeddings.items(), strict=True):
        cosines = cosines_of(embedding, chosen)
        image = _paint(ax, cosines, rows=ax in panels.leftmost, columns=ax in panels.lowest)
        ax.set_title(one_line(name, most=30), loc="left", pad=16, **names(10))
        _write_means(ax, cosines)
    color_bar(image, panels.bar)
    draw_header(panels.whole, chosen, title, "mean cosine within groups · between groups · difference")
    return figure_of(panels.whole)


def _axes(chosen: WordGroups, title: str | None) -> Axes:
    """A square for the cells, and margins for the longest word, the header and the colour bar."""
    n = len(chosen.words)
    side = float(np.clip(0.55 * n, 1.6, 7.5))
    left, below = name_margins(_names(chosen))
    right, top = max(1.1, HEADER_WIDTH - side), header_height(chosen, title)
    return new_axes(left + side + right, below + side + top, (left, right, below, top))


def _paint(ax: Axes, cosines: WordCosines, *, rows: bool, columns: bool) -> AxesImage:
    """Cells with lines between the groups; rows, columns: whether they are named."""
    chosen = cosines.chosen
    named = _names(chosen)
    image = paint_cells(ax, cosines.matrix, -1.0, 1.0)
    name_rows(ax, named)
    name_columns(ax, named)
    color_names(ax.yaxis, chosen.membership)
    color_names(ax.xaxis, chosen.membership)
    ax.tick_params(labelleft=rows, labelbottom=columns)
    draw_borders(ax, chosen.membership, columns=True)
    return image


def _names(chosen: WordGroups) -> list[str]:
    return [one_line(word, most=24) for word in chosen.words]


def _write_means(ax: Axes, cosines: WordCosines) -> None:
    """Below the name of a matrix, in the order that the header tells."""
    means = (cosines.within, cosines.between, cosines.difference)
    text = " · ".join("–" if mean is None else f"{mean:z.3f}".replace("-", "−") for mean in means)
    write_at(ax, text, (0, 1), (0, 4), va="bottom", **words(8, QUIET))
