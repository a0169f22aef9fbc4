"""Convolutions over texts that lie one after the other, so that nothing is computed for what fills up."""

from __future__ import annotations

from typing import Any

import numpy as np

from firth.runtime.arrays import Array
from firth_papers.networks.runtime import require_torch
from firth_papers.networks.word_rows import WordRows

KERNEL = 3
"""Words that a convolution sees: one, and its two neighbours."""

_OUTSIDE = -1e9
"""Added to what is not in a text: it is never the larger of two, and 0 after the ReLU."""


def convolved(network: Any, rows: WordRows, table: Array) -> tuple[Any, Array]:
    """Twice a convolution, a ReLU and the larger of each two neighbours: places × units, and texts' lengths.

    table: the vectors of all words. The places of texts lie one after the other.
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


def _strip(rows: WordRows) -> tuple[Array, Array, int]:
    """Where texts and their words stand in one row, and how long it is.

    A text begins at a multiple of 4, and there is a gap after it, also when pairs have become one.
    """
    slots = 4 * ((rows.lengths + 1) // 4 + 1)
    starts = np.cumsum(slots) - slots
    return starts, np.arange(len(rows.ids)) + np.repeat(starts - rows.starts[:-1], rows.lengths), slots.sum()


def _of_words(convolution: Any, ids: Array, places: Array, total: int, table: Array) -> Any:
    """Places × units: the sum of what each word, known by its number, gives to its neighbours.

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
    """The same where every place has a vector of its own."""
    torch = require_torch()
    total, units = vectors.shape[0], convolution.out_channels
    around = torch.nn.functional.pad(vectors, (0, 0, KERNEL // 2, KERNEL // 2))
    side_by_side = torch.cat([around[k : k + total] for k in range(KERNEL)], dim=1)
    return torch.addmm(convolution.bias, side_by_side, convolution.weight.permute(2, 1, 0).reshape(-1, units))


def _pooled(values: Any, outside: Array) -> Any:
    """The larger of each two neighbours and 0."""
    torch = require_torch()
    inside = values + torch.from_numpy(outside)[:, None]
    pairs = inside.view(1, -1, 2, values.shape[1]).permute(0, 3, 1, 2)  # as a picture, units last in memory
    larger = torch.relu(torch.nn.functional.max_pool2d(pairs, (1, 2)))
    return larger.permute(0, 2, 3, 1).reshape(-1, values.shape[1])
