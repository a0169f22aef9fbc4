"""An LSTM over texts of unequal length, step by step: nothing is computed for what fills up short texts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth_papers.networks._lstm_kernels import lstm_backward, lstm_forward
from firth_papers.networks.runtime import require_torch
from firth_papers.networks.word_rows import WordRows


def states_of_words(lstm: Any, rows: WordRows, table: Array) -> Any:
    """Places × units: the state after each word, texts one after the other. table: the vectors of all words.

    A word is multiplied by the weights once, however often it occurs.
    """
    torch = require_torch()
    words, numbers = np.unique(rows.ids, return_inverse=True)
    return _states(lstm, torch.from_numpy(table[words]), numbers, rows.lengths)


def states_of_vectors(lstm: Any, vectors: Any, lengths: Array) -> Any:
    """The same where every place has a vector of its own."""
    return _states(lstm, vectors, np.arange(len(vectors)), lengths)


@dataclass(frozen=True, eq=False)
class Steps:
    """The places of texts in the order of an LSTM: the first words of all texts, then their second ones.

    sizes: how many texts have such a word; the longest texts come first. places: those of texts that lie one
    after the other, in this order. rows: where each of them is in it.
    """

    sizes: Array
    places: Array
    rows: Array


def steps_of(lengths: Array) -> Steps:
    """The steps of texts with so many words.

    >>> steps = steps_of(np.array([1, 0, 3]))
    >>> steps.sizes.tolist(), steps.places.tolist(), steps.rows.tolist()
    ([2, 1, 1], [1, 0, 2, 3], [1, 0, 2, 3])
    """
    order = np.argsort(-lengths, kind="stable")
    rank = np.empty(len(lengths), np.int64)
    rank[order] = np.arange(len(lengths))
    sizes = np.searchsorted(-lengths[order], -np.arange(lengths.max(initial=0)), side="left")
    step = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    rows = (np.cumsum(sizes) - sizes)[step] + np.repeat(rank, lengths)
    places = np.empty(len(rows), np.int64)
    places[rows] = np.arange(len(rows))
    return Steps(sizes, places, rows)


def _states(lstm: Any, vectors: Any, numbers: Array, lengths: Array) -> Any:
    """numbers: which of the vectors stands at each place."""
    torch = require_torch()
    steps = steps_of(lengths)
    gather = torch.nn.functional.embedding
    products = torch.addmm(lstm.bias_ih_l0 + lstm.bias_hh_l0, vectors, lstm.weight_ih_l0.T)
    given = gather(torch.from_numpy(numbers[steps.places]), products)
    states = _recurrence().apply(given, lstm.weight_hh_l0, steps.sizes)
    return gather(torch.from_numpy(steps.rows), states)


@cache
def _recurrence() -> Any:
    """The recurrence as one operation with slopes of its own; made when PyTorch is there."""
    torch = require_torch()

    class Recurrence(torch.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, given: Any, weights: Any, sizes: Array) -> Any:
            inputs, across = given.numpy(), np.ascontiguousarray(weights.numpy().T)
            gates = np.empty_like(inputs)
            cells, squashed, states = (np.empty((len(inputs), len(across)), np.float32) for _ in range(3))
            lstm_forward(inputs, across, sizes, gates, cells, squashed, states)
            ctx.save_for_backward(weights)
            ctx.kept = sizes, gates, cells, squashed, states
            return torch.from_numpy(states)

        @staticmethod
        def backward(ctx: Any, pulls: Any) -> tuple[Any, Any, None]:
            (weights,) = ctx.saved_tensors
            sizes, gates, cells, squashed, states = ctx.kept
            slopes = np.empty_like(gates)
            lstm_backward(
                pulls.contiguous().numpy(), weights.detach().numpy(), sizes, gates, cells, squashed, slopes
            )
            found, later = torch.from_numpy(slopes), sizes[0] if len(sizes) else 0
            # The state before a place is that of the same text in the step before.
            earlier = np.arange(later, len(slopes)) - np.repeat(sizes[:-1], sizes[1:])
            return found, found[later:].T @ torch.from_numpy(states[earlier]), None

    return Recurrence
