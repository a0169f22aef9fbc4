"""Questions to an embedding: vectors of words, nearest neighbors, similarities and analogies."""

from firth.query.analogies import AnalogyMethod, analogy, analogy_many, solve_analogies
from firth.query.lookup import near_spellings, places_of, vector_of, vectors_of
from firth.query.nearest import Neighbor, lengths, neighbors, neighbors_many, similarity, similarity_many
from firth.query.word_sums import doesnt_match, most_similar

__all__ = [
    "AnalogyMethod",
    "Neighbor",
    "analogy",
    "analogy_many",
    "doesnt_match",
    "lengths",
    "most_similar",
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
