"""Sentences about clusters on axes: how they were made, and what is typical of each."""

from __future__ import annotations

import numpy as np

from firth.ca.clusters import AxisClusters
from firth.ca.describe_groups import GroupDescription
from firth.ca.interpretation import Interpretation
from firth.ca.reading import listed, percent

MOST_TYPICAL = 6
"""Things named that are typical of something."""


def cluster_reading(found: Interpretation, clusters: AxisClusters) -> list[str]:
    """How the clusters were made, and for each its size, its paragons and what is typical of it."""
    n, used = len(clusters.labels), clusters.points.shape[1]
    consolidated = ", consolidated by k-means" if clusters.consolidation != "none" else ""
    axes = f"{used} {'axis' if used == 1 else 'axes'}"
    told = [
        f"Ward's method on {axes} gives {clusters.clusters} clusters{consolidated}; "
        f"{percent(clusters.between / clusters.total_inertia)} of the inertia on these axes is between them."
    ]
    told += _axes_of_chance(found, used)
    for cluster in range(1, clusters.clusters + 1):
        size = int(clusters.sizes[cluster - 1])
        paragons = listed([point.name for point in clusters.paragons[cluster - 1]], most=5)
        told.append(
            f"Cluster {cluster} has {size:,} of {n:,} points ({percent(size / n)}); nearest to its center: "
            f"{paragons}. {_typical_of(found, cluster)}".rstrip()
        )
    return told


def _axes_of_chance(found: Interpretation, used: int) -> list[str]:
    """What to tell where clusters are made on axes that chance alone may give."""
    advice = found.advice
    beyond = None if advice is None else advice.beyond_chance
    if advice is None or beyond is None or beyond == len(advice.inertias) or used <= max(beyond, 1):
        return []
    are = "is" if beyond == 1 else "are"
    return [
        f"Of these axes only {beyond} {are} beyond chance; --cluster-axes {beyond} leaves the others out."
        if beyond
        else "None of these axes is beyond chance, and so the clusters may be chance too."
    ]


def _typical_of(found: Interpretation, cluster: int) -> str:
    if found.typical is not None and len(found.typical.categories):
        return _typical_categories(found.typical, cluster)
    cells = found.cluster_cells
    if cells is None:
        return ""
    own = np.flatnonzero((cells.row == cells.rows.index[str(cluster)]) & (cells.v_tests > 0))[:MOST_TYPICAL]
    names = [f"{cells.columns.tokens[cells.column[i]]} ({cells.v_tests[i]:.1f})" for i in own]
    return f"It has more of {listed(names)} than its margins explain." if names else ""


def _typical_categories(typical: GroupDescription, cluster: int) -> str:
    table = typical.categories
    own = [i for i, group in enumerate(table.group) if group == str(cluster)]
    over = [i for i in own if table.v_test[i] > 0][:MOST_TYPICAL]
    under = [i for i in own if table.v_test[i] < 0][::-1][: MOST_TYPICAL // 2]

    def named(lines: list[int]) -> str:
        return listed(
            [
                f"{table.variable[i]} = {table.category[i]} ({table.mod_cla[i]:.0f} % against "
                f"{table.overall[i]:.0f} %)"
                for i in lines
            ]
        )

    told = []
    if over:
        told.append(f"Typical: {named(over)}.")
    if under:
        told.append(f"Rarer than elsewhere: {named(under)}.")
    means = [i for i, group in enumerate(typical.means.group) if group == str(cluster)]
    told += [
        f"Its mean of {typical.means.variable[i]} is {_mean(typical.means.mean[i])} against "
        f"{_mean(typical.means.overall_mean[i])}."
        for i in means[:3]
    ]
    return " ".join(told)


def _mean(value: float) -> str:
    """Three digits, and all those of a large number.

    >>> _mean(25.104), _mean(16416.67)
    ('25.1', '16,417')
    """
    return f"{value:,.0f}" if 1000 <= abs(value) < 1e9 else f"{value:.3g}"
