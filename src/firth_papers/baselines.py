"""Word vectors that firth's are compared to: skip-gram, CBOW and fastText, trained by gensim.

Documents are sentences, unknown words are left out, and the vocabulary is the corpus's own. With one thread
the same seed gives the same bytes; more threads are quicker, but race for the vectors, and no two runs agree:
so the recipe says how many there were.

[HajiSoleimani2019, ch. 4 and 6] gives dim 100 and 300, negative 5 and 10 (skip-gram and fastText did best
with 10), and n-grams of 3 to 6 characters; [NiitsumaLee2018] gives no settings. What they leave open, such as
window, epochs and subsample, is as gensim and word2vec have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from firth.core import DOCUMENT_END, Corpus, Embedding
from firth.errors import InputError
from firth.runtime.parallel import thread_count
from firth.runtime.run import Progress, silent

LONGEST_SENTENCE = 10_000
"""In words; gensim drops what comes after."""

Algorithm = Literal["sgns", "cbow", "fasttext"]


def train(
    corpus: Corpus,
    algorithm: Algorithm,
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
    """Word vectors by one of gensim's models (extra `baselines`).

    Parameters
    ----------
    corpus : Corpus
        The text as word numbers.
    algorithm : {"sgns", "cbow", "fasttext"}
        word2vec's skip-gram with negative sampling, its continuous bag of words, or fastText: skip-gram
        whose words are the sums of their character n-grams.
    dim, window, epochs : int
        The number of dimensions, the words on either side, and how often the text is gone through.
    negative : int
        How many words are drawn against each true one.
    subsample : float
        The share of the text above which a word is thinned out; 0 for no word.
    shortest, longest, buckets : int
        Of fastText: the lengths of its n-grams, in characters, and the number of vectors that they are hashed
        to; 2 million of them take 8·dim MB.
    seed : int
        The random seed.
    threads : int, optional
        The number of threads; all cores if None. See above.
    progress : callable
        Is told how far the training is.

    Examples
    --------
    >>> from firth.text import encode_texts
    >>> corpus = encode_texts(["tea or coffee", "coffee or tea"], min_count=1)
    >>> train(corpus, "sgns", dim=4).vocabulary.tokens
    ('coffee', 'or', 'tea')
    """
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

    own = {"min_n": shortest, "max_n": longest, "bucket": buckets} if algorithm == "fasttext" else {}
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
