"""Brown-style clusters from word vectors: words in a tree, as strings of bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from firth.clusters._kernels import insert_words, merge_nearest
from firth.core import Embedding, Vocabulary
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names
from firth.runtime.parallel import even_blocks
from firth.runtime.run import Progress, silent

_BLOCK = 512


@dataclass(frozen=True, eq=False)
class WordClusters:
    """The path from the root of the tree to the cluster of each word, a string of 0 and 1.

    Words of one cluster have one path; the longer the beginning that two paths share, the nearer they are.

    Attributes
    ----------
    vocabulary : Vocabulary
    paths : tuple of str
        A path for each word.
    """

    vocabulary: Vocabulary
    paths: tuple[str, ...]

    def __len__(self) -> int:
        """How many clusters there are."""
        return len(set(self.paths))

    def __getitem__(self, word: str) -> str:
        """The path of a word."""
        return self.paths[self.vocabulary.index[word]]

    def lines(self) -> Iterator[str]:
        """The usual file: path, word and count apart by tabs, ordered by path and then by falling count."""
        for place in sorted(range(len(self.paths)), key=lambda place: self.paths[place]):
            word = self.vocabulary.tokens[place]
            if word.split() != [word]:
                raise InputError(
                    f"the word {word!r} is empty or holds white space; a file of paths has none."
                )
            yield f"{self.paths[place]}\t{word}\t{self.vocabulary.counts[place]}\n"


@refuse_other_names()
def cluster_words(embedding: Embedding, clusters: int = 100, *, progress: Progress = silent) -> WordClusters:
    """Cluster words by their vectors, and arrange the clusters in a tree, as Brown's are.

    Parameters
    ----------
    embedding : Embedding
        The vectors of the words, with their frequencies.
    clusters : int
        The number of clusters.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    WordClusters

    Notes
    -----
    The most frequent words begin as clusters of their own. Each further word, from frequent to rare, is added
    as a cluster, and the nearest two are merged; in the end all are merged to one. Nearest are those whose
    merger adds least to the squared error, |A| |B| / (|A| + |B|) · ‖mean A − mean B‖², of vectors scaled to
    length 1 [Stratos2014]. That takes about (words · clusters · dim) steps.

    Examples
    --------
    >>> vectors = np.array([[1, 0], [0, 1], [1, 0.1], [0.1, 1], [0.2, 1]])
    >>> names = Vocabulary(("tea", "king", "milk", "queen", "duke"), np.array([9, 8, 7, 6, 5]))
    >>> cluster_words(Embedding(vectors, names), 2).paths
    ('0', '1', '0', '1', '1')
    """
    words = len(embedding)
    if not 1 <= clusters <= words:
        raise InputError(f"clusters is {clusters:,}; it must be from 1 to the {words:,} words there are.")
    order = np.argsort(-embedding.vocabulary.counts, kind="stable")
    slots = (np.zeros((clusters + 1, embedding.dim)), np.zeros(clusters + 1),
             np.full(clusters + 1, -1), np.full(clusters + 1, -1), np.full(clusters + 1, np.inf))  # fmt: skip
    parents = np.arange(words)
    for start, end in even_blocks(words, _BLOCK):
        progress("clustering", start, words, "words")
        insert_words(
            _unit(embedding.vectors[order[start:end]], embedding, order[start:end]), start, *slots, parents
        )
    progress("clustering", words, words, "words")
    homes = _roots(parents)
    merges = [merge_nearest(*slots, parents) for _ in range(clusters - 1)]
    found = _paths(merges)
    paths = np.empty(words, dtype=object)
    paths[order] = [found[home] for home in homes.tolist()]
    return WordClusters(embedding.vocabulary, tuple(paths.tolist()))


def _unit(vectors: Array, embedding: Embedding, places: Array) -> Array:
    values = vectors.astype(np.float64)
    if not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values).all(axis=1))[0])
        word = embedding.vocabulary.tokens[places[row]]
        raise InputError(f"the vector of {word!r} has a value that is not a finite number.")
    lengths = np.sqrt((values**2).sum(axis=1, keepdims=True))
    return values / np.where(lengths > 0, lengths, 1)


def _roots(parents: Array) -> Array:
    """The first word of each word's cluster: a parent stands before its children, so one pass will do."""
    roots = parents.copy()
    for word, parent in enumerate(parents.tolist()):
        roots[word] = roots[parent]
    return roots


def _paths(merges: list[tuple[int, int]]) -> dict[int, str]:
    """Name of cluster → bits from the root; 0 leads to the side with the more frequent first word."""
    paths = {merges[-1][0] if merges else 0: ""}
    for kept, gone in reversed(merges):
        paths[gone] = paths[kept] + "1"
        paths[kept] += "0"
    return paths
