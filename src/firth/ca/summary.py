"""An analysis in words and numbers, as statisticians print it."""

from __future__ import annotations

import numpy as np

from firth.ca.correspondence import Correspondence
from firth.ca.independence import FEWEST_EXPECTED
from firth.ca.multiple import Inertia, MultipleCorrespondence
from firth.ca.nonlinear import NonlinearCorrespondence
from firth.ca.side import CategorySide, Side
from firth.ca.supplementary_variables import Quantities
from firth.runtime.arrays import Array

MOST_LINES = 40
"""Points of a side that are printed, the most contributing first beyond that."""

VERSIONS: dict[Inertia | None, str] = {
    None: "coordinates and cos² of the indicator table",
    "indicator": "coordinates, shares and cos² of the indicator table",
    "burt": "coordinates, shares and cos² of the Burt table",
    "adjusted": "adjusted coordinates, shares and cos²",
    "joint": "joint analysis: the blocks of variables with themselves are left out",
}


def summary(
    analysis: Correspondence,
    *,
    axes: int = 2,
    supplementary_rows: Side | None = None,
    supplementary_columns: Side | None = None,
    supplementary_categories: CategorySide | None = None,
    quantities: Quantities | None = None,
) -> str:
    """Principal inertias with a bar each, the chi-square test, and both sides with mass, quality and axes.

    Parameters
    ----------
    analysis : Correspondence
        A simple, multiple or non-linear one.
    axes : int
        How many axes to show.
    supplementary_rows, supplementary_columns : Side, optional
        Points that took no part: they have no mass and no contributions.
    supplementary_categories : CategorySide, optional
        Categories of variables that took no part, with their v-tests.
    quantities : Quantities, optional
        Quantitative variables, by their correlations with the axes.

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
    multiple = isinstance(analysis, MultipleCorrespondence)
    parts = [_heading(analysis), _inertias(analysis)]
    if isinstance(analysis, MultipleCorrespondence):
        parts.append(_versions(analysis))
    else:
        if not isinstance(analysis, NonlinearCorrespondence):
            parts.append(_test(analysis))
        parts.append(_side("Rows", analysis.rows, analysis.total_inertia, shown))
    what = "Categories" if multiple else "Columns"
    parts.append(_side(what, analysis.columns, analysis.total_inertia, shown))
    if supplementary_rows is not None:
        called = "Supplementary individuals" if multiple else "Supplementary rows"
        parts.append(_apart(called, supplementary_rows, shown))
    if supplementary_columns is not None:
        parts.append(_apart("Supplementary columns", supplementary_columns, shown))
    if supplementary_categories is not None:
        parts.append(_apart("Supplementary categories", supplementary_categories, shown))
    if quantities is not None:
        parts.append(_quantities(quantities, shown))
    return "\n\n".join(parts) + "\n"


def _heading(analysis: Correspondence) -> str:
    rows, columns = len(analysis.rows.names), len(analysis.columns.names)
    if isinstance(analysis, MultipleCorrespondence):
        n = analysis.columns.total
        weighted = f" (weight {n:,.10g})" if analysis.record_weights is not None else ""
        heading = (
            f"Multiple correspondence analysis of {rows:,} records{weighted}, {analysis.variables} "
            f"variables, {columns:,} categories"
        )
        notes = [VERSIONS[analysis.inertia]]
        if analysis.excluded:
            count = len(analysis.excluded)
            take = "category takes" if count == 1 else "categories take"
            notes.append(f"{count} {take} no part: {_listed(analysis.excluded)}")
        return "\n".join([heading, *notes])
    kind = "Non-linear correspondence" if isinstance(analysis, NonlinearCorrespondence) else "Correspondence"
    return f"{kind} analysis of {rows:,} rows × {columns:,} columns, n = {analysis.total:,.10g}"


def _listed(names: tuple[str, ...], most: int = 6) -> str:
    return ", ".join(names[:most]) + (" …" if len(names) > most else "")


def _inertias(analysis: Correspondence) -> str:
    """The inertias of the version; by default of multiple analysis, the adjusted ones, that shares are of."""
    title, inertias, total = "Principal inertias", analysis.inertias, analysis.total_inertia
    if isinstance(analysis, MultipleCorrespondence):
        title = f"Principal inertias ({analysis.inertia or 'adjusted'})"
        if analysis.inertia is None:
            inertias, total = analysis.adjusted_inertias, analysis.adjusted_total
    lines = [title, " axis    inertia       %   cum %"]
    shares = analysis.shares[: len(inertias)]
    cumulative = np.cumsum(shares)
    for place, (inertia, share) in enumerate(zip(inertias, shares, strict=False)):
        bar = "█" * round(25 * float(share / shares[0]))
        line = f"{place + 1:5d} {inertia:10.6f} {100 * share:7.2f} {100 * cumulative[place]:7.2f}  {bar}"
        lines.append(line.rstrip())
    lines.append(f"total {total:10.6f}")
    if isinstance(analysis, MultipleCorrespondence) and analysis.inertia is None:
        lines.append("adjusted shares do not reach 100 %: no axes explain all that pairs of variables share")
    if analysis.report.residual > 1e-6:
        lines.append(f"the last of these axes is found only to a residual of {analysis.report.residual:.1e}")
    return "\n".join(lines)


def _test(analysis: Correspondence) -> str:
    if analysis.no_test:
        return f"no test of independence: {analysis.no_test}"
    told = (
        f"χ² = {analysis.chi_square:,.4f} with {analysis.degrees_of_freedom:,} degrees of freedom, "
        f"p = {analysis.p_value:.3g}; Cramér's V = {analysis.cramers_v:.4f}"
    )
    if analysis.least_expected < FEWEST_EXPECTED:
        told += (
            f"\na cell expects as few as {analysis.least_expected:.2g} counts; rather take the p-value by "
            "the exact mean\nand variance of χ² for these margins: "
            f"p = {analysis.p_value_given_margins:.3g}"
        )
    return told


def _versions(analysis: MultipleCorrespondence) -> str:
    """What each version says of the axes, whichever was asked for."""
    lines = ["Shares of the axes by version", " axis  indicator λ       %   Burt %  % adjusted  % Benzécri"]
    values = analysis.indicator_values[: len(analysis.singular_values)]
    raw, burt = 100 * analysis.indicator_shares, 100 * analysis.burt_values**2 / analysis.burt_inertia
    greenacre, benzecri = 100 * analysis.greenacre_shares, 100 * analysis.benzecri_shares
    for k, value in enumerate(values):
        line = f"{k + 1:5d} {value**2:12.6f} {raw[k]:7.2f} {burt[k]:8.2f}"
        if k < len(greenacre):
            line += f" {greenacre[k]:11.2f} {benzecri[k]:11.2f}"
        lines.append(line)
    if analysis.joint is not None:
        joint = analysis.joint
        lines.append(
            f"{joint.dimensions} axes together explain {100 * joint.explained:.2f} % of the inertia between "
            "different variables"
        )
        if joint.change > 1e-4:
            lines.append(
                f"this joint solution is not final: after {joint.steps:,} steps a count still changes by "
                f"{joint.change:.2g}, as where a category is fitted entirely; the adjusted version is safer"
            )
    return "\n".join(lines)


def _chosen(strength: Array) -> tuple[Array, str]:
    """Which points are printed, in the order of the table, and what to say if they are not all."""
    if len(strength) <= MOST_LINES:
        return np.arange(len(strength)), ""
    places = np.sort(np.argsort(-strength, kind="stable")[:MOST_LINES])
    return places, f" (the {MOST_LINES} that contribute most of {len(strength):,})"


def _side(title: str, side: Side, total: float, axes: int) -> str:
    """mass, quality of the axes shown and inertia in thousandths, then each axis: place, cos² and share."""
    places, note = _chosen(side.contributions[:, :axes].sum(axis=1))
    width = max(4, *(len(side.names.tokens[i]) for i in places.tolist()))
    tests = side.v_tests if isinstance(side, CategorySide) else None
    head = f"{'name':<{width}}  mass  qlt  inr" + "".join(
        f" {f'k={k + 1}':>8} cor ctr" + ("      v" if tests is not None else "") for k in range(axes)
    )
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
            if tests is not None:
                line += f" {tests[i, k]:6.1f}"
        lines.append(line)
    return "\n".join(lines)


def _apart(title: str, side: Side, axes: int) -> str:
    """Supplementary points: quality, place and cos², and v-tests of categories; they contribute nothing."""
    strength = side.masses if len(side.names) > MOST_LINES else np.zeros(len(side.names))
    places = np.sort(np.argsort(-strength, kind="stable")[:MOST_LINES])
    note = f" (the {MOST_LINES} largest of {len(side.names):,})" if len(side.names) > MOST_LINES else ""
    width = max(4, *(len(side.names.tokens[i]) for i in places.tolist()))
    tests = side.v_tests if isinstance(side, CategorySide) else None
    head = f"{'name':<{width}}  qlt" + "".join(
        f" {f'k={k + 1}':>8} cor" + ("      v" if tests is not None else "") for k in range(axes)
    )
    lines = [f"{title}{note}", head]
    for i in places.tolist():
        line = f"{side.names.tokens[i]:<{width}} {_thousandths(side.cos2[i, :axes].sum()):>4}"
        for k in range(axes):
            line += f" {side.principal[i, k]:8.4f} {_thousandths(side.cos2[i, k]):>3}"
            if tests is not None:
                line += f" {tests[i, k]:6.1f}"
        lines.append(line)
    return "\n".join(lines)


def _thousandths(share: float) -> str:
    """A share in thousandths; a dash where there is none."""
    return "–" if np.isnan(share) else f"{1000 * share:.0f}"


def _quantities(quantities: Quantities, axes: int) -> str:
    width = max(4, *(len(name) for name in quantities.names))
    lines = [
        "Quantitative variables (correlations with the axes)",
        f"{'name':<{width}}" + "".join(f" {f'k={k + 1}':>8}" for k in range(axes)),
    ]
    for name, row in zip(quantities.names, quantities.correlations, strict=True):
        lines.append(f"{name:<{width}}" + "".join(f" {value:8.4f}" for value in row[:axes]))
    return "\n".join(lines)
