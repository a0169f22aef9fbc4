"""Corpus → Counts: how often words stand near each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from firth.core import Corpus, Counts, Recipe, Vocabulary
from firth.counting.parts import Table
from firth.counting.segments import count_table
from firth.counting.windows import Contexts, Cut, Weights, Window, make_window
from firth.errors import EmptyCorpusError, InputError
from firth.runtime.arrays import Array, Sparse
from firth.runtime.other_names import refuse_other_names
from firth.runtime.run import Progress, Run, silent
from firth.runtime.sparse import compressed_rows


@refuse_other_names()
def count(
    corpus: Corpus,
    *,
    window: int = 10,
    weights: Weights | Sequence[float] = "harmonic",
    contexts: Contexts = "both",
    close_gaps: bool = False,
    subsample: float | None = None,
    cut: Cut = "none",
    threads: int | None = None,
    memory: str | int | None = None,
    progress: Progress = silent,
) -> Counts:
    """Count words that stand within a window of each other.

    Parameters
    ----------
    corpus : Corpus
        A text as numbers; `firth.encode` makes one.
    window : int
        L, how many tokens the window reaches to either side.
    weights : {"harmonic", "flat", "dynamic"} or sequence of float
        g(δ), what a pair at distance δ counts: 1/δ, 1, (L − δ + 1)/L, or L numbers of your own.
    contexts : {"both", "right", "left", "positional"}
        Words on both sides, on one, or with a column for each word at each place.
    close_gaps : bool
        Remove unknown tokens before counting. Otherwise they still count as positions in the window.
    subsample : float, optional
        The threshold t of subsampling, such as 1e-4: each pair is weighted by keep(a) · keep(b), what
        dropping frequent words at random gives on average.
    cut : {"none", "independence", "published"}
        independence leaves out, at each distance and side on its own, pairs that are seen no more often than
        chance would have it (the tail-cut); published has the expected count of the formula in the paper.
    threads : int, optional
        The number of threads. The result does not depend on it.
    memory : str or int, optional
        The memory budget, such as "1GB"; half of what is free if not given. Tables that outgrow it go through
        temporary files, with the same result.
    progress : callable
        Is told how far the work is.

    Returns
    -------
    Counts
        Words in rows and in columns, in the order of the vocabulary.

    Notes
    -----
    F[a, b] = Σ_δ g(δ) · #(b stands δ tokens after a);  both F + Fᵀ, right F, left Fᵀ

    keep(w) = min(1, √(t/f(w)) + t/f(w)) with f(w) the share of w in the text [Mikolov2013b]. The tail-cut
    keeps #(a •k b) > #(a) #(b) / n [NiitsumaLee2018, eq. 64]; the paper prints n² for n, which cuts next to
    nothing. See docs/mathematics/counting.md.

    Examples
    --------
    >>> from firth.text import encode_texts
    >>> corpus = encode_texts(["this is this is this"], min_count=1)
    >>> count(corpus, window=2, weights="flat", contexts="right").matrix.toarray()
    array([[2, 2],
           [2, 1]])
    """
    if len(corpus.vocabulary) == 0:
        raise EmptyCorpusError("the corpus has no words to count; lower min_count or give it more text.")
    check_subsample(subsample)
    shape = make_window(window, weights, contexts, cut, tokens=corpus.ids.size)
    run = Run(threads=threads, memory=memory, progress=progress)
    counts = _as_counts(count_table(corpus, shape, run, close_gaps=close_gaps), corpus, shape)
    if subsample is not None:
        counts = _subsampled(counts, corpus, subsample)
    how = counting_recipe(
        corpus.recipe, window=window, weights=weights, contexts=contexts, close_gaps=close_gaps,
        subsample=subsample, cut=cut,
    )  # fmt: skip
    return replace(counts, how=how)


def counting_recipe(
    text: Recipe,
    *,
    window: int,
    weights: Weights | Sequence[float],
    contexts: Contexts,
    close_gaps: bool,
    subsample: float | None,
    cut: Cut = "none",
) -> Recipe:
    """How a text was read and counted."""
    return text.then(
        "counting",
        window=window,
        weights=weights if isinstance(weights, str) else [float(w) for w in weights],
        contexts=contexts,
        close_gaps=close_gaps,
        subsample=subsample,
        **({} if cut == "none" else {"cut": cut}),
    )


def _as_counts(table: Table, corpus: Corpus, window: Window) -> Counts:
    indptr, indices, data = table
    words = corpus.vocabulary
    columns = positional_columns(words, window) if window.positional else words
    matrix = compressed_rows(indptr, indices, data, (len(words), len(columns)))
    return Counts(matrix, words, columns, symmetric=window.symmetric)


def positional_columns(words: Vocabulary, window: Window) -> Vocabulary:
    """Names such as "-1:the" for the columns of positional contexts."""
    tokens = tuple(f"{offset:+d}:{token}" for offset in window.offsets for token in words.tokens)
    return Vocabulary(tokens, np.tile(words.counts, len(window.offsets)))


def check_subsample(subsample: float | None) -> None:
    """Refuse a threshold that is no share of a text."""
    if subsample is not None and not 0 < subsample < 1:
        raise InputError(
            f"subsample is {subsample}; it is a share of the text between 0 and 1, such as 1e-4."
        )


def _subsampled(counts: Counts, corpus: Corpus, threshold: float) -> Counts:
    """Weight each pair by keep(a)·keep(b)."""
    keep = shares_kept(corpus.vocabulary, corpus.tokens, threshold)
    return replace(counts, matrix=subsampled_cells(counts.matrix, keep, keep))


def shares_kept(words: Vocabulary, tokens: int, threshold: float) -> Array:
    """keep(w) = min(1, √(t/f(w)) + t/f(w)), the share of a word that subsampling keeps."""
    rarity = threshold * tokens / np.maximum(words.counts, 1)
    return np.asarray(np.minimum(1.0, np.sqrt(rarity) + rarity))


def subsampled_cells(matrix: Sparse, row_shares: Array, word_shares: Array) -> Sparse:
    """The cells of a table, or of some of its rows, each times keep(a)·keep(b)."""
    weighted = matrix.astype(np.float64)
    weighted.data *= np.repeat(row_shares, np.diff(matrix.indptr))
    weighted.data *= np.tile(word_shares, matrix.shape[1] // len(word_shares))[matrix.indices]
    return weighted
