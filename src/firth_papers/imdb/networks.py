"""Table 7.14: word vectors learnt from Wikipedia and from reviews, in the network of table 7.13."""

from __future__ import annotations

from collections.abc import Mapping

from firth.evaluate.documents import Runs, repeated_samples
from firth.runtime.run import Progress, silent
from firth_papers.documents import Cabinet, Material, Network, Teaching, network_missing, networks_on
from firth_papers.imdb import paper
from firth_papers.imdb.settings import Settings
from firth_papers.intrinsic import algorithms
from firth_papers.words import Shelf
from firth_papers.words.shelf import Text

OF_REVIEWS = "of reviews"


def word_texts(
    wikipedia: Text, material: Material, settings: Settings, threads: int | None
) -> dict[str, Text]:
    """What is added to the names of vectors → the text they learn from."""
    return {"": wikipedia, OF_REVIEWS: Teaching(material.teaching, settings.min_count, threads)}


def run_networks(
    material: Material,
    texts: Mapping[str, Text],
    settings: Settings,
    cabinet: Cabinet,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> tuple[list[Runs], list[str]]:
    """Runs of the network, and why some were not run."""
    reason = network_missing()
    if reason:
        return [], [reason]
    words = algorithms.Settings(
        dim=settings.network_dim, rounds=settings.rounds, min_count=settings.min_count, seed=settings.seed
    )
    models = algorithms.tabled_models(words, threads)
    shelves = {name: Shelf(text, cabinet.folder) for name, text in texts.items()}
    splits = repeated_samples(
        *material.split, share=paper.SHARE, repeats=settings.network_repeats, seed=settings.seed
    )
    network = Network("conv-attention", settings.network_epochs, settings.network_patience)
    chosen = {name: models[name] for name in settings.network_vectors}
    return networks_on(shelves, chosen, material, splits, network, cabinet, {"share": paper.SHARE}, progress)
