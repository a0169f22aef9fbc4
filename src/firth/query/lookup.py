"""Words in a vocabulary: their rows, and near spellings of those that are unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from firth.core import Embedding, Vocabulary
from firth.errors import InputError, UnknownWordsError
from firth.runtime.arrays import Array

MOST_COMPARED = 4000
"""Candidates compared letter by letter, the most frequent first: this bounds the time of an error message."""

UNKNOWN = -1
"""Stands for the place of a word that is not in the vocabulary."""

_MOST_NAMED = 5
_LEAST_RATIO = 0.65


def vector_of(embedding: Embedding, word: str) -> Array:
    """Look up the vector of a word.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    word : str
        A word of the embedding.

    Returns
    -------
    array
        Its vector.

    Raises
    ------
    UnknownWordsError
        If the embedding does not have the word; near spellings are suggested.

    Examples
    --------
    >>> import numpy as np
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> vector_of(e, "queen")
    array([0., 1.], dtype=float32)
    >>> vector_of(e, "Queen")
    Traceback (most recent call last):
    firth.errors.UnknownWordsError: 'Queen' is not among the 2 words; did you mean 'queen'?
    """
    return np.asarray(embedding.vectors[places_of(embedding.vocabulary, [word])[0]])


def vectors_of(embedding: Embedding, words: Sequence[str]) -> Array:
    """Look up the vectors of several words.

    Parameters
    ----------
    embedding : Embedding
        The vectors.
    words : sequence of str
        Words of the embedding; a word may occur twice.

    Returns
    -------
    array
        Their vectors, as rows in the order of the words.

    Raises
    ------
    UnknownWordsError
        If the embedding lacks any of the words.

    Examples
    --------
    >>> import numpy as np
    >>> e = Embedding(np.eye(2, dtype="f4"), Vocabulary(("king", "queen"), np.array([3, 2])))
    >>> vectors_of(e, ["queen", "king"])
    array([[0., 1.],
           [1., 0.]], dtype=float32)
    """
    if isinstance(words, str):
        raise InputError(f"vectors_of takes a list of words and was given {words!r}; write [{words!r}].")
    return np.asarray(embedding.vectors[places_of(embedding.vocabulary, words)])


def places_of(vocabulary: Vocabulary, words: Sequence[str]) -> NDArray[np.intp]:
    """Look up where words stand in a vocabulary.

    Parameters
    ----------
    vocabulary : Vocabulary
        The known words.
    words : sequence of str
        Words of the vocabulary.

    Returns
    -------
    array of int
        The place of each word.

    Raises
    ------
    UnknownWordsError
        If the vocabulary lacks any of the words.

    Examples
    --------
    >>> import numpy as np
    >>> places_of(Vocabulary(("king", "queen"), np.array([3, 2])), ["queen", "queen", "king"])
    array([1, 1, 0])
    """
    index = vocabulary.index
    unknown = list(dict.fromkeys(word for word in words if word not in index))
    if unknown:
        raise UnknownWordsError(_unknown_message(vocabulary, unknown, len(set(words))))
    return np.array([index[word] for word in words], dtype=np.intp)


def known_places(vocabulary: Vocabulary, words: Iterable[Sequence[str]]) -> NDArray[np.int64]:
    """Places of rows of words: as written, else lower-cased (most vocabularies are), else `UNKNOWN`.

    >>> v = Vocabulary.from_counts({"us": 9, "jerusalem": 3, "US": 2})
    >>> known_places(v, [("Jerusalem", "US"), ("us", "Babel")])
    array([[ 1,  2],
           [ 0, -1]])
    """
    index = vocabulary.index
    return np.array(
        [[index.get(word, index.get(word.lower(), UNKNOWN)) for word in row] for row in words], dtype=np.int64
    )


def _unknown_message(vocabulary: Vocabulary, unknown: list[str], asked: int) -> str:
    if len(unknown) == 1:
        near = near_spellings(vocabulary, unknown[0])
        hint = f"; did you mean {_listed(near)}?" if near else ", and no word is spelled like it."
        return f"{unknown[0]!r} is not among the {len(vocabulary):,} words{hint}"
    named = []
    for word in unknown[:_MOST_NAMED]:
        near = near_spellings(vocabulary, word, top=1)
        named.append(f"{word!r} (near: {near[0]!r})" if near else repr(word))
    more = ", and others" if len(unknown) > _MOST_NAMED else ""
    return (
        f"{len(unknown):,} of {asked:,} words are not among the {len(vocabulary):,} known ones: "
        f"{', '.join(named)}{more}. Leave them out or correct them."
    )


def _listed(words: list[str]) -> str:
    quoted = [repr(word) for word in words]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def near_spellings(vocabulary: Vocabulary, word: str, top: int = 3) -> list[str]:
    """Suggest words that may have been meant by one that is unknown.

    Parameters
    ----------
    vocabulary : Vocabulary
        The known words.
    word : str
        The word as it was written.
    top : int, default 3
        How many suggestions to return at most.

    Returns
    -------
    list of str
        The likeliest first: words that differ only in case, then words of about the same length with the
        same beginning or end, by the ratio of common letters; among equals, the more frequent.

    Examples
    --------
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
    return list(dict.fromkeys(likely))[:top]


def _case_variants(word: str) -> list[str]:
    return [word.lower(), word.casefold(), word.capitalize(), word.title(), word.upper()]


def _candidates(vocabulary: Vocabulary, word: str) -> Iterator[str]:
    shortest, longest = len(word) - 2, len(word) + 2
    first, last = word[:1], word[-2:]
    for token in vocabulary.tokens:
        if shortest <= len(token) <= longest and (token[:1].casefold() == first or token[-2:] == last):
            yield token
