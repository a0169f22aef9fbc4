"""Word vectors of all kinds, learnt from the same text, and what a network makes of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from firth.core import Embedding
from firth.core.parallel import in_order
from firth.core.progress import Progress, silent
from firth.errors import InputError
from firth.evaluate.documents import Runs, Split
from firth.evaluate.documents.measuring import Scored, collected, scored
from firth.evaluate.sequences import fit_sequence_ensemble, fit_sequence_model
from firth.evaluate.sequences.networks import Architecture
from firth.evaluate.sequences.runtime import repeatable, require_torch
from firth.experiments.documents.cabinet import Cabinet
from firth.experiments.documents.material import Material
from firth.experiments.words import Form, Model, Shelf


@dataclass(frozen=True)
class Network:
    """How a network is trained.

    epochs: the thesis's if None. patience: epochs without a better one before training ends. at_once: several
    splits at a time rather than several parts of a batch, which is quicker where documents are short.
    members: how many are trained on each split; the mean of their predictions is judged.
    """

    architecture: Architecture
    epochs: int | None = None
    patience: int = 10
    at_once: bool = False
    members: int = 1


def network_missing() -> str:
    """Why no network can be run here; empty if one can."""
    try:
        require_torch()
    except InputError as error:
        return str(error)
    return ""


def networks_on(
    shelves: Mapping[str, Shelf],
    models: Mapping[str, tuple[Model, Form]],
    material: Material,
    splits: Sequence[Split],
    network: Network,
    cabinet: Cabinet,
    how: Mapping[str, Any],
    progress: Progress = silent,
) -> tuple[list[Runs], list[str]]:
    """What a network makes of the vectors of every model, learnt from every text; and what could not be run.

    shelves: of texts, by what is added to the names of vectors learnt from them. how: what splits depend on.
    """
    found, missing = [], []
    cells = [(f"{name} {text}".strip(), text, name) for text in shelves for name in models]
    for done, (title, text, name) in enumerate(cells):
        progress("networks", done, len(cells), "word vectors")
        shelf, (model, form) = shelves[text], models[name]
        known = {**how, "vectors": shelf.recipe(model).digest, "form": asdict(form)}
        try:
            make = partial(shelf.vectors, model, form)
            found.append(_network_runs(title, make, material, splits, network, cabinet, known))
        except InputError as error:  # what learns from the text itself is an extra
            missing.append(f"{title}: {model.missing or error}")
    progress("networks", len(cells), len(cells), "word vectors")
    return found, missing


def _network_runs(
    name: str,
    embedding: Callable[[], Embedding],
    material: Material,
    splits: Sequence[Split],
    network: Network,
    cabinet: Cabinet,
    how: Mapping[str, Any],
) -> Runs:
    """What a network makes of word vectors, kept in the cabinet. how: what vectors and splits depend on."""
    settings = {key: value for key, value in asdict(network).items() if key != "at_once"}
    recipe = cabinet.recipe(material, name, how).then("network", **settings)

    def measured() -> Runs:
        return _measured(name, embedding(), material, splits, network, cabinet)

    return cabinet.kept_runs(recipe, measured)


def _measured(
    name: str,
    embedding: Embedding,
    material: Material,
    splits: Sequence[Split],
    network: Network,
    cabinet: Cabinet,
) -> Runs:
    labels, inner = material.labels, 1 if network.at_once else cabinet.threads
    several = network.members > 1
    fit = partial(fit_sequence_ensemble, members=network.members) if several else fit_sequence_model

    def run(number: int) -> Scored:
        learnt, tested = splits[number]
        model = fit(
            [material.documents[place] for place in learnt],
            labels.values[learnt],
            embedding,
            architecture=network.architecture,
            task="binary" if labels.task == "classes" else "regression",
            seed=cabinet.seed + number,
            epochs=network.epochs,
            patience=network.patience,
            threads=inner,
        )
        found = model.predict([material.documents[place] for place in tested])
        if labels.task == "numbers":
            return scored(labels, tested, found)
        return scored(labels, tested, (found > 0.5).astype(int), found, with_curve=not number)

    with repeatable():  # around all threads, each of which would set PyTorch for all of them
        outer = cabinet.threads if network.at_once else 1
        return collected(name, network.architecture, list(in_order(run, range(len(splits)), outer)))
