"""Word similarity: do the vectors rank pairs as people do?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from firth.core import Embedding
from firth.datasets.pairs import checked_pairs, read_pairs, repeated_pairs
from firth.errors import InputError
from firth.evaluate.resampling import DEFAULT, Interval, Resampling
from firth.evaluate.scored_items import Sample, pooled_interval
from firth.query.lookup import UNKNOWN, known_places
from firth.query.nearest import inverse_or_zero, lengths
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names

Missing = Literal["skip", "zero"]


FEWEST_PAIRS = 10
"""Pairs that a score needs to say something: of n, ρ has a standard error of about 1/√(n − 1)."""


@dataclass(frozen=True)
class SimilarityResult:
    """Spearman's ρ between human scores and similarities, and how much of the set it rests on.

    Attributes
    ----------
    name : str
        The name of the set.
    spearman : float or None
        The rank correlation; None where it is not defined, as when no pair is covered.
    pairs, covered : int
        How many pairs the set has, and of how many both words are known.
    missing_words : tuple of str
        The unknown words, in the set's order.
    repeated : int
        Pairs that the set gives again, in either order; they count, as they do in published figures.
    """

    name: str
    spearman: float | None
    pairs: int
    covered: int
    missing_words: tuple[str, ...]
    repeated: int
    sample: Sample = field(repr=False, compare=False)

    @property
    def scored(self) -> int:
        """How many pairs ρ rests on: those covered, fewer in a comparison, or all with missing="zero"."""
        return self.sample.size

    @property
    def interval(self) -> Interval | None:
        """Of ρ, by the bootstrap over pairs."""
        return pooled_interval([self.sample])

    def within(self, pairs: Array) -> SimilarityResult:
        """The result on no more than these pairs (true and false, one for each pair of the set)."""
        sample = self.sample.within(pairs)
        return replace(self, spearman=sample.score, sample=sample)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "spearman": self.spearman,
            "covered": self.covered,
            "pairs": self.pairs,
            "interval": self.interval,
            "scored": self.scored,
            "repeated": self.repeated,
        }


@refuse_other_names()
def evaluate_similarity(
    embedding: Embedding,
    pairs: str | Path | Iterable[tuple[str, str, float]],
    *,
    missing: Missing = "skip",
    name: str | None = None,
    resampling: Resampling = DEFAULT,
) -> SimilarityResult:
    """Compute Spearman's ρ between human scores and the similarities of word pairs.

    A word is looked up as written, then lower-cased.

    Parameters
    ----------
    embedding : Embedding
        The word vectors, compared by their own measure.
    pairs : str, Path or iterable of (word, word, score)
        A file with lines of `word1 word2 score`, or the pairs themselves.
    missing : {"skip", "zero"}, default "skip"
        Leave out pairs with an unknown word, or give them similarity 0.
    name : str, optional
        The name of the set in the result; by default that of the file.
    resampling : Resampling, optional
        How intervals are drawn; `Resampling(resamples=0)` draws none.

    Returns
    -------
    SimilarityResult
        The correlation beside its coverage.

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary.from_counts({"cat": 3, "tiger": 2, "car": 1})
    >>> e = Embedding(np.array([[1.0, 0.1], [0.0, 1.0], [1.0, 0.0]]), words)
    >>> pairs = [("cat", "tiger", 8), ("cat", "car", 1), ("car", "tiger", 2), ("car", "ox", 3)]
    >>> evaluate_similarity(e, pairs)
    SimilarityResult(name='pairs', spearman=-0.5, pairs=4, covered=3, missing_words=('ox',), repeated=0)
    """
    if missing not in get_args(Missing):
        raise InputError(f"missing is {missing!r}; choose skip or zero.")
    if isinstance(pairs, str | Path):
        name = name or Path(pairs).stem
        pairs = read_pairs(pairs)
    name = name or "pairs"
    entries = checked_pairs(pairs)
    scores = np.array([entry.score for entry in entries])
    places = known_places(embedding.vocabulary, [entry[:2] for entry in entries]).reshape(-1, 2)
    covered = np.all(places != UNKNOWN, axis=1)
    similarities = np.zeros(len(entries))
    similarities[covered] = _similarities(embedding, places[covered])
    scored = covered if missing == "skip" else np.ones(len(entries), dtype=bool)
    sample = Sample(name, similarities, scored, scores, resampling)
    unknown = [entries[i][side] for i, side in np.argwhere(places == UNKNOWN)]
    return SimilarityResult(
        name,
        sample.score,
        len(entries),
        int(covered.sum()),
        tuple(dict.fromkeys(unknown)),
        repeated_pairs(entries),
        sample,
    )


def _similarities(embedding: Embedding, places: Array) -> Array:
    """By the embedding's measure, row by row of two places."""
    first, second = (np.asarray(embedding.vectors[places[:, side]], dtype=np.float64) for side in (0, 1))
    products = np.einsum("ij,ij->i", first, second)
    if embedding.measure == "dot":
        return np.asarray(products)
    return np.asarray(products * inverse_or_zero(lengths(first) * lengths(second)))
