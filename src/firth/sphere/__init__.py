"""Vectors → neighbour graph → points on the unit sphere."""

from firth.sphere.graph import (
    Metric,
    Neighbours,
    Search,
    elbows,
    given_graph,
    nearest_neighbours,
    neighbour_graph,
    usual_neighbours,
)
from firth.sphere.ube import Optimizer, Start, UnitBall, unit_ball

__all__ = [
    "Metric",
    "Neighbours",
    "Optimizer",
    "Search",
    "Start",
    "UnitBall",
    "elbows",
    "given_graph",
    "nearest_neighbours",
    "neighbour_graph",
    "unit_ball",
    "usual_neighbours",
]
