"""Near spellings of a word that is not in a vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import islice

from firth.core import Vocabulary

MOST_COMPARED = 4000
"""Candidates compared letter by letter, the most frequent first: this bounds the time of an error message."""

_LEAST_RATIO = 0.65


def near_spellings(vocabulary: Vocabulary, word: str, n: int = 3) -> list[str]:
    """Words of the vocabulary that may have been meant, the likeliest first.

    Other uses of capitals come first, then words about as long with the same beginning or end, by the ratio
    of common letters; among equals, the more frequent.

    >>> import numpy as np
    >>> near_spellings(Vocabulary(("paris", "parish", "berlin"), np.array([9, 5, 4])), "Paris")
    ['paris', 'parish']
    """
    same_letters = [other for other in _case_variants(word) if other in vocabulary and other != word]
    folded = word.casefold()
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(folded)  # the second sequence is the one that difflib indexes once
    scored = []
    for order, candidate in enumerate(islice(_candidates(vocabulary, folded), MOST_COMPARED)):
        matcher.set_seq1(candidate.casefold())
        if matcher.quick_ratio() >= _LEAST_RATIO and (ratio := matcher.ratio()) >= _LEAST_RATIO:
            scored.append((-ratio, order, candidate))
    likely = same_letters + [candidate for _, _, candidate in sorted(scored)]
    return list(dict.fromkeys(likely))[:n]


def _case_variants(word: str) -> list[str]:
    return [word.lower(), word.casefold(), word.capitalize(), word.title(), word.upper()]


def _candidates(vocabulary: Vocabulary, word: str) -> Iterator[str]:
    shortest, longest = len(word) - 2, len(word) + 2
    first, last = word[:1], word[-2:]
    for token in vocabulary.tokens:
        if shortest <= len(token) <= longest and (token[:1].casefold() == first or token[-2:] == last):
            yield token
