"""Names beside points: where they go, measured as they will be drawn.

Compared with textalloc 1.2 and adjustText 1.4 on maps of 9 to 1,500 points, measured and looked at
(docs/results/tables.md): textalloc places every name quickly, but gives each a leader line, which on crowded
maps run across the map and through other names, and knows no order of importance; adjustText leaves names on
points and on each other, and stops by the clock, so that the same picture differs between runs. Here all of
this holds at once: no two labels overlap, none covers the middle of a point of full weight, no leader line
meets a label or another line, none is longer than four lines of text and none is drawn where there is room
beside the point, the most important choose first, those without room are counted, and the same picture has
the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.plots.canvas import QUIET, figure_of, name_style, one_line, unknown_glyphs_as_boxes
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PADDING = (1.5, 1.0)
"""Points (1/72 inch) kept free beside every label, and above and below it: two names side by side must not
read as one."""

RINGS = (0.0, 0.5, 1.0, 1.6, 2.3, 3.1, 4.0)
"""How far labels may move from their points, in label heights; beyond the first ring with a leader line.

A name farther away than four lines of text is no longer read with its point, and is better left out."""
DIRECTIONS = 24
SWEEPS = 4
ROUNDS = 4
MOST_IN_ROUNDS = 60
MOST_EVICTED = 2
TRIED_EVICTIONS = 30
TRIED_IMPROVEMENTS = 12
MOST_WITH_CARE = 120
"""With more labels than this, each chooses once and nearby: all else takes long and gains little."""

LEADER_COST = 2.5
DISTANCE_COST = 1.5
POINT_COST = 5.0
CORE = 0.35
"""Of the gap around a point: what no label may cover, since nobody could then read either. A name that finds
no other place is left out."""
LEADER_OVER_POINT_COST = 1.5
FEW_POINTS = 150
"""In larger clouds no place is free of points: there, short leader lines matter more, and points less."""
ENOUGH_POINTS = 2_000
"""Of the points around a label as many are looked at; more would say the same."""

SHORT = 24
"""Letters: names that find no place are cut to so many and tried again."""

BENEATH_POINTS = 1.8
"""Where halos and leader lines lie: above the frame, below every point, so that no name erases one."""


@dataclass(frozen=True, eq=False)
class Label:
    """A name, the point it belongs to (in data coordinates), and how it is drawn."""

    name: str
    point: Array
    color: str
    italic: bool = False


def draw_labels(
    ax: Axes,
    labels: Sequence[Label],
    *,
    markers: Array,
    size: float,
    gap: float | Array,
    weights: Array | None = None,
) -> int:
    """Write labels, most important first, where there is room; returns how many there was none for.

    markers: all points drawn, in data coordinates. size: of the letters, and gap: from the middle of a point
    to its label, one for all labels or one for each, both in points. weights: from 0 to 1, how bad it is to
    cover each of the markers. The limits of the axes must be final.
    """
    if not labels:
        return 0
    pixels = figure_of(ax).dpi / 72
    gaps = np.broadcast_to(np.asarray(gap, dtype=float), (len(labels),))
    points = ax.transData.transform(np.array([label.point for label in labels]))
    over = ax.transData.transform(markers)
    bounds = np.array(ax.get_window_extent().extents)

    def tried(labels: Sequence[Label]) -> tuple[Sequence[Label], Array, Placement]:
        # Hinting differs between output formats; the padding absorbs it.
        sizes = _measured(ax, labels, size) + 2 * np.array(PADDING) * pixels
        found = place_labels(points, sizes, markers=over, bounds=bounds, gap=gaps * pixels, weights=weights)
        return labels, sizes, found

    labels, sizes, placement = tried(labels)
    shorter = [_shortened(label, center) for label, center in zip(labels, placement.centers, strict=True)]
    if any(one is not label for one, label in zip(shorter, labels, strict=True)):
        again = tried(shorter)
        if again[2].left_out < placement.left_out:
            labels, sizes, placement = again
    for place in np.flatnonzero(~np.isnan(placement.centers[:, 0])).tolist():
        offset = (placement.centers[place] - points[place]) / pixels
        leader = float(gaps[place]) if placement.leaders[place] else None
        _write(ax, labels[place], offset, sizes[place] / pixels, size, leader=leader)
    return placement.left_out


def _shortened(label: Label, center: Array) -> Label:
    """A label that found no place, cut; any other as it is."""
    cut = one_line(label.name, most=SHORT)
    return label if not np.isnan(center[0]) or cut == one_line(label.name) else replace(label, name=cut)


def _measured(ax: Axes, labels: Sequence[Label], size: float) -> Array:
    """Width and height of each label in pixels."""
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.text import Text

    figure = figure_of(ax)
    width, height = figure.bbox.size
    renderer = RendererAgg(width, height, figure.dpi)  # type: ignore[no-untyped-call]
    extents = []
    with unknown_glyphs_as_boxes():
        for label in labels:
            text = Text(0, 0, one_line(label.name), fontstyle=_slant(label), **name_style(size, label.color))
            text.set_figure(figure)
            extents.append(text.get_window_extent(renderer).size)
    return np.array(extents)


def _write(
    ax: Axes, label: Label, offset: Array, extent: Array, size: float, *, leader: float | None
) -> None:
    """A label that stays with its point, whatever the size the figure is drawn in.

    offset: from the point to the middle of the label, and extent: its width and height, in points. leader:
    the gap around the point, for a label that needs a line to it.
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import Affine2D, ScaledTranslation

    x, y = (float(value) for value in label.point)
    points_from_here: Any = (
        Affine2D().scale(1 / 72) + figure_of(ax).dpi_scale_trans + ScaledTranslation(x, y, ax.transData)  # type: ignore[arg-type]  # any transform will do
    )
    beneath: list[Any] = [
        Rectangle(
            tuple(offset - extent / 2), *extent, transform=points_from_here, facecolor="white",
            edgecolor="none", alpha=0.7, zorder=BENEATH_POINTS, gid="halo",
        )
    ]  # fmt: skip
    if leader is not None:
        end = np.clip(0.0, offset - extent / 2, offset + extent / 2)
        start = end * min(1.0, 0.45 * leader / max(float(np.hypot(*end)), 1e-9))
        beneath.append(
            Line2D(
                [start[0], end[0]], [start[1], end[1]], transform=points_from_here, color=QUIET,
                linewidth=0.5, zorder=BENEATH_POINTS, gid="leader",
            )
        )  # fmt: skip
    for artist in beneath:
        artist.set_in_layout(False)
        ax.add_artist(artist)
    # No outline around the letters: it would hide points, and turn the text of an SVG into curves.
    text = ax.annotate(
        one_line(label.name),
        (x, y),
        xytext=(float(offset[0]), float(offset[1])),
        textcoords="offset points",
        ha="center",
        va="center",
        fontstyle=_slant(label),
        zorder=5,
        **name_style(size, label.color),
    )
    text.set_in_layout(False)  # a layout engine must not move the axes that the labels were placed in


def _slant(label: Label) -> str:
    return "italic" if label.italic else "normal"


@dataclass(frozen=True, eq=False)
class Placement:
    """Centers of the labels, NaN for those without a place, and whether each needs a leader line."""

    centers: Array
    leaders: Array

    @property
    def left_out(self) -> int:
        """How many labels have no place."""
        return int(np.isnan(self.centers[:, 0]).sum())


def place_labels(
    points: Array,
    sizes: Array,
    *,
    markers: Array,
    bounds: Array,
    gap: float | Array,
    weights: Array | None = None,
) -> Placement:
    """Places for the labels of points, given in order of importance, in pixels.

    Greedy: each label takes the cheapest of its candidates that meets no label placed before and stays inside
    the bounds. Those without a place, or with a leader line, then try to take a better one from one or two
    others that can move; later sweeps let each choose again. Beside the point is always cheaper than at the
    end of a line, unless another point would be covered.

    sizes: width and height of each label. markers: all points drawn, with weights from 0 to 1; labels avoid
    them while they can, and leave the middle of a point of weight 1 free whatever happens. gap: from a
    point's middle to its label.
    """
    few = len(points) <= MOST_WITH_CARE
    gaps = np.broadcast_to(np.asarray(gap, dtype=float), (len(points),))
    if weights is None:
        weights = np.full(len(markers), min(1.0, FEW_POINTS / max(len(markers), 1)))
    board = _Board(points, sizes, markers, weights, bounds, gaps, RINGS if few else RINGS[:3])
    order = list(range(len(points)))
    best = board.arrange(order, few=few)
    for _ in range(ROUNDS if len(points) <= MOST_IN_ROUNDS else 0):
        left_out = [label for label in order if np.isnan(best.rectangles[label, 0])]
        if not left_out:
            break
        # Those without a place come first in the next round, before those whose choice has more left.
        order = left_out + [label for label in order if label not in left_out]
        again = board.arrange(order, few=few)
        if again.left_out >= best.left_out:
            break
        best = again
    centers = (best.rectangles[:, :2] + best.rectangles[:, 2:]) / 2
    return Placement(centers, ~np.isnan(best.segments[:, 0]))


@dataclass(frozen=True, eq=False)
class _Arrangement:
    """Rectangles and leader lines of labels; NaN for those without."""

    rectangles: Array
    segments: Array

    @property
    def left_out(self) -> int:
        """How many labels have no place."""
        return int(np.isnan(self.rectangles[:, 0]).sum())


class _Board:
    """The rectangles and leader lines placed so far; NaN for labels without, whose cost is infinite."""

    def __init__(
        self,
        points: Array,
        sizes: Array,
        markers: Array,
        weights: Array,
        bounds: Array,
        gaps: Array,
        rings: tuple[float, ...],
    ) -> None:
        self.rectangles = np.full((len(points), 4), np.nan)
        self.segments = np.full((len(points), 4), np.nan)
        self.costs = np.full(len(points), np.inf)
        self._points, self._sizes = points, sizes
        self._markers, self._weights = markers, weights
        self._bounds, self._gaps, self._rings = bounds, gaps, rings
        self._priced: dict[int, tuple[Array, Array, Array]] = {}

    def arrange(self, order: Sequence[int], *, few: bool) -> _Arrangement:
        """Place all labels anew, in this order; with care if they are few."""
        self.rectangles[:] = self.segments[:] = np.nan
        self.costs[:] = np.inf
        for _ in range(SWEEPS if few else 1):
            before = self.rectangles.copy()
            for label in order:
                self.choose(label)
                if few and self.costs[label] > LEADER_COST:
                    self.squeeze_in(label)
            if np.array_equal(before, self.rectangles, equal_nan=True):
                break
        self.settle()
        return _Arrangement(self.rectangles.copy(), self.segments.copy())

    def choose(self, label: int) -> bool:
        """Give a label the cheapest place that is free, or none."""
        self._clear(label)
        rectangles, segments, costs = self._candidates(label)
        free = ~self._in_the_way(rectangles, segments).any(axis=1)
        if not free.any():
            return False
        self._put(label, int(np.argmin(np.where(free, costs, np.inf))))
        return True

    def squeeze_in(self, label: int) -> bool:
        """Take a better place from one or two other labels, if all together then stand better."""
        rectangles, segments, costs = self._candidates(label)
        here = self.costs[label]
        saved = self.rectangles.copy(), self.segments.copy(), self.costs.copy()
        self._clear(label)
        blockers = self._in_the_way(rectangles, segments)
        few = np.flatnonzero((blockers.sum(axis=1) <= MOST_EVICTED) & (costs < here))
        tried = TRIED_EVICTIONS if np.isinf(here) else TRIED_IMPROVEMENTS
        for candidate in few[np.argsort(costs[few], kind="stable")][:tried]:
            evicted: list[int] = np.flatnonzero(blockers[candidate]).tolist()
            for other in (label, *evicted):
                self._clear(other)
            self._put(label, int(candidate))
            if all(self.choose(other) for other in evicted):
                moved = [label, *evicted]
                if np.isinf(here) or self.costs[moved].sum() < saved[2][moved].sum() - 1e-9:
                    return True
            self.rectangles[:], self.segments[:], self.costs[:] = saved
        self.rectangles[:], self.segments[:], self.costs[:] = saved
        return False

    def settle(self) -> None:
        """Let the labels with leader lines go back to their points where others have made room."""
        for _ in range(SWEEPS):
            lined = np.flatnonzero(~np.isnan(self.segments[:, 0]))
            before = self.costs[lined].copy()
            for label in lined:
                self.choose(int(label))
            if np.array_equal(before, self.costs[lined]):
                return

    def _clear(self, label: int) -> None:
        self.rectangles[label] = self.segments[label] = np.nan
        self.costs[label] = np.inf

    def _put(self, label: int, candidate: int) -> None:
        rectangles, segments, costs = self._candidates(label)
        self.rectangles[label], self.segments[label] = rectangles[candidate], segments[candidate]
        self.costs[label] = costs[candidate]

    def _in_the_way(self, rectangles: Array, segments: Array) -> Array:
        """Which placed labels (columns) forbid which candidates (rows): by their names or leader lines."""
        blocked = np.zeros((len(rectangles), len(self.rectangles)), dtype=bool)
        if not len(rectangles):
            return blocked
        window = np.concatenate([rectangles[:, :2].min(axis=0), rectangles[:, 2:].max(axis=0)])[None]
        near = overlapping(self.rectangles, window)[:, 0] | passing(self.segments, window)[:, 0]
        names, lines = np.flatnonzero(near), np.flatnonzero(near & ~np.isnan(self.segments[:, 0]))
        lined = np.flatnonzero(~np.isnan(segments[:, 0]))
        blocked[:, names] = overlapping(rectangles, self.rectangles[names])
        blocked[np.ix_(lined, names)] |= passing(segments[lined], self.rectangles[names])
        blocked[:, lines] |= passing(self.segments[lines], rectangles).T
        blocked[np.ix_(lined, lines)] |= crossing(segments[lined], self.segments[lines])
        return blocked

    def _candidates(self, label: int) -> tuple[Array, Array, Array]:
        """The candidates within bounds, priced also by the points they cover."""
        if label not in self._priced:
            point, gap = self._points[label], float(self._gaps[label])
            rectangles, segments, costs = _around(point, self._sizes[label], gap, self._rings)
            kept = inside(rectangles, self._bounds)
            rectangles, segments, costs = rectangles[kept], segments[kept], costs[kept]
            shown = ~self._hiding(rectangles, point, gap)
            rectangles, segments, costs = rectangles[shown], segments[shown], costs[shown]
            costs = costs + self._disturbed(rectangles, segments, point, gap)
            self._priced[label] = rectangles, segments, costs
        return self._priced[label]

    def _hiding(self, rectangles: Array, point: Array, gap: float) -> Array:
        """Which candidates would cover the middle of a point of full weight."""
        heavy = self._markers[self._weights >= 1]
        heavy = heavy[np.any(heavy != point, axis=1)]
        cores = np.hstack([heavy - CORE * gap, heavy + CORE * gap])
        return np.asarray(overlapping(rectangles, cores).any(axis=1))

    def _disturbed(self, rectangles: Array, segments: Array, point: Array, gap: float) -> Array:
        """What it costs to cover other points or stand as near to them, or to draw a leader over them."""
        if not len(rectangles):
            return np.zeros(0)
        low, high = rectangles[:, :2].min(axis=0), rectangles[:, 2:].max(axis=0)
        near = np.all((self._markers > low - gap) & (self._markers < high + gap), axis=1)
        near &= np.any(self._markers != point, axis=1)
        others, weights = self._markers[near], self._weights[near]
        stride = -(-len(others) // ENOUGH_POINTS) or 1
        others, weights = others[::stride], stride * weights[::stride]
        around = np.hstack([others - gap, others + gap])
        covered = POINT_COST * (_covered(rectangles, around) @ weights)
        marks = np.hstack([others - 0.7 * gap, others + 0.7 * gap])
        crossed = LEADER_OVER_POINT_COST * (passing(segments, marks) @ weights)
        return np.asarray(covered + crossed)


def _around(point: Array, size: Array, gap: float, rings: tuple[float, ...]) -> tuple[Array, Array, Array]:
    """Rectangles around a point, their leader lines and what each costs before anything else is placed.

    In the first ring the label touches a circle of radius `gap` around the point; the others are further out.
    """
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    direction = np.column_stack([np.cos(angles), np.sin(angles)])
    lean = np.clip(direction * np.sqrt(2), -1, 1)
    moves = np.repeat(rings, DIRECTIONS)
    distance = gap + moves * size[1]
    direction, lean = np.tile(direction, (len(rings), 1)), np.tile(lean, (len(rings), 1))
    centers = point + direction * distance[:, None] + lean * size / 2
    rectangles = np.hstack([centers - size / 2, centers + size / 2])
    nearest = np.clip(point, rectangles[:, :2], rectangles[:, 2:])
    segments = np.hstack([np.broadcast_to(point, nearest.shape), nearest])
    segments[moves == 0] = np.nan
    # Right and left read best, then above, then below; slanting places come last.
    sideways, upward = np.abs(direction[:, 0]), direction[:, 1]
    preference = 0.8 * (1 - np.maximum(sideways, np.abs(upward))) + 0.3 * (1 - sideways)
    preference += 0.1 * (upward < -0.1) + 0.1 * (direction[:, 0] < -0.1)
    return rectangles, segments, LEADER_COST * (moves > 0) + DISTANCE_COST * moves + preference


# Rectangles are (left, bottom, right, top), segments (x0, y0, x1, y1). Anything with NaN meets nothing, so
# labels without a place and labels without a leader line need no special case.


def overlapping(first: Array, second: Array) -> Array:
    """Whether rectangle i of the first shares area with rectangle j of the second: a boolean matrix."""
    a, b = first[:, None, :], second[None, :, :]
    return np.asarray(
        (a[..., 0] < b[..., 2]) & (b[..., 0] < a[..., 2]) & (a[..., 1] < b[..., 3]) & (b[..., 1] < a[..., 3])
    )


def _covered(rectangles: Array, squares: Array) -> Array:
    """Which part of square j rectangle i covers; half of it is all, for the middle is then hidden."""
    a, b = rectangles[:, None, :], squares[None, :, :]
    wide = np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0])
    high = np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1])
    area = np.maximum(wide, 0) * np.maximum(high, 0)
    whole = (squares[:, 2] - squares[:, 0]) * (squares[:, 3] - squares[:, 1])
    return np.asarray(np.minimum(2 * area / whole, 1.0))


def inside(rectangles: Array, bounds: Array) -> Array:
    """Whether each rectangle lies within the bounds."""
    return np.asarray(
        (rectangles[:, 0] >= bounds[0])
        & (rectangles[:, 1] >= bounds[1])
        & (rectangles[:, 2] <= bounds[2])
        & (rectangles[:, 3] <= bounds[3])
    )


def passing(segments: Array, rectangles: Array) -> Array:
    """Whether segment i passes through rectangle j: its part between both pairs of sides is not empty."""
    enter = np.zeros((len(segments), len(rectangles)))
    leave = np.ones_like(enter)
    for side in (0, 1):
        start = segments[:, None, side]
        step = segments[:, None, side + 2] - start
        level = np.abs(step) < 1e-9
        safe = np.where(level, 1.0, step)
        low = (rectangles[None, :, side] - start) / safe
        high = (rectangles[None, :, side + 2] - start) / safe
        between = (rectangles[None, :, side] < start) & (start < rectangles[None, :, side + 2])
        enter = np.maximum(enter, np.where(level, np.where(between, 0, np.inf), np.minimum(low, high)))
        leave = np.minimum(leave, np.where(level, np.where(between, 1, -np.inf), np.maximum(low, high)))
    return np.asarray(enter < leave)


def crossing(first: Array, second: Array) -> Array:
    """Whether segment i of the first crosses segment j of the second."""
    a, b = first[:, None, :], second[None, :, :]
    return np.asarray(
        (_turn(a, b[..., :2]) * _turn(a, b[..., 2:]) < 0) & (_turn(b, a[..., :2]) * _turn(b, a[..., 2:]) < 0)
    )


def _turn(segments: Array, points: Array) -> Array:
    """On which side of each segment a point lies: the sign of the cross product."""
    along = segments[..., 2:] - segments[..., :2]
    towards = points - segments[..., :2]
    return np.asarray(along[..., 0] * towards[..., 1] - along[..., 1] * towards[..., 0])
