"""Clusters of the points of an analysis on its first axes: Ward's tree, a cut, and k-means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from firth.ca.consolidation import consolidated
from firth.ca.correspondence import Correspondence, side_of
from firth.ca.leaves import barycenters, leaves_of
from firth.ca.paragons import NamedPoint, paragons_and_most_distant
from firth.ca.side import SideName
from firth.ca.ward import cut, proposed_clusters, ward, within_inertias
from firth.core import Vocabulary
from firth.errors import InputError
from firth.runtime.arrays import Array

if TYPE_CHECKING:
    import polars as pl

AXES = 5
"""On which clusters are sought unless others are asked for, as in FactoMineR."""

LEAST, MOST = 3, 10
"""Between which a number of clusters is proposed."""

Consolidation = Literal["weighted", "unweighted", "none"]
"""How k-means goes on from the tree: with the weights of the points; as if all were equal, which is what
FactoMineR does with the rows of a table; not at all."""


@dataclass(frozen=True, eq=False)
class AxisClusters:
    """Clusters of points on axes, and the tree they come from.

    Clusters are numbered from 1 along the first axis.

    Attributes
    ----------
    names : Vocabulary
        Of the points.
    side : {"rows", "columns"}
        Whether the points are the rows (the records) or the columns (the categories) of the analysis.
    points : array of shape (points, axes)
        Their principal coordinates on the axes used.
    weights : array of shape (points,)
        Their masses.
    labels : array of shape (points,)
        The cluster of each point.
    ward_labels : array of shape (points,)
        The clusters before consolidation, numbered along the first axis too.
    centers : array of shape (clusters, axes)
        Barycenters of the clusters; plain means if the consolidation is unweighted.
    merges : array of shape (leaves − 1, 4)
        Ward's tree in the layout of scipy.cluster.hierarchy; the heights are the inertia lost.
    leaves : array of shape (points,)
        The leaf of the tree that each point belongs to: its own, or that of all points near one center.
    consolidation : {"weighted", "unweighted", "none"}
    paragons, most_distant : tuple of tuples of NamedPoint
        For each cluster the points nearest to its own center, nearest first, and those farthest from the
        nearest center of another cluster, farthest first.
    sizes, masses, inertias : array of shape (clusters,)
        The number of points of each cluster, their weight, and the inertia about their barycenter.
    within, gains : array
        The inertia within 1, 2, … clusters of the tree, and how much of it the next cut takes away.
    total_inertia, between, ward_between : float
        The inertia of the points on the axes used, and its part between the clusters: after consolidation
        and before.
    """

    names: Vocabulary
    side: SideName
    points: Array
    weights: Array
    labels: Array
    ward_labels: Array
    centers: Array
    merges: Array
    leaves: Array
    consolidation: Consolidation
    paragons: tuple[tuple[NamedPoint, ...], ...]
    most_distant: tuple[tuple[NamedPoint, ...], ...]

    def __repr__(self) -> str:
        """How many clusters of how many points there are, and what they explain."""
        return (
            f"AxisClusters({self.clusters} clusters of {len(self.labels):,} {self.side} on "
            f"{self.points.shape[1]} axes, {self.between / self.total_inertia:.1%} of inertia between them)"
        )

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return len(self.centers)

    @property
    def sizes(self) -> Array:
        """The number of points of each cluster."""
        return np.bincount(self.labels, minlength=self.clusters + 1)[1:]

    @property
    def masses(self) -> Array:
        """The weight of each cluster."""
        return np.bincount(self.labels, self.weights, self.clusters + 1)[1:]

    @property
    def inertias(self) -> Array:
        """The inertia of each cluster about its barycenter."""
        return _inertias(self.points, self.weights, self.labels - 1)

    @property
    def within(self) -> Array:
        """The inertia within 1, 2, … clusters of the tree, and 0 for one cluster a leaf."""
        return within_inertias(self.merges)

    @property
    def gains(self) -> Array:
        """How much of the inertia within clusters the cut from 1 to 2, from 2 to 3, … clusters takes away."""
        return np.asarray(self.merges[::-1, 2])

    @property
    def total_inertia(self) -> float:
        """The inertia of the points about their barycenter, on the axes used."""
        return float(_inertias(self.points, self.weights, np.zeros_like(self.labels)).sum())

    @property
    def between(self) -> float:
        """The inertia between the clusters."""
        return self.total_inertia - float(self.inertias.sum())

    @property
    def ward_between(self) -> float:
        """The inertia between the clusters before consolidation."""
        return self.total_inertia - float(_inertias(self.points, self.weights, self.ward_labels - 1).sum())

    def to_polars(self) -> pl.DataFrame:
        """name, cluster, ward_cluster and distance (to the own center) of each point as a polars frame."""
        import polars as pl

        own = self.centers[self.labels - 1]
        return pl.DataFrame(
            {
                "name": list(self.names),
                "cluster": self.labels,
                "ward_cluster": self.ward_labels,
                "distance": np.sqrt(((self.points - own) ** 2).sum(axis=1)),
            }
        )

    def clusters_to_polars(self) -> pl.DataFrame:
        """cluster, size, mass, inertia and F1 … (of the center) as a polars frame."""
        import polars as pl

        columns = {
            "cluster": np.arange(1, self.clusters + 1),
            "size": self.sizes,
            "mass": self.masses,
            "inertia": self.inertias,
        }
        columns |= {f"F{axis + 1}": values for axis, values in enumerate(self.centers.T)}
        return pl.DataFrame(columns)

    def gains_to_polars(self, *, top: int = 20) -> pl.DataFrame:
        """clusters, within and gain of the first cuts as a polars frame."""
        import polars as pl

        shown = min(top, len(self.gains))
        return pl.DataFrame(
            {"clusters": np.arange(1, shown + 1), "within": self.within[:shown], "gain": self.gains[:shown]}
        )

    def individuals_to_polars(self) -> pl.DataFrame:
        """cluster, role (paragon or most distant), name and distance as a polars frame."""
        import polars as pl

        rows = [
            (cluster, role, point.name, point.distance)
            for role, found in (("paragon", self.paragons), ("most distant", self.most_distant))
            for cluster, points in enumerate(found, 1)
            for point in points
        ]
        return pl.DataFrame(rows, schema=["cluster", "role", "name", "distance"], orient="row")


def cluster_axes(
    analysis: Correspondence,
    *,
    side: SideName = "rows",
    axes: int | None = None,
    clusters: int | Literal["auto"] = "auto",
    at_least: int = LEAST,
    at_most: int | None = None,
    consolidate: Consolidation = "weighted",
    paragons: int = 5,
    first_step: int | Literal["auto"] = "auto",
    seed: int = 0,
    threads: int | None = None,
) -> AxisClusters:
    """Hierarchical clusters of rows or columns on the first axes of an analysis (HCPC).

    Ward's tree of the principal coordinates, weighted by the masses, is cut where the gain of inertia says,
    and k-means goes on from the barycenters of the clusters.

    Parameters
    ----------
    analysis : Correspondence
        A simple, multiple or non-linear one.
    side : {"rows", "columns"}
        Which points; the rows of a multiple analysis are the records.
    axes : int, optional
        On how many axes; five unless given, or all if the analysis keeps fewer.
    clusters : int or "auto"
        How many; auto proposes the number Q whose cut leaves the least part of the inertia within clusters,
        within(Q)/within(Q−1).
    at_least, at_most : int
        Between which numbers auto chooses: 3, and 10 or half the points if there are fewer than 20.
    consolidate : {"weighted", "unweighted", "none"}
        Whether k-means goes on from the tree. weighted: with the masses, as the tree. unweighted: as if all
        points weighed the same, which is what FactoMineR does; records of equal weight make no difference.
    paragons : int
        How many points of each cluster are named as nearest to its center, and as farthest from the others.
    first_step : int or "auto"
        The most leaves of the tree. Of more points, equal ones are taken together, and if still more are
        different, k-means finds so many centers first; all points take part in the consolidation. auto:
        1,000 centers if there are more than 20,000 different points.
    seed : int
        The random seed of that k-means; the same seed gives the same bytes.
    threads : int, optional
        The number of threads. Results do not depend on it.

    Returns
    -------
    AxisClusters

    Notes
    -----
    The tree, the proposed number and the consolidation are those of [Husson2010]. Clusters are numbered along
    the first axis, whose direction is arbitrary: mirrored, they are numbered the other way.

    Examples
    --------
    >>> import numpy as np
    >>> from firth.ca import correspondence
    >>> from firth.counting import counts_from_table
    >>> table = np.array([[9, 1, 1], [8, 2, 1], [1, 9, 2], [1, 8, 1], [1, 1, 9], [2, 1, 8]])
    >>> counts = counts_from_table(table, rows=list("abcdef"), columns=list("xyz"))
    >>> found = cluster_axes(correspondence(counts))
    >>> found
    AxisClusters(3 clusters of 6 rows on 2 axes, 98.9% of inertia between them)
    >>> sorted(found.sizes.tolist()), bool(found.labels[0] == found.labels[1])
    ([2, 2, 2], True)
    """
    points, weights, names = _cloud(analysis, side, axes)
    _check(len(points), clusters, consolidate, paragons, first_step)
    leaves, heavy, places = leaves_of(points, weights, first_step, seed=seed, threads=threads)
    merges = ward(leaves, heavy)
    wanted = _how_many(clusters, merges, len(points), at_least, at_most)
    tree_labels = cut(merges, wanted)[places]
    even = np.full(len(points), 1 / len(points)) if consolidate == "unweighted" else weights
    labels = tree_labels
    if consolidate != "none":
        order = _first_to_last(analysis, points)
        labels = np.empty_like(tree_labels)
        labels[order] = consolidated(points[order], even[order], tree_labels[order], threads=threads)
    labels, centers = _along_first_axis(points, even, labels)
    ward_labels, _ = _along_first_axis(points, even, tree_labels)
    nearest, farthest = paragons_and_most_distant(points, names, labels, centers, paragons)
    return AxisClusters(
        names=names,
        side=side,
        points=points,
        weights=weights,
        labels=labels,
        ward_labels=ward_labels,
        centers=centers,
        merges=merges,
        leaves=places,
        consolidation=consolidate,
        paragons=nearest,
        most_distant=farthest,
    )


def _cloud(analysis: Correspondence, side: SideName, axes: int | None) -> tuple[Array, Array, Vocabulary]:
    """Coordinates, masses and names of the points."""
    chosen = side_of(analysis, side)
    kept = chosen.principal.shape[1]
    if axes is None:
        axes = min(AXES, kept)
    if not 1 <= axes <= kept:
        raise InputError(
            f"axes is {axes}; clusters can be sought on 1 to {kept} axes, which the analysis keeps."
        )
    weightless = int((chosen.masses <= 0).sum())
    if weightless:
        raise InputError(
            f"{weightless:,} of {len(chosen.masses):,} {side} weigh nothing and would cluster with anything; "
            "analyze without them."
        )
    points = np.ascontiguousarray(chosen.principal[:, :axes], dtype=np.float64)
    return points, np.asarray(chosen.masses, dtype=np.float64), chosen.names


def _check(points: int, clusters: Any, consolidate: str, paragons: int, first_step: Any) -> None:
    whole = int | np.integer
    if clusters == "auto" and points < 3:
        raise InputError(f"a number of clusters is proposed for 3 points or more; there are only {points}.")
    if clusters != "auto" and (not isinstance(clusters, whole) or clusters < 2):
        raise InputError(f"clusters is {clusters!r}; give 2 or more, or 'auto'.")
    if clusters != "auto" and clusters > points:
        raise InputError(f"clusters is {clusters}, but there are only {points} points; ask for fewer.")
    if consolidate not in get_args(Consolidation):
        raise InputError(
            f"consolidate is {consolidate!r}; choose one of {', '.join(get_args(Consolidation))}."
        )
    if paragons < 0:
        raise InputError(f"paragons is {paragons}; it must be 0 or more.")
    if first_step != "auto" and (not isinstance(first_step, whole) or first_step < 2):
        raise InputError(f"first_step is {first_step!r}; give 2 leaves or more, or 'auto'.")


def _how_many(
    clusters: int | Literal["auto"], merges: Array, points: int, at_least: int, at_most: int | None
) -> int:
    """The number asked for, or the one proposed; clusters at the same place cannot be told apart."""
    within = within_inertias(merges)
    places = 1 + int((merges[:, 2] > 1e-14 * within[0]).sum())
    if clusters != "auto":
        if clusters > places:
            raise InputError(
                f"clusters is {clusters}, but the tree has leaves at only {places} different places on these "
                "axes; ask for fewer clusters, or for more axes or a larger first_step."
            )
        return int(clusters)
    most = min(MOST, max(round(points / 2), at_least)) if at_most is None else at_most
    if not 2 <= at_least <= most:
        raise InputError(
            f"a number of clusters was to be proposed between {at_least} and {most}; the first must be 2 or "
            "more, and the second not less."
        )
    if places <= at_least:
        return places
    return proposed_clusters(within, at_least=at_least, at_most=min(most, places))


def _first_to_last(analysis: Correspondence, points: Array) -> Array:
    """The order in which points move: along the first axis, in a direction that its sign does not change.

    FactoMineR turns axes so that Σ √mass · standard coordinate of the columns is positive, and sorts by them.
    """
    columns = analysis.columns
    direction = float(np.sqrt(columns.masses) @ columns.standard[:, 0])
    return np.argsort(-points[:, 0] if direction < 0 else points[:, 0], kind="stable")


def _along_first_axis(points: Array, weights: Array, labels: Array) -> tuple[Array, Array]:
    """Labels from 1 and centers in the order of the centers on the first axis."""
    centers = barycenters(points, weights, labels, int(labels.max()) + 1)
    order = np.argsort(centers[:, 0], kind="stable")
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.arange(1, len(order) + 1)
    return numbers[labels], centers[order]


def _inertias(points: Array, weights: Array, labels: Array) -> Array:
    """The inertia of each cluster about its barycenter; labels from 0."""
    clusters = int(labels.max()) + 1
    own = barycenters(points, weights, labels, clusters)[labels]
    return np.bincount(labels, weights * ((points - own) ** 2).sum(axis=1), clusters)
