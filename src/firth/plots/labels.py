"""Names beside points: where they go, measured as they will be drawn.

The placement is our own, not that of adjustText or textalloc, because all of this must hold at once: no two
labels overlap, the most important choose first, those without room are counted so that a note can say so,
and the same picture has the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.plots.canvas import QUIET, figure_of, names, one_line, unknown_glyphs_as_boxes
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PADDING = 1.0
"""Points (1/72 inch) kept free around every label."""

RINGS = (0.0, 0.7, 1.5, 2.5, 3.5, 5.0, 6.5, 8.5, 11.0)
"""How far labels may move from their points, in label heights; beyond the first ring with a leader line."""
DIRECTIONS = 24
SWEEPS = 4
MOST_EVICTED = 2
TRIED_EVICTIONS = 40
MOST_WITH_CARE = 100
"""With more labels than this, each chooses once and nearby: all else takes long and gains little."""

LEADER_COST = 1.5
DISTANCE_COST = 1.0
POINT_COST = 12.0
LEADER_OVER_POINT_COST = 1.5
CROSSING_COST = 4.0
FEW_POINTS = 150
"""In larger clouds no place is free of points: there, short leader lines matter more, and points less."""
ENOUGH_POINTS = 2_000
"""Of the points around a label as many are looked at; more would say the same."""


@dataclass(frozen=True, eq=False)
class Label:
    """A name, the point it belongs to (in data coordinates), and how it is drawn."""

    name: str
    point: Array
    color: str
    italic: bool = False


def draw_labels(ax: Axes, labels: Sequence[Label], *, markers: Array, size: float, gap: float) -> int:
    """Write labels, most important first, where there is room; returns how many there was none for.

    markers: all points drawn, in data coordinates. size: of the letters, and gap: from the middle of a point
    to its label, both in points. The limits of the axes must be final.
    """
    if not labels:
        return 0
    pixels = figure_of(ax).dpi / 72
    points = ax.transData.transform(np.array([label.point for label in labels]))
    # Hinting differs between output formats; the padding absorbs it.
    sizes = _measured(ax, labels, size) + 2 * PADDING * pixels
    placement = place_labels(
        points,
        sizes,
        markers=ax.transData.transform(markers),
        bounds=np.array(ax.get_window_extent().extents),
        gap=gap * pixels,
    )
    for label, point, extent, center, leader in zip(
        labels, points, sizes, placement.centers, placement.leaders, strict=True
    ):
        if not np.isnan(center[0]):
            nearest = np.clip((point - center) / extent + 0.5, 0, 1)
            start = (float(nearest[0]), float(nearest[1])) if leader else None
            _write(ax, label, (center - point) / pixels, size, leader=start, gap=gap)
    return int(np.isnan(placement.centers[:, 0]).sum())


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
            text = Text(0, 0, one_line(label.name), fontstyle=_slant(label), **names(size, label.color))
            text.set_figure(figure)
            extents.append(text.get_window_extent(renderer).size)
    return np.array(extents)


def _write(
    ax: Axes, label: Label, offset: Array, size: float, *, leader: tuple[float, float] | None, gap: float
) -> None:
    """A label that stays with its point, whatever the size the figure is drawn in.

    leader: where in the label the line to its point begins, as fractions of its width and height.
    """
    from matplotlib.patheffects import withStroke

    line = None
    if leader is not None:
        line = {
            "arrowstyle": "-",
            "color": QUIET,
            "linewidth": 0.5,
            "relpos": leader,
            "shrinkA": 0,
            "shrinkB": 0.4 * gap,
        }
    text = ax.annotate(
        one_line(label.name),
        (float(label.point[0]), float(label.point[1])),
        xytext=(float(offset[0]), float(offset[1])),
        textcoords="offset points",
        ha="center",
        va="center",
        fontstyle=_slant(label),
        arrowprops=line,
        zorder=5,
        **names(size, label.color),
    )
    text.set_path_effects([withStroke(linewidth=1.6, foreground="white")])
    text.set_in_layout(False)  # a layout engine must not move the axes that the labels were placed in


def _slant(label: Label) -> str:
    return "italic" if label.italic else "normal"


@dataclass(frozen=True, eq=False)
class Placement:
    """Centers of the labels, NaN for those without a place, and whether each needs a leader line."""

    centers: Array
    leaders: Array


def place_labels(points: Array, sizes: Array, *, markers: Array, bounds: Array, gap: float) -> Placement:
    """Places for the labels of points, given in order of importance, in pixels.

    Greedy: each label takes the cheapest of its candidates that meets no label placed before and stays inside
    the bounds, or takes it from others that can move; later sweeps let each choose again.

    sizes: width and height of each label. markers: all points drawn, which labels avoid while they can.
    gap: from a point's middle to its label.
    """
    few = len(points) <= MOST_WITH_CARE
    board = _Board(points, sizes, markers, bounds, gap, RINGS if few else RINGS[:4])
    for _ in range(SWEEPS if few else 1):
        before = board.rectangles.copy()
        for label in range(len(points)):
            if not board.choose(label) and few:
                board.squeeze_in(label)
        if np.array_equal(before, board.rectangles, equal_nan=True):
            break
    centers = (board.rectangles[:, :2] + board.rectangles[:, 2:]) / 2
    return Placement(centers, ~np.isnan(board.segments[:, 0]))


class _Board:
    """The rectangles and leader lines placed so far; NaN for labels without."""

    def __init__(
        self,
        points: Array,
        sizes: Array,
        markers: Array,
        bounds: Array,
        gap: float,
        rings: tuple[float, ...],
    ) -> None:
        self.rectangles = np.full((len(points), 4), np.nan)
        self.segments = np.full((len(points), 4), np.nan)
        self._points, self._sizes, self._markers = points, sizes, markers
        self._bounds, self._gap, self._rings = bounds, gap, rings
        self._weight = min(1.0, FEW_POINTS / max(len(markers), 1))
        self._priced: dict[int, tuple[Array, Array, Array]] = {}

    def choose(self, label: int) -> bool:
        """Give a label the cheapest place that is free, or none."""
        self._clear(label)
        rectangles, segments, costs = self._candidates(label)
        leaders = self.segments[~np.isnan(self.segments[:, 0])]
        total = costs + CROSSING_COST * crossing(segments, leaders).sum(axis=1)
        total[self._in_the_way(rectangles, segments).any(axis=1)] = np.inf
        if not len(total) or np.isinf(total.min()):
            return False
        self._put(label, int(np.argmin(total)))
        return True

    def squeeze_in(self, label: int) -> bool:
        """Take a place from one or two other labels, if they find others."""
        rectangles, segments, costs = self._candidates(label)
        blockers = self._in_the_way(rectangles, segments)
        few = np.flatnonzero(blockers.sum(axis=1) <= MOST_EVICTED)
        saved = self.rectangles.copy(), self.segments.copy()
        for candidate in few[np.argsort(costs[few], kind="stable")][:TRIED_EVICTIONS]:
            evicted: list[int] = np.flatnonzero(blockers[candidate]).tolist()
            for other in evicted:
                self._clear(other)
            self._put(label, candidate)
            if all(self.choose(other) for other in evicted):
                return True
            self.rectangles[:], self.segments[:] = saved
        return False

    def _clear(self, label: int) -> None:
        self.rectangles[label] = self.segments[label] = np.nan

    def _put(self, label: int, candidate: int) -> None:
        rectangles, segments, _ = self._candidates(label)
        self.rectangles[label], self.segments[label] = rectangles[candidate], segments[candidate]

    def _in_the_way(self, rectangles: Array, segments: Array) -> Array:
        """Which placed labels (columns) forbid which candidates (rows): by their names or leader lines."""
        blocked = np.zeros((len(rectangles), len(self.rectangles)), dtype=bool)
        if not len(rectangles):
            return blocked
        window = np.concatenate([rectangles[:, :2].min(axis=0), rectangles[:, 2:].max(axis=0)])[None]
        near = overlapping(self.rectangles, window)[:, 0] | passing(self.segments, window)[:, 0]
        blocked[:, near] = (
            overlapping(rectangles, self.rectangles[near])
            | passing(segments, self.rectangles[near])
            | passing(self.segments[near], rectangles).T
        )
        return blocked

    def _candidates(self, label: int) -> tuple[Array, Array, Array]:
        """The candidates within bounds, priced also by the points they cover."""
        if label not in self._priced:
            point = self._points[label]
            rectangles, segments, costs = _around(point, self._sizes[label], self._gap, self._rings)
            kept = inside(rectangles, self._bounds)
            rectangles, segments, costs = rectangles[kept], segments[kept], costs[kept]
            self._priced[label] = rectangles, segments, costs + self._disturbed(rectangles, segments, point)
        return self._priced[label]

    def _disturbed(self, rectangles: Array, segments: Array, point: Array) -> Array:
        """What it costs to cover other points, or to draw a leader line over them."""
        if not len(rectangles):
            return np.zeros(0)
        low, high = rectangles[:, :2].min(axis=0), rectangles[:, 2:].max(axis=0)
        near = np.all((self._markers > low - self._gap) & (self._markers < high + self._gap), axis=1)
        others = self._markers[near & np.any(self._markers != point, axis=1)]
        stride = -(-len(others) // ENOUGH_POINTS) or 1
        reach = 0.7 * self._gap
        squares = np.hstack([others[::stride] - reach, others[::stride] + reach])
        covered = POINT_COST * overlapping(rectangles, squares).sum(axis=1)
        crossed = LEADER_OVER_POINT_COST * passing(segments, squares).sum(axis=1)
        return np.asarray(self._weight * stride * (covered + crossed))


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
