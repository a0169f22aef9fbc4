"""A tagger for names: a conditional random field over words, word vectors and clusters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from firth.clusters import WordClusters
from firth.core import Embedding
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, silent
from firth_papers.tagging.chain import Chain
from firth_papers.tagging.features import feature_names, frequent_features, observe, vector_scale
from firth_papers.tagging.spans import to_bio


@dataclass(frozen=True, eq=False)
class Tagger:
    """What was learned: tags, features by name, and the weights of the field."""

    tags: tuple[str, ...]
    features: dict[str, int]
    chain: Chain
    embedding: Embedding | None
    clusters: WordClusters | None
    scale: float

    def predict(self, sentences: Iterable[Sequence[str]]) -> list[list[str]]:
        """Tags in BIO for the words of each sentence."""
        given = [list(sentence) for sentence in sentences]
        names = feature_names(given, self.clusters)
        with threadpool_limits(1):
            found = self.chain.best(observe(given, names, self.features, self.embedding, self.scale))
        ends = np.cumsum([len(sentence) for sentence in given])
        parts = np.split(found, ends[:-1]) if given else []
        return [to_bio([self.tags[tag] for tag in part.tolist()]) for part in parts]


def fit_tagger(
    sentences: Sequence[tuple[Sequence[str], Sequence[str]]],
    *,
    embedding: Embedding | None = None,
    clusters: WordClusters | None = None,
    min_count: int = 2,
    penalty: float = 1.0,
    iterations: int = 100,
    progress: Progress = silent,
) -> Tagger:
    """Learn the tags of words in sentences, by a linear-chain conditional random field [Lafferty2001].

    Its features are words, shapes, affixes and neighbors; and, if they are given, vectors of the word and its
    two neighbors, and beginnings of the paths of clusters.

    Parameters
    ----------
    sentences : sequence of pairs
        Words and their tags in BIO or IOB1, as `firth_papers.readers.read_conll` gives them.
    embedding : Embedding, optional
        Word vectors.
    clusters : WordClusters, optional
        What `firth.cluster_words` returns.
    min_count : int
        Features seen less often are left out.
    penalty : float
        L2 regularization, the factor of half the squared weights.
    iterations : int
        The most iterations of L-BFGS.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    Tagger

    Examples
    --------
    >>> sentences = [(["Ann", "sleeps"], ["I-PER", "O"]), (["Bob", "eats"], ["I-PER", "O"])]
    >>> fit_tagger(sentences, min_count=1).predict([["Bob", "sleeps"]])
    [['B-PER', 'O']]
    """
    from scipy import optimize

    minimize: Any = optimize.minimize  # its stubs want arrays of a stated shape
    words, tags, gold = _checked(sentences, min_count, penalty, iterations)
    names = feature_names(words, clusters)
    features = frequent_features(names, min_count)
    scale = vector_scale(words, embedding)
    seen = observe(words, names, features, embedding, scale)
    sizes = (len(features), len(seen.picks), seen.table.shape[1], len(tags))
    done = 0

    def loss(flat: Array) -> tuple[float, Array]:
        value, slope = Chain.from_flat(flat, *sizes).loss(seen, gold, penalty)
        return value, slope.flat()

    def step(_: Array) -> None:
        nonlocal done
        done += 1
        progress("tagging", done, iterations, "iterations")

    progress("tagging", 0, iterations, "iterations")
    length = len(tags) * (sizes[0] + sizes[1] * sizes[2] + 1 + len(tags))
    with threadpool_limits(1):  # sums come in one order, whatever the number of threads
        found = minimize(
            loss,
            np.zeros(length),
            jac=True,
            method="L-BFGS-B",
            callback=step,
            options={"maxiter": iterations},
        )
    chain = Chain.from_flat(found.x, *sizes)
    return Tagger(tags, features, chain, embedding, clusters, scale)


def _checked(
    sentences: Sequence[tuple[Sequence[str], Sequence[str]]], min_count: int, penalty: float, iterations: int
) -> tuple[list[list[str]], tuple[str, ...], Array]:
    """Words, distinct tags, and the number of each word's tag."""
    for name, value in (("min_count", min_count), ("iterations", iterations)):
        if value < 1:
            raise InputError(f"{name} is {value}; it must be at least 1.")
    if not penalty > 0:
        raise InputError(f"penalty is {penalty}; it must be above 0.")
    for place, (words, tags) in enumerate(sentences):
        if len(words) != len(tags):
            raise InputError(f"sentence number {place + 1} has {len(words)} words and {len(tags)} tags.")
    written = [to_bio(tags) for _, tags in sentences]
    distinct = sorted({tag for tags in written for tag in tags})
    if not distinct:
        raise InputError("there are no tagged words to learn from.")
    number = {tag: place for place, tag in enumerate(distinct)}
    gold = np.array([number[tag] for tags in written for tag in tags], dtype=np.int64)
    return [list(words) for words, _ in sentences], tuple(distinct), gold
