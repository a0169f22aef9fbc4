"""Counts into geometry: embeddings of words, documents and categories from text and tables.

text → ids → Counts → Association → Factors → Embedding; each arrow is one function:

>>> import firth
>>> corpus = firth.encode_texts(["tea or coffee", "coffee or tea", "tea and milk"], min_count=1)
>>> counts = firth.count(corpus, window=2)
>>> embedding = firth.embed(counts, recipe="ppmi", dim=2)
>>> embedding.vectors.shape
(5, 2)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from firth.association import RECIPES, NamedRecipe, associate, register_recipe
    from firth.coordinates import embed, scaled_coordinates
    from firth.core import (
        Association,
        Corpus,
        Counts,
        Embedding,
        Factors,
        Recipe,
        SparseLowRank,
        Vocabulary,
    )
    from firth.counting import count, count_at_distance, count_each_distance, count_pair_at
    from firth.errors import FirthError
    from firth.evaluate import evaluate_analogies, evaluate_similarity
    from firth.factorize import decompose
    from firth.query import analogy, neighbors, neighbors_many, similarity
    from firth.store import from_gensim, load, save, to_gensim
    from firth.text import encode, encode_texts

_HOMES = {
    "association": ("RECIPES", "NamedRecipe", "associate", "register_recipe"),
    "coordinates": ("embed", "scaled_coordinates"),
    "core": (
        "Association", "Corpus", "Counts", "Embedding", "Factors", "Recipe", "SparseLowRank", "Vocabulary",
    ),
    "counting": ("count", "count_at_distance", "count_each_distance", "count_pair_at"),
    "errors": ("FirthError",),
    "evaluate": ("evaluate_analogies", "evaluate_similarity"),
    "factorize": ("decompose",),
    "query": ("analogy", "neighbors", "neighbors_many", "similarity"),
    "store": ("from_gensim", "load", "save", "to_gensim"),
    "text": ("encode", "encode_texts"),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "RECIPES",
    "Association",
    "Corpus",
    "Counts",
    "Embedding",
    "Factors",
    "FirthError",
    "NamedRecipe",
    "Recipe",
    "SparseLowRank",
    "Vocabulary",
    "analogy",
    "associate",
    "count",
    "count_at_distance",
    "count_each_distance",
    "count_pair_at",
    "decompose",
    "embed",
    "encode",
    "encode_texts",
    "evaluate_analogies",
    "evaluate_similarity",
    "from_gensim",
    "load",
    "neighbors",
    "neighbors_many",
    "register_recipe",
    "save",
    "scaled_coordinates",
    "similarity",
    "to_gensim",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: `import firth` itself stays quick."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'firth' has no attribute {name!r}")
    value = getattr(import_module(f"firth.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
