"""What a model says of words in sentences, as `firth.evaluate.contextual_similarity` asks for it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from firth.core import Embedding
from firth.runtime.arrays import Array
from firth.senses.inventory import SenseModel
from firth.senses.tag import tag


def weights_in(model: SenseModel, word: str, tokens: Sequence[str], position: int) -> Array | None:
    """How far each sense of a word applies to a token, summing to 1; None for a word never seen.

    A word that was not split has one sense.

    >>> from firth.counting import count
    >>> from firth.senses import induce
    >>> from firth.text import encode_texts
    >>> texts = ["money in the bank", "the bank lent money", "the river bank", "a river and its bank"] * 9
    >>> model = induce(count(encode_texts(texts)), ["bank"], senses=2)
    >>> weights_in(model, "river", ["the", "river"], 1), weights_in(model, "sea", ["sea"], 0)
    (array([1.]), None)
    """
    if word in model:
        return tag(model, tokens, position, word=word).weights
    return np.ones(1) if word in model.vocabulary.index else None


def vectors_of(model: SenseModel, embedding: Embedding, word: str) -> Array:
    """The vectors of a word's senses, as rows, out of what `sense_embedding` made of the model."""
    number = model[word].number if word in model else 1
    names = [word] if number == 1 else [f"{word}#{sense + 1}" for sense in range(number)]
    return np.asarray(embedding.vectors[[embedding.vocabulary.index[name] for name in names]])
