import numpy as np
import pytest

from firth.core import Embedding, Vocabulary


def embedding_of(vectors, measure="cosine") -> Embedding:
    vectors = np.asarray(vectors, dtype=np.float32)
    tokens = tuple(f"w{i}" for i in range(len(vectors)))
    return Embedding(vectors, Vocabulary(tokens, np.arange(len(vectors), 0, -1)), measure=measure)


@pytest.fixture
def compass() -> Embedding:
    vectors = np.array([[2, 0], [1, 1], [0, 3], [-1, 0], [0, 0]], dtype=np.float32)
    return Embedding(
        vectors, Vocabulary(("north", "northeast", "east", "south", "nowhere"), np.arange(5, 0, -1))
    )


@pytest.fixture
def crowd() -> Embedding:
    return embedding_of(np.random.default_rng(0).standard_normal((300, 10)))
