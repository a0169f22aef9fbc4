"""Several squares in one figure, and room around them for what they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firth.plots.canvas import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_ACROSS = 4

_GAP = 0.3
_BAR = 0.12


@dataclass(frozen=True, eq=False)
class Panels:
    """Square axes in reading order, and axes for a colour bar and around all the squares for a header.

    leftmost, lowest: the panels with none to their left, or below them.
    """

    squares: tuple[Axes, ...]
    leftmost: frozenset[Axes]
    lowest: frozenset[Axes]
    bar: Axes
    whole: Axes


def new_panels(
    count: int, side: float, *, left: float, below: float, caption: float, header: float, least: float
) -> Panels:
    """Squares in rows of at most four, in a new figure; sizes in inches.

    left, below: room for names. caption: above every square; header: above all. least: width of the
    header.
    """
    down = -(-count // MOST_ACROSS)
    across = -(-count // down)
    inner = across * (side + _GAP) - _GAP
    tall = down * (side + caption)
    width, height = left + max(inner + 0.8, least), header + tall + below
    figure = new_figure(width, height)

    def axes(x: float, y: float, wide: float, high: float) -> Axes:
        return figure.add_axes((x / width, y / height, wide / width, high / height))

    squares = tuple(
        axes(
            left + (place % across) * (side + _GAP),
            below + (down - 1 - place // across) * (side + caption),
            side,
            side,
        )
        for place in range(count)
    )
    bar = axes(left + inner + 0.2, below + tall - caption - side, _BAR, side)
    whole = axes(left, below, inner, tall)
    whole.set_axis_off()
    return Panels(squares, frozenset(squares[::across]), frozenset(squares[-across:]), bar, whole)
