"""Questions to an embedding: vectors of words, nearest neighbours, similarities and analogies."""

from firth.query.analogies import analogy, analogy_many, solve_analogies
from firth.query.neighbours import Neighbor, neighbors, neighbors_many, similarity, similarity_many
from firth.query.spelling import near_spellings
from firth.query.words import places_of, vector_of, vectors_of

__all__ = [
    "Neighbor",
    "analogy",
    "analogy_many",
    "near_spellings",
    "neighbors",
    "neighbors_many",
    "places_of",
    "similarity",
    "similarity_many",
    "solve_analogies",
    "vector_of",
    "vectors_of",
]
