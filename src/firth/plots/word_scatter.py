"""Words as points in the plane that shows most of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.core import Embedding
from firth.plots.canvas import FAINT, figure_of, fit_box, new_axes, plain_frame, text_style
from firth.plots.cosine_matrix import word_cosines
from firth.plots.labels import Label, draw_labels
from firth.plots.word_groups import (
    ANIMALS_AND_FOODS,
    Groups,
    color_of,
    draw_header,
    header_height,
    marker_of,
    unit_vectors,
)
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH = 7.0
_RADIUS = 2.6
"""Of a marker, in points."""


def word_scatter(
    embedding: Embedding,
    groups: Groups = ANIMALS_AND_FOODS,
    *,
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Words on the first two principal components of their unit vectors, a color for each group.

    As in [HajiSoleimani2019, figs. 3.5 and 3.6]. Names without room are counted above the picture.

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
    >>> figure = word_scatter(e, {"animals": ["cat", "dog"], "foods": ["bread"]})
    >>> figure.axes[0].get_xlabel()
    'Component 1 (95.1 % of the variance)'
    """
    cosines = word_cosines(embedding, groups)
    chosen = cosines.chosen
    plane = principal_plane(unit_vectors(embedding, chosen.words))
    low, high = _corners(plane.points)
    if ax is None:
        height = _WIDTH * float(np.clip((high[1] - low[1]) / (high[0] - low[0]), 0.5, 1.0))
        top = header_height(chosen, title)
        ax = new_axes(_WIDTH + 1.1, height + 0.65 + top, (0.8, 0.3, 0.65, top))
    _prepare(ax, plane)
    fit_box(ax, low, high)
    for group in range(len(chosen.groups)):
        own = plane.points[chosen.membership == group]
        ax.scatter(
            own[:, 0],
            own[:, 1],
            s=(2 * _RADIUS) ** 2,
            marker=marker_of(group),
            color=color_of(group),
            linewidths=0.3,
            zorder=3,
        )
    labels = [
        Label(word, point, color_of(group))
        for word, point, group in zip(chosen.words, plane.points, chosen.membership.tolist(), strict=True)
    ]
    size = 8 if len(labels) <= 50 else 7
    without = draw_labels(ax, labels, markers=plane.points, size=size, gap=_RADIUS + 2.5)
    note = f"no room for {without:,} label{'s' if without > 1 else ''}" if without else ""
    draw_header(ax, chosen, title, cosines.sentence, note)
    return figure_of(ax)


@dataclass(frozen=True, eq=False)
class Plane:
    """Two coordinates of each point, and the share of the variance along both; 0 where there is none."""

    points: Array
    shares: Array


def principal_plane(vectors: Array) -> Plane:
    """The first two principal components: X − mean = U Σ Vᵀ, points U Σ.

    Each axis points to where its largest coordinate is positive.

    >>> plane = principal_plane(np.array([[5.0, 1.0], [1.0, 1.0], [0.0, 1.0]]))
    >>> plane.points.round(6).tolist(), plane.shares.tolist()
    ([[3.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]], [1.0, 0.0])
    """
    from threadpoolctl import threadpool_limits

    from firth.factorize import fix_signs

    centered = vectors - vectors.mean(axis=0)
    with threadpool_limits(limits=1, user_api="blas"):  # how many there are must not show in the last digits
        left, values, right = np.linalg.svd(centered, full_matrices=False)
    # What rounding leaves is no variance.
    values[values <= max(vectors.shape) * np.finfo(float).eps * np.abs(vectors).max()] = 0.0
    # Without its last digits, so that of words equally far out the first one turns the axis.
    left, _ = fix_signs(left.round(12), right.T)
    points, shares = np.zeros((len(vectors), 2)), np.zeros(2)
    axes = min(2, len(values))
    points[:, :axes] = (left * values)[:, :axes] + 0.0  # no negative zeros
    shares[:axes] = values[:axes] ** 2 / max(float(values @ values), np.finfo(float).tiny)
    return Plane(points, shares)


def _prepare(ax: Axes, plane: Plane) -> None:
    """Titles, lines through the mean, and a layout that is settled before anything is measured."""
    for number, (axis, share) in enumerate(zip((ax.xaxis, ax.yaxis), plane.shares, strict=True), start=1):
        axis.set_label_text(f"Component {number} ({100 * share:.1f} % of the variance)", **text_style(9.5))
    ax.axhline(0, color=FAINT, linewidth=0.8, zorder=0)
    ax.axvline(0, color=FAINT, linewidth=0.8, zorder=0)
    plain_frame(ax)
    figure_of(ax).draw_without_rendering()


def _corners(points: Array) -> tuple[Array, Array]:
    """Of a box around the points, with room for labels; never of no width."""
    low, high = points.min(axis=0), points.max(axis=0)
    longest = float((high - low).max()) or 1.0
    room = np.maximum((high - low) * (0.1, 0.07), 0.05 * longest)
    return low - room, high + room
