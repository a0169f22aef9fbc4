"""Counts at one exact distance: for single pairs, one table, or each distance in turn."""

from __future__ import annotations

from collections.abc import Iterator

from firth.core import Corpus, Counts
from firth.counting import _kernels
from firth.counting.cooccurrence import count
from firth.errors import InputError, UnknownWordsError
from firth.runtime.run import Progress, silent


def count_pair_at(corpus: Corpus, first: str, second: str, *, between: int = 0) -> int:
    """Count the places where a word stands with exactly so many tokens between another and it.

    Parameters
    ----------
    corpus : Corpus
    first, second : str
        Words a and b of its vocabulary.
    between : int
        k.

    Returns
    -------
    int
        #(a •k b)      [NiitsumaLee2018, §7]

    Examples
    --------
    >>> from firth.text import encode_texts
    >>> corpus = encode_texts(["this is this is this is this is this"], min_count=1)
    >>> [count_pair_at(corpus, "this", "is", between=k) for k in (0, 1, 2)]
    [4, 0, 3]
    """
    if between < 0:
        raise InputError(f"between is {between}; it counts the tokens between two words, 0 or more.")
    unknown = [word for word in (first, second) if word not in corpus.vocabulary]
    if unknown:
        raise UnknownWordsError(f"not in the corpus's vocabulary: {', '.join(map(repr, unknown))}.")
    index = corpus.vocabulary.index
    return int(_kernels.count_pair(corpus.ids, index[first], index[second], between + 1))


def count_at_distance(
    corpus: Corpus,
    distance: int,
    *,
    close_gaps: bool = False,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Counts:
    """Count the pairs of words at one distance.

    Parameters
    ----------
    corpus : Corpus
    distance : int
        1 for words that stand side by side.
    close_gaps : bool
        Remove unknown tokens before counting.
    threads : int, optional
        The number of threads. The result does not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB"; half of what is free if not given.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    Counts
        The directed table of #(a •k b) with k = distance − 1, in whole numbers.
    """
    if distance < 1:
        raise InputError(f"distance is {distance}; words side by side stand at distance 1.")
    return count(
        corpus,
        window=distance,
        weights=[0.0] * (distance - 1) + [1.0],
        contexts="right",
        close_gaps=close_gaps,
        threads=threads,
        memory=memory,
        progress=progress,
    )


def count_each_distance(
    corpus: Corpus,
    window: int,
    *,
    close_gaps: bool = False,
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Iterator[Counts]:
    """Count the pairs of words at each distance of a window, one table after the other.

    Parameters
    ----------
    corpus : Corpus
    window : int
        The largest distance.
    close_gaps : bool
        Remove unknown tokens before counting.
    threads : int, optional
        The number of threads. The result does not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB"; half of what is free if not given.
    progress : callable
        Is told how far the work is.

    Yields
    ------
    Counts
        As from `count_at_distance`, for distances 1 … window; none is kept.
    """
    if window < 1:
        raise InputError(f"window is {window}; a window reaches at least 1 token.")
    for distance in range(1, window + 1):
        yield count_at_distance(
            corpus, distance, close_gaps=close_gaps, threads=threads, memory=memory, progress=progress
        )
