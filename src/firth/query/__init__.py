"""Questions to an embedding: vectors of words, nearest neighbours, similarities and analogies."""

from firth.query.analogies import analogy, solve_analogies
from firth.query.neighbours import Neighbor, neighbors, neighbors_many, similarity
from firth.query.spelling import near_spellings
from firth.query.words import places_of, vector_of, vectors_of

__all__ = [
    "Neighbor",
    "analogy",
    "near_spellings",
    "neighbors",
    "neighbors_many",
    "places_of",
    "similarity",
    "solve_analogies",
    "vector_of",
    "vectors_of",
]
