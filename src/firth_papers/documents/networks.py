"""Word vectors of all kinds, learnt from the same text, and what a network makes of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from firth.core import Embedding, Recipe
from firth.errors import InputError
from firth.evaluate.documents import Runs, Split
from firth.evaluate.documents.measuring import joined, scored, single_run
from firth.runtime.parallel import in_order
from firth.runtime.run import Progress, silent
from firth_papers.documents.cabinet import Cabinet
from firth_papers.documents.material import Material
from firth_papers.engine.models import Form, Model
from firth_papers.engine.text import Text
from firth_papers.networks import fit_sequence_ensemble, fit_sequence_model
from firth_papers.networks.architectures import Architecture
from firth_papers.networks.runtime import repeatable, require_torch

_Key = tuple[str, int]
"""Which vectors, and the number of the split."""


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
    texts: Mapping[str, Text],
    models: Mapping[str, tuple[Model, Form]],
    material: Material,
    splits: Sequence[Split],
    network: Network,
    cabinet: Cabinet,
    how: Mapping[str, Any],
    progress: Progress = silent,
) -> tuple[list[Runs], list[str]]:
    """What a network makes of the vectors of every model, learnt from every text; and what could not be run.

    Runs are done several at a time, which is quicker than several parts of a batch, all vectors on the first
    split first, and each is kept in the cabinet as soon as it is done.

    texts: by what is added to the names of vectors learnt from them. how: what each split depends
    on beside its number and the seed.
    """
    cells = [
        _Cell(f"{name} {told}".strip(), text, *models[name])
        for told, text in texts.items()
        for name in models
    ]
    recipes = {
        (cell.title, number): cell.recipe(material, network, cabinet, how).then("run", number=number)
        for number in range(len(splits))
        for cell in cells
    }
    found = {key: kept for key, recipe in recipes.items() if (kept := cabinet.runs_of(recipe)) is not None}
    missing: dict[str, str] = {}
    several = len(recipes) > 1

    def jobs() -> Iterator[tuple[_Key, Callable[[], Runs]]]:
        """Vectors are made here and not in the jobs, because that has threads of its own."""
        for number, split in enumerate(splits):
            for cell in cells:
                if cell.title in missing or (cell.title, number) in found:
                    continue
                try:
                    vectors = cell.text.vectors(cell.model, cell.form)
                except InputError as error:  # what learns from the text itself is an extra
                    missing[cell.title] = f"{cell.title}: {cell.model.missing or error}"
                    continue
                threads = 1 if several else cabinet.threads
                run = partial(_run, cell.title, vectors, material, split, network, threads)
                yield (cell.title, number), partial(run, seed=cabinet.seed + number, with_curve=not number)

    def work(job: tuple[_Key, Callable[[], Runs]]) -> tuple[_Key, Runs]:
        key, make = job
        return key, cabinet.kept_runs(recipes[key], make)

    progress("networks", len(found), len(recipes), "runs")
    with repeatable():  # around all threads, each of which would set PyTorch for all of them
        for key, runs in in_order(work, jobs(), cabinet.threads if several else 1):
            found[key] = runs
            progress("networks", len(found), len(recipes), "runs")
    progress("networks", len(recipes), len(recipes), "runs")
    whole = [cell.title for cell in cells if cell.title not in missing]
    return [joined([found[title, n] for n in range(len(splits))]) for title in whole], list(missing.values())


@dataclass(frozen=True, eq=False)
class _Cell:
    """Word vectors of a model, learnt from one text, under the name that they have in the table."""

    title: str
    text: Text
    model: Model
    form: Form

    def recipe(
        self, material: Material, network: Network, cabinet: Cabinet, how: Mapping[str, Any]
    ) -> Recipe:
        """What runs depend on beside their number."""
        vectors = {"vectors": self.text.recipe_of(self.model).digest, "form": asdict(self.form)}
        made = cabinet.recipe(material, self.title, {**how, **vectors})
        return made.then("network", **asdict(network))


def _run(
    title: str,
    vectors: Embedding,
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
