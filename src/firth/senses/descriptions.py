"""What a sense is about: its share, its typical contexts and the words nearest to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from firth.core import SparseLowRank
from firth.factorize import multiply
from firth.query import Neighbor
from firth.runtime.arrays import Array
from firth.runtime.sparse import sums_of_cells
from firth.senses.model import SenseModel, WordSenses

LEAST_SEEN = 20
"""Words seen less often are not shown as neighbors: a few shared contexts make them look similar."""


@dataclass(frozen=True)
class SenseDescription:
    """One sense of a word.

    Attributes
    ----------
    name : str
        The word and the number of the sense, as in "bank#1".
    share : float
        How much of the word's weight the sense has.
    contexts : tuple of (str, float)
        Context words with the weight they have in the sense, most typical first.
    neighbors : tuple of Neighbor
        The words nearest to the sense.
    """

    name: str
    share: float
    contexts: tuple[tuple[str, float], ...]
    neighbors: tuple[Neighbor, ...]


def describe(model: SenseModel, word: str, top: int = 10) -> list[SenseDescription]:
    """Describe the senses of a word by typical contexts and by the nearest words.

    Parameters
    ----------
    model : SenseModel
        The senses.
    word : str
        A word that was split.
    top : int, default 10
        How many contexts and how many neighbors to give for each sense.

    Returns
    -------
    list of SenseDescription
        The senses, the largest first.

    Notes
    -----
    Contexts are ordered by s·√n: the weight s of the context in the sense, and how often, n, the word was
    seen with it. Neighbors are the words whose rows of P have the largest cosine with the sense vector.

    Examples
    --------
    >>> from firth.counting import count
    >>> from firth.senses import induce
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> [sense.name for sense in describe(model, "bank")]
    ['bank#1', 'bank#2']
    """
    senses = model[word]
    contexts = typical_contexts(model, word, top)
    cosines = _cosines(model, senses)
    cosines[model.vocabulary.index[word]] = -1.0
    cosines[model.vocabulary.counts < LEAST_SEEN] = -1.0
    return [
        SenseDescription(
            f"{word}#{sense + 1}", share, contexts[sense], _nearest(model, cosines[:, sense], top)
        )
        for sense, share in enumerate(senses.shares.tolist())
    ]


def typical_contexts(model: SenseModel, word: str, top: int = 10) -> list[tuple[tuple[str, float], ...]]:
    """Find the most typical contexts of each sense of a word; see `describe`.

    Parameters
    ----------
    model : SenseModel
        The senses.
    word : str
        A word that was split.
    top : int, default 10
        How many contexts to give for each sense.

    Returns
    -------
    list of tuple of (str, float)
        For each sense its contexts, with the weights they have in it.
    """
    senses = model[word]
    # n_ic = exp(p)·mass_i·mass_c·N; the word's own mass and N are the same for all its contexts.
    often = np.sqrt(np.exp(senses.weights.astype(np.float64)) * model.masses[senses.contexts])
    often[senses.contexts == model.vocabulary.index[word]] = 0.0
    found = []
    for part in senses.parts.T:
        best = [i for i in _largest(part * often, top) if part[i] * often[i] > 0]
        found.append(tuple((model.vocabulary.tokens[senses.contexts[i]], float(part[i])) for i in best))
    return found


def _cosines(model: SenseModel, senses: WordSenses) -> Array:
    """Cosines of every row of P with each sense vector (n×k)."""
    parts = senses.parts
    dense = np.zeros((len(model.vocabulary), senses.number), np.float32)
    dense[senses.contexts] = parts
    products = multiply(SparseLowRank.from_sparse(model.association), dense)
    lengths = np.sqrt(sums_of_cells(model.association, np.square)[0])
    scale = lengths[:, None] * np.linalg.norm(parts, axis=0)[None, :]
    return np.asarray(products / np.where(scale > 0, scale, 1.0))


def _nearest(model: SenseModel, cosines: Array, top: int) -> tuple[Neighbor, ...]:
    best = [i for i in _largest(cosines, top) if cosines[i] > 0]
    return tuple(Neighbor(model.vocabulary.tokens[i], float(cosines[i])) for i in best)


def _largest(values: Array, top: int) -> list[int]:
    return [int(i) for i in np.argsort(-values, kind="stable")[:top]]
