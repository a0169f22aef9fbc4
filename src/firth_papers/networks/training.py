"""Networks that predict numbers, or yes and no, from texts: Adam, squared errors, and early stopping."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, get_args

import numpy as np

from firth.core import Embedding
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.parallel import even_blocks, in_order
from firth.runtime.run import Progress, silent
from firth_papers.networks.architectures import Architecture, build_network, network_output
from firth_papers.networks.pytorch import repeatable, require_torch
from firth_papers.networks.token_rows import TokenRows, token_rows, unit_vectors

Task = Literal["regression", "binary"]

EPOCHS = {"lstm": 80, "conv-attention": 100}
BATCH = {"lstm": 128, "conv-attention": 256}
"""Tables 7.7 and 7.13 of Haji Soleimani 2019; the second says: dynamic between 256 and 512."""


@dataclass(frozen=True, eq=False)
class SequenceModel:
    """A network with its weights, and the vectors it reads.

    Attributes
    ----------
    architecture, task : str
    embedding : Embedding
        The word vectors, of length 1; training left them as they were.
    longest : int
        How many known words of a text are read.
    network : torch.nn.Module
    losses : tuple of pairs
        The mean squared error of each epoch, while it was trained and then on the texts held out.
    best_epoch : int
        The epoch whose weights these are, counted from 1.
    threads : int, optional
    """

    architecture: Architecture
    task: Task
    embedding: Embedding
    longest: int
    network: Any
    losses: tuple[tuple[float, float | None], ...]
    best_epoch: int
    threads: int | None = None

    def predict(self, texts: Iterable[str | Sequence[str]]) -> Array:
        """A number for each text; if the task is binary, how likely it is a 1.

        A text without a known word gets what the network says of nothing.
        """
        rows = token_rows(texts, self.embedding, self.longest, self.threads)
        with repeatable():
            return predict_rows(self, rows, np.arange(len(rows)), self.threads)


def fit_sequence_model(
    texts: Iterable[str | Sequence[str]],
    targets: Sequence[float] | Array,
    embedding: Embedding,
    *,
    architecture: Architecture = "lstm",
    task: Task = "regression",
    seed: int = 0,
    epochs: int | None = None,
    patience: int = 10,
    validation: float = 0.15,
    batch: int | None = None,
    longest: int = 2500,
    threads: int | None = None,
    progress: Progress = silent,
) -> SequenceModel:
    """Learn numbers, or a yes or no, from the words of texts in their order (extra `neural`).

    Parameters
    ----------
    texts : iterable of str, or of lists of tokens
        Strings are split into words as `firth.text.tokenize` does; unknown words are left out.
    targets : sequence of float
        A number for each text; 0 or 1 if the task is binary.
    embedding : Embedding
        The word vectors. They are scaled to length 1, and do not learn.
    architecture : {"lstm", "conv-attention"}
        "lstm" is LSTM(64), 32, 32, 1. "conv-attention" is twice a convolution of 3 words into 64 with max
        pooling over 2, an LSTM(64) with attention, 64, 32, 1.
    task : {"regression", "binary"}
    seed : int
        The random seed; the same seed gives the same bytes on one kind of machine.
    epochs, batch : int, optional
        The number of epochs and the batch size; those of [HajiSoleimani2019, tables 7.7 and 7.13] unless
        given.
    patience : int
        After so many epochs without a better one training ends.
    validation : float
        The share of texts held out for validation; with 0 all epochs are run.
    longest : int
        How many known words of a text are read.
    threads : int, optional
        The number of threads. Results do not depend on it.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    SequenceModel
        The weights of the epoch with the least mean squared error on the texts held out; Adam finds them.
    """
    require_torch()
    _check(architecture, task, epochs, patience, validation, batch, longest, seed)
    rows = token_rows(texts, embedding, longest, threads)
    wanted = _checked_targets(targets, len(rows), task)
    model = SequenceModel(
        architecture, task, unit_vectors(rows, embedding), longest,
        build_network(architecture, embedding.dim, seed), (), 0, threads,
    )  # fmt: skip
    rng = np.random.default_rng([seed, 1])
    order = rng.permutation(len(rows))
    held = min(len(rows) - 1, math.ceil(validation * len(rows)))
    run = _Run(model, rows, wanted, order[held:], order[:held], batch or BATCH[architecture], rng, threads)
    with repeatable():
        return run.train(epochs or EPOCHS[architecture], patience, progress)


@dataclass
class _Run:
    """One training: what it learns from, and what it has reached."""

    model: SequenceModel
    rows: TokenRows
    targets: Array
    training: Array
    validation: Array
    batch: int
    rng: np.random.Generator
    threads: int | None
    losses: list[tuple[float, float | None]] = field(default_factory=list)

    def train(self, epochs: int, patience: int, progress: Progress) -> SequenceModel:
        weights = list(self.model.network.parameters())
        optimizer = require_torch().optim.Adam(weights, foreach=False)
        best, best_epoch, kept = math.inf, 0, None
        progress("training", 0, epochs, "epochs")
        for epoch in range(1, epochs + 1):
            error = self._epoch(weights, optimizer)
            judged = self._error(self.validation) if len(self.validation) else None
            self.losses.append((error, judged))
            progress("training", epoch, epochs, "epochs")
            if judged is None or judged < best:
                best, best_epoch = judged if judged is not None else best, epoch
                kept = copy.deepcopy(self.model.network.state_dict()) if judged is not None else None
            elif epoch - best_epoch >= patience:
                break
        if kept is not None:
            self.model.network.load_state_dict(kept)
        return replace(self.model, losses=tuple(self.losses), best_epoch=best_epoch)

    def _epoch(self, weights: list[Any], optimizer: Any) -> float:
        shuffled = self.rng.permutation(self.training)
        total = 0.0
        for start, end in even_blocks(len(shuffled), self.batch):
            chosen = shuffled[start:end]
            work = partial(self._gradient, weights, len(chosen))
            sums = None
            # Parts do not depend on the number of threads and are added in order, so neither does the sum.
            for error, slopes in in_order(work, self.rows.parts(chosen), self.threads):
                total += error
                sums = slopes if sums is None else [a + b for a, b in zip(sums, slopes, strict=True)]
            for weight, slope in zip(weights, sums or (), strict=True):
                weight.grad = slope
            optimizer.step()
        return total / len(shuffled)

    def _gradient(self, weights: list[Any], texts: int, part: Array) -> tuple[float, list[Any]]:
        """The summed squared error of a part, and the slopes of its share in the batch's mean."""
        torch = require_torch()
        wanted = torch.from_numpy(self.targets[part])
        error = ((model_output(self.model, self.rows, part) - wanted) ** 2).sum()
        return float(error.detach()), list(torch.autograd.grad(error / texts, weights))

    def _error(self, chosen: Array) -> float:
        found = predict_rows(self.model, self.rows, chosen, self.threads)
        return float(np.mean((found.astype(np.float64) - self.targets[chosen]) ** 2))


def predict_rows(model: SequenceModel, rows: TokenRows, chosen: Array, threads: int | None) -> Array:
    """Predictions for the chosen rows, in their order."""
    found = np.empty(len(rows), np.float32)
    work = partial(_predict_part, model, rows)
    for part, values in in_order(work, rows.parts(chosen), threads):
        found[part] = values
    return found[chosen]


def _predict_part(model: SequenceModel, rows: TokenRows, part: Array) -> tuple[Array, Array]:
    with require_torch().no_grad():
        return part, model_output(model, rows, part).numpy()


def model_output(model: SequenceModel, rows: TokenRows, part: Array) -> Any:
    """What the network gives for some rows, as a tensor."""
    output = network_output(model.network, rows.chosen(part), model.embedding.vectors)
    return require_torch().sigmoid(output) if model.task == "binary" else output


def _check(
    architecture: str,
    task: str,
    epochs: int | None,
    patience: int,
    validation: float,
    batch: int | None,
    longest: int,
    seed: int,
) -> None:
    for name, value, known in (("architecture", architecture, Architecture), ("task", task, Task)):
        if value not in get_args(known):
            raise InputError(f"{name} is {value!r}; choose one of {', '.join(get_args(known))}.")
    for name, number in (("epochs", epochs), ("patience", patience), ("batch", batch), ("longest", longest)):
        if number is not None and number < 1:
            raise InputError(f"{name} is {number}; it must be at least 1.")
    if not 0 <= validation < 1:
        raise InputError(f"validation is {validation}; it is a share of the texts, from 0 to below 1.")
    if seed < 0:
        raise InputError(f"seed is {seed}; it must be 0 or more.")


def _checked_targets(targets: Sequence[float] | Array, texts: int, task: Task) -> Array:
    try:
        wanted = np.asarray(targets, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise InputError("targets must be numbers, one for each text.") from error
    if wanted.shape != (texts,):
        raise InputError(f"{texts:,} texts were given targets of shape {wanted.shape}; give one number each.")
    if texts < 2:
        raise InputError(f"there is {texts} text to learn from; give at least 2.")
    if not np.isfinite(wanted).all():
        place = int(np.flatnonzero(~np.isfinite(wanted))[0])
        raise InputError(f"the target of text number {place + 1} is not a finite number; leave it out.")
    if task == "binary" and set(np.unique(wanted).tolist()) != {0.0, 1.0}:
        found = ", ".join(f"{value:g}" for value in np.unique(wanted)[:5])
        raise InputError(f"the targets of a binary task must be 0 and 1, and both occur; there are {found}.")
    return wanted
