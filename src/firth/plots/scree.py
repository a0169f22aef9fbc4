"""How much each axis explains, and how much chance would."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from firth.ca import broken_stick
from firth.errors import InputError
from firth.plots.ca_map import analysis_kind, analysis_of
from firth.plots.canvas import (
    COLUMNS,
    INK,
    QUIET,
    ROWS,
    figure_of,
    legend_above,
    new_axes,
    plain_frame,
    text_style,
    write_at,
)
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.ca import Correspondence
    from firth.ca.multiple import Inertia
    from firth.plots.ca_map import Analysis

MOST_PRINTED = 15
"""Up to so many axes have their shares printed."""
OF_TABLE = {
    "indicator": "the indicator table's ",
    "burt": "the Burt table's ",
    "joint": "the joint analysis's ",
}
PALE = "#9CC3DC"
"""Of the axes beyond those recommended."""


def scree(
    analysis: Analysis,
    *,
    top: int = 30,
    permuted: tuple[Any, Any] | None = None,
    recommended: int | None = None,
    stick: bool | None = None,
    pieces: int | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Each axis's share of the inertia, beside what independence or chance would give.

    Shares and their running sum are printed where there are at most 15 axes. Shares are those of the version
    of inertia that a multiple analysis has, adjusted ones by default.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        What `firth.correspondence` and its kin return, or a fitted `CorrespondenceAnalysis`.
    top : int, default 30
        How many axes are shown.
    permuted : pair of arrays of shape (axes,), optional
        The mean and the 95 % quantile of the inertias λ (not shares) that chance gives each axis, in tables
        with the same margins or records with each variable permuted: `chance.means` and `chance.limits` of
        `firth.ca.number_of_axes`. λ of records are those of the indicator table, whatever the version.
    recommended : int, optional
        The number of axes to interpret; the bars of the others are pale.
    stick : bool, optional
        Whether the broken stick is drawn; by default for tables without permuted inertias.
    pieces : int, optional
        Pieces of the broken stick; by default as many as the table can have axes: min(rows, columns) − 1, of
        records the number of categories − that of variables, and of adjusted shares those above 0.
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
    >>> figure = scree(analysis, permuted=([0.0011, 0.0003], [0.0025, 0.0008]), recommended=1)
    >>> [round(float(bar.get_height()), 1) for bar in figure.axes[0].patches]
    [98.9, 1.1]
    """
    found = analysis_of(analysis)
    if top < 1:
        raise InputError(f"top is {top}; a scree plot shows at least 1 axis.")
    _check(recommended, permuted)
    version = _version(found)
    shares = found.shares
    if version == "adjusted":
        shares = shares[: max(1, np.count_nonzero(shares))]  # those of axes with λ < 1/Q are 0
    shown = 100 * shares[:top]
    if stick is None:
        stick = permuted is None and version is None
    numbers = np.arange(1, len(shown) + 1)
    ax = ax or new_axes(float(np.clip(1.2 + 0.6 * len(shown), 5.5, 9)), 4.3, (0.7, 0.25, 0.85, 0.5))
    share = "adjusted share" if version == "adjusted" else "share"
    ax.bar(numbers, shown, width=0.7, color=_colors(len(shown), recommended), label=share, zorder=2)
    lines = []
    if stick:
        broken = 100 * _stick(found, analysis, pieces)[: len(shown)]
        lines.append(_line(ax, broken, "broken stick", color=INK, marker="D", style=":"))
    if permuted is not None:
        mean, upper = (100 * _as_shares(found, values)[: len(shown)] for values in permuted)
        lines.append(_line(ax, mean, "mean by chance", color=COLUMNS, marker="", style=":"))
        lines.append(_line(ax, upper, "95 % by chance", color=COLUMNS, marker="s", style="--"))
    highest = max([float(shown.max()), *(float(line.max()) for line in lines if line.size)])
    _frame(ax, shown, lines, highest)
    _legend(ax, share)
    if recommended is not None:
        _mark(ax, recommended, len(shown), highest)
    ax.set_ylabel(f"{share.capitalize()} of {OF_TABLE.get(version or '', '')}inertia (%)", **text_style(9.5))
    return figure_of(ax)


def _check(recommended: int | None, permuted: tuple[Any, Any] | None) -> None:
    if recommended is not None and recommended < 0:
        raise InputError(f"recommended is {recommended}; give the number of axes to mark, 0 or more.")
    if permuted is not None and len(permuted) != 2:
        raise InputError(
            f"permuted has {len(permuted)} parts; give two arrays, the mean and the upper quantile of each "
            "axis's inertia."
        )


def _version(found: Correspondence) -> Inertia | None:
    """Which table's inertia the shares of a multiple analysis are parts of; None for a simple one."""
    from firth.ca import MultipleCorrespondence

    return (found.inertia or "adjusted") if isinstance(found, MultipleCorrespondence) else None


def _as_shares(found: Correspondence, inertias: Any) -> Array:
    """Inertias of other tables with the same margins, as parts of the total that the shares are parts of."""
    from firth.ca import MultipleCorrespondence

    values = np.asarray(inertias, dtype=float)
    if not isinstance(found, MultipleCorrespondence):
        return np.asarray(values / found.total_inertia)
    version = _version(found)
    if version == "joint":
        raise InputError(
            "permuted inertias cannot be compared with those of a joint analysis; draw the scree plot of an "
            "analysis with inertia='adjusted'."
        )
    if version == "burt":
        return np.asarray(values**2 / found.burt_inertia)
    if version == "indicator":
        return np.asarray(values / found.indicator_inertia)
    q = found.variables
    above = np.maximum(values - 1 / q, 0.0)  # below 1/Q an axis says nothing about pairs of variables
    return np.asarray((q / (q - 1)) ** 2 * above**2 / found.adjusted_total)


def _stick(found: Correspondence, analysis: Analysis, pieces: int | None) -> Array:
    """The broken stick; of adjusted shares, which do not sum to 1, it is their sum that is broken."""
    shares = found.shares
    if _version(found) == "adjusted":
        above = shares[shares > 0]
        return np.asarray(above.sum() * broken_stick(max(pieces or 1, len(above))))
    pieces = analysis_kind(analysis).possible_axes if pieces is None else pieces
    return broken_stick(max(pieces, len(shares)))


def _colors(axes: int, recommended: int | None) -> list[str]:
    return [ROWS if recommended is None or axis < recommended else PALE for axis in range(axes)]


def _line(ax: Axes, values: Array, label: str, *, color: str, marker: str, style: str) -> Array:
    ax.plot(
        np.arange(1, len(values) + 1),
        values,
        color=color,
        marker=marker,
        markersize=3.2,
        markeredgecolor="white",
        markeredgewidth=0.4,
        linewidth=1.2,
        linestyle=style,
        label=label,
        zorder=4,
    )
    return values


def _frame(ax: Axes, shares: Array, lines: list[Array], highest: float) -> None:
    """The lowest line of the ticks is the running sum: a curve up to 100 % would press the bars down."""
    plain_frame(ax)
    ax.set_xlim(0.4, len(shares) + 0.6)
    ax.set_ylim(0, 1.17 * highest)
    ax.grid(axis="y", color="#EEEEEE", linewidth=0.8)
    ax.set_axisbelow(True)
    numbers = np.arange(1, len(shares) + 1)
    running = np.cumsum(shares)
    if len(shares) <= MOST_PRINTED:
        ax.set_xticks(
            numbers,
            [f"{number}\n{part:.1f} %" for number, part in zip(numbers, running, strict=True)],
            **text_style(8),
        )
        for number, part in zip(numbers, shares, strict=True):
            over = [float(line[number - 1]) for line in lines if number <= len(line)]
            ax.annotate(
                f"{part:.1f}",
                (float(number), _clear(float(part), over, 0.07 * highest)),
                xytext=(0, 2),
                textcoords="offset points",
                ha="center",
                va="bottom",
                zorder=5,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.4, "alpha": 0.8},
                **text_style(7.5),
            )
        ax.set_xlabel("Axis, and the cumulative share", **text_style(9.5))
    else:
        ax.set_xticks(numbers[:: -(-len(numbers) // MOST_PRINTED)])
        ax.set_xlabel(f"Axis (those shown have {running[-1]:.1f} % together)", **text_style(9.5))


def _clear(bar: float, lines: list[float], tall: float) -> float:
    """Where the number of a bar begins: on it, or above the lines that would pass through the number."""
    place = bar
    for line in sorted(lines):
        if place - 0.3 * tall < line < place + tall:
            place = line + 0.2 * tall
    return place


def _legend(ax: Axes, share: str) -> None:
    from matplotlib.patches import Patch

    handles = {label: handle for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    handles[share] = Patch(color=ROWS)  # that of the bars is pale where no axis is recommended
    order = [share, "broken stick", "mean by chance", "95 % by chance"]
    shown = [label for label in order if label in handles]
    if len(shown) > 1:
        legend_above(
            ax,
            [handles[label] for label in shown],
            shown,
            text=text_style(8.5),
            ncols=2 if len(shown) == 4 else 3,
            borderaxespad=0.5,
            columnspacing=1.2,
            handlelength=1.8,
        )


def _mark(ax: Axes, recommended: int, shown: int, highest: float) -> None:
    """A line after the last axis to interpret, with the number in words."""
    text = f"{recommended or 'no'} {'axis' if recommended < 2 else 'axes'} to interpret"
    if 0 < recommended < shown:
        ax.axvline(recommended + 0.5, color=QUIET, linewidth=0.9, zorder=1)
        ax.text(recommended + 0.58, 1.155 * highest, text, ha="left", va="top", **text_style(8.5))
    else:
        write_at(ax, text, (1, 1), (0, -2), ha="right", va="top", **text_style(8.5))
