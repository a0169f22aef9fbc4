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
from firth.evaluate.documents.measuring import joined, scored, single_run
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
    total = len(cells) * len(splits)
    for place, (title, text, name) in enumerate(cells):
        shelf, (model, form) = shelves[text], models[name]
        known = {**how, "vectors": shelf.recipe(model).digest, "form": asdict(form)}
        step = partial(_tell, progress, place * len(splits), total)
        step(0)
        try:
            make = partial(shelf.vectors, model, form)
            found.append(_network_runs(title, make, material, splits, network, cabinet, known, step))
        except InputError as error:  # what learns from the text itself is an extra
            missing.append(f"{title}: {model.missing or error}")
    _tell(progress, 0, total, total)
    return found, missing


def _tell(progress: Progress, before: int, total: int, done: int) -> None:
    progress("networks", before + done, total, "runs")


def _network_runs(
    name: str,
    embedding: Callable[[], Embedding],
    material: Material,
    splits: Sequence[Split],
    network: Network,
    cabinet: Cabinet,
    how: Mapping[str, Any],
    step: Callable[[int], None],
) -> Runs:
    """What a network makes of word vectors, kept in the cabinet, each run as soon as it is done.

    how: what vectors and splits depend on. step: told how many runs are done.
    """
    settings = {key: value for key, value in asdict(network).items() if key != "at_once"}
    recipe = cabinet.recipe(material, name, how).then("network", **settings)

    def measured() -> Runs:
        vectors = embedding()

        def kept(number: int) -> Runs:
            make = partial(_run, name, vectors, material, splits, network, cabinet, number)
            return cabinet.kept_runs(recipe.then("run", number=number), make)

        runs = []
        with repeatable():  # around all threads, each of which would set PyTorch for all of them
            for one in in_order(kept, range(len(splits)), cabinet.threads if network.at_once else 1):
                runs.append(one)
                step(len(runs))
        return joined(runs)

    return cabinet.kept_runs(recipe, measured)


def _run(
    name: str,
    embedding: Embedding,
    material: Material,
    splits: Sequence[Split],
    network: Network,
    cabinet: Cabinet,
    number: int,
) -> Runs:
    """Fit to the documents that a split learns from, and judge on those that it tests."""
    labels, (learnt, tested) = material.labels, splits[number]
    several = network.members > 1
    fit = partial(fit_sequence_ensemble, members=network.members) if several else fit_sequence_model
    model = fit(
        [material.documents[place] for place in learnt],
        labels.values[learnt],
        embedding,
        architecture=network.architecture,
        task="binary" if labels.task == "classes" else "regression",
        seed=cabinet.seed + number,
        epochs=network.epochs,
        patience=network.patience,
        threads=1 if network.at_once else cabinet.threads,
    )
    found = model.predict([material.documents[place] for place in tested])
    if labels.task == "numbers":
        outcome = scored(labels, tested, found)
    else:
        outcome = scored(labels, tested, (found > 0.5).astype(int), found, with_curve=not number)
    return single_run(name, network.architecture, outcome)
