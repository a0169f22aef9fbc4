"""Scores with their intervals, one color for each embedding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from firth.errors import InputError
from firth.evaluate.measures import WORDING, Kind, Measure
from firth.plots.canvas import (
    MARKERS,
    PALETTE,
    QUIET,
    figure_of,
    legend_above,
    name_style,
    new_axes,
    one_line,
    plain_frame,
    text_style,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.evaluate import Report

_ROW = 0.12
"""Inches from one embedding to the next."""
_HEAD = 0.34
"""Inches for the name of a kind of test."""


def score_plot(reports: Mapping[str, Report]) -> Figure:
    """Scores as dots with their intervals: a row for each test, a color for each embedding.

    Of the analogies only the sums are drawn.

    Parameters
    ----------
    reports : mapping of str to Report
        Reports by the name of the embedding, such as those of a `Comparison`.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import numpy as np
    >>> from firth.core import Embedding, Vocabulary
    >>> from firth.evaluate import evaluate
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "mine.txt"
    >>> _ = path.write_text("tiger cat 7.35\\ncar cat 1.1\\n")
    >>> e = Embedding(np.eye(3), Vocabulary.from_counts({"cat": 3, "tiger": 2, "car": 1}))
    >>> figure = score_plot({"mine": evaluate(e, sets=[path], analogies=False)})
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['mine', 'mean']
    """
    tests = _tests(reports)
    if not tests:
        raise InputError("there are no scores to draw; evaluate at least one test.")
    kinds = list(dict.fromkeys(measures[0].kind for measures in tests))
    band = _ROW * (len(reports) + 1.2)
    height = band * len(tests) + _HEAD * len(kinds)
    labels = [one_line(measures[0].name, most=30) for measures in tests]
    left = 0.35 + 0.066 * max(map(len, labels))
    above = 0.2 + 0.2 * len(reports)
    ax = new_axes(left + 5.2 + 0.25, height + above + 0.55, (left, 0.25, 0.55, above))
    places = _places(tests, band)
    for number, name in enumerate(reports):
        shift = (number - (len(reports) - 1) / 2) * _ROW
        _dots(ax, [m[number] for m in tests], [place + shift for place in places], number, name)
    _finish(ax, tests, places, labels, height, band)
    return figure_of(ax)


def _tests(reports: Mapping[str, Report]) -> list[tuple[Measure, ...]]:
    """The measures of each test, one for each report."""
    columns = zip(*(report.measures for report in reports.values()), strict=True)
    return [measures for measures in columns if measures[0].kind != "analogy" or measures[0].summary]


def _places(tests: Sequence[tuple[Measure, ...]], band: float) -> list[float]:
    """Inches from the top to the middle of each test, with room above the first of each kind."""
    places: list[float] = []
    top, last = 0.0, None
    for measures in tests:
        top += _HEAD if measures[0].kind != last else 0.0
        places.append(top + band / 2)
        top, last = top + band, measures[0].kind
    return places


def _dots(ax: Axes, measures: Sequence[Measure], heights: Sequence[float], number: int, name: str) -> None:
    color, marker = PALETTE[number % len(PALETTE)], MARKERS[number % len(MARKERS)]
    scores = [(m.score, y) for m, y in zip(measures, heights, strict=True) if m.score is not None]
    spans = [(m.interval, y) for m, y in zip(measures, heights, strict=True) if m.interval is not None]
    ax.hlines(
        [y for _, y in spans],
        [interval.low for interval, _ in spans],
        [interval.high for interval, _ in spans],
        color=color,
        linewidth=1.4,
        zorder=3,
    )
    ax.plot(
        [score for score, _ in scores],
        [y for _, y in scores],
        linestyle="",
        marker=marker,
        markersize=4,
        color=color,
        label=one_line(name),
        zorder=4,
    )


def _finish(
    ax: Axes,
    tests: Sequence[tuple[Measure, ...]],
    places: Sequence[float],
    labels: Sequence[str],
    height: float,
    band: float,
) -> None:
    plain_frame(ax)
    ax.set_ylim(height, 0)
    low, high = _range(tests)
    ax.set_xlim(low, high)
    ax.grid(axis="x", color="#EEEEEE", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.set_yticks(places, labels, **name_style(8))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    for kind, place in _first_of_kind(tests, places).items():
        wording = WORDING[kind]
        heading = f"{wording.title} ({wording.score})"
        ax.text(low, place - band / 2 - 0.06, heading, va="bottom", **text_style(9))
    for measures, place in zip(tests, places, strict=True):
        if measures[0].summary:
            ax.axhspan(place - band / 2, place + band / 2, color="#F5F5F5", zorder=0)
    legend_above(ax, text=name_style(9), borderaxespad=0.3)
    ax.set_xlabel(_caption(tests), **text_style(8, QUIET))


def _range(tests: Sequence[tuple[Measure, ...]]) -> tuple[float, float]:
    """From 0, or lower, to 1, or a little beyond what is drawn where that is much less."""
    ends = [m.score for measures in tests for m in measures if m.score is not None]
    ends += [end for measures in tests for m in measures if m.interval is not None for end in m.interval]
    lowest, highest = min([0.0, *ends]), max([0.1, *ends])
    return lowest - (0.03 if lowest < 0 else 0), min(1.02, highest + 0.06)


def _first_of_kind(tests: Sequence[tuple[Measure, ...]], places: Sequence[float]) -> dict[Kind, float]:
    first: dict[Kind, float] = {}
    for measures, place in zip(tests, places, strict=True):
        first.setdefault(measures[0].kind, place)
    return first


def _caption(tests: Sequence[tuple[Measure, ...]]) -> str:
    resampling = tests[0][0].samples[0].resampling
    if not resampling.resamples:
        return ""
    return f"lines: bootstrap intervals of {resampling.level:.0%}, {resampling.resamples:,} resamples"
