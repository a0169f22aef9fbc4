"""Table 7.8: word vectors learnt from tweets, in the network of table 7.7."""

from __future__ import annotations

from collections.abc import Mapping

from firth.core.progress import Progress, silent
from firth.evaluate.documents import Labels, Runs, repeated_folds
from firth.experiments.documents import Cabinet, Material, Network, Teaching, network_missing, networks_on
from firth.experiments.ei_reg.settings import Settings
from firth.experiments.intrinsic import algorithms
from firth.experiments.words import Shelf


def run_networks(
    materials: Mapping[str, Material],
    text: Teaching,
    settings: Settings,
    cabinet: Cabinet,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> tuple[dict[str, list[Runs]], list[str]]:
    """Emotion → runs of the network, and why some were not run."""
    reason = network_missing()
    if reason:
        return {emotion: [] for emotion in materials}, [reason]
    words = algorithms.Settings(
        dim=settings.network_dim,
        window=settings.window,
        rounds=settings.rounds,
        min_count=settings.min_count,
        seed=settings.seed,
    )
    models = algorithms.tabled_models(words, threads)
    chosen = {name: models[name] for name in settings.network_vectors}
    shelves = {"": Shelf(text, cabinet.folder)}
    network = Network("lstm", settings.network_epochs, at_once=True)
    how = {"folds": settings.folds, "repeats": settings.network_repeats}
    found: dict[str, list[Runs]] = {}
    missing: list[str] = []
    for emotion, material in materials.items():
        known = Labels("numbers", material.labels.values[: material.learnt])
        splits = repeated_folds(known, seed=settings.seed, **how)
        found[emotion], missing = networks_on(
            shelves, chosen, material, splits, network, cabinet, how, progress
        )
    return found, missing
