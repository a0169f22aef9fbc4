"""Doc2VecC: word vectors such that a document is the plain mean of its words."""

from __future__ import annotations

import numpy as np

from firth.core import Embedding, Recipe, Vocabulary
from firth.documents._kernels import train_on_documents
from firth.documents.tokens import TokenizedDocuments
from firth.errors import InputError
from firth.runtime.arrays import Array
from firth.runtime.run import Progress, silent

_DRAWS = 1 << 20
"""Length of the table that words are drawn from."""


def train_doc2vecc(
    documents: TokenizedDocuments,
    *,
    dim: int = 100,
    window: int = 10,
    negative: int = 5,
    kept: float = 0.1,
    epochs: int = 10,
    min_count: int = 5,
    subsample: float = 1e-4,
    rate: float = 0.05,
    seed: int = 0,
    progress: Progress = silent,
) -> Embedding:
    """Train word vectors whose mean over a document is a good vector of the document [Chen2017].

    Documents are read in a random order, since they are often sorted by class, which would bias the vectors.
    Training runs in one thread, so that the same seed gives the same bytes.

    Parameters
    ----------
    documents : TokenizedDocuments
        The documents.
    dim : int, default 100
        The dimension of the vectors.
    window : int, default 10
        How many words on each side are context.
    negative : int, default 5
        How many negative samples are drawn for each word, by count^¾.
    kept : float, default 0.1
        The probability q of keeping a word of the document in its average.
    epochs : int, default 10
        How often the documents are read.
    min_count : int, default 5
        Leave out words that occur less often.
    subsample : float, default 1e-4
        The share of the text above which a word is subsampled; 0 for no subsampling.
    rate : float, default 0.05
        The learning rate at the beginning; it falls linearly to a thousandth.
    seed : int, default 0
        The random seed; the same seed gives the same bytes.
    progress : callable, optional
        Is told how far the work is.

    Returns
    -------
    Embedding
        The word vectors u.

    Notes
    -----
    A word is predicted from its neighbors and from the corrupted average of its document; see
    docs/mathematics/documents.md::

        h = mean of u over the neighbors + Σ_w (δ_w / (q T)) u_w,   P(word | h) = σ(o_word · h)

    Each of the T words of a document is kept (δ = 1) with probability q, drawn anew for every word predicted,
    so that the mean of u over a whole document is the expectation of what was trained.

    Examples
    --------
    >>> from firth.documents import tokenize_documents
    >>> texts = tokenize_documents(["tea with milk", "milk in the tea"] * 5)
    >>> train_doc2vecc(texts, dim=4, epochs=1).vocabulary.tokens
    ('milk', 'tea', 'in', 'the', 'with')
    """
    for name, value in (("dim", dim), ("window", window), ("negative", negative), ("epochs", epochs)):
        if value < 1:
            raise InputError(f"{name} is {value}; it must be at least 1.")
    if not 0 < kept <= 1:
        raise InputError(f"kept is {kept}; it is a share of words, above 0 and up to 1.")
    counts = np.bincount(documents.ids, minlength=len(documents.words)).tolist()
    frequent = {w: n for w, n in zip(documents.words, counts, strict=True) if n >= min_count}
    if not frequent:
        raise InputError(f"no word occurs {min_count} times; give more text, or lower min_count.")
    words = Vocabulary.from_counts(frequent)
    rng = np.random.default_rng(seed)
    inputs = rng.uniform(-0.5 / dim, 0.5 / dim, (len(words), dim)).astype(np.float32)
    ids, starts = _known(documents.reordered(rng.permutation(len(documents))), words)
    outputs = np.zeros((len(words), dim), np.float32)
    state = np.array([2 * seed + 1], np.uint64)
    rates = np.linspace(rate, rate * 1e-3, epochs + 1)
    for epoch in range(epochs):
        progress("training", epoch, epochs, "epochs")
        train_on_documents(
            ids,
            starts,
            _keep_probabilities(words.counts, subsample),
            _sampling_table(words.counts),
            inputs,
            outputs,
            window,
            negative,
            kept,
            rates[epoch : epoch + 2],
            state,
        )
    progress("training", epochs, epochs, "epochs")
    how = Recipe().then(
        "doc2vecc", dim=dim, window=window, negative=negative, kept=kept, epochs=epochs, min_count=min_count,
        subsample=subsample, rate=rate, seed=seed,
    )  # fmt: skip
    return Embedding(inputs, words, recipe=how)


def _known(documents: TokenizedDocuments, words: Vocabulary) -> tuple[Array, Array]:
    """Ids and starts without the words that are too rare."""
    ids = documents.ids_by(words.index)
    known = ids >= 0
    before = np.concatenate([[0], np.cumsum(known)])
    return ids[known], before[documents.starts]


def _keep_probabilities(counts: Array, subsample: float) -> Array:
    """keep(w) = min(1, √(t/f) + t/f), where f is a word's share of the text."""
    if not subsample:
        return np.ones(len(counts))
    rarity = subsample / (counts / counts.sum())
    return np.asarray(np.minimum(1.0, np.sqrt(rarity) + rarity))


def _sampling_table(counts: Array) -> Array:
    """A table of words to draw negative samples from, each in proportion to count^¾."""
    weights = np.cumsum(counts**0.75)
    return np.asarray(np.searchsorted(weights, (np.arange(_DRAWS) + 0.5) / _DRAWS * weights[-1]))
