"""What places images in three dimensions, each with one setting for all sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from firth.estimators.unit_ball import UnitBallEmbedding
from firth.runtime.arrays import Array
from firth.sphere.graph import neighbor_graph
from firth_papers.rival_maps import (
    LLE_NEIGHBORS,
    LLE_REGULARIZATION,
    LPP_REGULARIZATION,
    SAMMON_STEPS,
    locality_preserving,
    locally_linear,
    sammon,
)

DIM = 3
RAW = "raw data"
NARROW = "t-SNE, 10"
"""With a perplexity for small classes: some sets have ten images of each."""


@dataclass(frozen=True)
class Method:
    """A name, the settings that shape its places, and place(points, seed), which one thread carries out."""

    name: str
    settings: Mapping[str, Any]
    place: Callable[[Array, int], Array]


def _unit_ball(points: Array, seed: int) -> Array:
    return UnitBallEmbedding(DIM, random_state=seed, n_jobs=1).fit_transform(points)


def unit_ball_settings() -> dict[str, Any]:
    """The defaults of firth that shape a map."""
    choices = UnitBallEmbedding(DIM).get_params()
    names = {"max_iter": "n_sweeps", "tol": "tolerance"}
    how = ("random_state", "n_jobs")
    return {names.get(name, name): value for name, value in choices.items() if name not in how}


def _tsne(points: Array, seed: int, *, perplexity: int) -> Array:
    from sklearn.manifold import TSNE

    model = TSNE(DIM, perplexity=perplexity, init="pca", random_state=seed, n_jobs=1)
    return np.asarray(model.fit_transform(points), np.float64)


def _raw(points: Array, seed: int) -> Array:
    return points


def _lle(points: Array, seed: int) -> Array:
    return locally_linear(points, DIM, seed=seed)


def _pca(points: Array, seed: int) -> Array:
    from sklearn.decomposition import PCA

    solver = "covariance_eigh" if points.shape[1] <= len(points) else "full"
    return np.asarray(PCA(DIM, svd_solver=solver).fit_transform(points))


def _sammon(points: Array, seed: int) -> Array:
    return sammon(points, _pca(points, seed))


def _lpp(points: Array, seed: int) -> Array:
    return locality_preserving(points, neighbor_graph(points, threads=1), DIM)


METHODS = {
    method.name: method
    for method in (
        Method("UBE", unit_ball_settings(), _unit_ball),
        Method("t-SNE", {"perplexity": 30, "start": "pca"}, partial(_tsne, perplexity=30)),
        Method(RAW, {}, _raw),
        Method("LLE", {"neighbours": LLE_NEIGHBORS, "ridge": LLE_REGULARIZATION}, _lle),
        Method("PCA", {}, _pca),
        Method("Sammon", {"start": "pca", "steps": SAMMON_STEPS}, _sammon),
        Method("LPP", {"neighbours": "as UBE", "ridge": LPP_REGULARIZATION}, _lpp),
        Method(NARROW, {"perplexity": 10, "start": "pca"}, partial(_tsne, perplexity=10)),
    )
}
"""Name → method: the columns of table 2.3; LPP, which only the thesis's figures have; and t-SNE again."""
