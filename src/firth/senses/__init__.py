"""Senses: one word, several vectors."""

from firth.senses.describe import SenseDescription, describe, typical_contexts
from firth.senses.files import load_senses, save_senses
from firth.senses.model import SenseModel, WordSenses
from firth.senses.pool import induce_from_pool
from firth.senses.split import Method
from firth.senses.tag import Tagging, tag, tag_many, tag_places, tag_sentence, vectors_of, weights_in
from firth.senses.train import induce
from firth.senses.vectors import sense_embedding

__all__ = [
    "Method",
    "SenseDescription",
    "SenseModel",
    "Tagging",
    "WordSenses",
    "describe",
    "induce",
    "induce_from_pool",
    "load_senses",
    "save_senses",
    "sense_embedding",
    "tag",
    "tag_many",
    "tag_places",
    "tag_sentence",
    "typical_contexts",
    "vectors_of",
    "weights_in",
]
