"""Documents → positions: tables of their words, means of word vectors, and vectors learnt with them."""

from firth.documents.averages import (
    common_directions,
    mean_vectors,
    power_means,
    rarity_weights,
    without_directions,
)
from firth.documents.doc2vec import Paragraphs, train_paragraphs
from firth.documents.doc2vecc import train_corrupted
from firth.documents.tables import Terms, find_terms, word_table
from firth.documents.tokens import NumberedDocuments, number_documents

__all__ = [
    "NumberedDocuments",
    "Paragraphs",
    "Terms",
    "common_directions",
    "find_terms",
    "mean_vectors",
    "number_documents",
    "power_means",
    "rarity_weights",
    "train_corrupted",
    "train_paragraphs",
    "without_directions",
    "word_table",
]
