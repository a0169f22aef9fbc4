"""The two networks: their layers, their initial weights, and what they make of word vectors."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from firth.runtime.arrays import Array
from firth_papers.networks.lstm import states_of_vectors, states_of_words
from firth_papers.networks.pytorch import require_torch
from firth_papers.networks.token_rows import TokenRows

Architecture = Literal["lstm", "conv-attention"]

UNITS = 64
"""Of the LSTM and of each convolution."""

_DENSE = {"lstm": (32, 32), "conv-attention": (64, 32)}

KERNEL = 3
"""The width of a convolution: a word and its two neighbors."""

_OUTSIDE = -1e9
"""Added to padding: it is never the maximum of two, and 0 after the ReLU."""


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


def network_output(network: Any, rows: TokenRows, table: Array) -> Any:
    """One number for each text. table: the vectors of all words."""
    if "conv1" in network:
        vectors, lengths = convolved(network, rows, table)
        states = states_of_vectors(network["lstm"], vectors, lengths)
    else:
        states, lengths = states_of_words(network["lstm"], rows, table), rows.lengths
    last = _gathered(states, np.cumsum(lengths) - 1, lengths > 0)
    hidden = _attended(network, states, last, lengths) if "attend" in network else last
    for name in ("dense1", "dense2"):
        hidden = require_torch().relu(network[name](hidden))
    return network["prediction"](hidden)[:, 0]


def _gathered(values: Any, places: Array, there: Array) -> Any:
    """The values at some positions, and zeros where there are none."""
    functional = require_torch().nn.functional
    with_zero = functional.pad(values, (0, 0, 0, 1))
    return functional.embedding(require_torch().from_numpy(np.where(there, places, len(values))), with_zero)


def _attended(network: Any, states: Any, last: Any, lengths: Array) -> Any:
    """h* = tanh(W_p r + W_x h), r = H α, α = softmax(wᵀ tanh(W_h H)): Wang et al. 2016 without an aspect."""
    torch = require_torch()
    columns = np.arange(max(1, int(lengths.max())))
    inside = columns < lengths[:, None]
    places = (np.cumsum(lengths) - lengths)[:, None] + columns
    scores = network["score"](torch.tanh(network["attend"](states)))
    filled = torch.from_numpy(np.where(inside, 0, -1e9).astype(np.float32))
    weights = torch.softmax(_gathered(scores, places, inside)[:, :, 0] + filled, dim=1)
    focus = (weights[:, None, :] @ _gathered(states, places, inside))[:, 0]
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


# Convolutions over texts that lie one after the other, so that nothing is computed for padding.


def convolved(network: Any, rows: TokenRows, table: Array) -> tuple[Any, Array]:
    """Twice a convolution, a ReLU and max pooling over 2: positions × units, and the lengths of the texts.

    table: the vectors of all words. The positions of a text follow those of the text before.
    """
    starts, places, total = _strip(rows)
    outside = np.full(total, _OUTSIDE, np.float32)
    outside[places] = 0
    first = _of_words(network["conv1"], rows.ids, places, total, table)
    second = _of_vectors(network["conv2"], _pooled(first, outside))
    found = _pooled(second, np.ascontiguousarray(outside[::2]))
    lengths = (rows.lengths + 3) // 4
    taken = np.arange(lengths.sum()) + np.repeat(starts // 4 - np.cumsum(lengths) + lengths, lengths)
    return require_torch().nn.functional.embedding(require_torch().from_numpy(taken), found), lengths


def _strip(rows: TokenRows) -> tuple[Array, Array, int]:
    """Where texts and their words begin in one row with padding between texts, and how long it is.

    A text begins at a multiple of 4, and there is padding after it, also after max pooling.
    """
    slots = 4 * ((rows.lengths + 1) // 4 + 1)
    starts = np.cumsum(slots) - slots
    return starts, np.arange(len(rows.ids)) + np.repeat(starts - rows.starts[:-1], rows.lengths), slots.sum()


def _of_words(convolution: Any, ids: Array, places: Array, total: int, table: Array) -> Any:
    """The convolution of words, known by their numbers: positions × units.

    A word is multiplied by the weights once, however often it occurs.
    """
    torch = require_torch()
    words, numbers = np.unique(ids, return_inverse=True)
    dim, units = convolution.in_channels, convolution.out_channels
    weights = convolution.weight.permute(1, 2, 0).reshape(dim, KERNEL * units)
    products = torch.from_numpy(table[words]) @ weights
    given = torch.nn.functional.pad(products, (0, 0, 0, 1)).view(-1, units)  # zeros, for no word
    strip = np.full(total + KERNEL - 1, len(words))
    strip[places + KERNEL // 2] = numbers
    seen = np.stack([KERNEL * strip[k : k + total] + k for k in range(KERNEL)], axis=1)
    return torch.nn.functional.embedding_bag(torch.from_numpy(seen), given, mode="sum") + convolution.bias


def _of_vectors(convolution: Any, vectors: Any) -> Any:
    """The same where every position has a vector of its own."""
    torch = require_torch()
    total, units = vectors.shape[0], convolution.out_channels
    around = torch.nn.functional.pad(vectors, (0, 0, KERNEL // 2, KERNEL // 2))
    side_by_side = torch.cat([around[k : k + total] for k in range(KERNEL)], dim=1)
    return torch.addmm(convolution.bias, side_by_side, convolution.weight.permute(2, 1, 0).reshape(-1, units))


def _pooled(values: Any, outside: Array) -> Any:
    """A ReLU, then max pooling over 2."""
    torch = require_torch()
    inside = values + torch.from_numpy(outside)[:, None]
    pairs = inside.view(1, -1, 2, values.shape[1]).permute(0, 3, 1, 2)  # as a picture, units last in memory
    larger = torch.relu(torch.nn.functional.max_pool2d(pairs, (1, 2)))
    return larger.permute(0, 2, 3, 1).reshape(-1, values.shape[1])
