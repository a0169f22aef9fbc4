"""Figures without a window: matplotlib's objects, and the fonts and colours that all pictures share."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from firth.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROWS = "#0072B2"
"""Blue of the Okabe–Ito palette, which all common kinds of colour vision tell from COLUMNS."""
COLUMNS = "#C84E00"
"""Vermilion of the Okabe–Ito palette, a little darker so that small letters stay legible on white."""
INK = "#333333"
QUIET = "#8A8A8A"
FAINT = "#D5D5D5"

DPI = 150

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


def plain_frame(ax: Axes) -> None:
    """Left and bottom lines only, and small quiet numbers."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(QUIET)
    ax.tick_params(colors=INK, color=QUIET, labelsize=8, length=3, width=0.6)
    for text in (*ax.get_xticklabels(), *ax.get_yticklabels()):
        text.set_fontfamily(font_family())


def words(size: float, color: str = INK) -> dict[str, Any]:
    """How a piece of text is set."""
    return {"fontsize": size, "color": color, "fontfamily": font_family()}


def names(size: float, color: str = INK) -> dict[str, Any]:
    """How a name from the user's table is set: as it is written, dollar signs included."""
    return {**words(size, color), "parse_math": False}


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
    return ["DejaVu Sans", *(name for name in _WIDE_SCRIPTS if name in installed)]


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
