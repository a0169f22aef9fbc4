"""An LSTM over texts of unequal length, step by step: nothing is computed for padding.

A slow twin is in tests/reference.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled
from firth_papers.networks.pytorch import require_torch
from firth_papers.networks.token_rows import TokenRows


def states_of_words(lstm: Any, rows: TokenRows, table: Array) -> Any:
    """Positions × units: the state after each word, text by text. table: the vectors of all words.

    A word is multiplied by the weights once, however often it occurs.
    """
    torch = require_torch()
    words, numbers = np.unique(rows.ids, return_inverse=True)
    return _states(lstm, torch.from_numpy(table[words]), numbers, rows.lengths)


def states_of_vectors(lstm: Any, vectors: Any, lengths: Array) -> Any:
    """The same where every position has a vector of its own."""
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
    """The recurrence as one operation with gradients of its own; made when PyTorch is there."""
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


# The loops.

_VECTORS: dict[str, Any] = {"fastmath": {"contract", "nsz"}, "error_model": "numpy"}
"""A division that could stop the loop would keep it from working on several numbers at once."""


@compiled(**_VECTORS)
def lstm_forward(
    given: Array, weights: Array, sizes: Array, gates: Array, cells: Array, squashed: Array, states: Array
) -> None:
    """Gates, cells, their tanh and states at each place; a step is the next word of all texts that have one.

    (i, f, g, o) = (σ, σ, tanh, σ)(given + h W),  c ← f c + i g,  h ← o tanh c

    given: places × 4 units, what words give to the gates; the places of a step follow those of the step
    before, texts in the same order. weights: units × 4 units. sizes: texts of each step, never more than of
    the one before. The last four arguments are filled.
    """
    units = weights.shape[0]
    start, before = 0, 0
    for step in range(sizes.size):
        size = sizes[step]
        if step:
            np.dot(states[before : before + size], weights, gates[start : start + size])
        else:
            gates[:size] = 0.0
        for text in range(size):
            at, gate, value = start + text, gates[start + text], given[start + text]
            for k in range(2 * units):
                gate[k] = _sigmoid(gate[k] + value[k])
            for k in range(2 * units, 3 * units):
                gate[k] = _tanh(gate[k] + value[k])
            for k in range(3 * units, 4 * units):
                gate[k] = _sigmoid(gate[k] + value[k])
            for k in range(units):
                cell = gate[k] * gate[2 * units + k]
                if step:
                    cell += gate[units + k] * cells[before + text, k]
                cells[at, k] = cell
            for k in range(units):
                squashed[at, k] = _tanh(cells[at, k])
            for k in range(units):
                states[at, k] = gate[3 * units + k] * squashed[at, k]
        before = start
        start += size


@compiled(**_VECTORS)
def lstm_backward(
    pulls: Array, weights: Array, sizes: Array, gates: Array, cells: Array, squashed: Array, slopes: Array
) -> None:
    """Fill slopes with the gradients of what words give to the gates, from those of the states, pulls.

    weights: 4 units × units, those of `lstm_forward` transposed. The others are as it left them.
    """
    units = weights.shape[1]
    most = sizes[0] if sizes.size else 0
    of_states = np.zeros((most, units), np.float32)
    of_cells = np.zeros((most, units), np.float32)  # 0 for a text whose last word has not been reached
    start = gates.shape[0]
    after = start
    for step in range(sizes.size - 1, -1, -1):
        size = sizes[step]
        start -= size
        before = start - sizes[step - 1] if step else 0
        if step + 1 < sizes.size:
            follow = sizes[step + 1]
            np.dot(slopes[after : after + follow], weights, of_states[:follow])
        for text in range(size):
            at, gate, slope = start + text, gates[start + text], slopes[start + text]
            for k in range(units):
                i, f, g, o = gate[k], gate[units + k], gate[2 * units + k], gate[3 * units + k]
                one = np.float32(1)
                pull = pulls[at, k] + of_states[text, k]
                tanh = squashed[at, k]
                of_cell = of_cells[text, k] + pull * o * (one - tanh * tanh)
                earlier = cells[before + text, k] if step else np.float32(0)
                slope[k] = of_cell * g * i * (one - i)
                slope[units + k] = of_cell * earlier * f * (one - f)
                slope[2 * units + k] = of_cell * i * (one - g * g)
                slope[3 * units + k] = pull * tanh * o * (one - o)
                of_cells[text, k] = of_cell * f
        after = start


@compiled(inline="always")
def _sigmoid(x: Any) -> Any:
    return np.float32(1) / (np.float32(1) + _exp(-x))


@compiled(inline="always")
def _tanh(x: Any) -> Any:
    return np.float32(1) - np.float32(2) / (np.float32(1) + _exp(x + x))


@compiled(inline="always")
def _exp(x: Any) -> Any:
    """e^x = 2^n e^r, |r| ≤ ½ ln 2, by Taylor's series, to single precision; beyond ±80 that of ±80.

    The library's takes one number at a time; this is compiled to operations on several.
    """
    x = min(max(x, np.float32(-80)), np.float32(80))
    n = np.floor(x * np.float32(1.4426950408889634) + np.float32(0.5))
    # ln 2 in two parts, the first of few bits, so that n times it is exact.
    r = x - n * np.float32(0.693359375) + n * np.float32(2.12194440e-4)
    series = np.float32(1 / 720) * r + np.float32(1 / 120)
    series = (series * r + np.float32(1 / 24)) * r + np.float32(1 / 6)
    series = ((series * r + np.float32(1 / 2)) * r + np.float32(1)) * r + np.float32(1)
    return series * np.int32((np.int32(n) + 127) << 23).view(np.float32)
