"""How much of a map is its start: the objective and the clusters of UBE from many starts and seeds."""

from __future__ import annotations

from typing import Any, NamedTuple

from firth.core import Recipe
from firth.sphere.graph import neighbor_graph
from firth.sphere.ube import UnitBall, unit_ball
from firth_papers.ube.methods import DIM, unit_ball_settings
from firth_papers.ube.outcomes import Cabinet
from firth_papers.ube.quality import kmeans_nmi
from firth_papers.ube.sets import ImageSet


class Starts(NamedTuple):
    """Maps of a set that began elsewhere.

    objectives, kmeans: of one map for each random start, the objective at its end and the mean NMI of k-means
    with the classes. defaults: that NMI of the map that firth makes unasked, for each seed.
    """

    images: str
    objectives: list[float]
    kmeans: list[float]
    defaults: list[float]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"set": self.images, **{name: getattr(self, name) for name in self._fields[1:]}}


def many_starts(images: ImageSet, cabinet: Cabinet, *, starts: int, seeds: int, runs: int) -> Starts:
    """As it was kept, or made and kept now.

    Start and seed i are the cabinet's seed + i. runs: of k-means on each map.
    """
    seed = cabinet.seed
    how = {"starts": starts, "seeds": seeds, "runs": runs, "seed": seed, **unit_ball_settings()}
    recipe = Recipe().then("images", digest=images.digest).then("starts", **how)

    def clusters(ball: UnitBall) -> float:
        return sum(kmeans_nmi(ball.points, images.labels, images.classes, runs, seed)) / runs

    def made() -> dict[str, Any]:
        graph = neighbor_graph(images.points, threads=1)
        alone: dict[str, Any] = {"init": "random", "n_init": 1, "threads": 1}
        balls = [unit_ball(graph, DIM, seed=seed + i, **alone) for i in range(starts)]
        return {
            "objectives": [float(ball.objective[-1]) for ball in balls],
            "kmeans": [clusters(ball) for ball in balls],
            "defaults": [clusters(unit_ball(graph, DIM, seed=seed + i, threads=1)) for i in range(seeds)],
        }

    return cabinet.kept(f"starts-{recipe.digest}.json", made, lambda found: Starts(images.name, **found))
