"""The tree that clusters come from, with its cut, and what each cut gains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from firth.plots.canvas import (
    FAINT,
    INK,
    QUIET,
    figure_of,
    names,
    new_axes,
    new_figure,
    one_line,
    plain_frame,
    unknown_glyphs_as_boxes,
    words,
    write_at,
)
from firth.plots.cluster_map import cluster_color
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.ca import AxisClusters

WIDTH, HEIGHT = 7.6, 3.6
"""Inches: the whole picture across, the tree alone up."""
WIDEST = 11.0
BARS = 1.9
"""Inches across that the bars take."""
LABEL_SIZE = 7.0
MOST_LABELED = 100
"""Leaves; so many names fit side by side into the widest tree."""
LONGEST_NAME = 32
MOST_BARS = 10

_LEFT, _RIGHT, _ABOVE, _BELOW = 0.7, 0.2, 0.5, 0.55
_GAP = 0.75
_PER_LABEL = 1.35 * LABEL_SIZE / 72
_ROW = 23
"""Points: a caption of a cluster, of two lines."""
_INVISIBLE = 1 / 3000
"""Merges lower than this part of the tree are a flat line at its foot, however they are drawn."""


class Tree(NamedTuple):
    """Where everything stands: leaves from the left by number, and each merge as a bracket.

    brackets: merges × 4 points × 2 coordinates, heights in percent of the inertia. clusters: of each leaf, from
    1; owners: of each merge, 0 above the cut.
    """

    order: Array
    brackets: Array
    clusters: Array
    owners: Array


def dendrogram(clusters: AxisClusters, *, names: bool | None = None, ax: Axes | None = None) -> Figure:
    """Ward's tree with its cut and colored clusters, beside it what the first cuts gain.

    The height of a merge is the inertia between clusters that it loses, in percent of the inertia of the
    points on the axes used. Branches run from the left as their points do along the first axis. Clusters are
    those of the cut, before consolidation.

    Parameters
    ----------
    clusters : AxisClusters
        What `firth.ca.cluster_axes` returns.
    names : bool, optional
        Whether the leaves are named; unless given they are if they are points, and not more than 100.
    ax : matplotlib.axes.Axes, optional
        Axes to draw the tree into, without the bars and with no room made for names; by default those of a
        new figure.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> from firth.ca import cluster_axes, correspondence
    >>> table = np.array([[9, 1, 1], [8, 2, 1], [1, 9, 2], [1, 8, 1], [1, 1, 9], [2, 1, 8]])
    >>> figure = dendrogram(cluster_axes(correspondence(table)))
    >>> [ax.get_ylabel() for ax in figure.axes]
    ['Inertia lost by the merge (%)', 'Inertia gained by the cut (%)']
    """
    tree = tree_of(clusters)
    leaves = len(tree.order)
    alone = leaves == len(clusters.labels)
    shown = (alone and leaves <= MOST_LABELED) if names is None else names and alone
    labels = [one_line(clusters.names.tokens[i], LONGEST_NAME) for i in tree.order.tolist()] if shown else []
    below = _longest(labels) + 3 if labels else 2.0
    bars = None
    if ax is None:
        ax, bars = _new_axes(len(labels), below)
    figure_of(ax).draw_without_rendering()
    _draw_tree(ax, tree)
    _write_names(ax, tree, labels)
    _draw_cut(ax, clusters)
    _write_clusters(ax, tree, clusters, below)
    write_at(ax, _what_leaves_are(clusters), (0, 1), (0, 8), va="bottom", **words(8, QUIET))
    if bars is not None:
        _draw_bars(bars, clusters)
    return figure_of(ax)


def tree_of(clusters: AxisClusters) -> Tree:
    """The tree laid out: the part with the smaller mean on the first axis stands to the left."""
    merges = clusters.merges
    count = len(merges) + 1
    children = merges[:, :2].astype(np.int64).tolist()
    weight = np.bincount(clusters.leaves, clusters.weights, count).tolist()
    place = (np.bincount(clusters.leaves, clusters.weights * clusters.points[:, 0], count) / weight).tolist()
    for pair, (a, b) in enumerate(children):
        children[pair] = (a, b) if place[a] <= place[b] else (b, a)
        weight.append(weight[a] + weight[b])
        place.append((weight[a] * place[a] + weight[b] * place[b]) / weight[-1])
    order, waiting = [], [2 * count - 2]
    while waiting:
        node = waiting.pop()
        if node < count:
            order.append(node)
        else:
            waiting.extend(reversed(children[node - count]))
    across = np.empty(2 * count - 1)
    across[order] = np.arange(count)
    up = np.append(np.zeros(count), 100 * merges[:, 2] / clusters.total_inertia)
    leaf_clusters = np.zeros(count, dtype=np.int64)
    leaf_clusters[clusters.leaves] = clusters.ward_labels
    owners = np.append(leaf_clusters, np.zeros(count - 1, dtype=np.int64))
    brackets = np.empty((count - 1, 4, 2))
    for row, (a, b) in enumerate(children):
        node = count + row
        across[node] = (across[a] + across[b]) / 2
        owners[node] = owners[a] if owners[a] == owners[b] else 0
        brackets[row] = (across[a], up[a]), (across[a], up[node]), (across[b], up[node]), (across[b], up[b])
    return Tree(np.array(order), brackets, leaf_clusters, owners[count:])


def _new_axes(labels: int, below: float) -> tuple[Axes, Axes]:
    """Axes of the tree, wide enough for the names, and of the bars to its right."""
    fixed = _LEFT + _GAP + BARS + _RIGHT
    tree = float(np.clip(labels * _PER_LABEL, WIDTH - fixed, WIDEST - fixed))
    width, foot = fixed + tree, below / 72 + _BELOW
    height = HEIGHT + foot + _ABOVE
    ax = new_axes(width, height, (_LEFT, width - _LEFT - tree, foot, _ABOVE))
    box = ((width - _RIGHT - BARS) / width, foot / height, BARS / width, HEIGHT / height)
    return ax, figure_of(ax).add_axes(box)


def _longest(labels: list[str]) -> float:
    """Points: how wide the widest name is."""
    from matplotlib.backends.backend_agg import RendererAgg

    figure = new_figure(1, 1)
    renderer = RendererAgg(1, 1, 72)  # type: ignore[no-untyped-call]
    figure.set_dpi(72)
    with unknown_glyphs_as_boxes():
        texts = [figure.text(0, 0, label, **names(LABEL_SIZE)) for label in labels]
        return max(text.get_window_extent(renderer).width for text in texts)


def _draw_tree(ax: Axes, tree: Tree) -> None:
    """Brackets in the colors of their clusters; above the cut in that of ink."""
    from matplotlib.collections import LineCollection

    top = float(tree.brackets[-1, 1, 1])
    tall = tree.brackets[:, 1, 1] >= _INVISIBLE * top
    colors = [cluster_color(owner) if owner else INK for owner in tree.owners[tall].tolist()]
    width = 1.1 if len(tree.order) <= 200 else 0.7
    ax.add_collection(
        LineCollection(
            list(tree.brackets[tall]), colors=colors, linewidths=width, zorder=3, joinstyle="miter",
            capstyle="butt",
        ),
        autolim=False,
    )  # fmt: skip
    ax.set_xlim(-0.7, len(tree.order) - 0.3)
    ax.set_ylim(0, 1.04 * top)
    plain_frame(ax)
    ax.spines["bottom"].set_visible(False)
    ax.set_xticks([])
    ax.set_ylabel("Inertia lost by the merge (%)", **words(9))


def _write_names(ax: Axes, tree: Tree, labels: list[str]) -> None:
    for place, label in enumerate(labels):
        cluster = int(tree.clusters[tree.order[place]])
        ax.annotate(
            label, (place, 0), xytext=(0, -4), textcoords="offset points", rotation=90, ha="center", va="top",
            annotation_clip=False, **names(LABEL_SIZE, cluster_color(cluster)),
        )  # fmt: skip


def _draw_cut(ax: Axes, clusters: AxisClusters) -> None:
    """A line between the last merge undone and the next."""
    gains = 100 * np.append(clusters.gains, 0.0) / clusters.total_inertia
    height = float(gains[clusters.clusters - 2 : clusters.clusters].mean())
    ax.axhline(height, color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)), zorder=2)


def _write_clusters(ax: Axes, tree: Tree, clusters: AxisClusters, below: float) -> None:
    """A bar below the leaves of each cluster, and its number and size where there is room."""
    from matplotlib.transforms import offset_copy

    own = tree.clusters[tree.order]
    sizes = np.bincount(clusters.ward_labels, minlength=clusters.clusters + 1)
    pixel = 72 / figure_of(ax).dpi
    foot: Any = offset_copy(ax.transData, fig=figure_of(ax), y=-below - 4, units="points")
    taken = [-np.inf, -np.inf, -np.inf]
    starts = np.flatnonzero(np.append(True, own[1:] != own[:-1]))
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(own)], strict=True):
        cluster = int(own[start])
        color = cluster_color(cluster)
        ax.plot(
            [start - 0.4, end - 0.6], [0, 0], transform=foot, color=color, linewidth=3,
            solid_capstyle="butt", clip_on=False, zorder=4,
        )  # fmt: skip
        size = f"n = {sizes[cluster]:,}"
        middle = (start + end - 1) / 2
        at = float(ax.transData.transform((middle, 0))[0]) * pixel
        half = 2.4 * len(size) + 2
        row = next((row for row, right in enumerate(taken) if at - half > right), int(np.argmin(taken)))
        taken[row] = at + half
        for text, down, how in (
            (str(cluster), 8, {**words(9, color), "fontweight": "bold"}),
            (size, 19, words(7.5, INK)),
        ):
            ax.annotate(
                text, (middle, 0), xytext=(0, -below - down - row * _ROW), textcoords="offset points",
                ha="center", va="top", annotation_clip=False, **how,
            )  # fmt: skip


def _what_leaves_are(clusters: AxisClusters) -> str:
    """What the tree stands on, and on how many axes."""
    points, leaves, axes = len(clusters.labels), len(clusters.merges) + 1, clusters.points.shape[1]
    what = f"{points:,} {clusters.side}"
    if leaves < points:
        # Centers of k-means have lost the inertia of their points about them; equal points have none.
        centers = clusters.within[0] < (1 - 1e-9) * clusters.total_inertia
        what = f"{leaves:,} {'first centers' if centers else 'different points'} of {what}"
    return f"Ward's tree of {what} on {axes} {'axes' if axes > 1 else 'axis'}, cut into {clusters.clusters} clusters"


def _draw_bars(ax: Axes, clusters: AxisClusters) -> None:
    """What the cuts into 2, 3, … clusters gain: those made are dark."""
    shown = min(len(clusters.gains), max(MOST_BARS, clusters.clusters + 2))
    gains = 100 * clusters.gains[:shown] / clusters.total_inertia
    numbers = np.arange(2, shown + 2)
    made = numbers <= clusters.clusters
    ax.bar(numbers, gains, width=0.72, color=[INK if cut else FAINT for cut in made], zorder=2)
    plain_frame(ax)
    ax.set_xlim(1.3, numbers[-1] + 0.7)
    ax.set_ylim(0, 1.06 * float(gains[0]))
    ax.set_xticks(numbers if shown <= 12 else numbers[::2])
    ax.set_xlabel("Clusters", **words(9))
    ax.set_ylabel("Inertia gained by the cut (%)", **words(9))
    ax.tick_params(axis="x", length=0)
