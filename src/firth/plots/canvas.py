"""Figures without a window: axes, panels and legends, and the fonts and colors that all pictures share."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

ROWS = "#0072B2"
"""Blue of the Okabe–Ito palette, which all common kinds of color vision tell from COLUMNS."""
COLUMNS = "#C84E00"
"""Vermilion of the Okabe–Ito palette, a little darker so that small letters stay legible on white."""
INK = "#333333"
QUIET = "#8A8A8A"
FAINT = "#D5D5D5"
PALETTE = (ROWS, COLUMNS, "#009E73", "#CC79A7", "#8A6D00", "#3F8FC4", "#333333")
"""The Okabe–Ito colors, the pale ones darker so that thin lines show on white."""
MARKERS = "osD^vP*X"

DPI = 150

MOST_ACROSS = 4
"""Panels in a row."""

_GAP = 0.3
_BAR = 0.12

_WIDE_SCRIPTS = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Source Han Sans",
    "PingFang SC",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Yu Gothic",
    "Malgun Gothic",
    "Noto Sans Arabic",
    "Noto Sans Devanagari",
    "Arial Unicode MS",
)


def new_axes(width: float, height: float, margins: tuple[float, float, float, float]) -> Axes:
    """Axes alone in a new figure.

    Sizes in inches; margins: left, right, bottom, top. They are fixed, not found by a layout engine, so that
    what is measured while drawing is what is saved.
    """
    left, right, bottom, top = margins
    box = (left / width, bottom / height, (width - left - right) / width, (height - bottom - top) / height)
    return new_figure(width, height).add_axes(box)


def new_figure(width: float, height: float) -> Figure:
    """An empty figure that belongs to no window and to no global list."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def figure_of(ax: Axes) -> Figure:
    """The figure that axes, or the subfigure they are in, belong to."""
    figure = ax.get_figure(root=True)
    if figure is None:
        raise InputError("ax belongs to no figure; make it with figure.add_subplot().")
    return figure


@dataclass(frozen=True, eq=False)
class Panels:
    """Square axes in reading order, and axes for a color bar and around all the squares for a header.

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


def fit_box(ax: Axes, low: Array, high: Array) -> None:
    """Limits that hold a box, given by its corners, and fill the axes; ticks alike in both directions."""
    from matplotlib.ticker import MaxNLocator, MultipleLocator

    size = np.array(ax.get_window_extent().size)
    unit = float(np.max((high - low) / size))  # data units per pixel
    middle = (low + high) / 2
    ax.set_aspect("equal", adjustable="box")
    ax.set_xlim(*(middle[0] + np.array([-0.5, 0.5]) * unit * size[0]).tolist())
    ax.set_ylim(*(middle[1] + np.array([-0.5, 0.5]) * unit * size[1]).tolist())
    ticks = MaxNLocator(9, steps=[1, 2, 2.5, 5, 10]).tick_values(0, unit * float(size.max()))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MultipleLocator(float(ticks[1] - ticks[0])))


def plain_frame(ax: Axes) -> None:
    """Left and bottom lines only, and small quiet numbers."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(QUIET)
    ax.tick_params(colors=INK, color=QUIET, labelsize=8, length=3, width=0.6)
    for text in (*ax.get_xticklabels(), *ax.get_yticklabels()):
        text.set_fontfamily(font_family())


def legend_above(
    ax: Axes,
    handles: Sequence[Any] | None = None,
    labels: Sequence[str] = (),
    *,
    text: dict[str, Any],
    **spacing: float,
) -> Legend:
    """A legend without a frame above the left end of the axes; of what is drawn, if no handles are given."""
    entries = () if handles is None else (handles, labels)
    legend = ax.legend(
        *entries, loc="lower left", bbox_to_anchor=(0, 1), frameon=False, borderpad=0, **spacing
    )
    for label in legend.get_texts():
        label.set(**text)
    return legend


def write_at(ax: Axes, text: str, corner: tuple[int, int], offset: tuple[float, float], **how: Any) -> None:
    """Text at a corner of the axes, moved by some points; corners: (0, 1) is the upper left one."""
    ax.annotate(
        text,
        corner,
        xytext=offset,
        xycoords="axes fraction",
        textcoords="offset points",
        annotation_clip=False,
        **how,
    )


def text_style(size: float, color: str = INK) -> dict[str, Any]:
    """How a piece of text is set: its size, color and fonts."""
    return {"fontsize": size, "color": color, "fontfamily": font_family()}


def name_style(size: float, color: str = INK) -> dict[str, Any]:
    """How a name from the user's table is set: as it is written, dollar signs included."""
    return {**text_style(size, color), "parse_math": False}


def one_line(name: str, most: int = 40) -> str:
    """A name as a label: white space made single, long ones cut before their last third.

    Names that begin alike, as those of files and of long tables do, are told apart by their ends.

    >>> one_line("a  name\\nin two lines", most=12)
    'a name…ines'
    """
    text = " ".join(name.split())
    if len(text) <= most:
        return text
    tail = most // 3
    return text[: most - 1 - tail].rstrip() + "…" + text[len(text) - tail :]


@cache
def font_family() -> list[str]:
    """matplotlib's own font, then fonts of this machine for the scripts it lacks."""
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    # The last is for .svg files, which are read on machines that may have none of the others.
    return ["DejaVu Sans", *(name for name in _WIDE_SCRIPTS if name in installed), "sans-serif"]


def letters_without_font(names: Iterable[str]) -> list[str]:
    """The letters of some names that no font of the pictures has, which are drawn as boxes, in order.

    >>> letters_without_font(["Zürich", "Łódź", "Αθήνα"])
    []
    """
    require_matplotlib()
    from matplotlib import font_manager

    wanted = {letter: None for name in names for letter in name if letter.isprintable()}
    for family in font_family()[:-1]:
        found = font_manager.get_font(font_manager.findfont(family)).get_charmap()
        wanted = {letter: None for letter in wanted if ord(letter) not in found}
    return list(wanted)


@contextmanager
def unknown_glyphs_as_boxes() -> Iterator[None]:
    """No warning for each letter that no font of this machine has; it is drawn as a box."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def require_matplotlib() -> None:
    """Say in one sentence how to get matplotlib when it is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise InputError(
            "matplotlib, which draws this, is not installed; get it with pip install 'firth[plots]'."
        ) from error
