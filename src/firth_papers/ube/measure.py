"""What places images in three dimensions, and how well classes come apart on each of the maps."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from threadpoolctl import threadpool_limits

from firth.core import Recipe
from firth.estimators.unit_ball import UnitBallEmbedding
from firth.runtime.arrays import Array
from firth.runtime.kept import FileKind, arrays_kind, load_json, save_json
from firth.runtime.parallel import in_order
from firth.sphere.graph import neighbor_graph
from firth.sphere.ube import UnitBall, unit_ball
from firth_papers.engine.experiment import Context, Found, Results
from firth_papers.engine.printed import printed
from firth_papers.readers.images import FILES, ImageSet, read_image_sets
from firth_papers.rival_maps import (
    LLE_NEIGHBORS,
    LLE_REGULARIZATION,
    LPP_REGULARIZATION,
    SAMMON_STEPS,
    locality_preserving,
    locally_linear,
    sammon,
)
from firth_papers.ube.claims import NARROW, RAW, judged_claims
from firth_papers.ube.page import maps_figure
from firth_papers.ube.quality import NEIGHBORS, Quality, kmeans_nmi, quality

if TYPE_CHECKING:
    from matplotlib.figure import Figure

T = TypeVar("T")
U = TypeVar("U")

PAPER = printed("ube")
DIM = 3


@dataclass(frozen=True)
class Settings:
    """How much is done.

    runs: of k-means and of spectral clustering, run i with seed + i. starts, seeds: of UBE, starts each by
    itself, with so many runs_of_start of k-means.
    """

    sets: tuple[str, ...] = tuple(FILES)
    runs: int = PAPER["runs"]
    starts: int = 20
    seeds: int = 10
    runs_of_start: int = 10
    seed: int = 0


QUICK = Settings(sets=("Yale", "Olivetti", "Umist"), runs=10, starts=10, seeds=5)


def measure(context: Context[Settings]) -> Found:
    """Every method on every set, and UBE from many random starts, each in a thread of its own."""
    from sklearn.exceptions import ConvergenceWarning

    context.progress("reading", 0, 0, "images")
    sets = read_image_sets(context.settings.sets, context.data)
    # Method by method, so that the two largest sets are next to each other and take a thread each.
    pairs = [(images, method) for method in METHODS.values() for images in sets]
    # More threads within a method could change the last digits, and much in t-SNE.
    with warnings.catch_warnings(), threadpool_limits(limits=1):
        # Where many points are in one place k-means finds fewer clusters than it is asked for.
        warnings.simplefilter("ignore", ConvergenceWarning)
        maps = _each(lambda pair: measured_map(*pair, context), pairs, context, "placing images", "maps")
        restarts = _each(lambda images: restarts_on(images, context), sets, context, "starting often", "sets")
    results = _results(sets, maps, restarts)
    figures = {f"maps-{images.name}.png": partial(_figure_of_maps, images, maps) for images in sets}
    return Found(results, judged_claims(results), figures)


def _each(
    work: Callable[[T], U], items: Sequence[T], context: Context[Settings], stage: str, unit: str
) -> list[U]:
    found = []
    for one in in_order(work, items, context.threads):
        found.append(one)
        context.progress(stage, len(found), len(items), unit)
    return found


def _results(sets: Sequence[ImageSet], maps: Sequence[MeasuredMap], restarts: Sequence[Restarts]) -> Results:
    return {
        "sets": [
            {
                "name": images.name,
                "images": len(images.points),
                "classes": images.classes,
                "shape": list(images.shape),
                "paper": PAPER["sets"][images.name],
            }
            for images in sets
        ],
        "methods": [{"name": one.name, "settings": dict(one.settings)} for one in METHODS.values()],
        "outcomes": [one.as_dict() for one in maps],
        "starts": [{"set": images.name, **one._asdict()} for images, one in zip(sets, restarts, strict=True)],
        "paper": {
            images.name: {
                method: {"mean": mean, "sd": sd}
                for method, (mean, sd) in zip(PAPER["methods"], PAPER["table"][images.name], strict=True)
            }
            for images in sets
        },
    }


def _figure_of_maps(images: ImageSet, maps: Sequence[MeasuredMap]) -> Figure:
    own = {one.method: one.places for one in maps if one.images == images.name and one.method != RAW}
    return maps_figure(images, own)


# A method on a set.


@dataclass(frozen=True, eq=False)
class MeasuredMap:
    """A method's map of a set, how good it is, and the seconds that making it took in one thread."""

    images: str
    method: str
    places: Array
    quality: Quality
    seconds: float

    def as_dict(self) -> Results:
        """Plain values, without the places."""
        return {
            "set": self.images,
            "method": self.method,
            "seconds": self.seconds,
            **self.quality._asdict(),
        }


def measured_map(images: ImageSet, method: Method, context: Context[Settings]) -> MeasuredMap:
    """As it was kept, or made and kept now."""
    runs, seed = context.settings.runs, context.settings.seed
    recipe = (
        Recipe().then("images", digest=images.digest)
        .then("method", name=method.name, seed=seed, **method.settings)
    )  # fmt: skip

    def placed() -> tuple[Array, float]:
        began = perf_counter()
        return method.place(images.points, seed), perf_counter() - began

    if method.name == RAW:
        places, seconds = images.points, 0.0
    else:
        places, seconds = context.kept.get(recipe, placed, _PLACES)
    found = context.kept.get(
        recipe.then("quality", runs=runs, seed=seed, neighbours=NEIGHBORS),
        lambda: quality(places, images.labels, runs=runs, seed=seed),
        _fields_kind("scores", Quality),
    )
    return MeasuredMap(images.name, method.name, places, found, seconds)


_ARRAYS = arrays_kind("places")


def _load_places(path: Path) -> tuple[Array, float]:
    stored = _ARRAYS.load(path)
    return stored["places"], float(stored["seconds"])


def _save_places(placed: tuple[Array, float], path: Path) -> None:
    places, seconds = placed
    _ARRAYS.save({"places": places, "seconds": np.array(seconds)}, path)


_PLACES = FileKind("places", "npz", _load_places, _save_places)


def _fields_kind(prefix: str, of: Callable[..., T]) -> FileKind[T]:
    """A named tuple, by the names of its fields."""

    def save(one: Any, path: Path) -> None:
        save_json(one._asdict(), path)

    return FileKind(prefix, "json", lambda path: of(**load_json(path)), save)


# How much of a map is its start.


class Restarts(NamedTuple):
    """Maps of a set by UBE from many starts.

    objectives, kmeans: of one map for each random start, the objective at its end and the mean NMI of k-means
    with the classes. defaults: that NMI of the map that firth makes unasked, for each seed.
    """

    objectives: list[float]
    kmeans: list[float]
    defaults: list[float]


def restarts_on(images: ImageSet, context: Context[Settings]) -> Restarts:
    """As they were kept, or made and kept now. Start and seed i are the random seed + i."""
    settings, seed = context.settings, context.settings.seed
    starts, seeds, runs = settings.starts, settings.seeds, settings.runs_of_start
    how = {"starts": starts, "seeds": seeds, "runs": runs, "seed": seed, **unit_ball_settings()}
    recipe = Recipe().then("images", digest=images.digest).then("starts", **how)

    def clusters(ball: UnitBall) -> float:
        return sum(kmeans_nmi(ball.points, images.labels, images.classes, runs, seed)) / runs

    def made() -> Restarts:
        graph = neighbor_graph(images.points, threads=1)
        alone: dict[str, Any] = {"init": "random", "n_init": 1, "threads": 1}
        balls = [unit_ball(graph, DIM, seed=seed + i, **alone) for i in range(starts)]
        return Restarts(
            [float(ball.objective[-1]) for ball in balls],
            [clusters(ball) for ball in balls],
            [clusters(unit_ball(graph, DIM, seed=seed + i, threads=1)) for i in range(seeds)],
        )

    return context.kept.get(recipe, made, _fields_kind("starts", Restarts))


# The methods, each with one setting for all sets.


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
    names = {"degree": "kernel_degree", "max_iter": "n_sweeps", "tol": "tolerance"}
    how = ("random_state", "n_jobs")
    found = {names.get(name, name): value for name, value in choices.items() if name not in how}
    return dict(sorted(found.items()))


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
