"""What tells classes of points apart: ten colors, then the same ones with other markers, and a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import COLUMNS, ROWS, legend_above, name_style, one_line
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend

CLASS_COLORS = (
    ROWS, COLUMNS, "#EBB420", "#3CCB9E", "#860A58", "#9677FA", "#55432A", "#98BCEE", "#AC7A9A", "#B8B862",
)  # fmt: skip
"""Far apart for all common kinds of color vision; for points, since some are too light for small letters."""
CLASS_MARKERS = ("o", "^", "s", "D", "v", "P", "X")
CLASS_SYMBOLS = ("circle", "diamond", "square", "cross", "x", "circle-open", "square-open")
"""plotly's, as far as it has them in space."""
MOST_CLASSES = 200


@dataclass(frozen=True, eq=False)
class Classes:
    """The class of each point: the names of the classes, in order, and the place of each point's among them.

    Points without classes are all of one without a name.
    """

    names: tuple[str, ...]
    membership: Array


def classes_of(classes: Sequence[object] | Array | None, points: int) -> Classes:
    """Names sorted as numbers where all of them are, and else as text.

    >>> found = classes_of(["10", "9", "10"], 3)
    >>> found.names, found.membership.tolist()
    (('9', '10'), [1, 0, 1])
    """
    if classes is None:
        return Classes(("",), np.zeros(points, dtype=np.int64))
    given = [str(name) for name in classes]
    if len(given) != points:
        raise InputError(f"there are {len(given):,} classes for {points:,} points; give one for each point.")
    found = sorted(set(given), key=_number_first if all(map(_is_number, given)) else None)
    if len(found) > MOST_CLASSES:
        raise InputError(
            f"{len(found):,} classes (the first is {found[0]!r}) cannot be told apart by color; "
            f"{MOST_CLASSES} can at most. If they are names of points, give them as labels."
        )
    places = {name: place for place, name in enumerate(found)}
    return Classes(tuple(found), np.array([places[name] for name in given], dtype=np.int64))


def class_color(place: int) -> str:
    """The color of a class; after the tenth they begin again."""
    return CLASS_COLORS[place % len(CLASS_COLORS)]


def class_marker(place: int) -> str:
    """The marker of a class: another for every ten."""
    return CLASS_MARKERS[place // len(CLASS_COLORS) % len(CLASS_MARKERS)]


def class_symbol(place: int) -> str:
    """The marker of a class in plotly."""
    return CLASS_SYMBOLS[place // len(CLASS_COLORS) % len(CLASS_SYMBOLS)]


def legend_rows(classes: Classes, width: float) -> int:
    """How many lines the legend takes in so many inches; one class alone needs none."""
    return 0 if len(classes.names) < 2 else -(-len(classes.names) // _across(classes, width))


def draw_class_legend(ax: Axes, classes: Classes, width: float) -> Legend:
    """The names of the classes with their marks, above the axes."""
    from matplotlib.lines import Line2D

    handles = [
        Line2D([], [], linestyle="", marker=class_marker(place), markersize=5, color=class_color(place))
        for place in range(len(classes.names))
    ]
    rows = legend_rows(classes, width)
    return legend_above(
        ax,
        handles,
        [one_line(name, most=24) for name in classes.names],
        text=name_style(8.5),
        ncols=-(-len(handles) // rows),
        borderaxespad=0.3,
        handlelength=0.9,
        handletextpad=0.2,
        columnspacing=1.0,
        labelspacing=0.35,
    )


def _across(classes: Classes, width: float) -> int:
    widest = 0.33 + 0.08 * max(len(one_line(name, most=24)) for name in classes.names)
    return max(1, int(width // widest))


def _is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def _number_first(text: str) -> tuple[float, str]:
    return float(text), text
