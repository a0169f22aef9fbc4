"""A fitted network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from firth.core import Embedding
from firth.runtime.arrays import Array
from firth.runtime.parallel import in_order
from firth_papers.networks.architectures import Architecture, network_output
from firth_papers.networks.runtime import repeatable, require_torch
from firth_papers.networks.word_rows import WordRows, word_rows

Task = Literal["regression", "binary"]


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
        rows = word_rows(texts, self.embedding, self.longest, self.threads)
        with repeatable():
            return predict_rows(self, rows, np.arange(len(rows)), self.threads)


def predict_rows(model: SequenceModel, rows: WordRows, chosen: Array, threads: int | None) -> Array:
    """Predictions for the chosen rows, in their order."""
    found = np.empty(len(rows), np.float32)
    work = partial(_predict_part, model, rows)
    for part, values in in_order(work, rows.parts(chosen), threads):
        found[part] = values
    return found[chosen]


def _predict_part(model: SequenceModel, rows: WordRows, part: Array) -> tuple[Array, Array]:
    with require_torch().no_grad():
        return part, model_output(model, rows, part).numpy()


def model_output(model: SequenceModel, rows: WordRows, part: Array) -> Any:
    """What the network gives for some rows, as a tensor."""
    output = network_output(model.network, rows.chosen(part), model.embedding.vectors)
    return require_torch().sigmoid(output) if model.task == "binary" else output
