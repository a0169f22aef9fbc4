"""The loops of a linear-chain conditional random field; slow twins in tests/reference."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled


@compiled()
def expectations(
    scores: Array, begin: Array, steps: Array, starts: Array, marginals: Array, pairs: Array
) -> float:
    """Σ log Z over sentences, with how likely each tag is at each word and the expected number of each pair.

    scores: words × tags. begin: of the first tag of a sentence. steps: from one tag to the next. starts: of
    the sentences, and the end. marginals (words × tags) are filled, and pairs (tags × tags) added to.
    """
    tags = scores.shape[1]
    top = steps.max()
    moves = np.exp(steps - top)
    local = np.empty_like(scores)
    backward = np.empty((2, tags))
    scale = np.empty(scores.shape[0])
    total = 0.0
    for sentence in range(starts.size - 1):
        first, end = starts[sentence], starts[sentence + 1]
        for t in range(first, end):
            high = -np.inf
            for k in range(tags):
                local[t, k] = scores[t, k] + (begin[k] if t == first else 0.0)
                high = max(high, local[t, k])
            scale[t] = 0.0
            for k in range(tags):
                local[t, k] = np.exp(local[t, k] - high)
                reached = 1.0
                if t > first:
                    reached = 0.0
                    for j in range(tags):
                        reached += marginals[t - 1, j] * moves[j, k]
                marginals[t, k] = reached * local[t, k]
                scale[t] += marginals[t, k]
            for k in range(tags):
                marginals[t, k] /= scale[t]
            total += np.log(scale[t]) + high + (top if t > first else 0.0)
        # Backward; marginals hold the scaled forward sums until each word is passed.
        backward[0] = 1.0
        for t in range(end - 1, first - 1, -1):
            if t > first:
                for j in range(tags):
                    summed = 0.0
                    for k in range(tags):
                        onward = moves[j, k] * local[t, k] * backward[0, k] / scale[t]
                        summed += onward
                        pairs[j, k] += marginals[t - 1, j] * onward
                    backward[1, j] = summed
            for k in range(tags):
                marginals[t, k] *= backward[0, k]
            backward[0] = backward[1]
    return total


@compiled()
def best_tags(scores: Array, begin: Array, steps: Array, starts: Array) -> Array:
    """The most likely tags of each sentence (Viterbi); the first of equals."""
    tags = scores.shape[1]
    came = np.zeros(scores.shape, np.int32)
    found = np.empty(scores.shape[0], np.int32)
    best, before = np.empty(tags), np.empty(tags)
    for sentence in range(starts.size - 1):
        first, end = starts[sentence], starts[sentence + 1]
        if first == end:
            continue
        for t in range(first, end):
            before[:] = best
            for k in range(tags):
                if t == first:
                    best[k] = begin[k] + scores[t, k]
                    continue
                high, place = before[0] + steps[0, k], 0
                for j in range(1, tags):
                    if before[j] + steps[j, k] > high:
                        high, place = before[j] + steps[j, k], j
                best[k] = high + scores[t, k]
                came[t, k] = place
        tag = 0
        for k in range(1, tags):
            if best[k] > best[tag]:
                tag = k
        for t in range(end - 1, first - 1, -1):
            found[t] = tag
            tag = came[t, tag]
    return found
