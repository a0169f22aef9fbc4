import numpy as np
import pytest
from scipy.sparse import csr_array

from firth.core import Counts, Embedding, Recipe, Vocabulary


@pytest.fixture
def small() -> Embedding:
    """Three words in two dimensions; the golden file holds the same."""
    return Embedding(
        np.array([[1.0, -0.5], [0.25, 3.0], [0.1, -1e-8]], dtype=np.float32),
        Vocabulary(("the", "été", "king"), np.array([9, 4, 2])),
        np.array([2.5, 0.125]),
        Recipe(version=1).then("counting", window=2).then("factorize", dim=2, seed=0),
        "dot",
    )


@pytest.fixture
def table() -> Counts:
    """Two rows and three columns with names of their own."""
    return Counts(
        csr_array(np.array([[0, 2, 1], [3, 0, 0]], dtype=np.int32)),
        Vocabulary(("a", "b"), np.array([3, 3])),
        Vocabulary(("x", "y", "z"), np.array([3, 2, 1])),
        Recipe().then("counting", window=1),
    )
