"""Doc2Vec, trained by gensim: a vector for each document, learned with those of its words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal
from zlib import crc32

import numpy as np

from firth.documents.tokens import TokenizedDocuments
from firth.errors import InputError
from firth.runtime.arrays import Array

Order = Literal["bag", "order"]

INFERENCE = 20
"""The fewest epochs for the vector of a new document: with fewer it stays near its random initial value."""


@dataclass(frozen=True, eq=False)
class Doc2VecModel:
    """Vectors of the documents that a model was trained on, and gensim's model, which infers those of others.

    Attributes
    ----------
    vectors : array of shape (documents, dim)
        The vectors of the training documents.
    model : gensim.models.Doc2Vec
        The model.
    seed : int
        The random seed.
    """

    vectors: Array
    model: Any
    seed: int

    def infer(self, documents: TokenizedDocuments) -> Array:
        """Vectors of other documents; those without a known word are 0."""
        found = np.zeros((len(documents), self.vectors.shape[1]), np.float32)
        with _same_start_in_every_process():
            for place, tokens in enumerate(_token_lists(documents)):
                if any(token in self.model.wv.key_to_index for token in tokens):
                    self.model.random.seed(
                        self.seed
                    )  # else a vector would depend on those inferred before it
                    found[place] = self.model.infer_vector(tokens, epochs=max(INFERENCE, self.model.epochs))
        return found


def train_doc2vec(
    documents: TokenizedDocuments,
    *,
    dim: int = 100,
    order: Order = "bag",
    window: int = 5,
    negative: int = 5,
    epochs: int = 10,
    min_count: int = 5,
    seed: int = 0,
) -> Doc2VecModel:
    """Train Doc2Vec [LeMikolov2014] with gensim (extra ``baselines``).

    Documents are read in a random order: if they are sorted by class, vectors would otherwise reflect the
    place rather than the content. gensim runs in one thread, so that the same seed gives the same bytes.

    Parameters
    ----------
    documents : TokenizedDocuments
        The documents.
    dim : int, default 100
        The dimension of the vectors.
    order : {"bag", "order"}, default "bag"
        Predict the words of a document from its vector alone (PV-DBOW), or from its vector and the
        surrounding words (PV-DM).
    window : int, default 5
        How many words on each side are context, with "order".
    negative : int, default 5
        How many negative samples are drawn for each word.
    epochs : int, default 10
        How often the documents are read.
    min_count : int, default 5
        Leave out words that occur less often.
    seed : int, default 0
        The random seed; the same seed gives the same bytes.

    Returns
    -------
    Doc2VecModel
        The vectors, and the model for other documents.
    """
    try:
        from gensim.models.doc2vec import Doc2Vec, TaggedDocument
    except ImportError as error:
        raise InputError("gensim is not installed; get it with pip install 'firth[baselines]'.") from error
    if order not in ("bag", "order"):
        raise InputError(f"order is {order!r}; choose bag or order.")
    reading = np.random.default_rng(seed).permutation(len(documents))
    lists = _token_lists(documents)
    tagged = [TaggedDocument(lists[place], [place]) for place in reading.tolist()]
    model = Doc2Vec(
        vector_size=dim, dm=int(order == "order"), window=window, negative=negative, hs=0, epochs=epochs,
        min_count=min_count, seed=seed, workers=1,
    )  # fmt: skip
    model.build_vocab(tagged)
    if not len(model.wv):
        raise InputError(f"no word occurs {min_count} times; give more text, or lower min_count.")
    model.train(tagged, total_examples=len(tagged), epochs=epochs)
    vectors = np.array(model.dv.vectors, np.float32)
    known = [any(token in model.wv.key_to_index for token in one) for one in lists]
    return Doc2VecModel(vectors * np.array(known, np.float32)[:, None], model, seed)


def _token_lists(documents: TokenizedDocuments) -> list[list[str]]:
    words = np.array(documents.words, dtype=object)
    return [part.tolist() for part in np.split(words[documents.ids], documents.starts[1:-1])]


@contextmanager
def _same_start_in_every_process() -> Iterator[None]:
    """gensim starts a new document's vector from Python's hash of its text, which is salted anew each run."""
    from gensim.models import doc2vec

    salted = doc2vec.pseudorandom_weak_vector
    doc2vec.pseudorandom_weak_vector = partial(salted, hashfxn=lambda text: crc32(text.encode()))
    try:
        yield
    finally:
        doc2vec.pseudorandom_weak_vector = salted
