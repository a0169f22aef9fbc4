"""Outlier detection: which word does not belong?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from firth.core import Embedding
from firth.datasets import OutlierGroup, read_outliers
from firth.evaluate.resampling import DEFAULT, Interval, Resampling
from firth.evaluate.scored_items import Sample, pooled_interval, pooled_score
from firth.query.lookup import UNKNOWN, known_places
from firth.query.nearest import inverse_or_zero, lengths
from firth.runtime.arrays import Array
from firth.runtime.other_names import refuse_other_names

_FEWEST_MEMBERS = 2
_ROUNDING = 1e-12


@dataclass(frozen=True)
class OutliersResult:
    """How often the outlier is found, how near it comes to being found, and how many cases that rests on.

    A case is a group with one of its outliers.

    Attributes
    ----------
    name : str
        The name of the set.
    accuracy : float or None
        The share of cases in which the outlier is the least similar word; None where no case is covered.
    opp : float or None
        The outlier position percentage, here from 0 to 1: the mean share of the members that are more similar
        than the outlier.
    cases, covered : int
        How many cases the set has, and how many can be asked.
    missing_words : tuple of str
        The unknown words.
    """

    name: str
    accuracy: float | None
    opp: float | None
    cases: int
    covered: int
    groups: int
    missing_words: tuple[str, ...]
    found: tuple[Sample, ...] = field(repr=False, compare=False)
    positions: tuple[Sample, ...] = field(repr=False, compare=False)

    @property
    def scored(self) -> int:
        """How many cases are scored: those covered, or fewer in a comparison."""
        return sum(sample.size for sample in self.found)

    @property
    def interval(self) -> Interval | None:
        """Of the accuracy, by the bootstrap over the outliers of each group."""
        return pooled_interval(self.found)

    @property
    def opp_interval(self) -> Interval | None:
        """Of the outlier position percentage, in the same way."""
        return pooled_interval(self.positions)

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "accuracy": self.accuracy,
            "opp": self.opp,
            "covered": self.covered,
            "cases": self.cases,
            "groups": self.groups,
            "interval": self.interval,
            "opp_interval": self.opp_interval,
            "scored": self.scored,
        }


@refuse_other_names()
def evaluate_outliers(
    embedding: Embedding,
    groups: str | Path | Sequence[OutlierGroup],
    *,
    name: str | None = None,
    among: Collection[str] | None = None,
    resampling: Resampling = DEFAULT,
) -> OutliersResult:
    """Compute the accuracy of finding the word that is least similar to the others.

    In W = members ∪ {outlier}, words are ordered by p(w) = Σ_{v ∈ W∖w} cos(w, v); leaving out the word with
    the lowest leaves the most compact rest [CamachoCollados2016]. The outlier's position is the number of
    members with a higher p; equal ones do not count for it. Unknown members are left out; a case is covered
    where two or more members and the outlier are known.

    Parameters
    ----------
    embedding : Embedding
        The word vectors.
    groups : str, Path or sequence of OutlierGroup
        A file or folder that `firth.datasets.read_outliers` reads, or the groups themselves.
    name : str, optional
        The name of the set in the result; by default that of the file.
    among : collection of str, optional
        Only these words take part, as they are written.
    resampling : Resampling, optional
        How intervals are drawn; `Resampling(resamples=0)` draws none.

    Returns
    -------
    OutliersResult
        Accuracy and outlier position beside their coverage.

    Examples
    --------
    >>> from firth.core import Vocabulary
    >>> words = Vocabulary.from_counts({"lion": 4, "tiger": 3, "cat": 2, "spoon": 1})
    >>> e = Embedding(np.array([[1.0, 0.1], [1, 0], [0.9, 0.2], [0.2, 1]]), words)
    >>> found = evaluate_outliers(e, [OutlierGroup("cats", ("lion", "tiger", "cat"), ("spoon", "fork"))])
    >>> found.accuracy, found.opp, found.covered, found.cases, found.missing_words
    (1.0, 1.0, 1, 2, ('fork',))
    """
    if isinstance(groups, str | Path):
        name = name or Path(groups).stem
        groups = read_outliers(groups)
    name = name or "outliers"
    found, positions, missing, covered = [], [], [], 0
    for group in groups:
        members, outliers = (_places(embedding, words) for words in (group.members, group.outliers))
        words = zip((*group.members, *group.outliers), (*members, *outliers), strict=True)
        missing += [word for word, place in words if place == UNKNOWN]
        covered += int(_covered(members, outliers).sum())
        if among is not None:
            members, outliers = (
                np.where([word in among for word in words], places, UNKNOWN)
                for words, places in ((group.members, members), (group.outliers, outliers))
            )
        scored = _covered(members, outliers)
        shares = np.zeros(len(outliers))
        shares[scored] = _position_shares(embedding, members[members != UNKNOWN], outliers[scored])
        sample = Sample(f"{name}/{group.name}", shares, scored, resampling=resampling)
        positions.append(sample)
        found.append(Sample(sample.name, (shares == 1.0).astype(float), scored, resampling=resampling))
    return OutliersResult(
        name,
        pooled_score(found),
        pooled_score(positions),
        sum(len(group.outliers) for group in groups),
        covered,
        len(groups),
        tuple(dict.fromkeys(missing)),
        tuple(found),
        tuple(positions),
    )


def _places(embedding: Embedding, words: Sequence[str]) -> Array:
    return known_places(embedding.vocabulary, [(word,) for word in words]).reshape(-1)


def _covered(members: Array, outliers: Array) -> Array:
    """The outliers that can be asked for."""
    enough = int((members != UNKNOWN).sum()) >= _FEWEST_MEMBERS
    return np.asarray((outliers != UNKNOWN) & enough)


def _position_shares(embedding: Embedding, members: Array, outliers: Array) -> Array:
    """For each outlier, the share of members that are more similar to the rest than it is."""
    if not len(outliers):
        return np.zeros(0)
    vectors = np.asarray(embedding.vectors[np.concatenate([members, outliers])], dtype=np.float64)
    unit = vectors * inverse_or_zero(lengths(vectors))[:, None]
    inside, outside = unit[: len(members)], unit[len(members) :]
    cosines = np.einsum("id,jd->ij", inside, inside)
    to_outlier = np.einsum("id,jd->ij", inside, outside)
    rest = cosines.sum(axis=1) - np.diagonal(cosines)
    return np.asarray((rest[:, None] + to_outlier > to_outlier.sum(axis=0) + _ROUNDING).mean(axis=0))
