"""A linear-chain conditional random field: scores from features, and the likelihood with its slope."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth.runtime.compile import compiled


@dataclass(frozen=True, eq=False)
class Seen:
    """What is seen at the words of all sentences, one after the other.

    names: words × features, sparse. picks: for each neighbor, words × distinct words, 1 where it is; table:
    the vectors of the distinct words, so that no words × dim is ever made. starts: of sentences, and the end.
    """

    names: Sparse
    picks: tuple[Sparse, ...]
    table: Array
    starts: Array


@dataclass(frozen=True, eq=False)
class Chain:
    """Weights: of features × tags, of neighbors × dim × tags, of first tags, and of tags after tags."""

    features: Array
    vectors: Array
    begin: Array
    steps: Array

    @classmethod
    def from_flat(cls, flat: Array, features: int, neighbors: int, dim: int, tags: int) -> Chain:
        """The weights in one row, as views."""
        shapes = ((features, tags), (neighbors, dim, tags), (tags,), (tags, tags))
        ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
        parts = np.split(flat, ends[:-1])
        return cls(*(part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)))

    def flat(self) -> Array:
        """All weights in one row."""
        return np.concatenate([a.ravel() for a in (self.features, self.vectors, self.begin, self.steps)])

    def scores(self, seen: Seen) -> Array:
        """Words × tags."""
        scores: Array = seen.names @ self.features
        for pick, weights in zip(seen.picks, self.vectors, strict=True):
            scores += pick @ (seen.table @ weights)
        return scores

    def best(self, seen: Seen) -> Array:
        """The most likely tag of each word, by its number."""
        found: Array = best_tags(self.scores(seen), self.begin, self.steps, seen.starts)
        return found

    def loss(self, seen: Seen, tags: Array, penalty: float) -> tuple[float, Chain]:
        """−log p(tags) + penalty/2 · ‖weights‖², and its slope."""
        scores = self.scores(seen)
        apart, pairs = np.empty_like(scores), np.zeros_like(self.steps)
        total = expectations(scores, self.begin, self.steps, seen.starts, apart, pairs)
        firsts = seen.starts[:-1][np.diff(seen.starts) > 0]
        inner = np.ones(len(tags), bool)
        inner[firsts] = False
        befores, afters = tags[np.flatnonzero(inner) - 1], tags[inner]
        total -= scores[np.arange(len(tags)), tags].sum()
        total -= self.begin[tags[firsts]].sum() + self.steps[befores, afters].sum()
        apart[np.arange(len(tags)), tags] -= 1.0
        np.subtract.at(pairs, (befores, afters), 1.0)
        slope = Chain(
            seen.names.T @ apart + penalty * self.features,
            np.array([seen.table.T @ (pick.T @ apart) for pick in seen.picks]).reshape(self.vectors.shape)
            + penalty * self.vectors,
            apart[firsts].sum(axis=0) + penalty * self.begin,
            pairs + penalty * self.steps,
        )
        weights = (self.features, self.vectors, self.begin, self.steps)
        return float(total + penalty / 2 * sum((a**2).sum() for a in weights)), slope


# Loops; slow twins in tests/reference.


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
