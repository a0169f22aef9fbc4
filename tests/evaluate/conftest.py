import numpy as np
import pytest

from firth.core import Embedding, Vocabulary


@pytest.fixture
def make_embedding():
    def make(vectors, measure="cosine"):
        words = tuple(vectors)
        vocabulary = Vocabulary(words, np.arange(len(words), 0, -1))
        return Embedding(np.array(list(vectors.values()), dtype=np.float32), vocabulary, measure=measure)

    return make
