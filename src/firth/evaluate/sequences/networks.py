"""The two networks: their layers, how their weights begin, and what they make of vectors."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from firth.core.arrays import Array
from firth.evaluate.sequences.convolutions import KERNEL, convolved
from firth.evaluate.sequences.runtime import require_torch
from firth.evaluate.sequences.word_rows import WordRows

Architecture = Literal["lstm", "conv-attention"]

UNITS = 64
"""Of the LSTM and of each convolution."""

_DENSE = {"lstm": (32, 32), "conv-attention": (64, 32)}

PACKED_FROM = 200
"""Dimensions from which texts that are mostly filled up are packed."""


def build_network(architecture: Architecture, dim: int, seed: int) -> Any:
    """Layers by name, with weights drawn by NumPy from the seed; PyTorch's own random numbers are not used.

    Weights are drawn as Keras does: Glorot's uniform, orthogonal from state to state, zero biases and 1 for
    the forget gate.
    """
    torch = require_torch()
    with torch.random.fork_rng(devices=[]):  # layers draw weights of their own first
        network = torch.nn.ModuleDict(_layers(torch.nn, architecture, dim))
    rng = np.random.default_rng(seed)
    with torch.no_grad():
        for name, weight in network.named_parameters():
            begun = _first_weights(name, tuple(weight.shape), rng)
            weight.copy_(torch.from_numpy(begun.astype(np.float32)))
    return network


def network_output(network: Any, rows: WordRows, table: Array) -> Any:
    """One number for each text. table: the vectors of all words."""
    torch = require_torch()
    if "conv1" in network:
        vectors, lengths = convolved(network, rows, table)
    else:
        vectors, lengths = torch.from_numpy(rows.filled(table)), torch.from_numpy(rows.lengths)
    states = _states(network["lstm"], vectors, lengths)
    # Words come before what fills up, so that the state at the last word has seen words alone.
    last = states[torch.arange(len(states)), (lengths - 1).clamp(min=0)] * (lengths > 0)[:, None]
    hidden = _attended(network, states, last, lengths) if "attend" in network else last
    for name in ("dense1", "dense2"):
        hidden = torch.relu(network[name](hidden))
    return network["prediction"](hidden)[:, 0]


def _states(lstm: Any, vectors: Any, lengths: Any) -> Any:
    """The states after each word.

    Where vectors are wide and texts differ in length, as tweets do, products with what fills up would take
    more than half of the time (300 dimensions; with 100 packing takes as long as it saves): they are packed.
    """
    texts, longest, dim = vectors.shape
    if dim < PACKED_FROM or 2 * int(lengths.sum()) > texts * longest:
        return lstm(vectors)[0]
    rnn = require_torch().nn.utils.rnn
    packed = rnn.pack_padded_sequence(vectors, lengths.clamp(min=1), batch_first=True, enforce_sorted=False)
    return rnn.pad_packed_sequence(lstm(packed)[0], batch_first=True, total_length=longest)[0]


def _attended(network: Any, states: Any, last: Any, lengths: Any) -> Any:
    """h* = tanh(W_p r + W_x h), r = H α, α = softmax(wᵀ tanh(W_h H)): Wang et al. 2016 without an aspect."""
    torch = require_torch()
    inside = torch.arange(states.shape[1])[None, :] < lengths[:, None]
    scores = network["score"](torch.tanh(network["attend"](states)))[:, :, 0]
    weights = torch.softmax(scores.masked_fill(~inside, -1e9), dim=1) * inside
    focus = (weights[:, None, :] @ states)[:, 0]
    return torch.tanh(network["attended"](focus) + network["last"](last))


def _layers(nn: Any, architecture: Architecture, dim: int) -> dict[str, Any]:
    dense1, dense2 = _DENSE[architecture]
    ends = {
        "dense1": nn.Linear(UNITS, dense1),
        "dense2": nn.Linear(dense1, dense2),
        "prediction": nn.Linear(dense2, 1),
    }
    if architecture == "lstm":
        return {"lstm": nn.LSTM(dim, UNITS, batch_first=True), **ends}
    return {
        "conv1": nn.Conv1d(dim, UNITS, KERNEL, padding="same"),
        "conv2": nn.Conv1d(UNITS, UNITS, KERNEL, padding="same"),
        "lstm": nn.LSTM(UNITS, UNITS, batch_first=True),
        "attend": nn.Linear(UNITS, UNITS, bias=False),
        "score": nn.Linear(UNITS, 1, bias=False),
        "attended": nn.Linear(UNITS, UNITS, bias=False),
        "last": nn.Linear(UNITS, UNITS, bias=False),
        **ends,
    }


def _first_weights(name: str, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    if "bias" in name:
        begun = np.zeros(shape)
        if "bias_ih" in name:
            begun[UNITS : 2 * UNITS] = 1.0  # PyTorch's order of gates: input, forget, cell, output
        return begun
    if "weight_hh" in name:
        return np.linalg.qr(rng.standard_normal(shape))[0]
    field = int(np.prod(shape[2:]))
    bound = np.sqrt(6.0 / ((shape[0] + shape[1]) * field))
    return rng.uniform(-bound, bound, shape)
