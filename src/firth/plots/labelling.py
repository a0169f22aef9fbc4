"""Names beside points, measured as they will be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.plots.canvas import QUIET, figure_of, names, one_line, unknown_glyphs_as_boxes
from firth.plots.placement import place_labels
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PADDING = 1.0
"""Points (1/72 inch) kept free around every label."""


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
    for label, point, extent, centre, leader in zip(
        labels, points, sizes, placement.centres, placement.leaders, strict=True
    ):
        if not np.isnan(centre[0]):
            nearest = np.clip((point - centre) / extent + 0.5, 0, 1)
            start = (float(nearest[0]), float(nearest[1])) if leader else None
            _write(ax, label, (centre - point) / pixels, size, leader=start, gap=gap)
    return int(np.isnan(placement.centres[:, 0]).sum())


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
