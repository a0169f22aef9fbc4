"""All the pictures of an interpreted correspondence analysis, by the names of their files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from firth.ca import Interpretation, MultipleCorrespondence, Side, group_ellipses
from firth.ca.category_labels import category_labels
from firth.errors import InputError
from firth.plots.biplot import biplot
from firth.plots.ca_map import Map, Supplementary, analysis_kind
from firth.plots.cluster_map import cluster_map
from firth.plots.contributions import contribution_bars
from firth.plots.correlation_circle import correlation_circle
from firth.plots.dendrogram import dendrogram
from firth.plots.interactive_biplot import interactive_biplot
from firth.plots.map_parts import Labels
from firth.plots.quality_bars import quality_bars
from firth.plots.residual_heat import residual_heat
from firth.plots.scree import scree
from firth.plots.vtest_bars import vtest_bars
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class MapChoices:
    """How maps are drawn.

    Attributes
    ----------
    map : str
        The scaling of both sides, as in `biplot`.
    axes : tuple of int
        One or two axes, numbered from 1.
    color : str
        "side", "variable", "cos2", "contribution", "cluster", or the name of a categorical variable.
    labels, size, hide, title
        As in `biplot`.
    ellipses : bool
        Whether confidence ellipses are drawn.
    """

    map: Map = "symmetric"
    axes: tuple[int, ...] = (1, 2)
    color: str = "side"
    labels: Labels = "auto"
    size: Any = "equal"
    hide: Any = None
    ellipses: bool = False
    title: str | None = None


def interpretation_figures(
    found: Interpretation, choices: MapChoices | None = None
) -> Iterator[tuple[str, Figure]]:
    """Draw each picture that an interpretation has something for.

    Parameters
    ----------
    found : Interpretation
        What `firth.ca.interpret` returns.
    choices : MapChoices, optional

    Yields
    ------
    name, figure
        The name of a file without its ending, and a figure of matplotlib's.

    Examples
    --------
    >>> from firth.ca import interpret, study_table
    >>> from firth.datasets import fisher_eyes_and_hair
    >>> found = interpret(study_table(fisher_eyes_and_hair(), names="eyes"))
    >>> [name for name, figure in interpretation_figures(found)]
    ['biplot', 'scree', 'contributions', 'quality', 'ellipses', 'residuals']
    """
    choices = choices or MapChoices()
    study, analysis = found.study, found.study.analysis
    axes = _axes(choices, len(analysis.singular_values))
    multiple = isinstance(analysis, MultipleCorrespondence)
    yield "biplot", _map(found, choices, axes, choices.ellipses)
    yield "scree", scree(analysis, **_chance(found))
    yield "contributions", contribution_bars(analysis, axes=axes)
    yield "quality", quality_bars(analysis, axes=axes)
    if found.column_ellipses is not None and len(axes) == 2 and not choices.ellipses:
        yield "ellipses", _map(found, replace(choices, map="symmetric"), axes, True)
    if not multiple and not analysis.no_test and min(study.data.matrix.shape) > 1:
        yield "residuals", residual_heat(study.data)
    if study.quantities is not None:
        yield "correlations", correlation_circle(analysis, study.quantities, axes=axes)
    if found.clusters is not None:
        yield "clusters", cluster_map(analysis, found.clusters, axes=axes)
        yield "dendrogram", dendrogram(found.clusters)
        tests = _cluster_tests(found)
        if tests:
            yield "cluster_vtests", vtest_bars(tests, top=8)


def interpretation_page(found: Interpretation, choices: MapChoices | None = None) -> Any:
    """Draw the map as an interactive page.

    Parameters
    ----------
    found : Interpretation
        What `firth.ca.interpret` returns.
    choices : MapChoices, optional

    Returns
    -------
    plotly.graph_objects.Figure
    """
    choices = choices or MapChoices()
    analysis = found.study.analysis
    axes = _axes(choices, len(analysis.singular_values))
    return interactive_biplot(
        analysis,
        axes=axes,
        map=choices.map,
        supplementary=_supplementary(found),
        title=choices.title or analysis_kind(analysis).title,
    )


def _axes(choices: MapChoices, kept: int) -> tuple[int, ...]:
    """The axes asked for, or the only one where only one was kept and none were chosen."""
    return (1,) if kept == 1 and choices.axes == (1, 2) else choices.axes


def _map(found: Interpretation, choices: MapChoices, axes: tuple[int, ...], ellipses: bool) -> Figure:
    drawn = [
        one
        for one, side in ((found.row_ellipses, "rows"), (found.column_ellipses, "columns"))
        if one is not None and choices.hide != side
    ]
    color, groups = _color(found, choices.color)
    if ellipses and groups is not None and len(axes) == 2:
        drawn = [group_ellipses(found.study.analysis, groups, axes=(axes[0], axes[1]))]
    return biplot(
        found.study.analysis,
        axes=axes,
        map=choices.map,
        labels=choices.labels,
        supplementary=_supplementary(found),
        color=color,
        groups=groups,
        size=choices.size,
        hide=choices.hide,
        ellipses=drawn if ellipses and drawn else None,
        title=choices.title,
    )


def _color(found: Interpretation, wanted: str) -> tuple[Any, Any]:
    """What `biplot` colors by, and the group of each row where groups were asked for."""
    if wanted in ("side", "variable", "cos2", "contribution"):
        return wanted, None
    if wanted == "cluster":
        if found.clusters is None:
            raise InputError("points cannot be colored by cluster, because no clusters were sought.")
        return "group", [f"cluster {label}" for label in found.clusters.labels]
    described = found.study.described
    known = [] if described is None else described.columns
    if described is None or wanted not in known:
        others = f", or one of the variables {', '.join(known)}" if known else ""
        raise InputError(
            f"points cannot be colored by {wanted!r}; choose variable, cos2, contribution or cluster{others}."
        )
    return "group", described[wanted].cast(str).fill_null("missing")


def _supplementary(found: Interpretation) -> Supplementary:
    """Categories are placed among the columns by multiple analysis, and among the rows by simple analysis."""
    study = found.study
    among_columns = isinstance(study.analysis, MultipleCorrespondence)
    return Supplementary(
        rows=_together(study.rows, None if among_columns else study.categories),
        columns=_together(study.columns, study.categories if among_columns else None),
    )


def _together(first: Side | None, second: Side | None) -> Side | dict[str, Array]:
    sides = [side for side in (first, second) if side is not None]
    if len(sides) == 1:
        return sides[0]
    return {name: place for side in sides for name, place in zip(side.names, side.principal, strict=True)}


def _chance(found: Interpretation) -> dict[str, Any]:
    advice = found.advice
    if advice is None:
        return {}
    permuted = None if advice.chance is None else (advice.chance.means, advice.chance.limits)
    return {"permuted": permuted, "recommended": advice.recommended}


def _number(cluster: str) -> tuple[int, str]:
    """Clusters in the order of their numbers: 10 comes after 9."""
    return (int(cluster) if cluster.isdecimal() else 0, cluster)


def _cluster_tests(found: Interpretation) -> dict[str, Any]:
    """v-tests of categories, or of the columns of a table, by cluster."""
    tests: dict[str, Any] = {}
    if found.typical is not None and len(found.typical.categories):
        table = found.typical.categories
        for group in dict.fromkeys(table.group):
            own = [i for i, name in enumerate(table.group) if name == group]
            variables = [table.variable[i] for i in own]
            full = [f"{table.variable[i]}:{table.category[i]}" for i in own]
            names = category_labels(full, variables)
            tests[f"cluster {group}"] = (names, np.array([table.v_test[i] for i in own]))
    elif found.cluster_cells is not None:
        cells = found.cluster_cells
        for place in sorted(np.unique(cells.row).tolist(), key=lambda row: _number(cells.rows.tokens[row])):
            own = np.flatnonzero(cells.row == place).tolist()
            names = [cells.columns.tokens[cells.column[i]] for i in own]
            tests[f"cluster {cells.rows.tokens[place]}"] = (names, cells.v_tests[own])
    return tests
