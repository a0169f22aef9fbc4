"""A study interpreted: how many axes to read, what describes them, ellipses, clusters and what is typical."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from firth.ca.axis_advice import AxisAdvice
from firth.ca.characteristic import CharacteristicCells, characteristic
from firth.ca.clusters import AxisClusters
from firth.ca.clusters import cluster_axes as clusters_on_axes
from firth.ca.describe_axes import AxesDescription, describe_axes
from firth.ca.describe_groups import GroupDescription, describe_groups
from firth.ca.ellipses import Ellipses
from firth.ca.multiple import MultipleCorrespondence
from firth.ca.number_of_axes import number_of_axes
from firth.ca.stability import confidence_ellipses
from firth.ca.study import Study
from firth.runtime.run import DEFAULT_RUN, Run

if TYPE_CHECKING:
    import polars as pl

MOST_CHARACTERISTIC = 20
"""Cells told of each row, of over-use and of under-use."""
FEWEST_CLUSTERED = 6
"""Rows under which clusters say no more than the map."""
MOST_DESCRIBED = 3
"""Axes described unless more are recommended."""


@dataclass(frozen=True, eq=False)
class Interpretation:
    """What helps to read an analysis.

    Attributes
    ----------
    study : Study
    read : int
        How many axes are read: as many as are recommended, and two for a map.
    advice : AxisAdvice or None
        None where nothing can be compared with chance, as shares without their number.
    axes : AxesDescription
    row_ellipses, column_ellipses : Ellipses or None
    clusters : AxisClusters or None
        Of the rows or records.
    typical : GroupDescription or None
        What sets the clusters apart, by the variables of the records.
    characteristic : CharacteristicCells or None
        Of a table of counts, what each row has more and less of than expected.
    cluster_cells : CharacteristicCells or None
        The same of the clusters of its rows.
    """

    study: Study
    read: int
    advice: AxisAdvice | None
    axes: AxesDescription
    row_ellipses: Ellipses | None
    column_ellipses: Ellipses | None
    clusters: AxisClusters | None
    typical: GroupDescription | None
    characteristic: CharacteristicCells | None
    cluster_cells: CharacteristicCells | None

    def __repr__(self) -> str:
        """What is read, and how much of it."""
        return f"Interpretation: {self.study.analysis!r}, {self.read} of its axes read"


def interpret(
    study: Study,
    *,
    replicates: int | None = None,
    clusters: int | Literal["auto", "none"] = "auto",
    cluster_axes: int | None = None,
    plane: tuple[int, ...] = (1, 2),
    run: Run = DEFAULT_RUN,
) -> Interpretation:
    """Interpret a study.

    Parameters
    ----------
    study : Study
        What `study_table` and its kin return.
    replicates : int, optional
        Tables without association that axes are compared with.
    clusters : int, "auto" or "none"
        How many clusters of rows.
    cluster_axes : int, optional
        On how many axes clusters are sought; five unless given.
    plane : tuple of int
        The axes that ellipses are for.
    run : Run

    Returns
    -------
    Interpretation

    Examples
    --------
    >>> from firth.ca import study_table
    >>> from firth.datasets import fisher_eyes_and_hair
    >>> found = interpret(study_table(fisher_eyes_and_hair(), names="eyes"))
    >>> found.read, found.advice.recommended
    (2, 2)
    """
    analysis, data = study.analysis, study.data
    multiple = isinstance(analysis, MultipleCorrespondence)
    counted = not analysis.no_test or multiple
    advice = None
    if counted and not (isinstance(analysis, MultipleCorrespondence) and analysis.inertia == "joint"):
        advice = number_of_axes(
            analysis, data, replicates=replicates, seed=run.seed, threads=run.threads, progress=run.progress
        )
    kept = len(analysis.singular_values)
    read = min(max(advice.recommended if advice else 2, 2), kept)
    described = describe_axes(analysis, study.described, axes=min(max(read, MOST_DESCRIBED), kept))
    row_ellipses = column_ellipses = None
    if counted and len(plane) == 2 and max(plane) <= kept:
        axes = (plane[0], plane[1])
        column_ellipses = confidence_ellipses(analysis, data, axes=axes, side="columns")
        if not multiple:
            row_ellipses = confidence_ellipses(analysis, data, axes=axes, side="rows")
    found = None
    if clusters != "none" and len(analysis.rows.names) >= FEWEST_CLUSTERED:
        found = clusters_on_axes(
            analysis, clusters=clusters, axes=cluster_axes, seed=run.seed, threads=run.threads
        )
    whole = counted and not multiple and not np.any(data.matrix.data % 1)
    return Interpretation(
        study,
        read,
        advice,
        described,
        row_ellipses,
        column_ellipses,
        found,
        _typical(study, found),
        characteristic(data, top=MOST_CHARACTERISTIC, threads=run.threads) if whole else None,
        characteristic(data, groups=found.labels.tolist(), top=MOST_CHARACTERISTIC, threads=run.threads)
        if whole and found is not None
        else None,
    )


def _typical(study: Study, clusters: AxisClusters | None) -> GroupDescription | None:
    if clusters is None or study.described is None:
        return None
    order = np.argsort(clusters.labels, kind="stable")  # groups come in the order of their first appearance
    labels: list[Any] = clusters.labels[order].tolist()
    weights = getattr(study.analysis, "record_weights", None)
    return describe_groups(
        labels, study.described[order.tolist()], weights=None if weights is None else weights[order]
    )


def tables_of(found: Interpretation, axes: int | None = None) -> dict[str, pl.DataFrame]:
    """Everything as frames, by the names of their files.

    Parameters
    ----------
    found : Interpretation
    axes : int, optional
        On how many of the first axes points are given; all of them unless given.

    Returns
    -------
    dict of str to polars.DataFrame

    Examples
    --------
    >>> from firth.ca import study_table
    >>> from firth.datasets import fisher_eyes_and_hair
    >>> frames = tables_of(interpret(study_table(fisher_eyes_and_hair(), names="eyes")))
    >>> list(frames)[:4]
    ['rows', 'columns', 'axes', 'number_of_axes']
    """
    study, clusters, typical = found.study, found.clusters, found.typical
    frames = {
        "rows": study.analysis.rows.to_polars(axes),
        "columns": study.analysis.columns.to_polars(axes),
        "axes": study.analysis.axes_to_polars(),
    }
    for name, placed in (
        ("supplementary_rows", study.rows),
        ("supplementary_columns", study.columns),
        ("supplementary_categories", study.categories),
        ("supplementary_quantities", study.quantities),
    ):
        if placed is not None:
            frames[name] = placed.to_polars(axes)
    for name, table in (
        ("number_of_axes", found.advice),
        ("axis_variables", found.axes.variables),
        ("axis_quantities", found.axes.quantities),
        ("axis_categories", found.axes.categories),
        ("row_ellipses", found.row_ellipses),
        ("column_ellipses", found.column_ellipses),
        ("characteristic", found.characteristic),
        ("clusters", clusters),
        ("cluster_characteristic", found.cluster_cells),
    ):
        if table is not None:
            frames[name] = table.to_polars()
    if clusters is not None:
        frames["cluster_gains"] = clusters.gains_to_polars()
        frames["cluster_individuals"] = clusters.individuals_to_polars()
    if typical is not None:
        frames["cluster_variables"] = typical.variables.to_polars()
        frames["cluster_categories"] = typical.categories.to_polars()
        frames["cluster_means"] = typical.means.to_polars()
    return {name: frame for name, frame in frames.items() if frame.height}
