"""The loop of Doc2VecC; its slow twin is in tests/reference/slow_documents.py."""

from __future__ import annotations

import numpy as np

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

_MULTIPLIER, _INCREMENT = np.uint64(6364136223846793005), np.uint64(1442695040888963407)
_HIGH = np.uint64(11)


@compiled(fastmath={"reassoc", "contract"})
def train_on_documents(
    ids: Array,
    starts: Array,
    keep: Array,
    negatives: Array,
    inputs: Array,
    outputs: Array,
    window: int,
    negative: int,
    kept: float,
    rates: Array,
    state: Array,
) -> None:
    """One epoch of Doc2VecC over documents, one after the other; inputs, outputs and the state are changed.

    keep: the probability of using each word. negatives: the words to draw negative samples from. kept: the
    probability of a word in the corrupted average. rates: the first and the last learning rate. state: of
    the random numbers.
    """
    dim = inputs.shape[1]
    hidden, change = np.zeros(dim, np.float32), np.zeros(dim, np.float32)
    longest = 0
    for d in range(len(starts) - 1):
        longest = max(longest, starts[d + 1] - starts[d])
    used, drawn = np.empty(longest, np.int64), np.empty(longest, np.int64)
    log_lost = np.log(1.0 - kept) if kept < 1.0 else 0.0
    for d in range(len(starts) - 1):
        begin, end = starts[d], starts[d + 1]
        rate = np.float32(rates[0] + (rates[1] - rates[0]) * begin / max(1, len(ids)))
        n = 0
        for place in range(begin, end):
            if _uniform(state) < keep[ids[place]]:
                used[n] = ids[place]
                n += 1
        share = np.float32(1.0 / (kept * max(1, end - begin)))
        for t in range(n):
            reach = 1 + int(_uniform(state) * window)
            first, last = max(0, t - reach), min(n, t + reach + 1)
            m = 0
            place = begin + _gap(state, log_lost)
            while place < end:
                drawn[m] = ids[place]
                m += 1
                place += 1 + _gap(state, log_lost)
            near = last - first - 1
            if near + m == 0:
                continue
            part = np.float32(1.0 / max(1, near))
            hidden[:] = 0
            change[:] = 0
            for c in range(first, last):
                if c != t:
                    _add(hidden, part, inputs[used[c]])
            for c in range(m):
                _add(hidden, share, inputs[drawn[c]])
            for draw in range(negative + 1):
                word = used[t] if draw == 0 else negatives[int(_uniform(state) * len(negatives))]
                if draw > 0 and word == used[t]:
                    continue
                score = np.float32(0)
                row = outputs[word]
                for k in range(dim):
                    score += hidden[k] * row[k]
                truth = np.float32(1 if draw == 0 else 0)
                step = rate * (truth - np.float32(1.0 / (1.0 + np.exp(-score))))
                _add(change, step, row)
                _add(row, step, hidden)
            for c in range(first, last):
                if c != t:
                    _add(inputs[used[c]], part, change)
            for c in range(m):
                _add(inputs[drawn[c]], share, change)


@compiled(fastmath={"contract"})
def _add(row: Array, weight: np.floating, other: Array) -> None:
    """row ← row + weight · other; a function of rows, since the compiler vectorizes these alone."""
    for k in range(len(row)):
        row[k] += weight * other[k]


@compiled()
def _uniform(state: Array) -> float:
    """A random number in [0, 1): the upper 53 bits of a linear congruential generator."""
    state[0] = state[0] * _MULTIPLIER + _INCREMENT
    return float(state[0] >> _HIGH) / 9007199254740992.0


@compiled()
def _gap(state: Array, log_lost: float) -> int:
    """How many words are dropped before the next that is kept."""
    if log_lost == 0.0:
        return 0
    return int(min(np.log(1.0 - _uniform(state)) / log_lost, 1e9))
