"""What the colors of a map say: sides, variables, groups of rows, or statistics, with what explains them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.ca.side import SideName
from firth.errors import InputError
from firth.plots.ca_map import CAMap, MapPoints
from firth.plots.canvas import COLUMNS, FAINT, INK, QUIET, ROWS, one_line, text_style
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PointColor = Literal["side", "variable", "group", "cos2", "contribution"]

SIDE_COLORS = {"rows": ROWS, "columns": COLUMNS}
SUPPLEMENTARY_COLORS = {"rows": "#5B4BA5", "columns": "#1E7A4C"}
SIDE_MARKERS = {"rows": "o", "columns": "^"}

CLASS_COLORS = (
    "#0072B2", "#C84E00", "#008F68", "#B0508C", "#8A6D00", "#4C8FC9", "#A01C3C", "#5B8C2A", "#6A4FA3",
    "#B57A2B", "#2B8C96", "#D0607A", "#4A5A8C", "#7A5A3C", "#8FA000", "#9C6ADE", "#3C6E47", "#C05AC0",
    "#66727F", "#E0701A",
)  # fmt: skip
"""Twenty colors dark enough for letters on white, neighbors unlike; the first are those of Okabe and Ito."""

SCALE = ("#9AA5B0", "#4B8AC6", "#6F3FA5", "#C2104E")
"""From little to much: gray, blue, violet, red; the first is still legible."""
UNKNOWN = "#B5B5B5"
LEAST_CONTRAST = 4.0
"""Of letters to white; paler ones are lost in print."""
_POWERS = {"cos2": 1.0, "contribution": 0.5}
"""Most contributions are small: colors follow their roots."""

_LEGEND_ROW = 0.18
"""Inches: the height of a row of the legend of classes."""
_LETTER = 0.066
"""Inches: the average width of a letter of a legend."""


@dataclass(frozen=True, eq=False)
class PointColors:
    """A color for each point of a map, and what explains them.

    points: for each part of the map, an array of colors as text. classes: the name and color of each variable
    or group. scale: the name and largest value of a statistic, and the power of
    it that colors follow, for a color bar. classes_of: the side that they divide. title: what the classes
    are values of, where it has a name.
    """

    points: Sequence[Array]
    classes: Sequence[tuple[str, str]] = ()
    scale: tuple[str, float, float] | None = None
    classes_of: SideName = "columns"
    title: str = ""

    def legend_color(self, part: int) -> str:
        """The color of a part of the map in the legend of sides: its own, or that of ink if it has many."""
        colors = self.points[part]
        return str(colors[0]) if len(set(colors.tolist())) == 1 else INK


def point_colors(
    shown: CAMap, axes: tuple[int, ...], color: PointColor, groups: Sequence[Any] | Array | None
) -> PointColors:
    """The colors of the points of a map, as asked for."""
    if color not in ("side", "variable", "group", "cos2", "contribution"):
        raise InputError(
            f"color is {color!r}; choose 'variable', 'group', 'cos2' or 'contribution', or leave it out."
        )
    if (color == "group") != (groups is not None):
        raise InputError(
            "color='group' and groups belong together: give groups, with one value for each row."
        )
    if color == "variable":
        return _by_variable(shown)
    if color == "group":
        return _by_group(shown, groups)
    if color in ("cos2", "contribution"):
        return _by_statistic(shown, axes, color)
    return PointColors([np.full(len(part.names), side_color(part)) for part in shown.points])


def side_color(part: MapPoints) -> str:
    """That of rows or columns; supplementary ones have others."""
    return (SUPPLEMENTARY_COLORS if part.supplementary else SIDE_COLORS)[part.side]


def _by_variable(shown: CAMap) -> PointColors:
    variables = list(dict.fromkeys(name for part in shown.points for name in part.variables or ()))
    if not variables:
        raise InputError(
            "color='variable' is for the categories of a multiple correspondence analysis; the columns of "
            "this table belong to no variables."
        )
    palette = {name: class_color(place) for place, name in enumerate(variables)}
    colors = [
        np.full(len(part.names), QUIET)
        if part.variables is None
        else np.array([palette[name] for name in part.variables])
        for part in shown.points
    ]
    return PointColors(colors, list(palette.items()))


def _by_group(shown: CAMap, groups: Any) -> PointColors:
    values = ["" if value is None else str(value) for value in groups]
    rows = next(part for part in shown.points if part.side == "rows" and not part.supplementary)
    if len(values) != len(rows.names):
        raise InputError(
            f"groups has {len(values):,} values, and the analysis has {len(rows.names):,} {rows.noun}; give "
            "one value for each, in order."
        )
    found = sorted({value for value in values if value})
    if len(found) > len(CLASS_COLORS):
        raise InputError(
            f"groups has {len(found):,} different values; colors tell {len(CLASS_COLORS)} apart at most. "
            "Gather the rare ones."
        )
    palette = {name: class_color(place) for place, name in enumerate(found)}
    own = np.array([palette.get(value, UNKNOWN) for value in values])
    colors = [
        own if part is rows else np.full(len(part.names), INK if part.side == "columns" else QUIET)
        for part in shown.points
    ]
    title = one_line(str(getattr(groups, "name", None) or ""))
    return PointColors(colors, list(palette.items()), classes_of="rows", title=title)


def _by_statistic(shown: CAMap, axes: tuple[int, ...], what: Literal["cos2", "contribution"]) -> PointColors:
    values = [
        part.quality(axes)
        if what == "cos2"
        else (None if part.supplementary else part.importance(shown.inertias, axes))
        for part in shown.points
    ]
    most = max((float(part.max()) for part in values if part is not None), default=0.0) or 1.0
    ramp, power = statistic_colors(), _POWERS[what]
    colors = [
        np.full(len(part.names), UNKNOWN) if found is None else _hex(ramp((found / most) ** power))
        for part, found in zip(shown.points, values, strict=True)
    ]
    title = "cos² on these axes" if what == "cos2" else "contribution to these axes"
    return PointColors(colors, scale=(title, most, power))


def legible(color: str) -> str:
    """A color for letters on white: darkened as far as print needs, with contrast of at least 4.

    >>> legible("#0072B2"), legible("#B5B5B5")
    ('#0072B2', '#7f7f7f')
    """
    from matplotlib.colors import to_rgb

    rgb = np.array(to_rgb(color))
    for part in np.linspace(1.0, 0.3, 36).tolist():
        light = np.clip(part * rgb, 0, 1)
        linear = np.where(light <= 0.04045, light / 12.92, ((light + 0.055) / 1.055) ** 2.4)
        if 1.05 / (float(linear @ (0.2126, 0.7152, 0.0722)) + 0.05) >= LEAST_CONTRAST:
            return color if part == 1.0 else str(_hex(light[None])[0])
    return str(_hex(0.3 * rgb[None])[0])


def statistic_colors() -> Any:
    """The color map of statistics."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("firth", SCALE)


def _hex(colors: Array) -> Array:
    from matplotlib.colors import to_hex

    return np.array([to_hex(color) for color in colors])


def class_color(place: int) -> str:
    """The color of a variable or group; after the twentieth they come again."""
    return CLASS_COLORS[place % len(CLASS_COLORS)]


def class_rows(colors: PointColors, width: float) -> tuple[int, int]:
    """How many columns and rows the legend of classes takes in so many inches."""
    if not colors.classes:
        return 1, 0
    widest = max(len(one_line(name)) for name, _ in colors.classes) * _LETTER + 0.35
    columns = int(np.clip(width / widest, 1, len(colors.classes)))
    rows = -(-len(colors.classes) // columns)
    return -(-len(colors.classes) // rows), rows


def class_legend_height(colors: PointColors, width: float) -> float:
    """Inches that the legend of classes needs below a map."""
    rows = class_rows(colors, width)[1]
    return _LEGEND_ROW * (rows + bool(colors.title)) + 0.1 * (rows > 0)


def draw_class_legend(ax: Axes, colors: PointColors) -> None:
    """The variables or groups and their colors, below the title of the horizontal axis."""
    if not colors.classes:
        return
    from matplotlib.legend import Legend
    from matplotlib.lines import Line2D

    box = ax.get_position(original=True)
    figure = ax.get_figure(root=True)
    width, height = (float(side) for side in figure.get_size_inches()) if figure else (7.0, 7.0)
    columns, _ = class_rows(colors, box.width * width)
    handles = [
        Line2D([], [], linestyle="none", marker=SIDE_MARKERS[colors.classes_of], markersize=5, color=color)
        for _, color in colors.classes
    ]
    legend = Legend(
        ax, handles, [one_line(name) for name, _ in colors.classes], loc="upper left", ncols=columns,
        bbox_to_anchor=(0.0, -0.48 / (box.height * height)), frameon=False, borderaxespad=0, borderpad=0,
        handletextpad=0.1, columnspacing=1.0, labelspacing=0.3, handlelength=1.2,
    )  # fmt: skip
    if colors.title:
        legend.set_title(colors.title)
        legend.set_alignment("left")
    for text in (*legend.get_texts(), legend.get_title()):
        text.set(**text_style(8), parse_math=False)
    ax.add_artist(legend)
    legend.set_clip_on(False)  # what is clipped counts as within the axes, and notebooks cut it off


def draw_color_bar(ax: Axes, colors: PointColors) -> None:
    """The scale of a statistic, to the right of the map."""
    if colors.scale is None:
        return
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import PowerNorm

    title, most, power = colors.scale
    inset = ax.inset_axes((1.03, 0.25, 0.022, 0.5))
    figure = ax.get_figure(root=True)
    assert figure is not None
    bar = figure.colorbar(ScalarMappable(PowerNorm(power, 0, most), statistic_colors()), cax=inset)
    bar.outline.set_edgecolor(FAINT)
    bar.ax.tick_params(labelsize=7.5, length=2, color=QUIET, labelcolor=INK)
    bar.ax.yaxis.set_major_formatter("{x:.2g}" if title.startswith("cos") else _percent)
    bar.set_label(title, **text_style(8))


def _percent(value: float, _place: float) -> str:
    return f"{100 * value:.3g} %"


def part_marker(part: MapPoints) -> str:
    """Circles for rows, triangles for columns."""
    return SIDE_MARKERS[part.side]
