"""A linear-chain conditional random field: scores from features, and the likelihood with its slope."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.runtime.arrays import Array, Sparse
from firth_papers.tagging._chain_kernels import best_tags, expectations


@dataclass(frozen=True, eq=False)
class Seen:
    """What is seen at the words of all sentences, one after the other.

    names: words × features, sparse. picks: for each neighbour, words × distinct words, 1 where it is; table:
    the vectors of the distinct words, so that no words × dim is ever made. starts: of sentences, and the end.
    """

    names: Sparse
    picks: tuple[Sparse, ...]
    table: Array
    starts: Array


@dataclass(frozen=True, eq=False)
class Chain:
    """Weights: of features × tags, of neighbours × dim × tags, of first tags, and of tags after tags."""

    features: Array
    vectors: Array
    begin: Array
    steps: Array

    @classmethod
    def from_flat(cls, flat: Array, features: int, neighbours: int, dim: int, tags: int) -> Chain:
        """The weights in one row, as views."""
        shapes = ((features, tags), (neighbours, dim, tags), (tags,), (tags, tags))
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
