"""Tuning tables from pairs of words that people have scored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from firth.association.supervision import supervised_association
from firth.core import Association, Counts, Vocabulary
from firth.errors import InputError
from firth.runtime.arrays import Array, Sparse

ScoredPair = tuple[str, str, float]


class Tuning(NamedTuple):
    """A tuning table for `supervised_association`.

    Attributes
    ----------
    table : csr_array
        Ψ = φ − 1.
    used : int
        How many pairs it holds.
    missing : tuple of str
        Words of the pairs that the vocabulary does not have.
    """

    table: Sparse
    used: int
    missing: tuple[str, ...]


class FittedStrength(NamedTuple):
    """The strength that did best on pairs held out, and the mean score of every strength tried."""

    best: float
    scores: dict[float, float]


def tuning_from_pairs(
    pairs: Iterable[ScoredPair],
    vocabulary: Vocabulary,
    *,
    strength: float = 0.4,
    scale: tuple[float, float] | None = None,
) -> Tuning:
    """Make a tuning table from scored pairs of words: ratios below 1 for like pairs, above 1 for unlike ones.

    Parameters
    ----------
    pairs : iterable of (word, word, score)
        Pairs that are given twice are averaged; a word against itself has no distance and is left out.
    vocabulary : Vocabulary
        The rows of the table that is tuned.
    strength : float
        How far ratios are from 1.
    scale : (float, float), optional
        The lowest and the highest score there can be; those of the pairs if not given.

    Returns
    -------
    Tuning

    Notes
    -----
    φ_ij = 1 − strength · t_ij / (max(r_i, r_j) · max(d_i, d_j)),   t = 2 (score − low)/(high − low) − 1
    (docs/mathematics/kernel-ca.md)

    r are masses from the vocabulary's counts, d in how many of the pairs a word stands.

    Why masses: a ratio acts on a row in proportion to its partner's mass, a ten-thousandth for a common word,
    so ratios between 0 and 1 change next to nothing in a large vocabulary. Divided by masses, |Ψ|r is at most
    the strength in every row, whatever the vocabulary.

    Measured on 25 MB of wiki100m (7,301 words, 100 axes), tuned with half of the 938 pairs of MEN it covers,
    mean Spearman of five splits: that half .538 → .685, the other half .559 → .573 (from −.002 to +.029), and
    MTurk-771 .409 → .413. The default strength was chosen on a sixth split.

    Examples
    --------
    >>> names = Vocabulary(("cat", "dog", "car"), np.array([2, 1, 1]))
    >>> pairs = [("cat", "dog", 9), ("dog", "car", 1), ("cat", "emu", 5)]
    >>> tuning = tuning_from_pairs(pairs, names, strength=0.1)
    >>> tuning.table.toarray().round(2).tolist(), tuning.used, tuning.missing
    ([[0.0, -0.1, 0.0], [-0.1, 0.0, 0.2], [0.0, 0.2, 0.0]], 2, ('emu',))
    """
    from scipy.sparse import csr_array

    scored = list(pairs)
    low, high = _scale(scored, scale)
    if not (np.isfinite(strength) and strength >= 0):
        raise InputError(f"strength is {strength}; it must be 0 or more, and below about 0.5 to be of use.")
    missing = tuple(dict.fromkeys(word for pair in scored for word in pair[:2] if word not in vocabulary))
    places, scores = _known(scored, vocabulary)
    if not places:
        raise InputError(
            f"none of the {len(scored):,} pairs has two different words of the vocabulary; give others."
        )
    size = len(vocabulary)
    i, j = np.array(places).T
    closeness = 2 * (np.array(scores) - low) / (high - low) - 1
    masses, degrees = (
        vocabulary.counts / vocabulary.total,
        np.bincount(np.concatenate([i, j]), minlength=size),
    )
    psi = -strength * closeness / (np.maximum(masses[i], masses[j]) * np.maximum(degrees[i], degrees[j]))
    rows, columns = np.concatenate([i, j]), np.concatenate([j, i])
    table: Sparse = csr_array((np.concatenate([psi, psi]), (rows, columns)), shape=(size, size))
    return Tuning(table, len(places), missing)


def pair_supervision(
    counts: Counts,
    *,
    pairs: Sequence[ScoredPair] = (),
    strength: float = 0.4,
    dtype: DTypeLike = np.float64,
    threads: int | None = None,
) -> Association:
    """`supervised_association` of words tuned by scored pairs, on both sides of a word × word table."""
    table = tuning_from_pairs(pairs, counts.rows, strength=strength).table
    both = counts.rows.tokens == counts.columns.tokens
    return supervised_association(
        counts, row_tuning=table, column_tuning=table if both else None, dtype=dtype, threads=threads
    )


def fit_strength(
    pairs: Sequence[ScoredPair],
    vocabulary: Vocabulary,
    score: Callable[[Sparse, list[ScoredPair]], float],
    *,
    strengths: Sequence[float] = (0.0, 0.1, 0.2, 0.3, 0.4),
    folds: int = 5,
    seed: int = 0,
) -> FittedStrength:
    """The strength whose tuning from some pairs scores best on the others, over folds; the weakest of equals.

    score: (Ψ, pairs held out) → a number, larger is better; it associates, factorizes and evaluates. The
    scores choose the strength and so flatter it: report on pairs that were not given here.

    >>> names = Vocabulary(("a", "b", "c"), np.array([1, 1, 1]))
    >>> pairs = [("a", "b", 3.0), ("b", "c", 2.0), ("a", "c", 1.0)]
    >>> fit_strength(pairs, names, lambda psi, held: abs(psi).sum(), folds=3, strengths=(0, 0.1)).best
    0.1
    """
    scored = list(pairs)
    if not 2 <= folds <= len(scored):
        raise InputError(f"folds is {folds}; {len(scored)} pairs can be cut into 2 to {len(scored)} folds.")
    if not strengths:
        raise InputError("strengths is empty; give at least one to try.")
    limits = _scale(scored, None)
    parts = np.array_split(np.random.default_rng(seed).permutation(len(scored)), folds)

    def mean_score(strength: float) -> float:
        results = []
        for part in parts:
            held = set(part.tolist())
            kept = [pair for k, pair in enumerate(scored) if k not in held]
            table = tuning_from_pairs(kept, vocabulary, strength=strength, scale=limits).table
            results.append(score(table, [scored[k] for k in part]))
        return float(np.mean(results))

    scores = {float(strength): mean_score(strength) for strength in sorted(strengths)}
    return FittedStrength(max(scores, key=lambda strength: scores[strength]), scores)


def _scale(pairs: list[ScoredPair], scale: tuple[float, float] | None) -> tuple[float, float]:
    values: Array = np.array([score for _, _, score in pairs], np.float64)
    if not len(values):
        raise InputError("there are no pairs; give (word, word, score) for each.")
    if not np.isfinite(values).all():
        first, second, wrong = pairs[int((~np.isfinite(values)).argmax())]
        raise InputError(f"the score of {first!r} and {second!r} is {wrong}; it must be a finite number.")
    low, high = (float(values.min()), float(values.max())) if scale is None else scale
    if low >= high:
        raise InputError(
            f"the scores run from {low:g} to {high:g}; give pairs with different scores, or a scale=(lowest, "
            "highest)."
        )
    if values.min() < low or values.max() > high:
        raise InputError(
            f"scores from {values.min()} to {values.max()} do not lie within scale {(low, high)}."
        )
    return low, high


def _known(pairs: list[ScoredPair], vocabulary: Vocabulary) -> tuple[list[tuple[int, int]], list[float]]:
    """Places and mean scores of the pairs of two different words that are known."""
    index = vocabulary.index
    gathered: dict[tuple[int, int], list[float]] = {}
    for first, second, score in pairs:
        if first in index and second in index and first != second:
            a, b = sorted((index[first], index[second]))
            gathered.setdefault((a, b), []).append(score)
    return list(gathered), [float(np.mean(scores)) for scores in gathered.values()]
