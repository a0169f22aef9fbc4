"""What a sense is about: its share, its typical contexts and the words most like it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.core import SparseLowRank
from firth.factorize import multiply
from firth.query import Neighbor
from firth.runtime.arrays import Array
from firth.runtime.cells import sums_of_cells
from firth.senses.model import SenseModel, WordSenses

LEAST_SEEN = 20
"""Words seen less often are not shown as neighbours: a few shared contexts make them look alike."""


@dataclass(frozen=True)
class SenseDescription:
    """One sense, as a person would want it told.

    contexts: words with the weight they have in the sense, most typical first.
    """

    name: str
    share: float
    contexts: tuple[tuple[str, float], ...]
    neighbors: tuple[Neighbor, ...]


def describe(model: SenseModel, word: str, n: int = 10) -> list[SenseDescription]:
    """The senses of a word, each with n typical contexts and the n words most like it.

    Contexts are ordered by s·√n: the weight of the context in the sense, and how often the word was seen
    with it. Neighbours have the rows of P with the largest cosine to the sense vector.

    >>> from firth.counting import count
    >>> from firth.senses import induce
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> [sense.name for sense in describe(model, "bank")]
    ['bank#1', 'bank#2']
    """
    senses = model[word]
    contexts = typical_contexts(model, word, n)
    cosines = _cosines(model, senses)
    cosines[model.vocabulary.index[word]] = -1.0
    cosines[model.vocabulary.counts < LEAST_SEEN] = -1.0
    return [
        SenseDescription(f"{word}#{sense + 1}", share, contexts[sense], _nearest(model, cosines[:, sense], n))
        for sense, share in enumerate(senses.shares.tolist())
    ]


def typical_contexts(model: SenseModel, word: str, n: int = 10) -> list[tuple[tuple[str, float], ...]]:
    """For each sense of a word its n most typical contexts, with the weights they have in it."""
    senses = model[word]
    # n_ic = exp(p)·mass_i·mass_c·N; the word's own mass and N are the same for all its contexts.
    often = np.sqrt(np.exp(senses.weights.astype(np.float64)) * model.masses[senses.contexts])
    often[senses.contexts == model.vocabulary.index[word]] = 0.0
    found = []
    for part in senses.parts.T:
        best = [i for i in _largest(part * often, n) if part[i] * often[i] > 0]
        found.append(tuple((model.vocabulary.tokens[senses.contexts[i]], float(part[i])) for i in best))
    return found


def _cosines(model: SenseModel, senses: WordSenses) -> Array:
    """Of every row of P with each sense vector (n×k)."""
    parts = senses.parts
    dense = np.zeros((len(model.vocabulary), senses.number), np.float32)
    dense[senses.contexts] = parts
    products = multiply(SparseLowRank.from_sparse(model.association), dense)
    lengths = np.sqrt(sums_of_cells(model.association, np.square)[0])
    scale = lengths[:, None] * np.linalg.norm(parts, axis=0)[None, :]
    return np.asarray(products / np.where(scale > 0, scale, 1.0))


def _nearest(model: SenseModel, cosines: Array, n: int) -> tuple[Neighbor, ...]:
    best = [i for i in _largest(cosines, n) if cosines[i] > 0]
    return tuple(Neighbor(model.vocabulary.tokens[i], float(cosines[i])) for i in best)


def _largest(values: Array, n: int) -> list[int]:
    return [int(i) for i in np.argsort(-values, kind="stable")[:n]]
