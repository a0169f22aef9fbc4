"""Where a table departs from independence, cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from firth.core import Counts
from firth.counting import counts_from_table
from firth.errors import InputError
from firth.plots.bars import NAME, widest
from firth.plots.canvas import INK, QUIET, figure_of, name_style, new_figure, one_line, text_style
from firth.plots.heatmap import color_bar, paint_cells
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

Residuals = Literal["adjusted", "pearson"]
Order = Literal["axis", "given"]
Cells = Literal["auto", "counts", "residuals", "none"]

LEVELS = (1.96, 2.58, 3.29)
"""|adjusted residual| of what has a probability of 5, 1 and 0.1 % under independence."""
STARS = "*, **, ***: |adjusted residual| above 1.96, 2.58, 3.29"
DOTS = "dots: |adjusted residual| above 1.96"
RESIDUAL_NAMES = {"adjusted": "adjusted", "pearson": "Pearson"}
FULL_COLOR = 4.0
"""Colors reach so far at least: smaller residuals must look small, whatever is the largest."""
_FREE = 0.07
"""Inches: of the room around a name that `widest` counts, what may be shared with the next name."""
WIDEST_PAGE = 11.0
LONGEST_NAME = 32
SLANTING = 0.2
"""Inches between columns that slanting names need."""
PRINTED, PLAIN = (0.34, 0.27), 0.17
"""Inches: least width and height of a cell with a number, and the side of one without."""


class ResidualTable(NamedTuple):
    """Some rows and columns of a table with their residuals, in the order shown.

    share: the part of χ² that these cells have. shape: of the whole table.
    """

    counts: Array
    residuals: Array
    adjusted: Array
    rows: list[str]
    columns: list[str]
    share: float
    shape: tuple[int, int]


def residual_heat(
    table: Any,
    *,
    residuals: Residuals = "adjusted",
    order: Order = "axis",
    cells: Cells = "auto",
    rows: int = 40,
    columns: int = 30,
    title: str | None = None,
) -> Figure:
    """The residuals of a contingency table as colored cells, with counts and marks of significance.

    Red cells have more counts than independence of rows and columns would give, blue ones fewer. One, two and
    three stars are adjusted residuals beyond 1.96, 2.58 and 3.29, probabilities of 5, 1 and 0.1 %.

    Parameters
    ----------
    table : Counts, pandas or polars frame, numpy array or scipy sparse matrix
        Counts of rows × columns. A sparse table is never made dense beyond what is shown.
    residuals : {"adjusted", "pearson"}
        adjusted: (n − e) / √(e (1 − r) (1 − c)), which are standard normal under independence
        [Haberman1973]. pearson: (n − e) / √e, whose squares sum to χ².
    order : {"axis", "given"}
        axis: rows and columns in the order of their coordinates on the first axis of correspondence analysis.
        given: as in the table.
    cells : {"auto", "counts", "residuals", "none"}
        What is printed in the cells; auto: counts where they fit.
    rows, columns : int
        At most so many are shown: those that contribute most to χ².
    title : str, optional
        A title above the picture.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> eyes_hair = np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]])
    >>> figure = residual_heat(eyes_hair, order="given")
    >>> [text.get_text() for text in figure.axes[0].texts][:3]
    ['326', '***', '38']
    """
    _check("residuals", residuals, ("adjusted", "pearson"))
    _check("order", order, ("axis", "given"))
    _check("cells", cells, ("auto", "counts", "residuals", "none"))
    for name, value in (("rows", rows), ("columns", columns)):
        if value < 2:
            raise InputError(f"{name} is {value}; at least 2 {name} are shown.")
    shown = residual_table(counts_from_table(table), residuals, order, rows, columns)
    printed = _printed(shown, cells)
    mark = DOTS if printed is None else STARS
    ax, bar = _axes(shown, printed, mark, title)
    high = _limit(shown.residuals)
    image = paint_cells(ax, shown.residuals, -high, high, aspect="auto")
    color_bar(image, bar, beyond=bool(np.abs(shown.residuals).max() > high))
    short = len(shown.rows) < 4  # then so is the bar
    bar.set_ylabel("residual" if short else f"{RESIDUAL_NAMES[residuals]} residual", **text_style(8))
    _name(ax, shown)
    _print(ax, shown, printed, image)
    _write(ax, shown, mark, title)
    return figure_of(ax)


def residual_table(
    counts: Counts, residuals: Residuals, order: Order, rows: int, columns: int
) -> ResidualTable:
    """The cells to show; margins and contributions are those of the whole table.

    >>> counts = counts_from_table(np.array([[3, 1], [1, 3]]))
    >>> residual_table(counts, "pearson", "given", 2, 2).residuals.round(3).tolist()
    [[0.707, -0.707], [-0.707, 0.707]]
    """
    from firth.association.quotient import quotient
    from firth.ca.correspondence import correspondence, operator_squares

    association = quotient(counts, dtype=np.float64)
    squares = operator_squares(association.operator)
    places = [_largest(parts, most) for parts, most in zip(squares, (rows, columns), strict=True)]
    if order == "axis":
        analysis = correspondence(counts, axes=1)
        sides = (analysis.rows, analysis.columns)
        places = [
            chosen[np.argsort(side.standard[chosen, 0], kind="stable")]
            for chosen, side in zip(places, sides, strict=True)
        ]
    n = counts.total
    r, c = association.row_masses[places[0]], association.column_masses[places[1]]
    part = counts.matrix[places[0]][:, places[1]].toarray().astype(np.float64)
    expected = n * np.outer(r, c)
    pearson = (part - expected) / np.sqrt(expected)
    # A row that holds everything leaves nothing to depart from: 0/0, where the residual is 0.
    spread = np.sqrt(np.outer(1 - r, 1 - c))
    adjusted = np.divide(pearson, spread, out=np.zeros_like(pearson), where=spread > 1e-12)
    chi_square = n * float(squares[0].sum())
    return ResidualTable(
        part,
        adjusted if residuals == "adjusted" else pearson,
        adjusted,
        [one_line(counts.rows.tokens[place], most=LONGEST_NAME) for place in places[0]],
        [one_line(counts.columns.tokens[place], most=LONGEST_NAME) for place in places[1]],
        float(np.sum(pearson**2)) / chi_square if chi_square else 1.0,
        counts.matrix.shape,
    )


def _check(name: str, value: str, possible: tuple[str, ...]) -> None:
    if value not in possible:
        raise InputError(f"{name} is {value!r}; choose one of {', '.join(possible)}.")


def _largest(contributions: Array, most: int) -> Array:
    """Places of the largest, in the order of the table."""
    return np.sort(np.argsort(-contributions, kind="stable")[:most])


def _limit(residuals: Array) -> float:
    """Where the colors end: at the largest residual, unless a few cells go far beyond all others."""
    sizes = np.abs(residuals)
    most = float(sizes.max())
    return max(FULL_COLOR, min(most, 1.5 * float(np.quantile(sizes, 0.9))))


def _printed(shown: ResidualTable, cells: Cells) -> list[list[str]] | None:
    """A text for each cell, or none where they would not fit on a page."""
    if cells == "none":
        return None
    if cells == "residuals":
        texts = [[f"{value:z.1f}".replace("-", "−") for value in row] for row in shown.residuals]
    else:
        texts = [[_count(value) for value in row] for row in shown.counts]
    wide = _cell_width(texts) * len(shown.columns) <= WIDEST_PAGE - 1.0 - widest(shown.rows)
    return texts if wide or cells != "auto" else None


def _count(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) or value >= 1000 else f"{value:.1f}"


def _cell_width(texts: list[list[str]]) -> float:
    return max(PRINTED[0], widest([text for row in texts for text in row], 7.0) + 0.04)


def _axes(
    shown: ResidualTable, printed: list[list[str]] | None, mark: str, title: str | None
) -> tuple[Axes, Axes]:
    """Axes for the cells, with names to their left and above them, and axes for the color bar."""
    across, down = len(shown.columns), len(shown.rows)
    least_wide, least_high = (_cell_width(printed), PRINTED[1]) if printed else (PLAIN, PLAIN)
    # Few cells may be larger than they must.
    wide = across * max(least_wide, min(0.75, 3.2 / across))
    high = down * max(least_high, min(0.38, 1.6 / down))
    longest = widest(shown.columns)
    angle = np.deg2rad(_angle(shown.columns, wide / across))
    names_above = 0.2 + float(np.sin(angle)) * longest
    overhang = float(np.cos(angle) * (angle > 0)) * longest - 0.5 * wide / across
    left, right, below = 0.15 + widest(shown.rows), max(1.0, overhang + 0.1), 0.45
    header = 0.4 if title else 0.1
    width = max(left + wide + right, 0.3 + widest([_note(shown, mark)]))
    height = header + names_above + high + below
    figure = new_figure(width, height)

    def axes(x: float, tall: float, across: float) -> Axes:
        return figure.add_axes((x / width, (below + high - tall) / height, across / width, tall / height))

    return axes(left, high, wide), axes(left + wide + 0.2, min(high, 2.4), 0.12)


def _name(ax: Axes, shown: ResidualTable) -> None:
    """Names to the left, and above the cells, where those of columns slant unless they fit."""
    ax.set_yticks(range(len(shown.rows)), shown.rows, **name_style(NAME))
    angle = _angle(shown.columns, ax.get_window_extent().width / figure_of(ax).dpi / len(shown.columns))
    ax.xaxis.tick_top()
    ax.set_xticks(
        range(len(shown.columns)),
        shown.columns,
        rotation=angle,
        ha="left" if angle else "center",
        va="center" if angle == 90 else "baseline",
        rotation_mode="anchor",
        **name_style(NAME),
    )
    ax.tick_params(length=0, pad=4)


def _angle(columns: list[str], cell: float) -> int:
    """Names are level where they fit above their cells, and upright where slanting ones would meet."""
    if widest(columns) - _FREE <= cell:
        return 0
    return 45 if cell >= SLANTING else 90


def _print(ax: Axes, shown: ResidualTable, printed: list[list[str]] | None, image: AxesImage) -> None:
    """Numbers with their stars, or a dot for significance where the cells are too small for both."""
    stars = np.searchsorted(LEVELS, np.abs(shown.adjusted))
    dark = _dark(image)
    for (row, column), level in np.ndenumerate(stars):
        ink = "white" if dark[row, column] else INK
        if printed is not None:
            write_in_cell(ax, printed[row][column], row, column, 1.5, **text_style(7, ink))
            if level:
                write_in_cell(ax, "*" * int(level), row, column, -7, **text_style(6, ink))
    if printed is None:
        for color, chosen in (("white", dark), (INK, ~dark)):
            down, across = np.nonzero(chosen & (stars > 0))
            ax.scatter(across, down, s=1.6, color=color, linewidths=0)


def write_in_cell(ax: Axes, text: str, row: int, column: int, up: float, **how: Any) -> None:
    """Text in the middle of a cell, some points above it."""
    ax.annotate(
        text, (column, row), xytext=(0, up), textcoords="offset points", ha="center", va="center", **how
    )


def _dark(image: AxesImage) -> Array:
    """Whether letters in each cell must be white."""
    values = np.asarray(image.get_array())
    red, green, blue, _ = np.moveaxis(image.to_rgba(values), -1, 0)
    return np.asarray(0.299 * red + 0.587 * green + 0.114 * blue < 0.55)


def _note(shown: ResidualTable, mark: str) -> str:
    """What the marks mean, and how much of the table is shown."""
    parts = [mark]
    rows, columns = shown.shape
    if shown.residuals.shape != shown.shape:
        parts.append(
            f"{len(shown.rows):,} of {rows:,} rows and {len(shown.columns):,} of {columns:,} columns, those "
            f"that contribute most: {100 * shown.share:.0f} % of χ²"
        )
    return " · ".join(parts)


def _write(ax: Axes, shown: ResidualTable, mark: str, title: str | None) -> None:
    figure = figure_of(ax)
    width, height = figure.get_size_inches()
    if title:
        figure.text(0.15 / width, 1 - 0.12 / height, title, va="top", **name_style(11))
    figure.text(0.15 / width, 0.15 / height, _note(shown, mark), va="bottom", **text_style(8, QUIET))
