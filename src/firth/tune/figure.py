"""Development scores against each setting that was varied, as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from firth.errors import InputError
from firth.plots.canvas import (
    FAINT,
    MARKERS,
    PALETTE,
    name_style,
    new_figure,
    one_line,
    plain_frame,
    text_style,
)
from firth.tune.configuration import Configuration
from firth.tune.search import Trial

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ACROSS = 3
_WIDE, _HIGH = 2.5, 2.4
_LEFT, _GAP, _BELOW, _LINE = 0.65, 0.2, 0.7, 0.22
"""Inches: panels, what is left of, between and below them, and a line of the legend."""


class _Point(NamedTuple):
    """A trial: its recipe, its settings in words or numbers, and its score."""

    recipe: str
    settings: dict[str, Any]
    score: float


def tuning_figure(trials: Sequence[Trial]) -> Figure:
    """A panel for each setting that was varied: the best score with each value, for each recipe.

    The best is over all other settings, so it shows what a value can do. Every trial is a faint dot; those
    far below are outside the frame.

    >>> tried = [Trial(Configuration("ppmi", w, "flat", 0.5, 9), {"mine": w / 10}) for w in (2, 5)]
    >>> [axes.get_xlabel() for axes in tuning_figure(tried).axes]
    ['window']
    """
    points = [_point(trial) for trial in trials if not trial.refused]
    if not points:
        raise InputError("there are no scores to draw; no configuration could be made.")
    recipes = list(dict.fromkeys(point.recipe for point in points))
    panels = {head: _values(points, head) for head in dict.fromkeys(h for p in points for h in p.settings)}
    varied = {head: values for head, values in panels.items() if len(values) > 1} or {"dim": panels["dim"]}
    down = -(-len(varied) // _ACROSS)
    across = -(-len(varied) // down)
    above = _LINE * (1 + -(-len(recipes) // across)) + 0.1
    width, height = _LEFT + across * (_WIDE + _GAP), down * (_HIGH + _BELOW) + above + 0.2
    figure = new_figure(width, height)
    for place, (head, values) in enumerate(varied.items()):
        row, column = divmod(place, across)
        x, y = _LEFT + column * (_WIDE + _GAP), (down - 1 - row) * (_HIGH + _BELOW) + _BELOW + 0.1
        ax = figure.add_axes((x / width, y / height, _WIDE / width, _HIGH / height))
        _panel(ax, head, values, points, recipes)
        if column:
            ax.tick_params(labelleft=False)
        else:
            ax.set_ylabel("mean Spearman", **text_style(8))
    low, high = _limits(figure.axes)
    for ax in figure.axes:
        ax.set_ylim(low, high)
    _legend(figure, across, width, height)
    return figure


def _point(trial: Trial) -> _Point:
    one: Configuration = trial.configuration
    settings = {
        "window": one.window,
        "weights": one.weights,
        "exponent": one.exponent,
        "dim": one.dim,
        **{f"option {name}": value for name, value in one.options},
        "then": ", ".join(one.steps) or "nothing",
    }
    return _Point(one.recipe, settings, trial.development)


def _values(points: Sequence[_Point], head: str) -> list[Any]:
    """The values of a setting, in order."""
    found = {point.settings[head] for point in points if head in point.settings}
    return sorted(found, key=None if _numeric(found) else str)


def _numeric(values: Iterable[Any]) -> bool:
    return all(isinstance(value, int | float) for value in values)


def _panel(ax: Axes, head: str, values: list[Any], points: Sequence[_Point], recipes: Sequence[str]) -> None:
    with_head = [point for point in points if head in point.settings]
    for number, recipe in enumerate(recipes):
        own = [(values.index(p.settings[head]), p.score) for p in with_head if p.recipe == recipe]
        color = PALETTE[number % len(PALETTE)]
        shift = 0.1 * (number - (len(recipes) - 1) / 2) / max(1, len(recipes) / 4)
        ax.scatter(
            [x + shift for x, _ in own], [y for _, y in own], s=5, color=color, alpha=0.3, linewidths=0
        )
        best = {x: max(score for place, score in own if place == x) for x in sorted({x for x, _ in own})}
        ax.plot(
            [x + shift for x in best], list(best.values()), linewidth=1.3 if _numeric(values) else 0,
            color=color, marker=MARKERS[number % len(MARKERS)], markersize=4, label=one_line(recipe),
        )  # fmt: skip
    plain_frame(ax)
    ax.grid(axis="y", color=FAINT, linewidth=0.5)
    ax.set_axisbelow(True)
    ax.set_xlim(-0.4, len(values) - 0.6)
    shown = [f"{value:.3g}" if isinstance(value, float) else str(value) for value in values]
    ax.set_xticks(range(len(values)), [one_line(text, most=16) for text in shown], **name_style(8))
    ax.set_xlabel(head, **name_style(8))


def _limits(panels: Sequence[Axes]) -> tuple[float, float]:
    """What all lines need, and a little more."""
    heights = np.concatenate([np.asarray(line.get_ydata(), float) for ax in panels for line in ax.lines])
    low, high = float(heights.min()), float(heights.max())
    margin = 0.12 * (high - low) or 0.05
    return low - margin, high + margin


def _legend(figure: Figure, columns: int, width: float, height: float) -> None:
    figure.text(
        0.1 / width,
        1 - 0.1 / height,
        "best of all other settings, on the development pairs",
        va="top",
        **text_style(9),
    )
    lines, labels = figure.axes[0].get_legend_handles_labels()
    legend = figure.legend(
        lines, labels, loc="upper left", bbox_to_anchor=(0.02 / width, 1 - _LINE / height), ncols=columns,
        frameon=False, borderaxespad=0.1,
    )  # fmt: skip
    for text in legend.get_texts():
        text.set(**name_style(8))
