"""What a group, or an end of an axis, has more and less of than the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from firth.errors import InputError
from firth.plots.bars import Panel, bar_panels, widest, write_numbers
from firth.plots.canvas import COLUMNS, INK, QUIET, ROWS, name_style, text_style
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    VTests: TypeAlias = tuple[Sequence[str], Any]

LIMIT = 1.96
"""|v| of what has a probability of 5 % by chance."""
MOST_PANELS = 60
NOTE = "over-use right, under-use left · dashed: ±1.96, beyond which chance has 5 %"
PALE = 0.35
"""Opacity of the bars within the limits."""


def vtest_bars(
    groups: Mapping[str, VTests] | VTests,
    *,
    top: int = 10,
    title: str | None = None,
    across: int | None = None,
) -> Figure:
    """V-tests as bars: over-use to the right, under-use to the left, beside the lines at ±1.96.

    Each group has a panel, and all panels have the same scale. Bars within the lines are pale. Infinite
    values end where the longest finite bar does, and are printed as such.

    Parameters
    ----------
    groups : mapping of str to (names, v-tests), or one such pair
        What each group, or each axis, is described by.
    top : int, default 10
        How many bars are shown of each sign: the largest, and the most negative.
    title : str, optional
        A title above the picture.
    across : int, optional
        How many panels stand in a row; by default up to three.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> young = (["tea", "coffee", "wine"], [3.1, 0.4, -2.7])
    >>> old = (["tea", "coffee", "wine"], [-3.1, -0.4, 2.7])
    >>> figure = vtest_bars({"young": young, "old": old}, top=1)
    >>> [[tick.get_text() for tick in ax.get_yticklabels()] for ax in figure.axes]
    [['tea', 'wine'], ['wine', 'tea']]
    """
    if top < 1:
        raise InputError(f"top is {top}; at least 1 bar is shown of each sign.")
    if across is not None and across < 1:
        raise InputError(f"across is {across}; at least 1 panel stands in a row.")
    chosen = [_largest(name, *pair, top) for name, pair in _groups(groups).items()]
    low, high = _limits([values for _, values in chosen])
    across = across or _across(chosen)
    width = 3.4 if across == 1 else 2.6 if across == 2 else 2.2
    figure, axes = bar_panels(
        [panel for panel, _ in chosen],
        across=across,
        width=width,
        above=0.65 if title else 0.35,
        least=widest([NOTE]) + 0.2,
    )
    room = widest(["−88.8"], 7.0) + 0.05
    scale = (high - low) / (width - room * ((low < 0) + (high > 0)))
    for ax, (_, values) in zip(axes, chosen, strict=True):
        ax.set_xlim(low - scale * room * (low < 0), high + scale * room * (high > 0))
        _bars(ax, values, low, high)
    _write_header(figure, title)
    return figure


def _groups(groups: Mapping[str, VTests] | VTests) -> dict[str, VTests]:
    """One pair is a group without a name; every pair must have as many names as values."""
    found = dict(groups) if isinstance(groups, Mapping) else {"": groups}
    if not found:
        raise InputError("groups is empty; give the names and v-tests of at least one group.")
    if len(found) > MOST_PANELS:
        raise InputError(
            f"{len(found)} groups were given; at most {MOST_PANELS} fit in a picture, so draw several."
        )
    for name, pair in found.items():
        of = f" of group {name!r}" if name else ""
        if len(pair) != 2 or np.ndim(pair[1]) != 1 or len(pair[0]) != len(pair[1]):
            raise InputError(f"the v-tests{of} are not as many as names; give (names, values) of one length.")
    return found


def _largest(title: str, given: Sequence[str], v_tests: Any, top: int) -> tuple[Panel, Array]:
    """The largest of each sign, from the most over-used to the most under-used."""
    values = np.asarray(v_tests, dtype=float)
    known = np.flatnonzero(~np.isnan(values) & (values != 0))
    order = known[np.argsort(-values[known], kind="stable")]
    above, below = order[values[order] > 0][:top], order[values[order] < 0][-top:]
    chosen = np.concatenate([above, below])
    return Panel(str(title), [str(given[place]) for place in chosen]), values[chosen]


def _limits(values: list[Array]) -> tuple[float, float]:
    """The longest bar of either side in any panel, and the line at ±1.96 of each side that has bars."""
    every = np.concatenate([np.zeros(1), *values])
    finite = every[np.isfinite(every)]
    longest = max(float(np.abs(finite).max()), 1.1 * LIMIT)

    def end(sign: int) -> float:
        own = sign * every[sign * every > 0]
        if not own.size:
            return 0.0
        return sign * (1.05 * longest if np.isinf(own).any() else max(float(own.max()), 1.1 * LIMIT))

    low, high = end(-1), end(1)
    return (low, high) if low < high else (0.0, 1.1 * LIMIT)


def _across(chosen: list[tuple[Panel, Array]]) -> int:
    """Three in a row where names are short, for a page has seven inches or somewhat more."""
    longest = max((len(name) for panel, _ in chosen for name in panel.names), default=0)
    fitting = 3 if longest <= 18 and len(chosen) not in (2, 4) else 2
    return min(fitting, len(chosen))


def _bars(ax: Axes, values: Array, low: float, high: float) -> None:
    lengths = np.clip(values, low, high)
    drawn = ax.barh(
        np.arange(len(values)),
        lengths,
        height=0.7,
        color=[COLUMNS if value > 0 else ROWS for value in values],
        zorder=2,
    )
    for bar, value in zip(drawn.patches, values, strict=True):
        bar.set_alpha(1.0 if abs(value) >= LIMIT else PALE)
    write_numbers(ax, lengths, [_printed(value) for value in values])
    ax.axvline(0, color=INK, linewidth=0.7, zorder=3)
    for side, end in ((-LIMIT, low), (LIMIT, high)):
        if end:
            ax.axvline(side, color=INK, linewidth=0.8, linestyle=(0, (3, 2)), zorder=3)
    ax.spines["left"].set_visible(False)
    ax.set_xlabel("v-test", **text_style(8))


def _printed(value: float) -> str:
    """With one decimal, and without where the number is long."""
    size = abs(value)
    text = "∞" if np.isinf(size) else f"{size:.1f}" if size < 99.95 else f"{size:,.0f}"
    return f"−{text}" if value < 0 else text


def _write_header(figure: Figure, title: str | None) -> None:
    width, height = figure.get_size_inches()
    down = 0.12
    if title:
        figure.text(0.15 / width, 1 - down / height, title, va="top", **name_style(11))
        down += 0.3
    figure.text(0.15 / width, 1 - down / height, NOTE, va="top", **text_style(8, QUIET))
