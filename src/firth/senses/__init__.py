"""Senses: one word, several vectors."""

from firth.senses.descriptions import SenseDescription, describe, typical_contexts
from firth.senses.files import load_senses, save_senses
from firth.senses.model import SenseModel, WordSenses
from firth.senses.pool import induce_from_pool
from firth.senses.split import Clustering
from firth.senses.tagging import (
    Tagging,
    sense_vectors,
    sense_weights,
    tag,
    tag_many,
    tag_places,
    tag_sentence,
)
from firth.senses.train import induce
from firth.senses.vectors import sense_embedding

__all__ = [
    "Clustering",
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
    "sense_vectors",
    "sense_weights",
    "tag",
    "tag_many",
    "tag_places",
    "tag_sentence",
    "typical_contexts",
]
