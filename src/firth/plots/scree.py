"""How much each axis explains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from firth.ca import broken_stick
from firth.errors import InputError
from firth.plots.ca_map import analysis_kind, analysis_of
from firth.plots.canvas import COLUMNS, INK, ROWS, figure_of, legend_above, new_axes, plain_frame, words
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.plots.ca_map import Analysis

MOST_PRINTED = 15


def scree(analysis: Analysis, *, top: int = 30, pieces: int | None = None, ax: Axes | None = None) -> Figure:
    """Each axis's share of the inertia, their running sum, and the shares that chance alone would give.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        What `firth.correspondence` and its kin return, or a fitted `CorrespondenceAnalysis`.
    top : int, default 30
        How many axes are shown.
    pieces : int, optional
        Pieces of the broken stick; by default as many as the table can have axes: min(rows, columns) − 1, and
        of records the number of categories − that of variables.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; by default those of a new figure.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> import numpy as np
    >>> from firth.ca import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[326, 38, 241], [688, 116, 584], [98, 48, 403]]))
    >>> analysis = correspondence(table)
    >>> [round(float(bar.get_height()), 1) for bar in scree(analysis).axes[0].patches]
    [98.9, 1.1]
    """
    shares = analysis_of(analysis).shares
    if pieces is None:
        pieces = analysis_kind(analysis).possible_axes
    if top < 1:
        raise InputError(f"top is {top}; a scree plot shows at least 1 axis.")
    shown = 100 * shares[:top]
    numbers = np.arange(1, len(shown) + 1)
    ax = ax or new_axes(float(np.clip(1.2 + 0.6 * len(shown), 5.5, 9)), 4.3, (0.7, 0.25, 0.7, 0.45))
    stick = 100 * broken_stick(max(pieces, len(shares)))[: len(shown)]
    running = np.cumsum(shown)
    ax.bar(numbers, shown, width=0.7, color=ROWS, label="share of inertia", zorder=2)
    ax.plot(numbers, running, color=INK, marker="o", markersize=3, linewidth=1, label="cumulative", zorder=3)
    ax.plot(
        numbers,
        stick,
        color=COLUMNS,
        marker="s",
        markersize=3,
        linewidth=1.2,
        linestyle="--",
        label="broken stick",
        zorder=4,
    )
    _finish(ax, numbers, shown, max(float(running[-1]), float(stick[0])))
    return figure_of(ax)


def _finish(ax: Axes, numbers: Array, shares: Array, highest: float) -> None:
    plain_frame(ax)
    ax.set_xlim(0.4, len(numbers) + 0.6)
    ax.set_ylim(0, 1.06 * highest)
    ax.grid(axis="y", color="#EEEEEE", linewidth=0.8)
    ax.set_axisbelow(True)
    if len(numbers) <= MOST_PRINTED:
        shown = [f"{number}\n{share:.1f} %" for number, share in zip(numbers, shares, strict=True)]
        ax.set_xticks(numbers, shown, **words(8))
    else:
        ax.set_xticks(numbers[:: -(-len(numbers) // MOST_PRINTED)])
    ax.set_xlabel("Axis", **words(9.5))
    ax.set_ylabel("Share of inertia (%)", **words(9.5))
    handles = {label: handle for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    order = ("share of inertia", "cumulative", "broken stick")
    legend_above(ax, [handles[label] for label in order], order, text=words(9), ncols=3, borderaxespad=0.5)
