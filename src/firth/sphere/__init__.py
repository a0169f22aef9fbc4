"""Vectors → neighbor graph → points on the unit sphere."""

from firth.sphere.graph import elbows, given_graph, neighbor_graph, usual_neighbors
from firth.sphere.knn import Metric, Neighbors, Search, nearest_neighbors
from firth.sphere.ube import Optimizer, Start, UnitBall, unit_ball

__all__ = [
    "Metric",
    "Neighbors",
    "Optimizer",
    "Search",
    "Start",
    "UnitBall",
    "elbows",
    "given_graph",
    "nearest_neighbors",
    "neighbor_graph",
    "unit_ball",
    "usual_neighbors",
]
