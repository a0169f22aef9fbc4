"""Small embeddings with vectors whose cosines are known by hand."""

import numpy as np

from firth.core import Embedding, Vocabulary


def embedding_of(**vectors):
    """Words in the order given."""
    counts = np.arange(len(vectors), 0, -1)
    return Embedding(np.array(list(vectors.values()), dtype=np.float32), Vocabulary(tuple(vectors), counts))


PETS_AND_FOODS = embedding_of(cat=[2, 0, 0], dog=[3, 4, 0], bread=[0, 0, 5], soup=[0, -1, 1], void=[0, 0, 0])
GROUPS = {"pets": ["cat", "dog"], "foods": ["bread", "soup"]}
HALF = 1 / np.sqrt(2)
COSINES = [
    [1, 0.6, 0, 0],
    [0.6, 1, 0, -0.8 * HALF],
    [0, 0, 1, HALF],
    [0, -0.8 * HALF, HALF, 1],
]
"""Of the four words of GROUPS."""


def texts_of(ax):
    return [text.get_text() for text in ax.texts]


def legend_of(ax):
    legend = ax.get_legend()
    return [] if legend is None else [text.get_text() for text in legend.get_texts()]
