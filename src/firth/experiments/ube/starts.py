"""How much of a map is its start: the objective and the clusters of UBE from many random starts."""

from __future__ import annotations

from typing import Any, NamedTuple

from firth.core import Recipe
from firth.experiments.ube.methods import DIM, unit_ball_settings
from firth.experiments.ube.outcomes import Cabinet
from firth.experiments.ube.quality import kmeans_nmi
from firth.experiments.ube.sets import ImageSet
from firth.sphere.graph import neighbour_graph
from firth.sphere.ube import unit_ball


class Starts(NamedTuple):
    """Of one map for each start: the objective at its end, and the mean NMI of k-means with the classes."""

    images: str
    objectives: list[float]
    kmeans: list[float]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"set": self.images, "objectives": self.objectives, "kmeans": self.kmeans}


def many_starts(images: ImageSet, cabinet: Cabinet, *, starts: int, runs: int) -> Starts:
    """As it was kept, or made and kept now.

    Start i is drawn with the cabinet's seed + i. runs: of k-means on each map.
    """
    seed = cabinet.seed
    how = {"starts": starts, "runs": runs, "seed": seed, **unit_ball_settings()}
    recipe = Recipe().then("images", digest=images.digest).then("starts", **how)

    def made() -> dict[str, Any]:
        graph = neighbour_graph(images.points, threads=1)
        balls = [
            unit_ball(graph, DIM, init="random", n_init=1, seed=seed + i, threads=1) for i in range(starts)
        ]
        return {
            "objectives": [float(ball.objective[-1]) for ball in balls],
            "kmeans": [
                sum(kmeans_nmi(ball.points, images.labels, images.classes, runs, seed)) / runs
                for ball in balls
            ],
        }

    return cabinet.kept(f"starts-{recipe.digest}.json", made, lambda found: Starts(images.name, **found))
