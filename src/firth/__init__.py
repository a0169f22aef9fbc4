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
    from firth.association import (
        categorical_correlation,
        categorical_covariance,
        correlation_matrix,
        covariance_matrix,
        gini,
        logarithm,
        power,
        presence,
    )
    from firth.ca import Correspondence, correspondence, multiple_correspondence, nonlinear_correspondence
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
    from firth.counting import (
        count,
        count_at_distance,
        count_each_distance,
        count_pair_at,
        counts_from_long,
        counts_from_table,
    )
    from firth.errors import (
        FirthError,
    )
    from firth.estimators import (
        SIF,
        BagOfWords,
        CentredPCA,
        CorrespondenceAnalysis,
        Doc2Vec,
        Doc2VecC,
        EmptyRowsWarning,
        KernelCA,
        MultipleCorrespondenceAnalysis,
        NonlinearCA,
        PowerMeans,
        SemiSupervisedCA,
        UnitBallEmbedding,
        WordMeans,
    )
    from firth.evaluate import (
        compare,
        evaluate_analogies,
        evaluate_categories,
        evaluate_outliers,
        evaluate_similarity,
        neighbor_report,
    )
    from firth.factorize import (
        decompose,
        gsvd,
        scaled_coordinates,
    )
    from firth.query import (
        analogy,
        analogy_many,
        neighbors,
        neighbors_many,
        similarity,
        similarity_many,
    )
    from firth.recipes import RECIPES, NamedRecipe, associate, embed, register_recipe
    from firth.senses import (
        SenseModel,
        Tagging,
        induce,
        induce_from_pool,
        load_senses,
        save_senses,
        sense_embedding,
    )
    from firth.store import (
        from_gensim,
        load,
        save,
        to_gensim,
    )
    from firth.text import (
        encode,
        encode_texts,
    )
    from firth.text.clean import (
        clean_tweet,
        clean_tweets,
        clean_wikipedia,
    )

_HOMES = {
    "association": (
        "categorical_correlation",
        "categorical_covariance",
        "correlation_matrix",
        "covariance_matrix",
        "gini",
        "logarithm",
        "power",
        "presence",
    ),
    "ca": (
        "Correspondence",
        "correspondence",
        "multiple_correspondence",
        "nonlinear_correspondence",
    ),
    "recipes": ("RECIPES", "NamedRecipe", "associate", "embed", "register_recipe"),
    "core": (
        "Association",
        "Corpus",
        "Counts",
        "Embedding",
        "Factors",
        "Recipe",
        "SparseLowRank",
        "Vocabulary",
    ),
    "counting": (
        "count",
        "count_at_distance",
        "count_each_distance",
        "count_pair_at",
        "counts_from_long",
        "counts_from_table",
    ),
    "errors": ("FirthError",),
    "estimators": (
        "BagOfWords",
        "CentredPCA",
        "CorrespondenceAnalysis",
        "Doc2Vec",
        "Doc2VecC",
        "EmptyRowsWarning",
        "KernelCA",
        "MultipleCorrespondenceAnalysis",
        "NonlinearCA",
        "PowerMeans",
        "SIF",
        "SemiSupervisedCA",
        "UnitBallEmbedding",
        "WordMeans",
    ),
    "evaluate": (
        "compare",
        "evaluate_analogies",
        "evaluate_categories",
        "evaluate_outliers",
        "evaluate_similarity",
        "neighbor_report",
    ),
    "factorize": (
        "decompose",
        "gsvd",
        "scaled_coordinates",
    ),
    "query": (
        "analogy",
        "analogy_many",
        "neighbors",
        "neighbors_many",
        "similarity",
        "similarity_many",
    ),
    "senses": (
        "SenseModel",
        "Tagging",
        "induce",
        "induce_from_pool",
        "load_senses",
        "save_senses",
        "sense_embedding",
    ),
    "store": (
        "from_gensim",
        "load",
        "save",
        "to_gensim",
    ),
    "text": (
        "encode",
        "encode_texts",
    ),
    "text.clean": (
        "clean_tweet",
        "clean_tweets",
        "clean_wikipedia",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "RECIPES",
    "SIF",
    "Association",
    "BagOfWords",
    "CentredPCA",
    "Corpus",
    "Correspondence",
    "CorrespondenceAnalysis",
    "Counts",
    "Doc2Vec",
    "Doc2VecC",
    "Embedding",
    "EmptyRowsWarning",
    "Factors",
    "FirthError",
    "KernelCA",
    "MultipleCorrespondenceAnalysis",
    "NamedRecipe",
    "NonlinearCA",
    "PowerMeans",
    "Recipe",
    "SemiSupervisedCA",
    "SenseModel",
    "SparseLowRank",
    "Tagging",
    "UnitBallEmbedding",
    "Vocabulary",
    "WordMeans",
    "analogy",
    "analogy_many",
    "associate",
    "categorical_correlation",
    "categorical_covariance",
    "clean_tweet",
    "clean_tweets",
    "clean_wikipedia",
    "compare",
    "correlation_matrix",
    "correspondence",
    "count",
    "count_at_distance",
    "count_each_distance",
    "count_pair_at",
    "counts_from_long",
    "counts_from_table",
    "covariance_matrix",
    "decompose",
    "embed",
    "encode",
    "encode_texts",
    "evaluate_analogies",
    "evaluate_categories",
    "evaluate_outliers",
    "evaluate_similarity",
    "from_gensim",
    "gini",
    "gsvd",
    "induce",
    "induce_from_pool",
    "load",
    "load_senses",
    "logarithm",
    "multiple_correspondence",
    "neighbor_report",
    "neighbors",
    "neighbors_many",
    "nonlinear_correspondence",
    "power",
    "presence",
    "register_recipe",
    "save",
    "save_senses",
    "scaled_coordinates",
    "sense_embedding",
    "similarity",
    "similarity_many",
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
