"""What firth is compared to: skip-gram, CBOW and fastText, trained by gensim on the very same words.

Documents are sentences, unknown words are left out, and the vocabulary is the corpus's own. With one thread
the same seed gives the same bytes; more threads are quicker, but race for the vectors, and no two runs agree:
so the recipe says how many there were.

Of the papers' settings, paper 004 gives these: dim 100 and 300, negative 5 and 10 (skip-gram and fastText did
best with 10, §6.3), and n-grams of 3 to 6 characters. Paper 000 gives none. What they leave open, such as
window, epochs and subsample, is as gensim and word2vec have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from firth.core import DOCUMENT_END, Corpus, Embedding
from firth.errors import InputError
from firth.runtime.parallel import thread_count
from firth.runtime.run import Progress, silent

LONGEST_SENTENCE = 10_000
"""In words; gensim drops what comes after."""


def sgns(
    corpus: Corpus,
    *,
    dim: int = 300,
    window: int = 5,
    epochs: int = 5,
    negative: int = 5,
    subsample: float = 1e-3,
    seed: int = 0,
    threads: int | None = 1,
    progress: Progress = silent,
) -> Embedding:
    """Skip-gram with negative sampling: word2vec (extra `baselines`).

    negative: how many words are drawn against each true one. subsample: the share of the text above which a
    word is thinned out; 0 for no word. threads: all cores if None; see above.

    >>> from firth.text import encode_texts
    >>> sgns(encode_texts(["tea or coffee", "coffee or tea"], min_count=1), dim=4).vocabulary.tokens
    ('coffee', 'or', 'tea')
    """
    return _train("sgns", corpus, dim, window, epochs, negative, subsample, seed, threads, progress)


def cbow(
    corpus: Corpus,
    *,
    dim: int = 300,
    window: int = 5,
    epochs: int = 5,
    negative: int = 5,
    subsample: float = 1e-3,
    seed: int = 0,
    threads: int | None = 1,
    progress: Progress = silent,
) -> Embedding:
    """Continuous bag of words: word2vec's other model (extra `baselines`). Parameters are those of `sgns`."""
    return _train("cbow", corpus, dim, window, epochs, negative, subsample, seed, threads, progress)


def fasttext(
    corpus: Corpus,
    *,
    dim: int = 300,
    window: int = 5,
    epochs: int = 5,
    negative: int = 5,
    subsample: float = 1e-3,
    shortest: int = 3,
    longest: int = 6,
    buckets: int = 2_000_000,
    seed: int = 0,
    threads: int | None = 1,
    progress: Progress = silent,
) -> Embedding:
    """Skip-gram whose words are the sums of their character n-grams: fastText (extra `baselines`).

    shortest, longest: n-grams, in characters. buckets: n-grams are hashed to so many vectors, which with 2
    million take 8·dim MB. Other parameters are those of `sgns`.
    """
    ngrams = {"min_n": shortest, "max_n": longest, "bucket": buckets}
    return _train(
        "fasttext", corpus, dim, window, epochs, negative, subsample, seed, threads, progress, **ngrams
    )


class Sentences:
    """The documents of a corpus as lists of known words, long ones in pieces, as often as one goes through.

    >>> from firth.text import encode_texts
    >>> corpus = encode_texts(["tea or coffee", "coffee", "tea and coffee"], min_count=2)
    >>> list(Sentences(corpus))
    [['tea', 'coffee'], ['coffee'], ['tea', 'coffee']]
    """

    def __init__(self, corpus: Corpus) -> None:
        """Find the ends of the documents."""
        self._ids = corpus.ids
        self._bounds = np.concatenate([[0], np.flatnonzero(corpus.ids == DOCUMENT_END) + 1])
        self._tokens = np.array(corpus.vocabulary.tokens, dtype=object)

    def __iter__(self) -> Iterator[list[str]]:
        """Each piece of up to 10,000 words."""
        for begin, end in pairwise(self._bounds.tolist()):
            document = self._ids[begin:end]
            known = document[document >= 0]
            for start in range(0, len(known), LONGEST_SENTENCE):
                yield self._tokens[known[start : start + LONGEST_SENTENCE]].tolist()


def _train(
    algorithm: str,
    corpus: Corpus,
    dim: int,
    window: int,
    epochs: int,
    negative: int,
    subsample: float,
    seed: int,
    threads: int | None,
    progress: Progress,
    **own: int,
) -> Embedding:
    try:
        import gensim
        from gensim.models import FastText, Word2Vec
        from gensim.models.callbacks import CallbackAny2Vec
    except ImportError as error:
        raise InputError("gensim is not installed; get it with pip install 'firth[baselines]'.") from error
    for name, value in (("dim", dim), ("window", window), ("epochs", epochs), ("negative", negative)):
        if value < 1:
            raise InputError(f"{name} is {value}; it must be at least 1.")

    class Report(CallbackAny2Vec):  # type: ignore[misc]
        done = 0

        def on_epoch_end(self, model: Any) -> None:
            self.done += 1
            progress("training", self.done, epochs, "epochs")

    workers = thread_count(threads)
    model = {"sgns": Word2Vec, "cbow": Word2Vec, "fasttext": FastText}[algorithm](
        vector_size=dim, window=window, negative=negative, sample=subsample, sg=int(algorithm != "cbow"),
        min_count=1, sorted_vocab=0, seed=seed, workers=workers, **own,
    )  # fmt: skip
    words = corpus.vocabulary
    model.build_vocab_from_freq(dict(zip(words.tokens, words.counts.tolist(), strict=True)))
    progress("training", 0, epochs, "epochs")
    model.train(Sentences(corpus), total_words=int(words.total), epochs=epochs, callbacks=[Report()])
    how = corpus.recipe.then(
        "baseline", algorithm=algorithm, gensim=gensim.__version__, dim=dim, window=window, epochs=epochs,
        negative=negative, subsample=subsample, **own, seed=seed, threads=workers,
    )  # fmt: skip
    return Embedding(np.array(model.wv.vectors, np.float32), words, recipe=how)
