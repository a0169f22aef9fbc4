"""The page and its figure: seconds, memory and errors by the size of the text, ours beside the paper's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.ca.correspondence import ACCURACY, PATIENCE
from firth.plots.canvas import COLUMNS, FAINT, INK, QUIET, ROWS, new_figure, plain_frame, text_style
from firth.plots.labels import Label, draw_labels
from firth.runtime.arrays import Array
from firth.runtime.memory import format_size
from firth_papers.dssvd.solvers import CONVERGED, FIRTH, SHARE, SOLVERS
from firth_papers.engine.experiment import Results
from firth_papers.engine.page import Part, plain_table
from firth_papers.engine.printed import printed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER = printed("dssvd")


def method(results: Results) -> str:
    """The paragraph on what was done."""
    conditions = results["conditions"]
    settings, machine = conditions["settings"], conditions["machine"]
    packages = ", ".join(f"{name} {number}" for name, number in machine["packages"].items() if number)
    return (
        "Singular values and vectors of D(r)^-½ (P − rcᵀ) D(c)^-½, the residuals of correspondence analysis, "
        f"for words × the words up to {settings['window']} places after them, in the first megabytes of "
        f"wiki100m; words seen {settings['min_count']} times or more; {settings['axes']} axes. Every "
        "solver gets the same sparse table in a process of its own, with "
        f"{settings['threads']} thread{'s' if settings['threads'] > 1 else ''}. Seconds begin when the table "
        "is in memory, and imports and compilation are done; memory is the peak beyond what the process "
        "holds then. Other work on the machine lengthens the times of the dense solvers most, so compare "
        "on a quiet one.\n\n"
        "- **firth** never makes the table dense: it multiplies by a sparse matrix and one of rank one, as "
        "often as is usual for word vectors. **firth, converged** is `firth ca`: it goes on until residuals "
        f"are below {ACCURACY:.0e} of the first singular value, or {PATIENCE} times as long.\n"
        "- **scikit-learn** is `randomized_svd` as it comes, and **numpy SVD** is `numpy.linalg.svd`, both "
        "of the dense residuals, made in place.\n"
        "- **prince** is its `CA`, as it comes.\n\n"
        f"{machine['cores']} cores, {machine['processor']}; Python {machine['python']}, {packages}."
    )


def tables(results: Results) -> Iterator[Part]:
    """The paper's claims beside ours, what was measured as tables, and what was not run."""
    yield from ("## How many times more the others take", _times_more(results))
    shown: dict[str, Callable[[Results], str | None]] = {
        "Seconds": lambda one: None if one["seconds"] is None else f"{one['seconds']:.3g}",
        "Memory beyond the table": lambda one: None if one["memory"] is None else format_size(one["memory"]),
        "Largest relative error of a singular value": lambda one: _error(results, one),
    }
    for title, cell in shown.items():
        yield from (f"## {title}", _by_size(results, cell))
    yield (
        "Measured by numpy's SVD, and by firth's converged values where numpy was not run. scikit-learn, "
        "prince and firth, unless it is asked to converge, stop after a fixed number of rounds."
    )
    yield from ("## Not run, or not to the end", _missing(results))


def _times_more(results: Results) -> str:
    heads = ("against", "", "paper", "firth", "firth, converged")
    rows = []
    for rival in ("scikit-learn", "numpy", "prince"):
        for what, name in (("seconds", "time"), ("memory", "memory")):
            claim = PAPER["times_less"].get(rival, {}).get(what)
            ours = (_told_ratios(results, rival, own, what) for own in (FIRTH, CONVERGED))
            rows.append((SOLVERS[rival].title, name, f"{claim}×" if claim else "–", *ours))
    return plain_table(heads, rows) + (
        "\n\nOn the largest text that both were run on, and in brackets the range over all texts. numpy's "
        "values are exact, and compare with firth, converged; those of scikit-learn and prince are not, and "
        "compare with firth (see the errors below)."
    )


def _told_ratios(results: Results, rival: str, own: str, what: str) -> str:
    found = list(_ratios(results, rival, own, what))
    if not found:
        return "–"
    largest, ratio = found[-1]
    every = [value for _, value in found]
    return f"{ratio:.3g}× at {largest} MB ({min(every):.3g}–{max(every):.3g})"


def _by_size(results: Results, shown: Callable[[Results], str | None]) -> str:
    heads = ("MB of text", "words", "non-zeros", *(one.title for one in SOLVERS.values()))
    rows = []
    for table in results["tables"]:
        found = (_at(results, table["megabytes"], name) for name in SOLVERS)
        cells = ((shown(one) if one else None) or "–" for one in found)
        rows.append((table["megabytes"], f"{table['rows']:,}", f"{table['nonzeros']:,}", *cells))
    return plain_table(heads, rows)


def _missing(results: Results) -> str:
    lines = []
    for name, solver in SOLVERS.items():
        absent = [one for one in _of(results, name) if one["missing"]]
        for reason, group in groupby(absent, key=lambda one: str(one["missing"])):
            sizes = ", ".join(str(one["megabytes"]) for one in group)
            lines.append(f"- {solver.title}, {sizes} MB: {reason.removeprefix('not run: ')}.")
    if not lines:
        return "Everything was run."
    limit = results["conditions"]["settings"]["limit"]
    return "\n".join(lines) + (
        "\n\nA solver is not started when the dense matrices that it makes would need more than "
        f"{SHARE:.0%} of the free memory, or when by its time on a smaller text it would take more than "
        f"{limit:.0f} seconds; a process that does is stopped."
    )


# What results.json holds of a solver.


def _of(results: Results, solver: str) -> list[Results]:
    """Everything of one solver, smallest text first."""
    found = (one for one in results["measurements"] if one["solver"] == solver)
    return sorted(found, key=lambda one: int(one["megabytes"]))


def _at(results: Results, megabytes: int, solver: str) -> Results | None:
    """One of them."""
    return next((one for one in _of(results, solver) if one["megabytes"] == megabytes), None)


def _ratios(results: Results, solver: str, ours: str, what: str) -> Iterator[tuple[int, float]]:
    """(megabytes, how many times as much of it a solver takes as ours), where both have numbers."""
    for one in _of(results, solver):
        other = _at(results, one["megabytes"], ours)
        if other and one["seconds"] is not None and other["seconds"] is not None:
            yield one["megabytes"], one[what] / max(other[what], 1e-9)


def _error(results: Results, one: Results) -> str | None:
    """The largest relative error of its singular values, by numpy's or, without them, the converged."""
    candidates = (_at(results, one["megabytes"], name) for name in ("numpy", CONVERGED))
    truth = next((other for other in candidates if other and other["values"]), one)
    if truth is one:
        return None
    pairs = zip(one["values"], truth["values"], strict=False)
    error = max((abs(a / b - 1) for a, b in pairs), default=None)
    return None if error is None else f"{error:.1e}"


# The figure.

_STYLES: dict[str, dict[str, Any]] = {
    "firth": {"color": ROWS, "linestyle": "-", "marker": "o"},
    "firth-converged": {"color": ROWS, "linestyle": "--", "marker": "s"},
    "scikit-learn": {"color": COLUMNS, "linestyle": "-", "marker": "^"},
    "prince": {"color": "#007A5A", "linestyle": "-", "marker": "D"},
    "numpy": {"color": INK, "linestyle": "-", "marker": "v"},
}


def scaling_figure(results: Results) -> Figure:
    """Two panels with logarithmic axes; a line ends where its solver could not go on, as a note says."""
    figure = new_figure(11.2, 4.7)
    for place, what in enumerate(("seconds", "memory")):
        _panel(figure.add_axes((place / 2 + 0.06, 0.16, 0.42, 0.73)), results, what)
    settings = results["conditions"]["settings"]
    title = (
        f"Correspondence analysis of a growing text: {settings['axes']} axes, threads: {settings['threads']}"
    )
    figure.text(0.5, 0.94, title, ha="center", **text_style(10))
    figure.text(0.01, 0.02, _why_lines_end(results), **text_style(7.5, QUIET))
    return figure


def _panel(ax: Axes, results: Results, what: str) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

    lines = {}
    for name in SOLVERS:
        found = [(one["megabytes"], one[what]) for one in _of(results, name) if one["seconds"] is not None]
        if found:
            lines[name] = np.array(found, float)
            ax.plot(*lines[name].T, linewidth=1.3, markersize=4, **_STYLES[name])
    sizes = [table["megabytes"] for table in results["tables"]]
    ax.set(xscale="log", yscale="log")
    ax.set_xlim(min(sizes) / 1.15, max(sizes) * (max(sizes) / min(sizes)) ** 0.35)  # room for the names
    ax.xaxis.set_major_locator(FixedLocator(sizes))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    shown = format_size if what == "memory" else "{:g}".format
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: shown(value)))
    ax.yaxis.set_minor_formatter(NullFormatter())  # else powers of ten where the axis is short
    ax.grid(axis="y", color=FAINT, linewidth=0.5)
    ax.set_xlabel("MB of text", **text_style(9))
    ax.set_ylabel("Memory beyond the table" if what == "memory" else "Seconds", **text_style(9))
    plain_frame(ax)
    _name_ends(ax, lines)


def _name_ends(ax: Axes, lines: dict[str, Array]) -> None:
    """Names beside the last points, clear of all lines."""
    labels = [Label(SOLVERS[name].title, ends[-1], _STYLES[name]["color"]) for name, ends in lines.items()]
    along = np.vstack([_points_along(points) for points in lines.values()])
    draw_labels(ax, labels, markers=along, size=8, gap=5)


def _points_along(points: Array) -> Array:
    """Many places on the straight lines that join the points on logarithmic axes."""
    ends = np.linspace(0, 1, len(points))
    between = [np.interp(np.linspace(0, 1, 60), ends, column) for column in np.log(points).T]
    return np.asarray(np.exp(np.column_stack(between)))


def _why_lines_end(results: Results) -> str:
    reasons = []
    for name, solver in SOLVERS.items():
        first = next((one for one in _of(results, name) if one["missing"]), None)
        if first:
            reason = first["missing"].removeprefix("not run: ")
            reasons.append(f"{solver.title}, {first['megabytes']} MB: {reason}")
    return " · ".join(reasons)
