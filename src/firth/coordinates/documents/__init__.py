"""Documents → positions: tables of their words, means of word vectors, and vectors learnt with them."""

from firth.coordinates.documents.averages import (
    common_directions,
    mean_vectors,
    power_means,
    rarity_weights,
    without_directions,
)
from firth.coordinates.documents.corrupted import train_corrupted
from firth.coordinates.documents.numbered import NumberedDocuments, number_documents
from firth.coordinates.documents.paragraphs import Paragraphs, train_paragraphs
from firth.coordinates.documents.tables import Terms, find_terms, word_table

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
