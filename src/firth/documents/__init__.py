"""Documents → vectors: counts of terms, averages of word vectors, and vectors trained with those of words."""

from firth.documents.averages import (
    common_directions,
    mean_vectors,
    power_means,
    rarity_weights,
    without_directions,
)
from firth.documents.doc2vec import Doc2VecModel, train_doc2vec
from firth.documents.doc2vecc import train_doc2vecc
from firth.documents.term_counts import Terms, find_terms, word_table
from firth.documents.tokens import TokenizedDocuments, tokenize_documents

__all__ = [
    "Doc2VecModel",
    "Terms",
    "TokenizedDocuments",
    "common_directions",
    "find_terms",
    "mean_vectors",
    "power_means",
    "rarity_weights",
    "tokenize_documents",
    "train_doc2vec",
    "train_doc2vecc",
    "without_directions",
    "word_table",
]
