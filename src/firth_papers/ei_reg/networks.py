"""Table 7.8: word vectors learnt from tweets, in the network of table 7.7, and in several of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from firth.evaluate.documents import Labels, Runs, Split, repeated_folds
from firth.recipes import named_recipe
from firth.runtime.run import Progress, Run, silent
from firth_papers.documents import Cabinet, Material, Network, network_missing, networks_on
from firth_papers.ei_reg.settings import Settings
from firth_papers.engine.models import Form, Model, spectral
from firth_papers.engine.text import Text
from firth_papers.thesis_vectors import TABLES_6, WEIGHTED, Entry, U, thesis_models

AVERAGED: dict[str, Entry] = {
    "SVD-PPMI UΣ": ("ppmi", WEIGHTED),
    "Word2Vec": ("sgns-10", U),
}
"""Word vectors for several networks whose predictions are averaged, and their form."""


@dataclass(frozen=True)
class NetworkRuns:
    """Emotion → runs over the folds, and on the tweets that the task was judged by; why some are missing."""

    folds: dict[str, list[Runs]]
    official: dict[str, list[Runs]]
    missing: list[str] = field(default_factory=list)


def run_networks(
    materials: Mapping[str, Material],
    text: Text,
    settings: Settings,
    cabinet: Cabinet,
    *,
    threads: int | None = None,
    progress: Progress = silent,
) -> NetworkRuns:
    """All word vectors of the settings in one network each, then some in several."""
    found = NetworkRuns({one: [] for one in materials}, {one: [] for one in materials})
    reason = network_missing()
    if reason:
        found.missing.append(reason)
        return found
    for models, members in _kinds(settings, threads):
        for emotion, material in materials.items():
            for own, splits, how in (
                (found.folds, _folds(material, settings), {"folds": settings.folds}),
                (found.official, [material.split], {"folds": 0}),
            ):
                network = Network("lstm", settings.network_epochs, members=members)
                runs, missing = networks_on(
                    {"": text}, models, material, splits, network, cabinet, how, progress
                )
                own[emotion] += runs
                found.missing.extend(one for one in missing if one not in found.missing)
    return found


def averaged_name(vectors: str, members: int) -> str:
    """What word vectors in several networks are called.

    >>> averaged_name("Word2Vec", 5)
    'Word2Vec, mean of 5 networks'
    """
    return f"{vectors}, mean of {members} networks"


def _kinds(settings: Settings, threads: int | None) -> list[tuple[dict[str, tuple[Model, Form]], int]]:
    """Word vectors by name, and in how many networks they are put."""
    run = Run(settings.seed, threads)
    models = thesis_models(run, dim=settings.network_dim, window=settings.window, epochs=settings.rounds)
    averaged = {
        averaged_name(name, settings.members): (models[own], form)
        for name in settings.averaged_vectors
        for own, form in [AVERAGED[name]]
    }
    single = {
        name: (models[own], form) for name in settings.network_vectors for own, form in [TABLES_6[name]]
    }
    single |= {name: _as_embedded(name, settings, run) for name in settings.network_recipes}
    return [(single, 1), (averaged, settings.members)]


def _as_embedded(recipe: str, settings: Settings, run: Run) -> tuple[Model, Form]:
    """A recipe with its own exponent and options, and the common window unless it has one of its own."""
    chosen = named_recipe(recipe)
    counting = {"window": settings.window, "weights": "harmonic", **chosen.counting}
    model = spectral(recipe, recipe, counting=counting, dim=settings.network_dim, run=run, keep=True)
    return model, Form(exponent=0.0 if chosen.kind == "descent" else chosen.exponent)


def _folds(material: Material, settings: Settings) -> Sequence[Split]:
    known = Labels("numbers", material.labels.values[: material.learnt])
    return repeated_folds(known, folds=settings.folds, repeats=settings.network_repeats, seed=settings.seed)
