"""The forms of each target as one word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from firth.core import Counts, Vocabulary
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
