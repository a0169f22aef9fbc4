"""Small corpora of numbered words."""

from __future__ import annotations

import numpy as np

from firth.core import DOCUMENT_END, Corpus, Vocabulary


def corpus_of(documents: list[list[int]], words: int) -> Corpus:
    flat = [word for document in documents for word in (*document, DOCUMENT_END)]
    ids = np.array(flat, dtype=np.int32)
    frequency = np.bincount(ids[ids >= 0], minlength=words)
    vocabulary = Vocabulary(tuple(f"w{i}" for i in range(words)), frequency)
    return Corpus(ids, vocabulary, len(documents), sum(map(len, documents)))


THIS_IS = corpus_of([[0, 1, 0, 1, 0, 1, 0, 1, 0]], words=2)


def long_corpus(tokens: int = 60_000, words: int = 500) -> Corpus:
    rng = np.random.default_rng(5)
    ids = np.minimum(rng.zipf(1.3, tokens) - 1, words).astype(np.int32)
    ids[ids == words] = -1
    ids[rng.integers(0, tokens, 300)] = DOCUMENT_END
    frequency = np.bincount(ids[ids >= 0], minlength=words)
    return Corpus(ids, Vocabulary(tuple(map(str, range(words))), frequency), 300, tokens)
