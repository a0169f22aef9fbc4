"""Time and memory against the size of the text, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from firth.plots.canvas import COLUMNS, FAINT, INK, QUIET, ROWS, new_figure, plain_frame, words
from firth.plots.labels import Label, draw_labels
from firth.runtime.arrays import Array
from firth.runtime.memory import format_size
from firth_papers.dssvd.contenders import CONTENDERS
from firth_papers.dssvd.results import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_STYLES: dict[str, dict[str, Any]] = {
    "firth": {"color": ROWS, "linestyle": "-", "marker": "o"},
    "firth-converged": {"color": ROWS, "linestyle": "--", "marker": "s"},
    "scikit-learn": {"color": COLUMNS, "linestyle": "-", "marker": "^"},
    "prince": {"color": "#007A5A", "linestyle": "-", "marker": "D"},
    "numpy": {"color": INK, "linestyle": "-", "marker": "v"},
}


def scaling_figure(results: Results) -> Figure:
    """Two panels with logarithmic axes; a line ends where its contender could not go on, as a note says."""
    figure = new_figure(11.2, 4.7)
    for place, what in enumerate(("seconds", "memory")):
        _panel(figure.add_axes((place / 2 + 0.06, 0.16, 0.42, 0.73)), results, what)
    settings = results.conditions["settings"]
    title = (
        f"Correspondence analysis of a growing text: {settings['axes']} axes, threads: {settings['threads']}"
    )
    figure.text(0.5, 0.94, title, ha="center", **words(10))
    figure.text(0.01, 0.02, _why_lines_end(results), **words(7.5, QUIET))
    return figure


def _panel(ax: Axes, results: Results, what: str) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

    lines = {}
    for name in CONTENDERS:
        found = [(one.megabytes, getattr(one, what)) for one in results.of(name) if one.seconds is not None]
        if found:
            lines[name] = np.array(found, float)
            ax.plot(*lines[name].T, linewidth=1.3, markersize=4, **_STYLES[name])
    sizes = [table.megabytes for table in results.tables]
    ax.set(xscale="log", yscale="log")
    ax.set_xlim(min(sizes) / 1.15, max(sizes) * (max(sizes) / min(sizes)) ** 0.35)  # room for the names
    ax.xaxis.set_major_locator(FixedLocator(sizes))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    shown = format_size if what == "memory" else "{:g}".format
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: shown(value)))
    ax.yaxis.set_minor_formatter(NullFormatter())  # else powers of ten where the axis is short
    ax.grid(axis="y", color=FAINT, linewidth=0.5)
    ax.set_xlabel("MB of text", **words(9))
    ax.set_ylabel("Memory beyond the table" if what == "memory" else "Seconds", **words(9))
    plain_frame(ax)
    _name_ends(ax, lines)


def _name_ends(ax: Axes, lines: dict[str, Array]) -> None:
    """Names beside the last points, clear of all lines."""
    labels = [Label(CONTENDERS[name].title, ends[-1], _STYLES[name]["color"]) for name, ends in lines.items()]
    along = np.vstack([_points_along(points) for points in lines.values()])
    draw_labels(ax, labels, markers=along, size=8, gap=5)


def _points_along(points: Array) -> Array:
    """Many places on the straight lines that join the points on logarithmic axes."""
    ends = np.linspace(0, 1, len(points))
    between = [np.interp(np.linspace(0, 1, 60), ends, column) for column in np.log(points).T]
    return np.asarray(np.exp(np.column_stack(between)))


def _why_lines_end(results: Results) -> str:
    reasons = []
    for name, contender in CONTENDERS.items():
        first = next((one for one in results.of(name) if one.missing), None)
        if first:
            reason = first.missing.removeprefix("not run: ")
            reasons.append(f"{contender.title}, {first.megabytes} MB: {reason}")
    return " · ".join(reasons)
