"""What a neural network makes of word vectors of all kinds, learned from the same texts."""

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
from firth_papers.engine.documents import RUNS, LabeledDocuments, named_vectors
from firth_papers.engine.experiment import Context
from firth_papers.engine.models import Form, Model
from firth_papers.engine.text import Text
from firth_papers.networks import fit_sequence_ensemble, fit_sequence_model
from firth_papers.networks.architectures import Architecture
from firth_papers.networks.pytorch import repeatable, require_torch

_Key = tuple[str, int]
"""Which vectors, and the number of the split."""


@dataclass(frozen=True)
class Network:
    """How a network is trained.

    epochs: the thesis's if None. patience: epochs without improvement before training ends. members: how
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


def score_networks(
    network: Network,
    texts: Mapping[str, Text],
    models: Mapping[str, tuple[Model, Form]],
    given: LabeledDocuments,
    splits: Sequence[Split],
    how: Mapping[str, Any],
    context: Context[Any],
) -> tuple[list[Runs], list[str]]:
    """What a network scored on the vectors of every model, learned from every text; and what was not run.

    Runs are done several at a time, which is quicker than several parts of a batch, all vectors on the first
    split first, and each is kept as soon as it is done.

    texts: by what is added to the names of vectors learned from them. how: what each split depends on beside
    its number and the random seed.
    """
    rows = [
        _Row(f"{name} {told}".strip(), text, *models[name]) for told, text in texts.items() for name in models
    ]
    recipes = {
        (row.title, number): row.recipe(given, network, how, context).then("run", number=number)
        for number in range(len(splits))
        for row in rows
    }
    kept, progress = context.kept, context.progress
    found = {key: runs for key, recipe in recipes.items() if (runs := kept.find(recipe, RUNS)) is not None}
    missing: dict[str, str] = {}
    several = len(recipes) > 1
    threads = 1 if several else context.threads

    def jobs() -> Iterator[tuple[_Key, Callable[[], Runs]]]:
        """Vectors are made here and not in the jobs, because that has threads of its own."""
        for number, split in enumerate(splits):
            for row in rows:
                if row.title in missing or (row.title, number) in found:
                    continue
                try:
                    vectors = row.text.vectors(row.model, row.form)
                except InputError as error:  # what learns from the text itself is an extra
                    missing[row.title] = f"{row.title}: {row.model.missing or error}"
                    continue
                run = partial(_run, row.title, vectors, given, split, network, threads)
                yield (
                    (row.title, number),
                    partial(run, seed=context.run.seed + number, with_curve=not number),
                )

    def work(job: tuple[_Key, Callable[[], Runs]]) -> tuple[_Key, Runs]:
        key, make = job
        return key, kept.get(recipes[key], make, RUNS)

    progress("networks", len(found), len(recipes), "runs")
    with repeatable():  # around all threads, each of which would set PyTorch for all of them
        for key, runs in in_order(work, jobs(), context.threads if several else 1):
            found[key] = runs
            progress("networks", len(found), len(recipes), "runs")
    progress("networks", len(recipes), len(recipes), "runs")
    whole = [row.title for row in rows if row.title not in missing]
    return [joined([found[title, n] for n in range(len(splits))]) for title in whole], list(missing.values())


@dataclass(frozen=True, eq=False)
class _Row:
    """Word vectors of a model, learned from one text, under the name that they have in the table."""

    title: str
    text: Text
    model: Model
    form: Form

    def recipe(
        self, given: LabeledDocuments, network: Network, how: Mapping[str, Any], context: Context[Any]
    ) -> Recipe:
        """What runs depend on beside their number."""
        vectors = {"vectors": self.text.recipe_of(self.model).digest, "form": asdict(self.form)}
        made = named_vectors(self.title, {**how, **vectors}, given, context)
        return made.then("network", **asdict(network))


def _run(
    title: str,
    vectors: Embedding,
    given: LabeledDocuments,
    split: Split,
    network: Network,
    threads: int | None,
    *,
    seed: int,
    with_curve: bool,
) -> Runs:
    """Fit to the documents that a split learns from, and judge on those that it tests."""
    labels, (train, test) = given.labels, split
    several = network.members > 1
    fit = partial(fit_sequence_ensemble, members=network.members) if several else fit_sequence_model
    model = fit(
        [given.documents[place] for place in train],
        labels.values[train],
        vectors,
        architecture=network.architecture,
        task="binary" if labels.task == "classes" else "regression",
        seed=seed,
        epochs=network.epochs,
        patience=network.patience,
        threads=threads,
    )
    found = model.predict([given.documents[place] for place in test])
    if labels.task == "numbers":
        outcome = scored(labels, test, found)
    else:
        outcome = scored(labels, test, (found > 0.5).astype(int), found, with_curve=with_curve)
    return single_run(title, network.architecture, outcome)
