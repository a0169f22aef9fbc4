"""Categorization: do the vectors fall into the categories that people make?"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from firth.core import Embedding
from firth.datasets import Member, read_categories
from firth.evaluate.resampling import DEFAULT, Interval, Resampling
from firth.evaluate.scored_items import Sample, pooled_interval
from firth.query.lookup import UNKNOWN, known_places
from firth.query.nearest import unit_rows
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names

_FEWEST_STARTS, _MOST_STARTS = 10, 50
_WORDS_TIMES_STARTS = 50_000
"""Small sets are cheap to start anew and need it most: few words move purity much."""


@dataclass(frozen=True)
class CategoriesResult:
    """The purity of the clusters, and how many of the words it rests on.

    Attributes
    ----------
    name : str
        The name of the set.
    purity : float or None
        None where fewer than two categories have a known word.
    words, covered, categories : int
        How many words and categories the set has, and how many words are known.
    missing_words : tuple of str
        The unknown words.
    """

    name: str
    purity: float | None
    words: int
    covered: int
    categories: int
    missing_words: tuple[str, ...]
    sample: Sample = field(repr=False, compare=False)

    @property
    def scored(self) -> int:
        """How many words are in clusters: those covered, or fewer in a comparison."""
        return self.sample.size

    @property
    def interval(self) -> Interval | None:
        """Of the purity, by the bootstrap over words; the clusters stay as they are."""
        return pooled_interval([self.sample])

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "purity": self.purity,
            "covered": self.covered,
            "words": self.words,
            "categories": self.categories,
            "interval": self.interval,
            "scored": self.scored,
        }


@refuse_other_names()
def evaluate_categories(
    embedding: Embedding,
    members: str | Path | Sequence[tuple[str, str]],
    *,
    name: str | None = None,
    among: Collection[str] | None = None,
    resampling: Resampling = DEFAULT,
) -> CategoriesResult:
    """Compute the purity of as many k-means clusters of words as there are categories.

    purity = 1/N Σ_clusters max_category |cluster ∩ category|

    Vectors are brought to unit length, so that the cosine decides; the best of many starts is kept. Purity
    depends on how many words and categories there are, so compare it on the same words only.

    Parameters
    ----------
    embedding : Embedding
        The word vectors.
    members : str, Path or sequence of (category, word)
        A file that `firth.datasets.read_categories` reads, or the pairs themselves.
    name : str, optional
        The name of the set in the result; by default that of the file.
    among : collection of str, optional
        Only these words take part, as they are written.
    resampling : Resampling, optional
        How intervals are drawn; `Resampling(resamples=0)` draws none.

    Returns
    -------
    CategoriesResult
        The purity beside its coverage.

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary.from_counts({"cat": 4, "dog": 3, "bus": 2, "car": 1})
    >>> e = Embedding(np.array([[1.0, 0.1], [1, 0], [0, 1], [0.2, 1]]), words)
    >>> kinds = [("beast", "cat"), ("beast", "dog"), ("beast", "ox"), ("vehicle", "bus"), ("vehicle", "car")]
    >>> evaluate_categories(e, kinds)
    CategoriesResult(name='categories', purity=1.0, words=5, covered=4, categories=2, missing_words=('ox',))
    """
    if isinstance(members, str | Path):
        name = name or Path(members).stem
        members = read_categories(members)
    entries = [Member(*member) for member in members]
    places = known_places(embedding.vocabulary, [(entry.word,) for entry in entries]).ravel()
    known = places != UNKNOWN
    scored = known & np.array([among is None or entry.word in among for entry in entries], dtype=bool)
    labels = np.unique([entry.category for entry in entries], return_inverse=True)[1]
    hits = np.zeros(len(entries))
    if len(np.unique(labels[scored])) < 2:
        scored = np.zeros_like(scored)
    else:
        vectors = unit_rows(np.asarray(embedding.vectors[places[scored]]))
        hits[scored] = _in_majority(vectors, labels[scored], resampling.seed)
    sample = Sample(name or "categories", hits, scored, resampling=resampling)
    return CategoriesResult(
        sample.name,
        sample.score,
        len(entries),
        int(known.sum()),
        len(np.unique(labels)),
        tuple(entry.word for entry, there in zip(entries, known, strict=True) if not there),
        sample,
    )


def _in_majority(vectors: Array, labels: Array, seed: int) -> Array:
    """Whether each word is of the category that most words of its cluster are of, the first among equals."""
    clusters = _clusters(vectors, len(np.unique(labels)), seed)
    table = np.zeros((clusters.max() + 1, labels.max() + 1), dtype=np.int64)
    np.add.at(table, (clusters, labels), 1)
    return np.asarray(table.argmax(axis=1)[clusters] == labels)


def _clusters(vectors: Array, k: int, seed: int) -> Array:
    from sklearn.cluster import KMeans
    from threadpoolctl import threadpool_limits

    # How many threads there are must not show in the clusters.
    with threadpool_limits(limits=1), warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", message="Number of distinct clusters"
        )  # fewer vectors than clusters
        starts = max(_FEWEST_STARTS, min(_MOST_STARTS, _WORDS_TIMES_STARTS // len(vectors)))
        found = KMeans(k, n_init=starts, random_state=seed).fit_predict(vectors.astype(np.float64))
    return np.asarray(found)
