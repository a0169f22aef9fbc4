"""Supplementary quantitative variables as arrows in a circle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from firth.errors import InputError
from firth.plots.ca_map import analysis_of, checked_axes
from firth.plots.canvas import (
    COLUMNS,
    FAINT,
    figure_of,
    fit_box,
    new_axes,
    require_matplotlib,
    text_style,
    write_at,
)
from firth.plots.labels import Label, draw_labels
from firth.plots.map_axes import title_axes
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from firth.ca.supplementary_variables import Quantities
    from firth.plots.ca_map import Analysis

_SIDE = 4.6
"""Inches: of the square that the circle is in."""
_ALONG = 24
"""Points along an arrow that names keep off."""


def correlation_circle(
    analysis: Analysis,
    correlations: Quantities | Mapping[str, Array],
    *,
    axes: tuple[int, ...] = (1, 2),
    title: str | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Correlations of quantitative variables with two axes, as arrows in the circle of radius 1.

    An arrow as long as the circle's radius is a variable that both axes determine; one near the center has
    nothing to do with them. An arrow points to where its variable is large.

    Parameters
    ----------
    analysis : Correspondence or fitted estimator
        What the variables are supplementary to.
    correlations : Quantities, or mapping of str to array of shape (axes,)
        What `firth.ca.supplementary_quantities` returns; or the correlation of each variable with all axes
        kept.
    axes : tuple of int, default (1, 2)
        Two axes, numbered from 1.
    title : str, optional
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
    >>> figure = correlation_circle(correspondence(table), {"age": np.array([0.6, -0.2])})
    >>> [text.get_text() for text in figure.axes[0].texts]
    ['age']
    """
    require_matplotlib()
    from matplotlib.patches import FancyArrowPatch

    found = analysis_of(analysis)
    chosen = checked_axes(axes, len(found.singular_values))
    if len(chosen) != 2:
        raise InputError(f"axes are {axes}; a circle shows two axes, such as (1, 2).")
    if not isinstance(correlations, Mapping):
        correlations = dict(zip(correlations.names, correlations.correlations, strict=True))
    names, ends = list(correlations), _ends(correlations, chosen, len(found.singular_values))
    ax = ax or new_axes(
        _SIDE + 0.95, _SIDE + (1.25 if title else 0.9), (0.75, 0.2, 0.55, 0.7 if title else 0.35)
    )
    title_axes(ax, chosen, found.shares)
    fit_box(ax, np.full(2, -1.08), np.full(2, 1.08))
    turn = np.linspace(0, 2 * np.pi, 361)
    ax.plot(np.cos(turn), np.sin(turn), color=FAINT, linewidth=1.0, zorder=1)
    for end in ends:
        x, y = end.tolist()
        ax.add_patch(
            FancyArrowPatch(
                (0.0, 0.0), (x, y), arrowstyle="-|>", mutation_scale=9, color=COLUMNS, linewidth=1.1,
                shrinkA=0, shrinkB=0, zorder=3,
            )
        )  # fmt: skip
    order = np.argsort(-np.hypot(*ends.T), kind="stable")
    steps = np.linspace(0.05, 1, _ALONG)
    left_out = draw_labels(
        ax,
        [Label(names[place], ends[place], COLUMNS, italic=True) for place in order],
        markers=(ends[:, None, :] * steps[None, :, None]).reshape(-1, 2),
        size=8.5,
        gap=4.0,
        weights=np.full(len(ends) * _ALONG, 0.5),
    )
    if left_out:
        write_at(
            ax, f"no room for {left_out} names", (1, 1), (0, 5), ha="right", va="bottom", **text_style(8)
        )
    if title:
        write_at(ax, title, (0, 1), (0, 8), ha="left", va="bottom", **text_style(11))
    return figure_of(ax)


def _ends(correlations: Mapping[str, Array], axes: tuple[int, ...], kept: int) -> Array:
    """Where the arrows end: a row for each variable."""
    if not correlations:
        raise InputError("correlations is empty; give the correlations of at least one variable.")
    for name, values in correlations.items():
        if np.shape(values) != (kept,):
            raise InputError(
                f"the correlations of {name!r} have the shape {np.shape(values)}; the analysis keeps "
                f"{kept} axes, and a variable has one correlation with each."
            )
        if np.abs(values).max() > 1 + 1e-9:
            raise InputError(
                f"{name!r} has a correlation of {values[np.abs(values).argmax()]:.4g}; correlations lie "
                "between -1 and 1."
            )
    return np.array(
        [np.asarray(values, dtype=float)[[axis - 1 for axis in axes]] for values in correlations.values()]
    )
