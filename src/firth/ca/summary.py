"""An analysis in words and numbers, as statisticians print it."""

from __future__ import annotations

import numpy as np

from firth.ca.correspondence import Correspondence
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.nonlinear import NonlinearCorrespondence
from firth.ca.side import Side

MOST_LINES = 40
"""Points of a side that are printed, the most contributing first beyond that."""


def summary(analysis: Correspondence, *, axes: int = 2) -> str:
    """Principal inertias with a bar each, the chi-square test, and both sides with mass, quality and axes.

    Parameters
    ----------
    analysis : Correspondence
        A simple, multiple or non-linear one.
    axes : int
        How many axes to show.

    Returns
    -------
    str

    Examples
    --------
    >>> import numpy as np
    >>> from firth.ca import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = counts_from_table(np.array([[20, 5], [5, 20]]), rows=["a", "b"], columns=["x", "y"])
    >>> print(summary(correspondence(table)).splitlines()[0])
    Correspondence analysis of 2 rows × 2 columns, n = 50
    """
    shown = min(axes, len(analysis.singular_values))
    parts = [_heading(analysis), _inertias(analysis)]
    if isinstance(analysis, MultipleCorrespondence):
        parts.append(_adjusted(analysis))
    else:
        if not isinstance(analysis, NonlinearCorrespondence):
            parts.append(_test(analysis))
        parts.append(_side("Rows", analysis.rows, analysis.total_inertia, shown))
    parts.append(_side("Columns", analysis.columns, analysis.total_inertia, shown))
    return "\n\n".join(parts) + "\n"


def _heading(analysis: Correspondence) -> str:
    rows, columns = len(analysis.rows.names), len(analysis.columns.names)
    if isinstance(analysis, MultipleCorrespondence):
        return (
            f"Multiple correspondence analysis of {rows:,} records, {analysis.variables} variables, "
            f"{columns:,} categories"
        )
    kind = "Non-linear correspondence" if isinstance(analysis, NonlinearCorrespondence) else "Correspondence"
    return f"{kind} analysis of {rows:,} rows × {columns:,} columns, n = {analysis.total:,.10g}"


def _inertias(analysis: Correspondence) -> str:
    lines = ["Principal inertias", " axis    inertia       %   cum %"]
    cumulative = np.cumsum(analysis.shares)
    for place, (inertia, share) in enumerate(zip(analysis.inertias, analysis.shares, strict=True)):
        bar = "█" * round(25 * float(share / analysis.shares[0]))
        lines.append(
            f"{place + 1:5d} {inertia:10.6f} {100 * share:7.2f} {100 * cumulative[place]:7.2f}  {bar}"
        )
    lines.append(f"total {analysis.total_inertia:10.6f}")
    if analysis.report.residual > 1e-6:
        lines.append(f"the last of these axes is found only to a residual of {analysis.report.residual:.1e}")
    return "\n".join(lines)


def _test(analysis: Correspondence) -> str:
    return (
        f"χ² = {analysis.chi_square:,.4f} with {analysis.degrees_of_freedom:,} degrees of freedom, "
        f"p = {analysis.p_value:.3g}; Cramér's V = {analysis.cramers_v:.4f}"
    )


def _adjusted(analysis: MultipleCorrespondence) -> str:
    lines = ["Adjusted inertias", " axis    inertia  % Greenacre  % Benzécri"]
    rows = zip(analysis.adjusted_inertias, analysis.greenacre_shares, analysis.benzecri_shares, strict=True)
    for place, (inertia, greenacre, benzecri) in enumerate(rows):
        lines.append(f"{place + 1:5d} {inertia:10.6f} {100 * greenacre:12.2f} {100 * benzecri:11.2f}")
    return "\n".join(lines)


def _side(title: str, side: Side, total: float, axes: int) -> str:
    """mass, quality of the axes shown and inertia in thousandths, then each axis: place, cos² and share."""
    places = np.arange(len(side.names))
    note = ""
    if len(places) > MOST_LINES:
        strength = side.contributions[:, :axes].sum(axis=1)
        places = np.sort(np.argsort(-strength, kind="stable")[:MOST_LINES])
        note = f" (the {MOST_LINES} that contribute most of {len(side.names):,})"
    width = max(4, *(len(side.names.tokens[i]) for i in places.tolist()))
    head = f"{'name':<{width}}  mass  qlt  inr" + "".join(f" {f'k={k + 1}':>8} cor ctr" for k in range(axes))
    lines = [f"{title}{note}", head]
    quality = side.cos2[:, :axes].sum(axis=1)
    for i in places.tolist():
        line = (
            f"{side.names.tokens[i]:<{width}} {1000 * side.masses[i]:5.0f} {1000 * quality[i]:4.0f} "
            f"{1000 * side.inertias[i] / total:4.0f}"
        )
        for k in range(axes):
            line += (
                f" {side.principal[i, k]:8.4f} {1000 * side.cos2[i, k]:3.0f} "
                f"{1000 * side.contributions[i, k]:3.0f}"
            )
        lines.append(line)
    return "\n".join(lines)
