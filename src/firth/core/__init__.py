"""The nouns: small frozen types that the arrows of firth pass to each other."""

from firth.core.association import Association
from firth.core.corpus import DOCUMENT_END, OUT_OF_VOCABULARY, Corpus
from firth.core.counts import Counts, Margins
from firth.core.embedding import Embedding
from firth.core.factors import Factors, SolverReport
from firth.core.operator import SparseLowRank
from firth.core.recipe import Recipe
from firth.core.vocabulary import Vocabulary

__all__ = [
    "DOCUMENT_END",
    "OUT_OF_VOCABULARY",
    "Association",
    "Corpus",
    "Counts",
    "Embedding",
    "Factors",
    "Margins",
    "Recipe",
    "SolverReport",
    "SparseLowRank",
    "Vocabulary",
]
