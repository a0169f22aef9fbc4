"""Doc2Vec, trained by gensim: a vector for each document, learnt with those of its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from firth.documents.tokens import NumberedDocuments
from firth.errors import InputError
from firth.runtime.arrays import Array

Order = Literal["bag", "order"]

INFERENCE = 20
"""Epochs that a new document's vector takes at least: with few it stays near where it began, at random."""


@dataclass(frozen=True, eq=False)
class Paragraphs:
    """The vectors of the documents that were learnt from, and gensim's model, which infers others."""

    vectors: Array
    model: Any
    seed: int

    def infer(self, documents: NumberedDocuments) -> Array:
        """Vectors of other documents; those without a known word are 0."""
        found = np.zeros((len(documents), self.vectors.shape[1]), np.float32)
        for place, tokens in enumerate(_token_lists(documents)):
            if any(token in self.model.wv.key_to_index for token in tokens):
                self.model.random.seed(self.seed)  # else a vector would depend on those inferred before it
                found[place] = self.model.infer_vector(tokens, epochs=max(INFERENCE, self.model.epochs))
        return found


def train_paragraphs(
    documents: NumberedDocuments,
    *,
    dim: int = 100,
    order: Order = "bag",
    window: int = 5,
    negative: int = 5,
    epochs: int = 10,
    min_count: int = 5,
    seed: int = 0,
) -> Paragraphs:
    """Doc2Vec (Le and Mikolov 2014; extra `baselines`).

    order: bag predicts the words of a document from its vector alone (PV-DBOW), order from its vector and
    the words around (PV-DM). Documents are read in a random order: where they come sorted by class, vectors
    would tell the place rather than the content. gensim runs in one thread: same seed, same bytes.
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
    return Paragraphs(vectors * np.array(known, np.float32)[:, None], model, seed)


def _token_lists(documents: NumberedDocuments) -> list[list[str]]:
    words = np.array(documents.words, dtype=object)
    return [part.tolist() for part in np.split(words[documents.ids], documents.starts[1:-1])]
