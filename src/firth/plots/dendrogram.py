"""The tree that clusters come from, with its cut, and what each cut gains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from firth.plots.canvas import (
    FAINT,
    INK,
    QUIET,
    figure_of,
    name_style,
    new_axes,
    new_figure,
    one_line,
    plain_frame,
    text_style,
    unknown_glyphs_as_boxes,
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
LONGEST_NAME = 32
MOST_BARS = 10

_LEFT, _RIGHT, _ABOVE, _BELOW = 0.7, 0.2, 0.5, 0.2
_GAP = 0.75
_PER_LABEL = 1.15 * LABEL_SIZE / 72
_FIXED = _LEFT + _GAP + BARS + _RIGHT
MOST_LABELED = int((WIDEST - _FIXED) / _PER_LABEL)
"""Leaves; so many names fit side by side into the widest tree."""
_ROW = 23
"""Points: a caption of a cluster, of two lines."""
_INVISIBLE = 1 / 3000
"""Merges lower than this part of a large tree are a flat line at its foot, however they are drawn."""
_SMALL = 1_000


class Tree(NamedTuple):
    """Where everything stands: leaves from the left by number, and each merge as a bracket.

    brackets: merges × 4 points × 2 coordinates, heights in percent of the inertia. clusters: of each leaf,
    from 1; owners: of each merge, 0 above the cut.
    """

    order: Array
    brackets: Array
    clusters: Array
    owners: Array


class Caption(NamedTuple):
    """The leaves of a cluster, from start to before end, what is written below, and in which row."""

    cluster: int
    size: str
    start: int
    end: int
    row: int


def dendrogram(clusters: AxisClusters, *, labels: bool | None = None, ax: Axes | None = None) -> Figure:
    """Ward's tree with its cut and colored clusters, beside it what the first cuts gain.

    The height of a merge is the inertia between clusters that it loses, in percent of the inertia of the
    points on the axes used. Branches run from the left as their points do along the first axis. Clusters are
    those of the cut, before consolidation.

    Parameters
    ----------
    clusters : AxisClusters
        What `firth.ca.cluster_axes` returns.
    labels : bool, optional
        Whether the leaves are named; unless given they are if they are points, and not more than 66.
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
    shown = (alone and leaves <= MOST_LABELED) if labels is None else labels and alone
    written = [one_line(clusters.names.tokens[i], LONGEST_NAME) for i in tree.order.tolist()] if shown else []
    room = 72 * (WIDTH - _FIXED) if ax is None else _width(ax)
    longest = _longest(written)
    flat = longest + 6 < room / leaves
    below = (LABEL_SIZE if flat else longest) + 7 if written else 2.0
    bars = None
    if ax is None:
        ax, bars = _new_axes(tree, clusters, 0 if flat else len(written), below)
    figure_of(ax).draw_without_rendering()
    _draw_tree(ax, tree)
    _write_names(ax, tree, written, flat)
    _draw_cut(ax, clusters)
    width = _width(ax)
    _write_captions(ax, _captions(tree, clusters, width), below)
    write_at(ax, _what_is_cut(clusters), (0, 1), (0, 8), va="bottom", **text_style(8, QUIET))
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


def _new_axes(tree: Tree, clusters: AxisClusters, labels: int, below: float) -> tuple[Axes, Axes]:
    """Axes of the tree, wide enough for the names, and of the bars to its right."""
    across = float(np.clip(labels * _PER_LABEL, WIDTH - _FIXED, WIDEST - _FIXED))
    rows = 1 + max(caption.row for caption in _captions(tree, clusters, 72 * across))
    width, foot = _FIXED + across, (below + _ROW * rows) / 72 + _BELOW
    height = HEIGHT + foot + _ABOVE
    ax = new_axes(width, height, (_LEFT, width - _LEFT - across, foot, _ABOVE))
    box = ((width - _RIGHT - BARS) / width, foot / height, BARS / width, HEIGHT / height)
    return ax, figure_of(ax).add_axes(box)


def _captions(tree: Tree, clusters: AxisClusters, width: float) -> list[Caption]:
    """The clusters from left to right, each in the first row below the tree that has room for it."""
    own = tree.clusters[tree.order]
    sizes = np.bincount(clusters.ward_labels, minlength=clusters.clusters + 1)
    starts = np.flatnonzero(np.append(True, own[1:] != own[:-1])).tolist()
    taken: list[float] = []
    found = []
    for start, end in zip(starts, [*starts[1:], len(own)], strict=True):
        size = f"n = {sizes[own[start]]:,}"
        middle = (start + end) / 2 / len(own) * width
        half = 2.3 * len(size) + 2
        row = next((row for row, right in enumerate(taken) if middle - half > right), len(taken))
        taken[row : row + 1] = [middle + half]
        found.append(Caption(int(own[start]), size, start, end, row))
    return found


def _width(ax: Axes) -> float:
    """Points: how wide the axes are."""
    return float(72 / figure_of(ax).dpi * ax.get_window_extent().width)


def _longest(labels: list[str]) -> float:
    """Points: how wide the widest name is."""
    from matplotlib.backends.backend_agg import RendererAgg

    figure = new_figure(1, 1)
    renderer = RendererAgg(1, 1, figure.dpi)  # type: ignore[no-untyped-call]
    with unknown_glyphs_as_boxes():
        texts = [figure.text(0, 0, label, **name_style(LABEL_SIZE)) for label in labels]
        return 72 / figure.dpi * max((text.get_window_extent(renderer).width for text in texts), default=0.0)


def _draw_tree(ax: Axes, tree: Tree) -> None:
    """Brackets in the colors of their clusters; above the cut in that of ink."""
    from matplotlib.collections import LineCollection

    top = float(tree.brackets[-1, 1, 1])
    tall = (len(tree.order) <= _SMALL) | (tree.brackets[:, 1, 1] >= _INVISIBLE * top)
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
    ax.set_ylim(*_heights(top))
    plain_frame(ax)
    ax.spines["bottom"].set_visible(False)
    ax.set_xticks([])
    ax.set_ylabel("Inertia lost by the merge (%)", **text_style(9))


def _heights(top: float) -> tuple[float, float]:
    """Limits; a little below 0, where equal points merge."""
    return -0.008 * top, 1.04 * top


def _write_names(ax: Axes, tree: Tree, labels: list[str], flat: bool) -> None:
    """The names of the leaves, upright unless they fit side by side."""
    for place, label in enumerate(labels):
        cluster = int(tree.clusters[tree.order[place]])
        ax.annotate(
            label, (place, 0), xytext=(0, -4), textcoords="offset points", rotation=0 if flat else 90,
            ha="center", va="top", annotation_clip=False, **name_style(LABEL_SIZE, cluster_color(cluster)),
        )  # fmt: skip


def _draw_cut(ax: Axes, clusters: AxisClusters) -> None:
    """A line between the last merge undone and the next."""
    gains = 100 * np.append(clusters.gains, 0.0) / clusters.total_inertia
    height = float(gains[clusters.clusters - 2 : clusters.clusters].mean())
    ax.axhline(height, color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)), zorder=2)


def _write_captions(ax: Axes, captions: list[Caption], below: float) -> None:
    """A bar below the leaves of each cluster, and its number and size."""
    from matplotlib.transforms import offset_copy

    def foot(down: float) -> Any:
        return offset_copy(ax.get_xaxis_transform(), fig=figure_of(ax), y=-below - down, units="points")

    for cluster, size, start, end, row in captions:
        color = cluster_color(cluster)
        sides = [start - 0.4, end - 0.6]
        ax.plot(
            sides, [0, 0], transform=foot(3), color=color, linewidth=3, solid_capstyle="butt", clip_on=False,
            zorder=4,
        )  # fmt: skip
        middle, down = (start + end - 1) / 2, row * _ROW
        common: dict[str, Any] = {"ha": "center", "va": "top", "clip_on": False}
        ax.text(
            middle,
            0,
            str(cluster),
            transform=foot(7 + down),
            fontweight="bold",
            **common,
            **text_style(9, color),
        )
        ax.text(middle, 0, size, transform=foot(18 + down), **common, **text_style(7.5))


def _what_is_cut(clusters: AxisClusters) -> str:
    """What the tree stands on, and on how many axes."""
    points, leaves, axes = len(clusters.labels), len(clusters.merges) + 1, clusters.points.shape[1]
    what = f"{points:,} points"
    if leaves < points:
        # Centers of k-means have lost the inertia of their points about them; equal points have none.
        centers = clusters.within[0] < (1 - 1e-9) * clusters.total_inertia
        what = f"{leaves:,} {'first centers' if centers else 'different points'} of {what}"
    on = f"{axes} {'axes' if axes > 1 else 'axis'}"
    changed = (clusters.labels != clusters.ward_labels).any()
    later = ", not yet consolidated" if changed else ""
    return f"Ward's tree of {what} on {on}, cut into {clusters.clusters} clusters{later}"


def _draw_bars(ax: Axes, clusters: AxisClusters) -> None:
    """What the cuts into 2, 3, … clusters gain: those made are dark."""
    shown = min(len(clusters.gains), max(MOST_BARS, clusters.clusters + 2))
    gains = 100 * clusters.gains[:shown] / clusters.total_inertia
    numbers = np.arange(2, shown + 2)
    made = numbers <= clusters.clusters
    ax.bar(numbers, gains, width=0.72, color=[INK if cut else FAINT for cut in made], zorder=2)
    plain_frame(ax)
    ax.set_xlim(1.3, numbers[-1] + 0.7)
    ax.set_ylim(*_heights(float(gains[0])))
    ax.spines["bottom"].set_visible(False)
    ax.set_xticks(numbers if shown <= MOST_BARS else numbers[::2])
    ax.set_xlabel("Clusters", **text_style(9))
    ax.set_ylabel("Inertia gained by the cut (%)", **text_style(9))
    ax.tick_params(axis="x", length=0)
