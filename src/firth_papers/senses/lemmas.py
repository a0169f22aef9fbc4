"""Targets as lemmas: their forms counted as one word, and how many senses WordNet has of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from firth.core import Counts, Vocabulary
from firth.datasets.wordnet import PartOfSpeech, sense_counts
from firth_papers.readers.semeval13 import SenseInstance


def forms_of(instances: Iterable[SenseInstance]) -> dict[str, str]:
    """Form → lemma, of all forms in which the targets stand in their sentences, and of the lemmas.

    >>> forms_of([SenseInstance("win.v", "win.v.1", "She won.", 4, 7)])
    {'win': 'win', 'won': 'win'}
    """
    found: dict[str, str] = {}
    for one in instances:
        lemma = one.target.rpartition(".")[0]
        found[lemma] = lemma
        found.setdefault(one.token.lower(), lemma)
    return found


def with_lemmas(counts: Counts, forms: Mapping[str, str]) -> Counts:
    """Counts in which the rows and columns of all forms of a lemma are added up: S N Sᵀ.

    >>> from scipy.sparse import csr_array
    >>> words = Vocabulary(("win", "she", "won"), np.array([3, 2, 1]))
    >>> table = Counts(csr_array(np.array([[0, 2, 0], [2, 0, 1], [0, 1, 0]])), words, words, symmetric=True)
    >>> together = with_lemmas(table, {"won": "win"})
    >>> together.rows.tokens, together.matrix.toarray().tolist()
    (('win', 'she'), [[0, 3], [3, 0]])
    """
    from scipy.sparse import csr_array

    lemmas = [forms.get(token, token) for token in counts.rows.tokens]
    sums: dict[str, int] = {}
    for lemma, number in zip(lemmas, counts.rows.counts.tolist(), strict=True):
        sums[lemma] = sums.get(lemma, 0) + number
    words = Vocabulary.from_counts(sums)
    place = np.array([words.index[lemma] for lemma in lemmas])
    # The table's own number type: sums stay as exact as the counts are.
    ones = np.ones(len(place), counts.matrix.dtype)
    gather = csr_array((ones, (place, np.arange(len(place)))), shape=(len(words), len(place)))
    return replace(counts, matrix=csr_array(gather @ counts.matrix @ gather.T), rows=words, columns=words)


_PARTS: dict[str, PartOfSpeech] = {"n": "n", "v": "v", "j": "a"}
"""Part of speech as the task writes it → as WordNet does."""


def wordnet_numbers(instances: Iterable[SenseInstance], data: Path | None = None) -> dict[str, int]:
    """Lemma → how many senses WordNet has of it; the most, where it is asked as several parts of speech.

    data: the folder with the data sets, if it is not $FIRTH_DATA; WordNet may be installed elsewhere.
    """
    index = None if data is None or not (data / "wordnet").is_dir() else data / "wordnet"
    known = {part: sense_counts(index, part=name) for part, name in _PARTS.items()}
    numbers: dict[str, int] = {}
    for target in dict.fromkeys(one.target for one in instances):
        lemma, _, part = target.rpartition(".")
        numbers[lemma] = max(numbers.get(lemma, 1), known[part].get(lemma, 1))
    return numbers
