"""Table 7.14: word vectors learnt from Wikipedia and from reviews, in the network of table 7.13."""

from __future__ import annotations

from collections.abc import Mapping

from firth.evaluate.documents import Runs, repeated_samples
from firth.runtime.run import Progress, Run, silent
from firth_papers.documents import Cabinet, Material, Network, network_missing, networks_on
from firth_papers.engine.text import Text, text_of_documents
from firth_papers.imdb import paper
from firth_papers.imdb.settings import Settings
from firth_papers.thesis_vectors import TABLES_6, thesis_models

OF_REVIEWS = "of reviews"


def word_texts(
    wikipedia: Text, material: Material, settings: Settings, cabinet: Cabinet, threads: int | None
) -> dict[str, Text]:
    """What is added to the names of vectors → the text they learn from."""
    run = Run(settings.seed, threads)
    reviews = text_of_documents(material.teaching, cabinet.folder, run, min_count=settings.min_count)
    return {"": wikipedia, OF_REVIEWS: reviews}


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
    models = thesis_models(Run(settings.seed, threads), dim=settings.network_dim, epochs=settings.rounds)
    splits = repeated_samples(
        *material.split, share=paper.SHARE, repeats=settings.network_repeats, seed=settings.seed
    )
    network = Network("conv-attention", settings.network_epochs, settings.network_patience)
    chosen = {
        name: (models[own], form) for name in settings.network_vectors for own, form in [TABLES_6[name]]
    }
    return networks_on(texts, chosen, material, splits, network, cabinet, {"share": paper.SHARE}, progress)
