"""How alike words are, as colors: one embedding, or several side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from firth.core import Embedding
from firth.errors import InputError
from firth.plots.canvas import (
    QUIET,
    figure_of,
    name_style,
    new_axes,
    new_panels,
    one_line,
    text_style,
    write_at,
)
from firth.plots.heatmap import color_bar, name_columns, name_margins, name_rows, paint_cells, print_cells
from firth.plots.word_groups import (
    ANIMALS_AND_FOODS,
    HEADER_WIDTH,
    Groups,
    WordGroups,
    color_names,
    draw_borders,
    draw_header,
    header_height,
    known_words,
    unit_vectors,
)
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

MOST_PRINTED = 25


@dataclass(frozen=True, eq=False)
class WordCosines:
    """The cosine of every word with every other, and the means over pairs of different words.

    Attributes
    ----------
    chosen : WordGroups
        The words that are known.
    matrix : array of shape (words, words)
        The cosines.
    within, between : float or None
        The mean over pairs from one group, whichever it is, and over pairs from two groups; None where there
        is no such pair.
    difference : float or None
        within − between.
    sentence : str
        The means in words.
    """

    chosen: WordGroups
    matrix: Array

    @cached_property
    def within(self) -> float | None:
        """The mean over pairs from the same group."""
        return self._mean(self._same)

    @cached_property
    def between(self) -> float | None:
        """The mean over pairs from different groups."""
        return self._mean(~self._same)

    @property
    def difference(self) -> float | None:
        """How much more alike words of one group are than words of two."""
        if self.within is None or self.between is None:
            return None
        return self.within - self.between

    @property
    def sentence(self) -> str:
        """The means in words, or nothing for a word alone."""
        means = {"within groups": self.within, "between groups": self.between, "difference": self.difference}
        known = [f"{name} {mean:z.3f}" for name, mean in means.items() if mean is not None]
        return f"mean cosine {', '.join(known)}" if known else ""

    @property
    def _same(self) -> Array:
        return np.asarray(np.equal.outer(self.chosen.membership, self.chosen.membership))

    def _mean(self, wanted: Array) -> float | None:
        pairs = self.matrix[np.triu(wanted, k=1)]
        return float(pairs.mean()) if pairs.size else None


def word_cosines(embedding: Embedding, groups: Groups = ANIMALS_AND_FOODS) -> WordCosines:
    """The numbers behind `cosine_matrix`; zero vectors have a cosine of 0 with all, themselves included.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    groups : mapping of str to sequence of str
        The words of each group, by its name; a word stands in one group. By default 11 animals and 11 foods.

    Returns
    -------
    WordCosines

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> vectors = np.array([[1.0, 0.0], [3.0, 4.0], [0.0, 2.0]])
    >>> e = Embedding(vectors, Vocabulary(("cat", "dog", "bread"), np.array([3, 2, 1])))
    >>> cosines = word_cosines(e, {"animals": ["cat", "dog"], "foods": ["bread", "plov"]})
    >>> cosines.matrix.round(2).tolist()
    [[1.0, 0.6, 0.0], [0.6, 1.0, 0.8], [0.0, 0.8, 1.0]]
    >>> cosines.sentence, cosines.chosen.unknown
    ('mean cosine within groups 0.600, between groups 0.400, difference 0.200', ('plov',))
    """
    chosen = known_words(groups, [embedding.vocabulary])
    return cosines_of(embedding, chosen)


def cosine_matrix(
    embedding: Embedding,
    groups: Groups = ANIMALS_AND_FOODS,
    *,
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """The cosine of every two words as a colored cell, and as a number where there are at most 25 words.

    The colors always go from blue at −1 over white at 0 to red at 1. Above the picture stand the mean cosines
    within groups and between them. As in [HajiSoleimani2019, fig. 4.2].

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    groups : mapping of str to sequence of str
        The words of each group, by its name; a word stands in one group. By default 11 animals and 11 foods.
        Words without a vector are left out, and counted above the picture.
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
    """The matrices of several embeddings side by side, with the same colors, words and order.

    Above each matrix stand its mean cosines: within groups, between groups, and their difference.

    Parameters
    ----------
    embeddings : mapping of str to Embedding
        The embeddings by their names. Words that one of them lacks are left out of all.
    groups : mapping of str to sequence of str
        The words of each group, by its name; a word stands in one group. By default 11 animals and 11 foods.
    title : str, optional
        A title above the picture.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
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
        ax.set_title(one_line(name, most=30), loc="left", pad=16, **name_style(10))
        _write_means(ax, cosines)
    color_bar(image, panels.bar)
    draw_header(panels.whole, chosen, title, "mean cosine within groups · between groups · difference")
    return figure_of(panels.whole)


def cosines_of(embedding: Embedding, chosen: WordGroups) -> WordCosines:
    """The cosines of words that are known."""
    unit = unit_vectors(embedding, chosen.words)
    return WordCosines(chosen, np.clip(np.einsum("ik,jk->ij", unit, unit), -1.0, 1.0))


def _axes(chosen: WordGroups, title: str | None) -> Axes:
    """A square for the cells, and margins for the longest word, the header and the color bar."""
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
    write_at(ax, text, (0, 1), (0, 4), va="bottom", **text_style(8, QUIET))
