"""The report of an interpretation: sections of plain sentences, with their tables and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from firth.ca.axis_advice import SIGNIFICANCE
from firth.ca.cluster_reading import MOST_TYPICAL, cluster_reading
from firth.ca.clusters import AxisClusters
from firth.ca.independence import FEWEST_EXPECTED
from firth.ca.interpretation import Interpretation, tables_of
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.reading import (
    FEW,
    axis_reading,
    category_reading,
    labels_of,
    listed,
    percent,
    quality_reading,
    quantity_reading,
)
from firth.ca.summary import VERSIONS

if TYPE_CHECKING:
    import polars as pl

MOST_ROWS = 12
"""Rows that the report describes by their cells."""


@dataclass(frozen=True, eq=False)
class Section:
    """A heading with what stands under it.

    Attributes
    ----------
    title : str
    sentences : tuple of str
        Paragraphs.
    pictures : tuple of str
        The names of pictures, without the endings of their files.
    tables : mapping of str to polars.DataFrame
        By their captions.
    """

    title: str
    sentences: tuple[str, ...]
    pictures: tuple[str, ...] = ()
    tables: Mapping[str, pl.DataFrame] | None = None


def report_sections(found: Interpretation, notes: tuple[str, ...] = ()) -> list[Section]:
    """Read an interpretation in plain sentences.

    Parameters
    ----------
    found : Interpretation
    notes : tuple of str
        What was noticed when the table was read.

    Returns
    -------
    list of Section

    Examples
    --------
    >>> from firth.ca import interpret, study_table
    >>> from firth.datasets import fisher_eyes_and_hair
    >>> sections = report_sections(interpret(study_table(fisher_eyes_and_hair(), names="eyes")))
    >>> sections[0].title, sections[1].title
    ('The table', 'How many axes')
    """
    study = found.study
    sections = [_table(found, notes), _axes(found), *_each_axis(found), _quality(found)]
    if any(part is not None for part in (study.rows, study.columns, study.categories, study.quantities)):
        sections.append(_supplementary(found))
    if found.column_ellipses is not None:
        sections.append(_stability(found))
    if found.characteristic is not None:
        sections.append(_characteristic(found))
    if found.clusters is not None:
        sections.append(_clusters(found, found.clusters))
    sections.append(_how(found))
    return sections


def _table(found: Interpretation, notes: tuple[str, ...]) -> Section:
    study, analysis = found.study, found.study.analysis
    told = [f"Taken from the file: {study.taken}."]
    if isinstance(analysis, MultipleCorrespondence):
        told.append(
            f"This is a multiple correspondence analysis of {len(analysis.rows.names):,} records and "
            f"{analysis.variables} categorical variables with {len(analysis.columns.names):,} categories: "
            f"{VERSIONS[analysis.inertia]}, shares of inertia "
            f"{'adjusted (Greenacre)' if analysis.inertia is None else 'of the same'}."
        )
        if analysis.excluded:
            told.append(f"{listed(analysis.excluded, most=12)} took no part in finding the axes.")
        rare = np.flatnonzero(analysis.columns.weights < FEW * analysis.columns.total)
        if len(rare):
            names = labels_of(analysis.columns)
            told.append(
                f"Fewer than {100 * FEW:g} % of the records have {listed([names[i] for i in rare], most=8)}. "
                f"Rare categories pull axes towards themselves; gather them (--rare {FEW}) or make them "
                "passive to see whether the map depends on them."
            )
    else:
        empty = 1 - study.data.matrix.nnz / np.prod(study.data.matrix.shape)
        told.append(
            f"The table has {len(analysis.rows.names):,} rows and {len(analysis.columns.names):,} columns, "
            f"{percent(float(empty)) if empty else 'none'} of its cells are empty, and its sum is "
            f"{study.data.total:,.10g}."
        )
        if analysis.no_test:
            told.append(f"Nothing is tested here: {analysis.no_test}.")
        else:
            told.append(_association(found))
    sentences = [f"{note[:1].upper()}{note[1:].removesuffix('.')}." for note in notes]
    return Section("The table", (*told, *sentences), ("residuals",))


def _association(found: Interpretation) -> str:
    analysis = found.study.analysis
    few = analysis.least_expected < FEWEST_EXPECTED
    p, v = analysis.p_value_given_margins if few else analysis.p_value, analysis.cramers_v
    shown = f"p = {p:.2g}" if p > 1e-300 else "p < 10⁻³⁰⁰"
    freedom = f"{analysis.degrees_of_freedom:,} degrees of freedom"
    tested = f"χ² = {analysis.chi_square:,.1f} with {freedom}, {shown}."
    if few:
        tested += (
            f" A cell expects as few as {analysis.least_expected:.2g} counts, so that p is taken from the "
            "exact mean and variance of χ² for these margins."
        )
    if p > SIGNIFICANCE:
        return (
            f"The association of rows and columns cannot be told from chance: {tested} Whatever the map "
            "shows may be chance."
        )
    told = f"Rows and columns are associated, and this is beyond chance: {tested}"
    if analysis.total < len(analysis.rows.names) * len(analysis.columns.names):
        # With less than a count a cell, chance alone makes V large.
        return told
    size = "strong" if v > 0.5 else "moderate" if v > 0.2 else "weak"
    return f"{told} As Cramér's V = {v:.2f} says, the association is {size}."


def _axes(found: Interpretation) -> Section:
    analysis = found.study.analysis
    told = []
    if found.advice is not None:
        told.append(found.advice.reason)
    elif isinstance(analysis, MultipleCorrespondence) and analysis.joint is not None:
        told.append(
            f"{analysis.joint.dimensions} axes were fitted together; they explain "
            f"{percent(analysis.joint.explained)} of the inertia between different variables."
        )
    else:
        told.append("Axes cannot be compared with chance here, because the cells are not counts.")
    if len(analysis.singular_values) > 1:
        told.append(
            f"The map of axes 1 and 2 shows {percent(float(analysis.shares[:2].sum()))} of the inertia. "
            "Which end of an axis is left or right, top or bottom is arbitrary; what counts is what stands "
            "together and what stands opposite."
        )
    return Section("How many axes", tuple(told), ("scree",), {"Axes": analysis.axes_to_polars().head(10)})


def _each_axis(found: Interpretation) -> list[Section]:
    analysis = found.study.analysis
    sections = []
    for axis in range(1, found.read + 1):
        told = [" ".join([*_chance_of(found, axis), *axis_reading(analysis, axis)])]
        variables = found.axes.variables
        own = np.flatnonzero(variables.axis == axis)
        own = own[np.argsort(-variables.r2[own], kind="stable")][:MOST_TYPICAL]
        if len(own):
            parts = [f"{variables.variable[i]} (η² = {variables.r2[i]:.2f})" for i in own]
            told.append(f"The variables that go along with it most are {listed(parts)}.")
        pictures = ("biplot", "contributions") if axis == min(2, found.read) else ()
        sections.append(Section(f"Axis {axis}", tuple(told), pictures))
    return sections


def _chance_of(found: Interpretation, axis: int) -> list[str]:
    """A warning before an axis is described that is there only to make a map."""
    beyond = None if found.advice is None else found.advice.beyond_chance
    if beyond is None or axis <= beyond:
        return []
    return ["Not beyond chance: this axis is not to be interpreted, and is here because it is on the map."]


def _quality(found: Interpretation) -> Section:
    analysis = found.study.analysis
    shown = min(2, len(analysis.singular_values))
    return Section("What the map shows badly", tuple(quality_reading(analysis, shown)), ("quality",))


def _supplementary(found: Interpretation) -> Section:
    study = found.study
    told = []
    for side, kind in ((study.rows, "rows"), (study.columns, "columns")):
        if side is not None:
            quality = side.cos2[:, :2].sum(axis=1)
            good = np.flatnonzero(quality > 0.5)
            names = labels_of(side)
            one = len(names) == 1
            placed = "is placed by its profile" if one else "are placed by their profiles"
            called = f"{kind[:-1] if one else kind} {listed(names, most=8)}"
            sentence = f"The supplementary {called} took no part and {placed}"
            if len(good) == len(names):
                sentence += ", well shown on the map" if one else ", all of them well shown on the map"
            elif len(good):
                sentence += f"; well shown are {listed([names[i] for i in good], most=8)}"
            told.append(f"{sentence}.")
    if study.categories is not None:
        told += category_reading(study.categories, found.read)
    if study.quantities is not None:
        told += quantity_reading(study.quantities, found.read, len(study.analysis.rows.names))
    pictures = ("correlations",) if study.quantities is not None else ()
    return Section("Supplementary points", tuple(told), pictures)


def _stability(found: Interpretation) -> Section:
    told = [
        "Ellipses hold the places that a point would take in 95 % of samples like this one, on the same axes."
    ]
    for ellipses, side in (
        (found.row_ellipses, found.study.analysis.rows),
        (found.column_ellipses, found.study.analysis.columns),
    ):
        if ellipses is None:
            continue
        names = labels_of(side)
        near = [names[i] for i in np.flatnonzero(ellipses.contains(np.zeros(2)))]
        multiple = isinstance(found.study.analysis, MultipleCorrespondence)
        kind = "categories" if multiple else "rows" if side is found.study.analysis.rows else "columns"
        told.append(
            f"Of the {len(side.names):,} {kind}, {listed(near, most=8)} cannot be told from the average on "
            "this plane: the ellipse holds the origin."
            if near
            else f"All {kind} can be told from the average: no ellipse holds the origin."
        )
    return Section("How sure the places are", tuple(told), ("ellipses",))


def _characteristic(found: Interpretation) -> Section:
    cells = found.characteristic
    told = []
    if cells is not None:
        described = np.unique(cells.row)
        for place in described[:MOST_ROWS].tolist():
            own = np.flatnonzero(cells.row == place)
            parts = []
            for over, word in ((True, "more"), (False, "less")):
                chosen = [i for i in own.tolist() if (cells.v_tests[i] > 0) == over]
                ordered = chosen if over else chosen[::-1]
                names = [f"{cells.columns.tokens[cells.column[i]]} ({cells.v_tests[i]:.1f})" for i in ordered]
                if names:
                    rest = "other" if len(names) == MOST_TYPICAL + 1 else "others"
                    parts.append(f"{word} of {listed(names, most=MOST_TYPICAL, rest=rest)}")
            if parts:
                told.append(
                    f"{cells.rows.tokens[place]} has {', and '.join(parts)} than its margins explain."
                )
    if not told:
        told = ["No cell is larger or smaller than its margins explain."]
    else:
        told.insert(
            0,
            "In parentheses are v-tests, which chance alone takes beyond ±1.96 in at most one cell of 20."
            + (
                f" Here are the first {MOST_ROWS} of {len(described):,} rows that have such cells; the table "
                "“characteristic” has them all."
                if len(described) > MOST_ROWS
                else ""
            ),
        )
    return Section("What is characteristic", tuple(told))


def _clusters(found: Interpretation, clusters: AxisClusters) -> Section:
    told = tuple(cluster_reading(found, clusters))
    return Section("Clusters", told, ("clusters", "dendrogram", "cluster_vtests"))


def _how(found: Interpretation) -> Section:
    from firth import __version__

    frames = tables_of(found, 5)
    analysis = found.study.analysis
    multiple = isinstance(analysis, MultipleCorrespondence)
    shown = {} if multiple else {"Rows": frames["rows"].head(50)}
    shown["Categories" if multiple else "Columns"] = frames["columns"].head(60)
    return Section(
        "The numbers",
        (
            f"Made with firth {__version__}; axes found by the solver “{analysis.report.method}”. The whole "
            "tables are the files beside this page.",
        ),
        (),
        shown,
    )
