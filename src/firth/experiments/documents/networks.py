"""Word vectors of all kinds, learnt from the same text, and what a network makes of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

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

    epochs: the thesis's if None. patience: epochs without a better one before training ends. members: how
    many are trained on each split; the mean of their predictions is judged.
    """

    architecture: Architecture
    epochs: int | None = None
    patience: int = 10
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

    Runs are done several at a time, which is quicker than several parts of a batch, and each is kept in the
    cabinet as soon as it is done. shelves: of texts, by what is added to the names of vectors learnt from
    them. how: what each split depends on beside its number and the seed.
    """
    cells = [
        _Cell(f"{name} {text}".strip(), shelf, *models[name])
        for text, shelf in shelves.items()
        for name in models
    ]
    total = len(cells) * len(splits)
    threads = 1 if total > 1 else cabinet.threads
    found: dict[str, list[Runs]] = {cell.title: [] for cell in cells}
    missing: list[str] = []

    def jobs() -> Iterator[Callable[[], Runs]]:
        """Vectors are made here and not in the jobs, because that has threads of its own."""
        for cell in cells:
            settings = {**how, "vectors": cell.shelf.recipe(cell.model).digest, "form": asdict(cell.form)}
            recipe = cabinet.recipe(material, cell.title, settings).then("network", **asdict(network))
            recipes = [recipe.then("run", number=number) for number in range(len(splits))]
            kept = [cabinet.runs_of(one) for one in recipes]
            try:
                vectors = None if all(kept) else cell.shelf.vectors(cell.model, cell.form)
            except InputError as error:  # what learns from the text itself is an extra
                missing.append(f"{cell.title}: {cell.model.missing or error}")
                continue
            for number, (own, runs) in enumerate(zip(recipes, kept, strict=True)):
                run = partial(_run, cell.title, vectors, material, splits[number], network, threads)
                make = partial(run, seed=cabinet.seed + number, with_curve=not number)
                yield partial(cabinet.kept_runs, own, make) if runs is None else partial(_same, runs)

    progress("networks", 0, total, "runs")
    with repeatable():  # around all threads, each of which would set PyTorch for all of them
        for done, runs in enumerate(in_order(_called, jobs(), cabinet.threads if total > 1 else 1), 1):
            found[runs.vectors].append(runs)
            progress("networks", done + len(missing) * len(splits), total, "runs")
    return [joined(runs) for runs in found.values() if runs], missing


@dataclass(frozen=True, eq=False)
class _Cell:
    """Word vectors of a model, learnt from one text, under the name that they have in the table."""

    title: str
    shelf: Shelf
    model: Model
    form: Form


def _called(job: Callable[[], Runs]) -> Runs:
    return job()


def _same(runs: Runs) -> Runs:
    return runs


def _run(
    title: str,
    vectors: Any,
    material: Material,
    split: Split,
    network: Network,
    threads: int | None,
    *,
    seed: int,
    with_curve: bool,
) -> Runs:
    """Fit to the documents that a split learns from, and judge on those that it tests."""
    labels, (learnt, tested) = material.labels, split
    several = network.members > 1
    fit = partial(fit_sequence_ensemble, members=network.members) if several else fit_sequence_model
    model = fit(
        [material.documents[place] for place in learnt],
        labels.values[learnt],
        vectors,
        architecture=network.architecture,
        task="binary" if labels.task == "classes" else "regression",
        seed=seed,
        epochs=network.epochs,
        patience=network.patience,
        threads=threads,
    )
    found = model.predict([material.documents[place] for place in tested])
    if labels.task == "numbers":
        outcome = scored(labels, tested, found)
    else:
        outcome = scored(labels, tested, (found > 0.5).astype(int), found, with_curve=with_curve)
    return single_run(title, network.architecture, outcome)
